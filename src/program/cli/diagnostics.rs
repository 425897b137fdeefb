//! Printing of errors: message, location in a file, hint.

use super::prelude::*;
use std::{borrow::Cow, fmt, io::ErrorKind, ops::Range};

use crate::{
    excerpt::{ParseError, is_invisible, key},
    wrapping::{Form, nearest_form},
};
use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use console::Term;

use super::{
    columns::{width, wrapped},
    pager,
};

/// A user error: message, file location, hint.
#[derive(Debug)]
pub struct UserError {
    pub message: String,
    pub place: Option<FileLocation>,
    pub help: Option<String>,
    pub exit: Exit,
}

/// A location in a file.
#[derive(Debug)]
pub struct FileLocation {
    pub origin: String,
    /// The line, from 1.
    pub line: usize,
    /// The line, or the part of it that is shown.
    pub text: String,
    /// The marked bytes of `text`.
    pub span: Range<usize>,
    /// Column of the mark in the whole line, in characters from 1.
    pub column: usize,
}

impl FileLocation {
    /// Returns the location of a parse error in the file `origin`.
    pub fn of(error: &ParseError, origin: &str) -> Self {
        FileLocation {
            origin: origin.to_owned(),
            line: error.line,
            text: error.text.to_string(),
            span: error.span.clone(),
            column: error.column,
        }
    }

    /// Whether `text` begins after the start of the line, so that columns in it are shifted.
    fn is_cut(&self) -> bool {
        self.text[..self.span.start].chars().count() + 1 != self.column
    }
}

/// The marks of a program.
pub const CODE: [char; 3] = ['=', '(', '{'];

/// Whether a line may be one of a program: our own lines have a key, `door: A = right 1`.
fn is_code(line: &str) -> bool {
    let is_word = |key: &str| key.chars().all(char::is_lowercase);
    line.contains(CODE) && !key(line).is_some_and(is_word)
}

impl UserError {
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        UserError {
            message: message.into(),
            place: None,
            help: Some(help.into()),
            exit: Exit::Wrong,
        }
    }

    /// Returns the error that a limit is too small to begin.
    pub fn too_small(message: impl Into<String>, help: impl Into<String>) -> Self {
        UserError {
            exit: Exit::Stopped,
            ..UserError::new(message, help)
        }
    }

    /// Returns a parse error in the file `origin`.
    pub fn of_parse(error: &ParseError, origin: &str) -> Self {
        UserError {
            place: Some(FileLocation::of(error, origin)),
            ..UserError::new(&error.message, &error.help)
        }
    }

    /// Returns the error of a text with the example of the form that the text looks like.
    pub fn with_nearest_form(mut self, text: &str, forms: &[Form]) -> Self {
        if let Some(form) = nearest_form(text, forms.iter()) {
            let example = form.example.replace('\n', "\n    ");
            let help = self.help.unwrap_or_default();
            let form = form.name;
            self.help = Some(format!(
                "{help}; the nearest form is \"{form}\":\n    {example}"
            ));
        } else if let Some(help) = &mut self.help
            && text.lines().any(is_code)
        {
            *help += "; of a program, paste the list alone: `[[2, 8, 3], [1, 6, 4], [7, 0, 5]]`";
        }
        self
    }
}

/// Makes a [`UserError`] of a message and a hint, which may be formats:
/// `user_error!("no puzzle is called `{name}`", help)`.
macro_rules! user_error {
    ($message:expr, $help:expr $(,)?) => {
        $crate::cli::diagnostics::UserError::new(text!($message), text!($help))
    };
}

/// Returns from a function with a [`user_error`].
macro_rules! refuse {
    ($message:expr, $help:expr $(,)?) => {
        return Err(user_error!($message, $help).into())
    };
}

/// Formats a literal, and leaves other texts as they are.
macro_rules! text {
    ($text:literal) => {
        format!($text)
    };
    ($text:expr) => {
        $text
    };
}

/// Prints formatted sentences by [`note`](fn@note).
macro_rules! note {
    ($($text:tt)*) => {
        $crate::cli::diagnostics::note(format_args!($($text)*))
    };
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

/// Prints an error to standard error, in colour on a terminal, unless it stands for errors that
/// have been printed.
pub fn print(error: &anyhow::Error) {
    if !error.is::<Exit>() {
        let room = width(&Term::stderr()).map(|room| room.saturating_sub(HEAD));
        write(&render(error, &Renderer::styled(), room));
    }
}

/// Columns before a message or a hint, like `   = help: `.
const HEAD: usize = 12;

/// Prints sentences to standard error, wrapped if it is a terminal.
pub fn note(text: impl Display) {
    write(&wrapped(&text.to_string(), width(&Term::stderr())));
}

/// Prints a text to standard error, after a pager has ended; ignores errors of writing.
pub fn write(text: &str) {
    if !pager::holds(text) {
        let _ = writeln!(anstream::stderr(), "{}", marked(text));
    }
}

/// Returns an error whose sentences have `room` columns.
fn render(error: &anyhow::Error, renderer: &Renderer, room: Option<usize>) -> String {
    let known = error.downcast_ref::<UserError>();
    let message = wrapped(&sanitize(format!("{error:#}")), room);
    let is_stop = Exit::of_error(error) == Exit::Stopped;
    let level = if is_stop {
        Level::ERROR.with_name("stopped")
    } else {
        Level::ERROR
    };
    let mut group = Group::with_title(level.primary_title(message));
    let place = known.and_then(|known| known.place.as_ref());
    if let Some(place) = place {
        let mark = AnnotationKind::Primary.span(place.span.clone());
        let snippet = Snippet::source(place.text.as_str())
            .line_start(place.line)
            .annotation(mark);
        let origin = sanitize(&place.origin);
        group = if place.is_cut() {
            let origin = Origin::path(origin)
                .line(place.line)
                .char_column(place.column);
            group.element(origin).element(snippet)
        } else {
            group.element(snippet.path(origin))
        };
    }
    let help = known
        .and_then(|known| known.help.as_deref())
        .map(sanitize)
        .or_else(|| remedy(error).map(str::to_owned));
    let help = help.map(|help| wrapped(&help, room));
    let renderer = renderer.clone().decor_style(DecorStyle::Ascii);
    match help {
        // In one report, groups are joined by a line that only a place makes sense of.
        Some(help) if place.is_none() => {
            let help = Group::with_title(Level::HELP.secondary_title(help));
            format!(
                "{}\n{}",
                renderer.render(&[group]),
                renderer.render(&[help])
            )
        }
        Some(help) => renderer.render(&[group.element(Level::HELP.message(help))]),
        None => renderer.render(&[group]),
    }
}

/// Returns the hint for an error without one if a limit of the system is its cause.
fn remedy(error: &anyhow::Error) -> Option<&'static str> {
    error
        .chain()
        .find_map(|cause| match cause.downcast_ref::<io::Error>()?.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Some("free some space, or name a directory on another disk")
            }
            ErrorKind::FileTooLarge => Some("raise the limit on the size of files (`ulimit -f`)"),
            _ => None,
        })
}

/// Returns the text without control characters, which could command a terminal, and with invisible
/// ones [marked](marked): names of files and arguments may contain any.
pub fn sanitize(text: impl Display) -> String {
    let text = text.to_string();
    marked(&text).replace(|mark: char| mark.is_control() && mark != '\n', "\u{fffd}")
}

/// Returns the text with each [invisible](is_invisible) character as `<U+202E>`.
fn marked(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for mark in text.chars() {
        if is_invisible(mark) {
            let _ = fmt::Write::write_fmt(&mut shown, format_args!("<U+{:04X}>", u32::from(mark)));
        } else {
            shown.push(mark);
        }
    }
    Cow::Owned(shown)
}

/// Standard output on a terminal: [marks](marked) invisible characters. Files and pipes get them
/// unchanged.
pub struct Shown<W>(pub(crate) W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(marked(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_shown_with_its_place_and_its_hint() {
        let place = FileLocation {
            origin: "my.txt".into(),
            line: 3,
            text: "A ? B".into(),
            span: 2..3,
            column: 3,
        };
        let error = UserError {
            place: Some(place),
            ..UserError::new("`?` is not a cell", "write a letter")
        };
        let shown = render(&error.into(), &Renderer::plain(), None);
        let expected = "\
error: `?` is not a cell
 --> my.txt:3:3
  |
3 | A ? B
  |   ^
  |
  = help: write a letter";
        assert_eq!(shown, expected);
    }

    #[test]
    fn invisible_characters_are_printed_as_code_points() {
        let name = "evil\u{202e}txt.exe\u{2066}\u{200b}\u{feff}\u{e0041}\u{2028}";
        let shown = "evil<U+202E>txt.exe<U+2066><U+200B><U+FEFF><U+E0041><U+2028>";
        assert_eq!(sanitize(name), shown);
        let error = UserError::new(format!("cannot read `{name}`"), format!("not `{name}`"));
        let told = render(&error.into(), &Renderer::plain(), None);
        assert_eq!(
            told,
            format!("error: cannot read `{shown}`\nhelp: not `{shown}`")
        );
        let mut terminal = Shown(Vec::new());
        write!(terminal, "{name}").expect("it takes all");
        // Families are drawn with joiners, and pictures are not text.
        terminal
            .write_all("\u{1f468}\u{200d}\u{1f469}".as_bytes())
            .expect("so it does");
        terminal.write_all(b"\xff\xe2\x80\xae").expect("so it does");
        let bytes = [
            shown.as_bytes(),
            "\u{1f468}\u{200d}\u{1f469}".as_bytes(),
            b"\xff\xe2\x80\xae",
        ];
        assert_eq!(terminal.0, bytes.concat());
    }

    #[test]
    fn a_full_disk_has_a_hint() {
        let error =
            anyhow::Error::from(io::Error::from(ErrorKind::StorageFull)).context("no layer");
        let shown = render(&error, &Renderer::plain(), None);
        assert!(shown.starts_with("error: no layer: "), "{shown}");
        assert!(shown.ends_with("\nhelp: free some space, or name a directory on another disk"));
    }

    #[test]
    fn an_error_without_a_position_is_one_line() {
        let error = anyhow::anyhow!("below").context("a\u{1b}[31mbove");
        assert_eq!(
            render(&error, &Renderer::plain(), None),
            "error: a\u{fffd}[31mbove: below"
        );
        let error = UserError::new("no such thing", "look for it");
        let shown = render(&error.into(), &Renderer::plain(), None);
        assert_eq!(shown, "error: no such thing\nhelp: look for it");
    }
}
