//! The terminal during a game, the screen drawn on it, and text in boxes on the screen.

use crate::cli::prelude::*;
use std::{panic, process};

use crate::cli::columns::shortened;
use crossterm::{
    cursor::{Hide, MoveTo, Show},
    event::{DisableMouseCapture, EnableMouseCapture},
    execute, queue,
    style::{ContentStyle, PrintStyledContent, ResetColor, Stylize},
    terminal::{
        self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
        enable_raw_mode,
    },
};
use unicode_width::UnicodeWidthChar;

use super::layout::narrow;

/// The largest number of characters of a terminal. Larger sizes are mistakes.
const MAX_CHARACTERS: u32 = 1 << 20;

/// The exit status after a panic, as Rust has it.
const PANICKED: i32 = 101;

/// A terminal in raw mode. Dropping it restores the terminal.
pub struct Screen<'a> {
    out: &'a mut dyn Write,
    /// The content of the terminal; `None` if it is unknown.
    shown: Option<Buffer>,
}

impl<'a> Screen<'a> {
    /// Sets up the terminal that `out` writes to.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        check(terminal::size()?)?;
        let mut screen = Screen { out, shown: None };
        screen.enter()?;
        restore_before_panics();
        Ok(screen)
    }

    /// Draws the screen, and prints what has changed.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> Printed {
        let (width, height) = check(terminal::size()?)?;
        let mut buffer = Buffer::new(width, height);
        draw(&mut buffer);
        let shown = self.shown.take().filter(|shown| shown.area == buffer.area);
        let out = &mut self.out;
        if shown.is_none() {
            queue!(out, ResetColor, Clear(ClearType::All))?;
        }
        let blank = Buffer::new(width, height);
        let shown = shown.as_ref().unwrap_or(&blank);
        for y in 0..height {
            print_changes(out, y, shown.row(y), buffer.row(y))?;
        }
        out.flush()?;
        self.shown = Some(buffer);
        Ok(())
    }

    /// Makes the next [`draw`](Screen::draw) print every character.
    pub fn clear(&mut self) {
        self.shown = None;
    }

    /// Restores the terminal, suspends the program, and sets up the terminal again.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> Printed {
        leave(&mut self.out);
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        self.clear();
        self.enter()
    }

    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> Printed {
        self.clear();
        Ok(())
    }

    fn enter(&mut self) -> Printed {
        enable_raw_mode()?;
        let out = &mut self.out;
        execute!(out, EnterAlternateScreen, EnableMouseCapture, Hide)
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        leave(&mut self.out);
    }
}

/// Restores the terminal, if it still exists.
fn leave(mut out: impl Write) {
    let _ = execute!(
        out,
        DisableMouseCapture,
        ResetColor,
        Show,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
}

/// Makes a panic of any thread restore the terminal, which shows its message then, and end the
/// program.
fn restore_before_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Standard output belongs to the thread that draws.
        leave(io::stderr());
        print(info);
        process::exit(PANICKED);
    }));
}

/// Prints the changed part of a row: from its first to its last symbol that differs.
fn print_changes(out: &mut impl Write, y: u16, shown: &[Symbol], row: &[Symbol]) -> Printed {
    let differs = |at: &usize| shown[*at] != row[*at];
    let (Some(mut at), Some(last)) = ((0..row.len()).find(differs), (0..row.len()).rfind(differs))
    else {
        return Ok(());
    };
    while row[at].text.is_empty() {
        at -= 1;
    }
    for run in row[at..=last].chunk_by(|one, other| one.style == other.style) {
        let column = narrow(at);
        let text: String = run.iter().map(|symbol| &*symbol.text).collect();
        let styled = PrintStyledContent(run[0].style.apply(text));
        queue!(out, MoveTo(column, y), styled)?;
        at += run.len();
    }
    Ok(())
}

fn check((columns, rows): (u16, u16)) -> io::Result<(u16, u16)> {
    if u32::from(columns) * u32::from(rows) <= MAX_CHARACTERS {
        return Ok((columns, rows));
    }
    Err(io::Error::other(format!(
        "it says that it has {columns} columns and {rows} rows"
    )))
}

/// A rectangle of characters.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    pub const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    pub const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    /// Returns the row of this number, from 0, with no rows above or below it.
    pub const fn line(self, number: u16) -> Self {
        Rect {
            y: self.y.saturating_add(number),
            height: 1,
            ..self
        }
    }

    /// Returns a rectangle of this size in the middle, or as much of it as fits.
    pub fn middle(self, width: u16, height: u16) -> Self {
        let width = width.min(self.width);
        let height = height.min(self.height);
        Rect {
            x: self.x + (self.width - width) / 2,
            y: self.y + (self.height - height) / 2,
            width,
            height,
        }
    }

    pub fn contains(self, x: u16, y: u16) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }
}

/// A column of a row.
#[derive(Clone, PartialEq, Eq)]
pub struct Symbol {
    /// A character with its combining marks. It is empty if the wide character on the left covers
    /// this column.
    pub text: String,
    pub style: ContentStyle,
}

impl Symbol {
    fn blank() -> Self {
        Symbol {
            text: " ".to_owned(),
            style: ContentStyle::new(),
        }
    }
}

/// A screen as it is to be shown.
#[derive(Clone)]
pub struct Buffer {
    pub area: Rect,
    symbols: Vec<Symbol>,
}

impl Buffer {
    pub fn new(width: u16, height: u16) -> Self {
        Buffer {
            area: Rect {
                width,
                height,
                ..Rect::default()
            },
            symbols: vec![Symbol::blank(); usize::from(width) * usize::from(height)],
        }
    }

    pub fn row(&self, y: u16) -> &[Symbol] {
        let width = usize::from(self.area.width);
        &self.symbols[usize::from(y) * width..][..width]
    }

    /// Writes text from this column on, as much as fits.
    pub fn write(&mut self, x: u16, y: u16, text: &str, style: ContentStyle) {
        if y >= self.area.height {
            return;
        }
        let width = usize::from(self.area.width);
        let row = &mut self.symbols[usize::from(y) * width..][..width];
        let mut at = usize::from(x);
        let mut last = None;
        for mark in text.chars().filter(|mark| !mark.is_control()) {
            let columns = mark.width().unwrap_or(0);
            if columns == 0 {
                if let Some(last) = last {
                    let symbol: &mut Symbol = &mut row[last];
                    symbol.text.push(mark);
                }
                continue;
            }
            if at + columns > width {
                return;
            }
            // Writing over a half of a wide character removes the character.
            if row[at].text.is_empty() {
                row[at - 1].text = Symbol::blank().text;
            }
            let next = row.get_mut(at + columns);
            if let Some(next) = next.filter(|next| next.text.is_empty()) {
                next.text = Symbol::blank().text;
            }
            row[at..at + columns].fill(Symbol {
                text: String::new(),
                style,
            });
            row[at].text.push(mark);
            last = Some(at);
            at += columns;
        }
    }

    /// Fills an area with a character.
    pub fn fill(&mut self, area: Rect, mark: &str, style: ContentStyle) {
        for y in area.y..area.bottom() {
            self.write(area.x, y, &mark.repeat(area.width.into()), style);
        }
    }
}

/// Lines of text from above, and the area that they leave.
pub struct TextPage<'a> {
    pub buffer: &'a mut Buffer,
    pub area: Rect,
}

impl TextPage<'_> {
    pub const fn skip(&mut self) {
        self.area.y += 1;
        self.area.height = self.area.height.saturating_sub(1);
    }

    pub fn lines<T: AsRef<str>>(
        &mut self,
        lines: impl IntoIterator<Item = T>,
        style: ContentStyle,
    ) {
        for line in lines {
            self.entry(("", 0, style), line.as_ref(), style);
        }
    }

    /// Writes the title of a puzzle; if it is too long, its Chinese part has a line of its own.
    pub fn title(&mut self, title: &str) {
        let is_long = title.width() > self.area.width.into() && self.area.height > 6;
        let lines = title
            .rsplit_once(' ')
            .filter(|_| is_long)
            .map_or(vec![title], |(name, rest)| vec![name, rest]);
        self.lines(lines, ContentStyle::new().bold());
    }

    /// Writes a name of this many columns, and a value.
    pub fn entry(
        &mut self,
        (name, columns, quiet): (&str, u16, ContentStyle),
        value: &str,
        style: ContentStyle,
    ) {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.area;
        if height == 0 {
            return;
        }
        let columns = columns.min(width);
        self.buffer.write(x, y, &cut(name, columns), quiet);
        let value = cut(value, width - columns);
        self.buffer.write(x + columns, y, &value, style);
        self.skip();
    }
}

/// Returns the text without control characters, shortened to this many columns.
pub fn cut(text: &str, columns: u16) -> String {
    let text: String = text.chars().filter(|mark| !mark.is_control()).collect();
    match columns {
        0 => String::new(),
        _ => shortened(&text, columns.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_of_absurd_size_is_refused() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 24), (1000, 1000), (65535, 1)] {
            assert!(check((columns, rows)).is_ok(), "{columns}×{rows}");
        }
        for (columns, rows) in [(5000, 5000), (65535, 65535)] {
            let error = check((columns, rows)).expect_err("too large").to_string();
            crate::cases::has(&error, &format!("{columns} columns and {rows} rows"));
        }
    }

    #[test]
    fn text_is_cut_by_columns_and_never_through_a_wide_character() {
        assert_eq!(cut("曹操 goes", 9), "曹操 goes");
        assert_eq!(cut("曹操 goes", 8), "曹操 go…");
        assert_eq!(cut("曹操", 3), "曹…");
        assert_eq!(cut("曹操", 2), "…");
        assert_eq!(cut("曹操", 0), "");
        assert_eq!(cut("a\u{1b}[2Jb", 9), "a[2Jb");
    }

    #[test]
    fn half_of_a_wide_character_is_never_shown() {
        let row = |writes: &[(u16, &str)]| -> String {
            let mut buffer = Buffer::new(5, 1);
            for &(x, text) in writes {
                buffer.write(x, 0, text, ContentStyle::new());
            }
            buffer.row(0).iter().map(|it| &*it.text).collect()
        };
        assert_eq!(row(&[(0, "曹操曹")]), "曹操 ");
        assert_eq!(row(&[(0, "曹操"), (1, "a")]), " a操 ");
        assert_eq!(row(&[(0, "曹操"), (2, "a")]), "曹a  ");
        assert_eq!(row(&[(0, "曹操"), (1, "曹")]), " 曹  ");
        assert_eq!(row(&[(0, "e\u{301}a"), (9, "b")]), "e\u{301}a   ");
    }
}
