//! What an export shows, once the arguments agree with each other.

use std::num::NonZeroUsize;

use super::args::ExportArgs;
use super::format::Format;
use crate::cli::diagnostics::Complaint;

/// What is shown of a puzzle and its solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Show {
    /// The start.
    Start,
    /// The position after so many moves.
    After(usize),
    /// The move of this number, from 1, on the position before it.
    Move(usize),
    /// Every move, as many boards side by side.
    Sheet(Option<NonZeroUsize>),
    /// The solution from start to end.
    Film,
    /// The puzzle to be played, with its solution.
    Page,
    /// The puzzle to be played, without it.
    Game,
}

impl Show {
    /// What the arguments ask for; options that do not go with the format are an error.
    pub(super) fn of(args: &ExportArgs, format: Format) -> anyhow::Result<Self> {
        refuse_contradictions(args, format)?;
        let picture = &args.picture;
        Ok(match (picture.after, picture.unit, picture.sheet) {
            (Some(moves), _, _) => Show::After(moves),
            (_, Some(number), _) => Show::Move(number),
            (_, _, true) => Show::Sheet(picture.columns),
            _ if picture.unsolved => Show::Game,
            _ => match format {
                Format::Gif => Show::Film,
                Format::Html => Show::Page,
                Format::Svg | Format::Png => Show::Start,
            },
        })
    }

    /// Whether it takes a solution to show this.
    pub(super) fn is_of_solution(self) -> bool {
        !matches!(self, Show::Start | Show::After(0) | Show::Game)
    }
}

/// An option, whether it is given, and the formats that it makes sense for.
type Rule = (&'static str, bool, &'static [Format]);

fn refuse_contradictions(args: &ExportArgs, format: Format) -> anyhow::Result<()> {
    use Format::{Gif, Html, Png, Svg};
    let (picture, timing) = (&args.picture, &args.timing);
    let rules: [Rule; 8] = [
        ("--after", picture.after.is_some(), &[Svg, Png]),
        ("--move", picture.unit.is_some(), &[Svg, Png]),
        ("--sheet", picture.sheet, &[Svg]),
        ("--unsolved", picture.unsolved, &[Html]),
        ("--delay", timing.delay.is_some(), &[Gif]),
        ("--hold", timing.hold.is_some(), &[Gif]),
        ("--tween", timing.tween.is_some(), &[Gif]),
        ("--cell", args.cell.is_some(), &[Gif, Png]),
    ];
    let wrong = rules.iter().find(|(_, given, formats)| *given && !formats.contains(&format));
    let Some((option, _, formats)) = wrong else { return Ok(()) };
    let names: Vec<String> =
        formats.iter().map(|format| format!("`.{}`", format.extension())).collect();
    let message = format!("`{option}` means nothing for a `.{}`", format.extension());
    Err(Complaint::new(message, format!("leave it out, or write {}", names.join(" or "))).into())
}
