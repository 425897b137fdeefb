//! `huarong export`: puzzles and solutions as pictures, which the library draws.

mod booklet;
mod subject;

use super::prelude::*;
use std::num::NonZeroUsize;

use crate::{
    render::{
        self, BoardPicture, GifAnimation, PathPicture, SolutionSheet,
        page::{self, PageSolution, PuzzlePage},
    },
    sliding::Options,
    solution::verify,
};
use clap::builder::TypedValueParser;

use super::{
    args::{choices, duration, known},
    graph_args::FormatArgs,
    paths::drawing::with_picture,
};
use subject::{EarlyEnd, Show, Subject};

pub fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<Exit> {
    let to_stdout = args.to == Path::new("-");
    let to_folder = !to_stdout && output::is_folder(&args.to);
    let to_file = !to_stdout && !to_folder;
    if to_file
        && Path::new(&args.puzzle).is_dir()
        && ExportFormat::of(&args.to, ExportFormat::value_variants()).is_err()
    {
        return Err(no_folder(args));
    }
    let all = ExportFormat::value_variants();
    let format = ExportFormat::of_output(&args.to, args.format, all)?;
    let show = Show::of(args, format)?;
    let may_be_booklet = to_file && format == ExportFormat::Html && !args.picture.sheet;
    let another = args.solution.as_deref();
    let another = another.filter(|name| booklet::is_another(args, name));
    if may_be_booklet && (another.is_some() || booklet::is_asked(args)) {
        check(args, &args.to)?;
        return booklet::run(args, out);
    }
    if let Some(name) = another
        && !to_folder
    {
        let name = name.display();
        refuse!(
            "`{name}` is a puzzle, and no moves",
            "several puzzles or maps make a booklet, like `--to booklet.html`; puzzles also go \
                    into a folder, like `--to pictures/`"
        );
    }
    if to_file && Path::new(&args.puzzle).is_dir() {
        return Err(no_folder(args));
    }
    if matches!(show, Show::Page | Show::Game) {
        output::check_modules()?;
    }
    if to_folder {
        let names: Vec<&OsString> = match another {
            Some(_) => booklet::names(args).collect(),
            None => vec![&args.puzzle],
        };
        return into_folder(args, &names, (format, show), out);
    }
    if to_file {
        check(args, &args.to)?;
    }
    let drawn = match subject::read(args) {
        Ok(read) => drawn(args, read, format, show),
        Err(_) if to_file && many::are_many(&args.puzzle, &args.reading) => {
            return Err(no_folder(args));
        }
        Err(error) => match map(args) {
            Some(map) => drawn_map(args, &map?, (format, show)),
            None => return Err(error),
        },
    };
    let (bytes, titled) = match drawn {
        Ok(drawn) => drawn,
        Err(error) => return Ok(error.downcast::<EarlyEnd>()?.report(show)),
    };
    if to_stdout {
        out.write_all(&bytes)?;
        return Ok(Exit::Done);
    }
    store(args, &args.to, (&bytes, &titled), out)?;
    Ok(Exit::Done)
}

/// Several puzzles do not go into one file.
fn no_folder(args: &ExportArgs) -> anyhow::Error {
    let from = args.puzzle.display();
    let to = args.to.display();
    let help = match args.to.extension() {
        Some(_) => "name a folder for a picture of each, like `--to pictures/`, or pick one puzzle",
        None => &format!("write `--to {to}/` to make it, or pick one puzzle"),
    };
    user_error!(
        "`{from}` holds several puzzles, and the folder `{to}` does not exist",
        help
    )
    .into()
}

/// The map that is named, if what is named is not a puzzle: a `.map`, or any file that holds maps.
fn map(args: &ExportArgs) -> Option<Result<LoadedGraph>> {
    let name = args.puzzle.to_string_lossy().to_lowercase();
    let file = name.split_once('#').map_or(&*name, |(file, _)| file);
    let is_named_so = Path::new(file).extension() == Some("map".as_ref());
    let limits = args.search.limits.limits_or_default();
    let read = LoadedGraph::read(&args.puzzle, &FormatArgs::default(), &limits);
    (is_named_so || read.is_ok()).then_some(read)
}

/// The picture of a map as it is before it is solved, and what it shows.
fn drawn_map(
    args: &ExportArgs,
    subject: &LoadedGraph,
    kind: (ExportFormat, Show),
) -> Result<(Vec<u8>, String)> {
    if kind.1 != Show::Start {
        refuse!(
            "a map is drawn as it is",
            "write a `.svg`, or a booklet with `--per-page`; `huarong hamilton` draws its path"
        );
    }
    let theme = args.theme.unwrap_or_default();
    let bytes = with_picture(subject, &subject.title, &[], |picture| {
        let picture = PathPicture { theme, ..picture };
        match kind.0 {
            ExportFormat::Png => picture
                .png()
                .map_err(|error| picture_error(error, "write a `.svg`")),
            _ => Ok(render::svg(&picture).into_bytes()),
        }
    });
    Ok((bytes?, subject.title.clone()))
}

/// A file for each puzzle.
fn into_folder(
    args: &ExportArgs,
    names: &[&OsString],
    (format, show): (ExportFormat, Show),
    out: &mut dyn Write,
) -> Result<Exit> {
    if args.solution.is_some() && names.len() == 1 {
        let folder = args.to.display();
        refuse!(
            "`{folder}` is a folder",
            "name a file in it for a puzzle and its moves"
        );
    }
    if names.len() == 1
        && let Some(maps) = LoadedGraph::maps(&args.puzzle)
        && input::load_one(&args.puzzle, &args.reading).is_err()
    {
        return maps_into_folder(args, &maps, (format, show), out);
    }
    let loaded = many::load_all(names.iter().copied(), &args.reading, false, out)?;
    output::make_folder(&args.to)?;
    let files = many::files_for(&loaded.sources, &args.to, format.extension());
    for file in &files {
        check(args, file)?;
    }
    let mut files = files.iter();
    batch::each(&loaded, out, |_, source, out| {
        let file = files.next().expect("there is one for each");
        let source = Source::new(source.pick.clone(), source.puzzle.clone());
        match drawn(args, (source, None), format, show) {
            Ok((bytes, titled)) => store(args, file, (&bytes, &titled), out).map(|()| Exit::Done),
            Err(error) => {
                let exit = error.downcast::<EarlyEnd>()?.report(show);
                Ok(exit.of_one_among(loaded.sources.len()))
            }
        }
    })
}

/// A file for each map of a booklet.
fn maps_into_folder(
    args: &ExportArgs,
    maps: &[LoadedGraph],
    kind: (ExportFormat, Show),
    out: &mut dyn Write,
) -> Result<Exit> {
    let stem = Path::new(&args.puzzle).file_stem().unwrap_or_default();
    let stem = stem.display();
    let drawn = maps.iter().map(|map| drawn_map(args, map, kind));
    let drawn: Vec<_> = drawn.collect::<Result<_>>()?;
    output::make_folder(&args.to)?;
    let ending = kind.0.extension();
    let file = |number| args.to.join(format!("{stem}-{number}.{ending}"));
    (1..=drawn.len()).try_for_each(|number: usize| check(args, &file(number)))?;
    for (number, (bytes, titled)) in (1..).zip(&drawn) {
        store(args, &file(number), (bytes, titled), out)?;
    }
    Ok(Exit::Done)
}

fn check(args: &ExportArgs, file: &Path) -> Result {
    let inputs = [&args.puzzle].into_iter().chain(&args.solution);
    let inputs: Vec<OsString> = inputs.cloned().collect();
    output::check(file, FileContent::Plain, &inputs)
}

/// The side of a cell, in pixels.
const CELL: u16 = 48;

/// Returns the file that is asked for and what it shows.
///
/// # Errors
/// [`EarlyEnd`], if no solution was found that it needs.
fn drawn(
    args: &ExportArgs,
    (source, solution): (Source, Option<Solution>),
    format: ExportFormat,
    show: Show,
) -> Result<(Vec<u8>, String)> {
    let subject = Subject::new(args, source, solution, show)?;
    let Subject {
        title,
        puzzle,
        solution,
        ..
    } = &subject;
    let is_png = format == ExportFormat::Png;
    let theme = args.theme.unwrap_or_default();
    let cell = args.cell.unwrap_or(CELL);
    let too_large = |error| picture_error(error, "make the cells smaller, with `--cell`");
    let bytes = match (format, show) {
        (ExportFormat::Html, Show::Sheet(_)) => booklet::sheet(args, &subject).into_bytes(),
        (ExportFormat::Html, _) => html(args, &subject)?,
        (ExportFormat::Gif, _) => GifAnimation {
            puzzle,
            solution,
            delay: args.delay.unwrap_or(50),
            cell,
            theme,
        }
        .gif()
        .map_err(too_large)?,
        (_, Show::Sheet(columns)) => {
            let sheet = SolutionSheet {
                title,
                puzzle,
                solution,
                columns,
                theme,
            };
            if is_png {
                sheet.png(cell).map_err(too_large)?
            } else {
                let help = "draw single moves, with `--move`";
                let svg = sheet.svg();
                svg.map_err(|error| picture_error(error, help))?
                    .into_bytes()
            }
        }
        _ => {
            let title = subject.titled();
            let (position, unit) = subject.board()?;
            let picture = BoardPicture {
                title: &title,
                position: &position,
                unit: unit.as_ref(),
                theme,
            };
            if is_png {
                picture.png(cell).map_err(too_large)?
            } else {
                picture.svg().into_bytes()
            }
        }
    };
    Ok((bytes, subject.titled()))
}

fn store(
    args: &ExportArgs,
    file: &Path,
    (bytes, titled): (&[u8], &str),
    out: &mut dyn Write,
) -> Result {
    output::store(file, bytes)?;
    if !args.quiet {
        let size = ByteSize(bytes.len() as u64);
        writeln!(out, "{}: {titled}, {size}", file.display())?;
    }
    Ok(())
}

fn picture_error(error: impl Display, help: &str) -> anyhow::Error {
    user_error!("{error}", help).into()
}

fn html(args: &ExportArgs, subject: &Subject) -> Result<Vec<u8>> {
    let Subject {
        puzzle, solution, ..
    } = subject;
    let (guide, metric) = if subject.show == Show::Game {
        let metric = args.search.metric.unwrap_or_default();
        (PageSolution::None(metric), metric)
    } else {
        verify(puzzle, solution).map_err(|wrong| {
            user_error!(
                "{wrong}",
                "`huarong verify` says more about it; `--unsolved` makes a page without it"
            )
        })?;
        (PageSolution::Solution(solution), solution.metric)
    };
    // A search has just proven it, or the file of the puzzle states it.
    let optimum = if subject.is_shortest {
        Some(solution.len())
    } else {
        input::published(puzzle, metric).map(|best| best as usize)
    };
    let page = PuzzlePage::new(puzzle, guide)
        .with_optimum(optimum)
        .with_theme(args.theme);
    Ok(page::puzzle(&page).into_bytes())
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong export heng-dao-li-ma --to start.svg
  huarong export heng-dao-li-ma --to move-12.svg --move 12 --theme dark
  huarong export heng-dao-li-ma --to sheet.svg --sheet --columns 8
  huarong export heng-dao-li-ma --to solution.gif --delay 300ms
  huarong export my.solution --to end.png --after 81 --cell 96
  huarong export heng-dao-li-ma --to play.html
  huarong export rush-hour --to pictures/ --format svg
  huarong export cards --to booklet.html --per-page 6
  huarong export heng-dao-li-ma --to sheet.html --sheet
  huarong solve red-donkey | huarong export red-donkey - --to red-donkey.gif

Several puzzles or maps in a `.html` are a booklet to be printed, with the solutions at its end. A \
map, like `zip.map` or `booklet.txt#2`, is drawn unsolved, as SVG or PNG. `huarong tour` and \
`huarong hamilton` draw tours and paths, with `--to`, too.

Exit status: 0 written, 1 proven impossible to solve, if it is one puzzle, 2 wrong input or usage, 3 \
stopped at a limit or by Ctrl-C.")]
pub struct ExportArgs {
    /// A puzzle, folder, family or pattern, or a stored solution
    #[arg(value_name = "PUZZLE|SOLUTION")]
    puzzle: OsString,
    #[command(flatten)]
    reading: ReadArgs,
    /// A solution, stored or in any notation, or `-` [default: solve the puzzle]
    #[arg(value_name = "MOVES")]
    solution: Option<OsString>,
    /// More puzzles; with these or `--per-page`, the second argument is a puzzle too
    #[arg(value_name = "MORE", hide_short_help = true)]
    more: Vec<OsString>,
    /// Output file, a folder for many puzzles, or `-`
    #[arg(long, short, value_name = "FILE")]
    to: PathBuf,
    /// File format [default: by the file name]
    #[arg(long, value_enum)]
    format: Option<ExportFormat>,
    /// Colours [default: light, or as the system of a page's reader]
    #[arg(long, value_parser = theme())]
    theme: Option<Theme>,
    /// Side of a cell in pixels, for PNG and GIF [default: 48]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(8..=256))]
    cell: Option<u16>,
    /// Print nothing, and show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// Duration of each position of an animation [default: 500ms]
    #[arg(long, value_name = "DURATION", value_parser = hundredths, help_heading = "Animation",
          hide_short_help = true)]
    delay: Option<u16>,
    #[command(flatten)]
    search: SolvingArgs,
}

/// The picture; by default that of the start for SVG and PNG.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
struct PictureArgs {
    /// Draw the position after N moves
    #[arg(long, value_name = "N", group = "picture")]
    after: Option<usize>,
    /// Draw move N, from 1, as an arrow
    #[arg(long = "move", value_name = "N", group = "picture")]
    unit: Option<usize>,
    /// Draw a numbered board for each move
    #[arg(long, group = "picture")]
    sheet: bool,
    /// Write a page or a booklet without solutions
    #[arg(long, group = "picture")]
    unsolved: bool,
    /// Write a booklet with N boards on a page [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=9))]
    per_page: Option<u8>,
    /// Paper of a booklet [default: a4]
    #[arg(long, value_enum, hide_short_help = true)]
    paper: Option<Paper>,
    /// Number of boards side by side on a sheet
    #[arg(long, value_name = "N", requires = "sheet", value_parser = positive)]
    columns: Option<NonZeroUsize>,
}

/// The paper of a booklet.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

/// A time in hundredths of a second, as GIF counts it.
fn hundredths(text: &str) -> Result<u16, String> {
    let time = duration(text)?;
    if time.is_zero() {
        return Err("expected more than 0s".to_owned());
    }
    u16::try_from(time.as_millis().div_ceil(10))
        .map_err(|_| "expected at most 10m55s, which is all that a GIF has room for".to_owned())
}

/// The search for the solution of a puzzle without moves.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct SolvingArgs {
    /// Unit of length [default: that of the moves given, or move]
    #[arg(long, value_parser = any_metric(), hide_short_help = true)]
    metric: Option<Metric>,
    /// Maximum number of stored states
    #[arg(long, value_name = "N", value_parser = count, hide_short_help = true)]
    max_states: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl SolvingArgs {
    /// Returns the options of a search for the shortest solution.
    fn options(&self) -> Options {
        let limits = self
            .limits
            .limits_or_default()
            .with_max_states(self.max_states);
        Options::default()
            .with_metric(self.metric.unwrap_or_default())
            .with_limits(limits)
    }
}

/// The themes, each with its help.
pub fn theme() -> impl TypedValueParser<Value = Theme> {
    one_of(choices(
        "\
light: Strong colours that the colour-blind tell apart, on a light floor
dark: The same on a dark floor
print: Black, white and greys, for paper",
        known,
    ))
}

/// A kind of file. A new one is a variant here and an arm in `run`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
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
    /// Returns the ending of a file name, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Svg => "svg",
            ExportFormat::Gif => "gif",
            ExportFormat::Png => "png",
            ExportFormat::Html => "html",
        }
    }

    /// Returns the format of an output among all that are possible there: the one that is asked
    /// for, or the one that the name of the file tells.
    pub fn of_output(path: &Path, asked: Option<Self>, all: &[Self]) -> Result<Self> {
        let unnamed = match asked {
            Some(format) => return Ok(format),
            None if path == Path::new("-") => "standard output".to_owned(),
            None if output::is_folder(path) => format!("the folder `{}`", path.display()),
            None => return Self::of(path, all),
        };
        refuse!(
            "cannot infer a format from {unnamed}",
            "add `--format svg`, or another one"
        )
    }

    /// The format that the name of a file tells.
    fn of(path: &Path, all: &[Self]) -> Result<Self> {
        let all = || all.iter().copied();
        let names = joined(
            all().map(|format| format!("`.{}`", format.extension())),
            ", ",
        );
        let Some(extension) = path.extension() else {
            let shown = path.display();
            refuse!(
                "cannot infer a format from the name `{shown}`",
                "give it an ending, one of {names}, or add `--format`; write `{shown}/` for a \
                 folder"
            );
        };
        let extension = extension.to_string_lossy().to_lowercase();
        if let Some(format) = all().find(|format| format.extension() == extension) {
            return Ok(format);
        }
        let distance = |format: &ExportFormat| strsim::osa_distance(&extension, format.extension());
        let help = match all().min_by_key(distance) {
            Some(close) if distance(&close) < 2 => {
                format!("did you mean `.{}`? There are {names}", close.extension())
            }
            _ => format!("take one of {names}, or add `--format`"),
        };
        refuse!("unsupported format `.{extension}`", help)
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
        assert!(hundredths("0s").is_err(), "no picture would be seen");
        assert!(hundredths("30").is_err(), "no unit");
    }
}
