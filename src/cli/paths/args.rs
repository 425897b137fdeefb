//! Arguments that `tour` and `hamilton` share: orders, and pictures by `--svg`, `--png` and
//! `--html`.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use bytesize::ByteSize;
use clap::{ArgGroup, Args, ValueEnum};
use huarong::backtrack::hamilton::{TieBreak, VertexOrder};
use huarong::render::{PathPicture, Theme, page, svg};

use crate::cli::args::one_of;
use crate::cli::diagnostics::UserError;
use crate::cli::export::THEMES;
use crate::cli::output::{self, FileContent};

/// The order in which the neighbours of a vertex are tried.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum OrderArg {
    /// In the order of the graph: of a map, ascending; of the knight's moves, by rows and columns,
    /// (-1,-2) (-1,2) (-2,-1) (-2,1) (1,-2) (1,2) (2,-1) (2,1)
    Fixed,
    /// Fewest onward moves first; of several, in that order
    Warnsdorff,
    /// The same; of several, the smaller vertex: the smaller row, then the smaller column
    Coordinate,
    /// The same; of several, the one whose own neighbours have fewer onward moves
    Pohl,
    /// The same; of several, the one farthest from the centre of the board or map
    Roth,
    /// The same; of several, one by chance, see `--seed`
    Random,
    /// Most onward moves first: to see why that is lost
    Reverse,
}

impl OrderArg {
    /// The order in the terms of a search. `roth` makes the ties of Roth's rule, which needs to
    /// know where the vertices lie.
    ///
    /// # Errors
    /// Where `roth` fails.
    pub(crate) fn order(
        self,
        seed: u64,
        roth: impl FnOnce() -> anyhow::Result<TieBreak>,
    ) -> anyhow::Result<VertexOrder> {
        Ok(VertexOrder::Warnsdorff(match self {
            OrderArg::Fixed => return Ok(VertexOrder::Fixed),
            OrderArg::Reverse => return Ok(VertexOrder::Reverse(TieBreak::Graph)),
            OrderArg::Warnsdorff => TieBreak::Graph,
            OrderArg::Coordinate => TieBreak::Number,
            OrderArg::Pohl => TieBreak::Pohl,
            OrderArg::Roth => roth()?,
            OrderArg::Random => TieBreak::Random { seed },
        }))
    }
}

/// Pictures of a path. Other options conflict with the group of those that ask for one.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("picture").args(["svg", "png", "html"]).multiple(true))]
pub(crate) struct PathPictureArgs {
    /// Draw the path in this SVG file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Output")]
    svg: Option<OsString>,
    /// Draw the path in this PNG file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Output")]
    png: Option<OsString>,
    /// Write a web page that shows the path step by step
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Output")]
    html: Option<OsString>,
    /// Colours of the picture [default: light; of a web page, those of the reader's system]
    #[arg(long, value_parser = one_of(&THEMES), requires = "picture")]
    #[arg(help_heading = "Output")]
    #[arg(hide_short_help = true)]
    theme: Option<Theme>,
}

/// A picture that is asked for, and the file that it goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureRequest<'a> {
    /// The option that asks for it.
    pub(crate) option: &'static str,
    file: &'a OsStr,
    /// Nothing for a web page whose colours are those of its reader's system.
    theme: Option<Theme>,
}

impl PathPictureArgs {
    /// The pictures that are asked for.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = PictureRequest<'_>> {
        let asked =
            [("--svg", &self.svg), ("--png", &self.png), ("--html", &self.html)].into_iter();
        asked.filter_map(|(option, file)| {
            Some(PictureRequest { option, file: file.as_deref()?, theme: self.theme })
        })
    }

    /// Whether a picture takes all of standard output.
    pub(crate) fn is_on_stdout(&self) -> bool {
        self.wanted().any(PictureRequest::is_on_stdout)
    }

    /// Finds out before a search what cannot be written after it, with JSON or without.
    pub(crate) fn check(&self, is_json: bool) -> anyhow::Result<()> {
        let on_stdout: Vec<PictureRequest<'_>> =
            self.wanted().filter(|it| it.is_on_stdout()).collect();
        let other = match on_stdout[..] {
            [one, ..] if is_json => Some((one, "--json".to_owned())),
            [one, other, ..] => Some((one, format!("{} -", other.option))),
            _ => None,
        };
        if let Some((PictureRequest { option, .. }, other)) = other {
            let message = format!("standard output cannot hold `{other}` and `{option} -`");
            let help =
                format!("name a file for the picture, like `{option} path.{}`", &option[2..]);
            return Err(UserError::new(message, help).into());
        }
        self.wanted().try_for_each(PictureRequest::check)
    }
}

impl PictureRequest<'_> {
    fn is_on_stdout(self) -> bool {
        self.file == "-"
    }

    /// Holds that the file can be written, and that its name does not say that it is another kind.
    fn check(self) -> anyhow::Result<()> {
        if self.is_on_stdout() {
            return Ok(());
        }
        let (file, own) = (Path::new(self.file), &self.option[2..]);
        output::check(file, FileContent::Plain, &[])?;
        if let Some(ending) = file.extension().filter(|ending| !ending.eq_ignore_ascii_case(own)) {
            let message =
                format!("`{} {}` would be no `.{}`", self.option, file.display(), ending.display());
            let help = "`--svg` writes a `.svg`, `--png` a `.png`, and `--html` a `.html`";
            return Err(UserError::new(message, help).into());
        }
        Ok(())
    }

    /// The colours of the picture.
    pub(crate) fn theme(self) -> Theme {
        self.theme.unwrap_or_default()
    }

    /// The picture as the kind of file that is asked for.
    ///
    /// # Errors
    /// If there would be too many pixels.
    pub(crate) fn draw(self, picture: &PathPicture<'_>) -> anyhow::Result<Vec<u8>> {
        Ok(match self.option {
            "--html" => page::path(picture, self.theme).into_bytes(),
            "--png" => picture.png().map_err(|error| {
                UserError::new(error.to_string(), "draw it with `--svg`, which has no pixels")
            })?,
            _ => svg(picture).into_bytes(),
        })
    }

    /// Puts the picture where it is wanted. Returns the line that says so, if that is a file.
    pub(crate) fn store(
        self,
        picture: &[u8],
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<String>> {
        if self.is_on_stdout() {
            out.write_all(picture)?;
            return Ok(None);
        }
        let file = Path::new(self.file);
        output::store(file, picture)?;
        let size = ByteSize(u64::try_from(picture.len()).unwrap_or(u64::MAX));
        Ok(Some(format!("{}: {size}", file.display())))
    }
}
