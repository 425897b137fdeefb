//! Arguments that `tour` and `hamilton` share: orders, and pictures by `--svg` and `--html`.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use huarong::backtrack::hamilton::{Order, Ties};
use huarong::render::{PathPicture, Theme, page, svg};

use crate::cli::args::one_of;
use crate::cli::diagnostics::UserError;
use crate::cli::export::THEMES;
use crate::cli::output::{self, Content};

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
    /// The order in the terms of a search. `roth` makes the ties of Roth's rule, which needs to know
    /// where the vertices lie.
    ///
    /// # Errors
    /// Where `roth` fails.
    pub(crate) fn order(
        self,
        seed: u64,
        roth: impl FnOnce() -> anyhow::Result<Ties>,
    ) -> anyhow::Result<Order> {
        Ok(Order::Warnsdorff(match self {
            OrderArg::Fixed => return Ok(Order::Fixed),
            OrderArg::Reverse => return Ok(Order::Reverse(Ties::Graph)),
            OrderArg::Warnsdorff => Ties::Graph,
            OrderArg::Coordinate => Ties::Number,
            OrderArg::Pohl => Ties::Pohl,
            OrderArg::Roth => roth()?,
            OrderArg::Random => Ties::Random { seed },
        }))
    }
}

#[derive(Args, Debug)]
pub(crate) struct PathPictureArgs {
    /// Draw the path in this file; `-` for standard output, which then has nothing else
    #[arg(long, value_name = "FILE", group = "picture")]
    svg: Option<OsString>,
    /// Show the path step by step on a web page, all in this file; `-` for standard output
    #[arg(long, value_name = "FILE", group = "picture")]
    html: Option<OsString>,
    /// The colours of the picture [default: light; a web page is light or dark as its reader's
    /// system is]
    #[arg(long, value_parser = one_of(&THEMES), requires = "picture")]
    theme: Option<Theme>,
}

impl PathPictureArgs {
    /// Whether there is to be a picture.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.option().is_some()
    }

    /// Whether the picture takes all of standard output.
    pub(crate) fn is_on_stdout(&self) -> bool {
        self.option().is_some_and(|(_, file)| file == "-")
    }

    /// The option that asks for a picture, and its file.
    pub(crate) const fn option(&self) -> Option<(&'static str, &OsString)> {
        match (&self.svg, &self.html) {
            (Some(file), _) => Some(("--svg", file)),
            (None, Some(file)) => Some(("--html", file)),
            (None, None) => None,
        }
    }

    /// Finds out before a search what cannot be written after it, with JSON or without.
    pub(crate) fn check(&self, is_json: bool) -> anyhow::Result<()> {
        let Some((option, file)) = self.option() else { return Ok(()) };
        if self.is_on_stdout() && is_json {
            let message = format!("standard output cannot hold `--json` and `{option} -`");
            let help =
                format!("name a file for the picture, like `{option} path.{}`", &option[2..]);
            return Err(UserError::new(message, help).into());
        }
        output::check(Path::new(file), Content::Plain, &[])
    }

    /// The colours of the picture.
    pub(crate) fn theme(&self) -> Theme {
        self.theme.unwrap_or_default()
    }

    /// The picture as the kind of file that is asked for.
    pub(crate) fn draw(&self, picture: &PathPicture<'_>) -> String {
        match self.html {
            Some(_) => page::path(picture, self.theme),
            None => svg(picture),
        }
    }

    /// Puts the picture where it is wanted.
    pub(crate) fn store(&self, picture: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.option() {
            Some(_) if self.is_on_stdout() => Ok(out.write_all(picture.as_bytes())?),
            Some((_, file)) => output::store(Path::new(file), picture),
            None => Ok(()),
        }
    }
}
