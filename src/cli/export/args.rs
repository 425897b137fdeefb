//! The arguments of `huarong export`, and the kinds of files that it writes.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use huarong::control::Limits;
use huarong::puzzle::Metric;
use huarong::render::{Theme, Timing};
use huarong::sliding::Options;

use crate::cli::args::{LimitArgs, METRICS, count, duration, one_of, positive};
use crate::cli::diagnostics::UserError;
use crate::cli::input::ReadArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong export heng-dao-li-ma --to start.svg
  huarong export heng-dao-li-ma --to move-12.svg --move 12 --theme dark
  huarong export heng-dao-li-ma --to sheet.svg --sheet --columns 8
  huarong export heng-dao-li-ma --to solution.gif --delay 300ms --tween 3
  huarong export my.solution --to end.png --after 81 --cell 96
  huarong export heng-dao-li-ma --to play.html
  huarong export rush-hour --to pictures/ --format svg
  huarong solve red-donkey | huarong export red-donkey - --to red-donkey.gif

A map, like `zip.map` or `booklet.txt#2`, is drawn unsolved, as SVG. `huarong tour` and \
`huarong hamilton` draw tours and paths, with `--svg` or `--html`.

Exit status: 0 written, 1 proven impossible to solve, 2 wrong input or usage, 3 stopped at a limit or \
by Ctrl-C.")]
pub(crate) struct ExportArgs {
    /// A puzzle, a folder, a family or a pattern, or a stored solution
    #[arg(value_name = "PUZZLE|SOLUTION")]
    pub(crate) puzzle: OsString,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
    /// A solution, stored or in any notation, or `-` [default: solve the puzzle]
    #[arg(value_name = "MOVES")]
    pub(crate) solution: Option<OsString>,
    /// Output file, a folder for many puzzles, or `-`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// File format [default: by the file name]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// Colours [default: light, or as the system of a page's reader]
    #[arg(long, value_parser = one_of(&THEMES))]
    pub(crate) theme: Option<Theme>,
    /// Side of a cell in pixels, for PNG and GIF [default: 48]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(8..=256))]
    pub(crate) cell: Option<u16>,
    /// Print nothing, and show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) timing: TimingArgs,
    #[command(flatten)]
    pub(crate) search: SolvingArgs,
}

/// The picture; by default that of the start for SVG and PNG.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picture")]
pub(crate) struct PictureArgs {
    /// Draw the position after N moves
    #[arg(long, value_name = "N", group = "picture")]
    pub(crate) after: Option<usize>,
    /// Draw move N, from 1, as an arrow
    #[arg(long = "move", value_name = "N", group = "picture")]
    pub(crate) unit: Option<usize>,
    /// Draw a numbered board for each move
    #[arg(long, group = "picture")]
    pub(crate) sheet: bool,
    /// Write a page without the solution
    #[arg(long, group = "picture", conflicts_with = "solution")]
    pub(crate) unsolved: bool,
    /// Number of boards side by side on a sheet
    #[arg(long, value_name = "N", requires = "sheet", value_parser = positive)]
    pub(crate) columns: Option<NonZeroUsize>,
}

/// The speed of an animation.
#[derive(Args, Debug)]
#[command(next_help_heading = "Animation")]
pub(crate) struct TimingArgs {
    /// Duration of each position [default: 500ms]
    #[arg(long, value_name = "DURATION", value_parser = hundredths)]
    pub(crate) delay: Option<u16>,
    /// Duration of the last position [default: 3s]
    #[arg(long, value_name = "DURATION", value_parser = hundredths)]
    #[arg(hide_short_help = true)]
    pub(crate) hold: Option<u16>,
    /// Frames for each cell that a piece moves, 25 per second [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=32))]
    #[arg(hide_short_help = true)]
    pub(crate) tween: Option<u8>,
}

impl TimingArgs {
    pub(super) fn timing(&self) -> Timing {
        let usual = Timing::default();
        Timing {
            delay: self.delay.unwrap_or(usual.delay),
            hold: self.hold.unwrap_or(usual.hold),
            tween: self.tween.unwrap_or(usual.tween),
        }
    }
}

/// A time in hundredths of a second, as GIF counts it.
fn hundredths(text: &str) -> Result<u16, String> {
    let time = duration(text)?;
    u16::try_from(time.as_millis().div_ceil(10))
        .map_err(|_| "expected at most 10m55s, which is all that a GIF has room for".to_owned())
}

/// The search for the solution of a puzzle without moves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct SolvingArgs {
    /// Unit of length [default: that of the moves given, or move]
    #[arg(long, value_parser = one_of(&METRICS), hide_short_help = true)]
    pub(crate) metric: Option<Metric>,
    /// Maximum number of stored states
    #[arg(long, value_name = "N", value_parser = count, hide_short_help = true)]
    pub(crate) max_states: Option<usize>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl SolvingArgs {
    /// Returns the options of a search for the shortest solution.
    pub(super) fn options(&self) -> Options {
        let limits = Limits { max_states: self.max_states, ..self.limits.limits() };
        Options { metric: self.metric.unwrap_or_default(), limits, ..Options::default() }
    }
}

/// The themes, each with its help.
pub(crate) const THEMES: [(&str, Theme, &str); 3] = [
    ("light", Theme::Light, "Strong colours that the colour-blind tell apart, on a light floor"),
    ("dark", Theme::Dark, "The same on a dark floor"),
    ("print", Theme::Print, "Black, white and greys, for paper"),
];

/// A kind of file. A new one is a variant here and an arm in `run`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ExportFormat {
    /// A drawing that stays sharp at any size
    Svg,
    /// An animation of the solution
    Gif,
    /// Pixels
    Png,
    /// A web page to play on and to watch the solution, all in one file
    Html,
}

impl ExportFormat {
    /// What the name of such a file ends in, after the dot.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Svg => "svg",
            ExportFormat::Gif => "gif",
            ExportFormat::Png => "png",
            ExportFormat::Html => "html",
        }
    }

    /// The format that the name of a file tells.
    pub(super) fn of(path: &Path) -> anyhow::Result<Self> {
        let all = || ExportFormat::value_variants().iter().copied();
        let names = all().map(|format| format!("`.{}`", format.extension())).collect::<Vec<_>>();
        let names = names.join(", ");
        let Some(extension) = path.extension() else {
            let message = format!("cannot infer a format from the name `{}`", path.display());
            let help = format!("give it an ending, one of {names}, or add `--format`");
            return Err(UserError::new(message, help).into());
        };
        let extension = extension.to_string_lossy().to_lowercase();
        if let Some(format) = all().find(|format| format.extension() == extension) {
            return Ok(format);
        }
        let distance = |format: &ExportFormat| strsim::osa_distance(&extension, format.extension());
        let message = format!("unsupported format `.{extension}`");
        let help = match all().min_by_key(distance) {
            Some(close) if distance(&close) < 2 => {
                format!("did you mean `.{}`? There are {names}", close.extension())
            }
            _ => format!("take one of {names}, or add `--format`"),
        };
        Err(UserError::new(message, help).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_hundredths_of_a_second() {
        assert_eq!(hundredths("300ms"), Ok(30));
        assert_eq!(hundredths("1ms"), Ok(1));
        assert_eq!(hundredths("655s"), Ok(65_500));
        assert!(hundredths("1h").is_err());
        assert!(hundredths("30").is_err(), "no unit");
    }

    #[test]
    fn themes_are_called_what_the_library_calls_them() {
        let named = THEMES.map(|(name, theme, _)| (name, theme));
        assert_eq!(named, Theme::ALL.map(|theme| (theme.name(), theme)));
    }
}
