//! What kind of file is written.

use std::path::Path;

use clap::ValueEnum;

use crate::cli::diagnostics::Complaint;

/// A kind of file. A new one is a variant here and an arm in [`super::written`].
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Format {
    /// A drawing that stays sharp at any size
    Svg,
    /// An animation of the solution
    Gif,
    /// Pixels
    Png,
    /// A web page to play on and to watch the solution, all in one file
    Html,
}

impl Format {
    /// What the name of such a file ends in, after the dot.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Gif => "gif",
            Format::Png => "png",
            Format::Html => "html",
        }
    }

    /// The format that the name of a file tells.
    pub(super) fn of(path: &Path) -> anyhow::Result<Self> {
        let all = || Format::value_variants().iter().copied();
        let names = all().map(|format| format!("`.{}`", format.extension())).collect::<Vec<_>>();
        let names = names.join(", ");
        let Some(extension) = path.extension() else {
            let message = format!("the name `{}` tells no format", path.display());
            let help = format!("give it an ending, one of {names}, or add `--format`");
            return Err(Complaint::new(message, help).into());
        };
        let extension = extension.to_string_lossy().to_lowercase();
        if let Some(format) = all().find(|format| format.extension() == extension) {
            return Ok(format);
        }
        let distance = |format: &Format| strsim::osa_distance(&extension, format.extension());
        let message = format!("`.{extension}` is no format that can be written");
        let help = match all().min_by_key(distance) {
            Some(close) if distance(&close) < 2 => {
                format!("did you mean `.{}`? There are {names}", close.extension())
            }
            _ => format!("take one of {names}, or add `--format`"),
        };
        Err(Complaint::new(message, help).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_format() {
        let of = |name: &str| {
            let help = |error: anyhow::Error| error.downcast::<Complaint>().ok()?.help;
            Format::of(Path::new(name)).map_err(help)
        };
        assert_eq!(of("a.svg"), Ok(Format::Svg));
        assert_eq!(of("b/c.d.GIF"), Ok(Format::Gif));
        let help = of("a.sgv").expect_err("mistyped").expect("a mend");
        assert!(help.starts_with("did you mean `.svg`? There are "), "{help}");
        let help = of("a.jpeg").expect_err("unknown").expect("a mend");
        assert!(help.starts_with("take one of `.svg`, "), "{help}");
        assert!(of("svg").is_err());
    }
}
