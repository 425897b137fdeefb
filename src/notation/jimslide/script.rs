//! The commands of a script, each with its place in the text.

use super::super::error::Spot;
use super::super::{Notation, ParseError};

/// A whole number of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'a> {
    pub(super) value: i32,
    pub(super) spot: Spot<'a>,
}

/// `(x,y)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) spot: Spot<'a>,
}

/// `piece: n (0,0) (dx,dy) …`
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) number: Number<'a>,
    /// At least one.
    pub(super) cells: Vec<Pair<'a>>,
}

/// `put: n (x,y) 'c'`
#[derive(Clone, Copy, Debug)]
pub(super) struct Put<'a> {
    pub(super) number: Number<'a>,
    pub(super) at: Pair<'a>,
    pub(super) letter: Option<char>,
}

/// `win: n (x,y)`
#[derive(Clone, Copy, Debug)]
pub(super) struct Win<'a> {
    pub(super) number: Number<'a>,
    pub(super) at: Pair<'a>,
}

/// Walls from one cell to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall<'a> {
    pub(super) from: (i32, i32),
    pub(super) to: (i32, i32),
    pub(super) spot: Spot<'a>,
}

/// Along which axis pieces do not move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    X,
    Y,
}

/// All that a script says of its puzzle, in the order of the text.
#[derive(Default, Debug)]
pub(super) struct Script<'a> {
    pub(super) width: Option<Number<'a>>,
    pub(super) height: Option<Number<'a>>,
    pub(super) walls: Vec<Wall<'a>>,
    pub(super) shapes: Vec<Shape<'a>>,
    pub(super) puts: Vec<Put<'a>>,
    pub(super) wins: Vec<Win<'a>>,
    pub(super) locks: Vec<(Axis, Number<'a>)>,
}

/// Commands that choose how his program works, and what it prints.
const SETTINGS: [&str; 11] = [
    "bigmem",
    "cachepercent",
    "checkfulltree",
    "diskthreads",
    "hexprint",
    "noconcurrent",
    "nograph",
    "numthreads",
    "smallmem",
    "useletters",
    "winonly",
];

const COMMANDS: &str = "commands are xsize, ysize, wall, hwall, vwall, piece, put, win, lockx and \
                        locky; a remark begins with `!`";

impl<'a> Script<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Self, ParseError> {
        let mut script = Script::default();
        for (number, line) in (1..).zip(text.lines()) {
            let spot = Spot::whole(number, line);
            let rest = &line[spot.start..spot.end];
            if rest.is_empty() || rest.starts_with(REMARK) {
                continue;
            }
            let Some((word, rest)) = rest.split_once(':') else {
                return Err(error(spot, "this is neither a command nor a remark", COMMANDS));
            };
            script.command(spot.part(word.trim_end()), Arguments { line: spot, rest })?;
        }
        Ok(script)
    }

    /// Adds what this command says.
    fn command(&mut self, word: Spot<'a>, mut rest: Arguments<'a>) -> Result<(), ParseError> {
        let name = word.line[word.start..word.end].to_ascii_lowercase();
        match name.as_str() {
            "xsize" => once(&mut self.width, word, rest.number()?)?,
            "ysize" => once(&mut self.height, word, rest.number()?)?,
            "wall" => {
                let Pair { x, y, spot } = rest.pair()?;
                self.walls.push(Wall { from: (x, y), to: (x, y), spot });
            }
            "hwall" => {
                let (Number { value: y, .. }, ends) = (rest.number()?, rest.pair()?);
                self.walls.push(Wall { from: (ends.x, y), to: (ends.y, y), spot: ends.spot });
            }
            "vwall" => {
                let (Number { value: x, .. }, ends) = (rest.number()?, rest.pair()?);
                self.walls.push(Wall { from: (x, ends.x), to: (x, ends.y), spot: ends.spot });
            }
            "piece" => {
                let number = rest.number()?;
                let mut cells = vec![rest.pair()?];
                while rest.begins_with('(') {
                    cells.push(rest.pair()?);
                }
                self.shapes.push(Shape { number, cells });
            }
            "put" => {
                let (number, at) = (rest.number()?, rest.pair()?);
                self.puts.push(Put { number, at, letter: rest.letter()? });
            }
            "win" => self.wins.push(Win { number: rest.number()?, at: rest.pair()? }),
            "lockx" => self.locks.push((Axis::X, rest.number()?)),
            "locky" => self.locks.push((Axis::Y, rest.number()?)),
            "xstep" | "ystep" => {
                let help = "leave the line away if pieces may stop on every cell";
                return Err(error(word, format!("`{name}` is a rule that we do not have"), help));
            }
            "cutoff" | "directed" => {
                let help = "leave the line away: the whole puzzle is searched";
                return Err(error(word, format!("`{name}` would cut the search short"), help));
            }
            setting if SETTINGS.contains(&setting) => return Ok(()),
            _ => return Err(error(word, "no command is called so", COMMANDS)),
        }
        rest.end()
    }
}

/// What begins a remark.
const REMARK: [char; 2] = ['!', '#'];

/// Sets what may be said once only.
fn once<'a>(
    slot: &mut Option<Number<'a>>,
    word: Spot<'a>,
    value: Number<'a>,
) -> Result<(), ParseError> {
    match slot.replace(value) {
        Some(first) => {
            let message = format!("this is said in line {} already", first.spot.number);
            Err(error(word, message, "say it once"))
        }
        None => Ok(()),
    }
}

pub(super) fn error(
    spot: Spot<'_>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> ParseError {
    spot.error(Notation::Jimslide, message, help)
}

/// What is left of a line behind its command.
struct Arguments<'a> {
    line: Spot<'a>,
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    fn begins_with(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(sign)
    }

    /// Passes over this sign.
    fn sign(&mut self, sign: char, form: &str) -> Result<(), ParseError> {
        if !self.begins_with(sign) {
            return Err(self.unexpected(form));
        }
        self.rest = &self.rest[sign.len_utf8()..];
        Ok(())
    }

    fn number(&mut self) -> Result<Number<'a>, ParseError> {
        self.rest = self.rest.trim_start();
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if length == 0 {
            return Err(self.unexpected("a number"));
        }
        let (number, rest) = self.rest.split_at(self.rest.len() - digits.len() + length);
        let spot = self.line.part(number);
        self.rest = rest;
        match number.parse() {
            Ok(value) => Ok(Number { value, spot }),
            Err(_) => Err(error(spot, "this number is too large", "numbers have up to 9 digits")),
        }
    }

    fn pair(&mut self) -> Result<Pair<'a>, ParseError> {
        const FORM: &str = "two numbers: `(x,y)`";
        self.rest = self.rest.trim_start();
        let whole = self.rest;
        self.sign('(', FORM)?;
        let x = self.number()?.value;
        self.sign(',', FORM)?;
        let y = self.number()?.value;
        self.sign(')', FORM)?;
        let spot = self.line.part(&whole[..whole.len() - self.rest.len()]);
        Ok(Pair { x, y, spot })
    }

    /// A character between quotation marks, if there is one.
    fn letter(&mut self) -> Result<Option<char>, ParseError> {
        if !self.begins_with('\'') {
            return Ok(None);
        }
        self.sign('\'', "a quotation mark")?;
        let Some(letter) = self.rest.chars().next() else {
            return Err(self.unexpected("a character and a quotation mark: `'A'`"));
        };
        self.rest = &self.rest[letter.len_utf8()..];
        self.sign('\'', "a quotation mark behind one character: `'A'`")?;
        Ok(Some(letter))
    }

    /// That nothing is left but a remark.
    fn end(&mut self) -> Result<(), ParseError> {
        if self.begins_with(';') {
            self.sign(';', "a semicolon")?;
        }
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() || self.rest.starts_with(REMARK) {
            return Ok(());
        }
        let spot = self.line.part(self.rest.trim_end());
        let help = "a command ends with its line; a remark begins with `!`";
        Err(error(spot, "this does not belong to the command", help))
    }

    /// That something else is wanted next.
    fn unexpected(&self, wanted: &str) -> ParseError {
        let rest = self.rest.trim_start();
        let next = rest.chars().next().map_or(0, char::len_utf8);
        let spot = self.line.part(&rest[..next]);
        error(spot, format!("here belongs {wanted}"), "write the command as `put: 1 (0,0) 'A'`")
    }
}
