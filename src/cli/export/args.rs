//! The arguments of `huarong export`, and the kinds of files that it writes.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use huarong::control::Limits;
use huarong::puzzle::Metric;
use huarong::render::{Theme, Timing};
use huarong::sliding::Options;

use crate::cli::args::{METRICS, count, duration, one_of, positive, timeout};
use crate::cli::diagnostics::UserError;
use crate::cli::input::ReadArgs;
use crate::cli::memory;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong export heng-dao-li-ma --to start.svg
  huarong export heng-dao-li-ma --to move-12.svg --move 12 --theme dark
  huarong export heng-dao-li-ma --to solution.svg --sheet --columns 8 --theme print
  huarong export heng-dao-li-ma --to solution.gif --delay 300ms --tween 3
  huarong export my.solution --to end.png --after 81 --cell 96
  huarong export heng-dao-li-ma --to play.html
  huarong export rush-hour --to pictures/ --format svg
  huarong solve red-donkey | huarong export red-donkey - --to red-donkey.gif

A map of `huarong make zip`, `zip.map` or `booklet.txt#2`, is drawn unsolved, as SVG. Tours and paths are drawn
by `huarong tour` and `huarong hamilton`, with `--svg` or `--html`.

Exit status: 0 written, 1 proven impossible to solve, 2 wrong input or usage, 3 stopped at a limit or \
by Ctrl-C.")]
pub(crate) struct ExportArgs {
    /// A puzzle, a folder, a family or a pattern, named as in the other commands, or a file that
    /// `huarong solve --output` has stored
    #[arg(value_name = "PUZZLE|SOLUTION")]
    pub(crate) puzzle: OsString,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
    /// The moves to be shown: a stored solution, or text in any notation that `huarong solve`
    /// writes, or `-` for standard input; without this the puzzle is solved
    #[arg(value_name = "MOVES")]
    pub(crate) solution: Option<OsString>,
    /// The file to write, or a folder, where each puzzle gets a file of its own in the `--format`
    /// that is asked for; `-` for standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// What to write; without this, the ending of the file's name tells
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// The colours [default: light; a web page is light or dark as its reader's system is]
    #[arg(long, value_parser = one_of(&THEMES))]
    pub(crate) theme: Option<Theme>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) timing: TimingArgs,
    /// The side of a cell in pixels, for PNG and GIF [default: 48]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(8..=256))]
    pub(crate) cell: Option<u16>,
    #[command(flatten)]
    pub(crate) search: SolvingArgs,
    /// Print nothing, and show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Which picture. Of an SVG or PNG it is the start, unless one is chosen.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picture")]
pub(crate) struct PictureArgs {
    /// The position after so many moves
    #[arg(long, value_name = "N", group = "picture")]
    pub(crate) after: Option<usize>,
    /// Move number N, from 1, as an arrow on the position before it
    #[arg(long = "move", value_name = "N", group = "picture")]
    pub(crate) unit: Option<usize>,
    /// The whole solution: a numbered board for each move
    #[arg(long, group = "picture")]
    pub(crate) sheet: bool,
    /// A page without the solution, which is then not looked for
    #[arg(long, group = "picture", conflicts_with = "solution")]
    pub(crate) unsolved: bool,
    /// Boards side by side on a sheet
    #[arg(long, value_name = "N", requires = "sheet", value_parser = positive)]
    pub(crate) columns: Option<NonZeroUsize>,
}

/// How fast an animation is.
#[derive(Args, Debug)]
#[command(next_help_heading = "Animation")]
pub(crate) struct TimingArgs {
    /// How long each position stays [default: 500ms]
    #[arg(long, value_name = "DURATION", value_parser = hundredths)]
    pub(crate) delay: Option<u16>,
    /// How long the last position stays [default: 3s]
    #[arg(long, value_name = "DURATION", value_parser = hundredths)]
    pub(crate) hold: Option<u16>,
    /// In-between pictures for each cell that a piece travels, at 25 a second [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=32))]
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

/// How a puzzle that comes without moves is solved.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SolvingArgs {
    /// What counts as one: a piece along any path, along a straight line, or by one cell; moves that
    /// are given know that themselves, mostly [default: move]
    #[arg(long, value_parser = one_of(&METRICS))]
    pub(crate) metric: Option<Metric>,
    /// Stop when this many states are stored
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) max_states: Option<usize>,
    /// Stop when the states take this much memory: 500M, 2GiB
    #[arg(long, value_name = "SIZE", value_parser = memory::limit)]
    pub(crate) max_memory: Option<usize>,
    /// Stop after this time: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", value_parser = timeout)]
    pub(crate) timeout: Option<Duration>,
}

impl SolvingArgs {
    /// How to look for the shortest solution.
    pub(super) fn options(&self) -> Options {
        let limits = Limits {
            max_states: self.max_states,
            max_bytes: self.max_memory,
            timeout: self.timeout,
            ..Limits::default()
        };
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
            let message = format!("the name `{}` tells no format", path.display());
            let help = format!("give it an ending, one of {names}, or add `--format`");
            return Err(UserError::new(message, help).into());
        };
        let extension = extension.to_string_lossy().to_lowercase();
        if let Some(format) = all().find(|format| format.extension() == extension) {
            return Ok(format);
        }
        let distance = |format: &ExportFormat| strsim::osa_distance(&extension, format.extension());
        let message = format!("`.{extension}` is no format that can be written");
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
