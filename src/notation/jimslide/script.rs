//! The commands of a script, each with its place in the text.

use crate::excerpt::{LineCursor, ParseError};
use crate::puzzle::Lock;

/// A whole number of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptNumber<'a> {
    pub(super) value: i32,
    pub(super) spot: LineCursor<'a>,
}

/// `(x,y)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberPair<'a> {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) spot: LineCursor<'a>,
}

/// `piece: n (0,0) (dx,dy) …`
#[derive(Debug)]
pub(super) struct ScriptShape<'a> {
    pub(super) number: ScriptNumber<'a>,
    /// At least one.
    pub(super) cells: Vec<NumberPair<'a>>,
}

/// `put: n (x,y) 'c'`
#[derive(Clone, Copy, Debug)]
pub(super) struct Put<'a> {
    pub(super) number: ScriptNumber<'a>,
    pub(super) at: NumberPair<'a>,
    pub(super) letter: Option<char>,
}

/// `win: n (x,y)`
#[derive(Clone, Copy, Debug)]
pub(super) struct Win<'a> {
    pub(super) number: ScriptNumber<'a>,
    pub(super) at: NumberPair<'a>,
}

/// Walls from one cell to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall<'a> {
    pub(super) from: (i32, i32),
    pub(super) to: (i32, i32),
    pub(super) spot: LineCursor<'a>,
}

/// All that a script says of its puzzle, in the order of the text.
#[derive(Default, Debug)]
pub(super) struct JimslideScript<'a> {
    pub(super) width: Option<ScriptNumber<'a>>,
    pub(super) height: Option<ScriptNumber<'a>>,
    pub(super) walls: Vec<Wall<'a>>,
    pub(super) shapes: Vec<ScriptShape<'a>>,
    pub(super) puts: Vec<Put<'a>>,
    pub(super) wins: Vec<Win<'a>>,
    pub(super) locks: Vec<(Lock, ScriptNumber<'a>)>,
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

impl<'a> JimslideScript<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Self, ParseError> {
        let mut script = JimslideScript::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = LineCursor::whole(number, line);
            if line.is_empty() || line.text().starts_with(REMARK) {
                continue;
            }
            let Some((word, rest)) = line.text().split_once(':') else {
                return Err(line.error("this is neither a command nor a remark", COMMANDS));
            };
            script.command(line.part(word.trim_end()), line.part(rest))?;
        }
        Ok(script)
    }

    /// Adds what this command says.
    fn command(
        &mut self,
        word: LineCursor<'a>,
        mut rest: LineCursor<'a>,
    ) -> Result<(), ParseError> {
        let name = word.text().to_ascii_lowercase();
        let rest = &mut rest;
        match name.as_str() {
            "xsize" => once(&mut self.width, word, number(rest)?)?,
            "ysize" => once(&mut self.height, word, number(rest)?)?,
            "wall" => {
                let NumberPair { x, y, spot } = pair(rest)?;
                self.walls.push(Wall { from: (x, y), to: (x, y), spot });
            }
            "hwall" => {
                let (ScriptNumber { value: y, .. }, ends) = (number(rest)?, pair(rest)?);
                self.walls.push(Wall { from: (ends.x, y), to: (ends.y, y), spot: ends.spot });
            }
            "vwall" => {
                let (ScriptNumber { value: x, .. }, ends) = (number(rest)?, pair(rest)?);
                self.walls.push(Wall { from: (x, ends.x), to: (x, ends.y), spot: ends.spot });
            }
            "piece" => {
                let number = number(rest)?;
                let mut cells = vec![pair(rest)?];
                while begins_with(rest, '(') {
                    cells.push(pair(rest)?);
                }
                self.shapes.push(ScriptShape { number, cells });
            }
            "put" => {
                let (number, at) = (number(rest)?, pair(rest)?);
                self.puts.push(Put { number, at, letter: letter(rest)? });
            }
            "win" => self.wins.push(Win { number: number(rest)?, at: pair(rest)? }),
            "lockx" => self.locks.push((Lock::Column, number(rest)?)),
            "locky" => self.locks.push((Lock::Row, number(rest)?)),
            "xstep" | "ystep" => {
                let help = "leave the line away if pieces may stop on every cell";
                return Err(word.error(format!("`{name}` is a rule that we do not have"), help));
            }
            "cutoff" | "directed" => {
                let help = "leave the line away: the whole puzzle is searched";
                return Err(word.error(format!("`{name}` would cut the search short"), help));
            }
            setting if SETTINGS.contains(&setting) => return Ok(()),
            _ => return Err(word.error("no command is called so", COMMANDS)),
        }
        end(rest)
    }
}

/// What begins a remark.
const REMARK: [char; 2] = ['!', '#'];

/// Sets what may be said once only.
fn once<'a>(
    slot: &mut Option<ScriptNumber<'a>>,
    word: LineCursor<'a>,
    value: ScriptNumber<'a>,
) -> Result<(), ParseError> {
    match slot.replace(value) {
        Some(first) => {
            let message = format!("this is said in line {} already", first.spot.number);
            Err(word.error(message, "say it once"))
        }
        None => Ok(()),
    }
}

/// Whether this sign comes next, white space apart.
fn begins_with(rest: &mut LineCursor<'_>, sign: char) -> bool {
    rest.take(char::is_whitespace);
    rest.first() == Some(sign)
}

/// Takes off this sign.
fn sign(rest: &mut LineCursor<'_>, sign: char, form: &str) -> Result<(), ParseError> {
    rest.take(char::is_whitespace);
    if rest.eat(sign) { Ok(()) } else { Err(unexpected(*rest, form)) }
}

fn number<'a>(rest: &mut LineCursor<'a>) -> Result<ScriptNumber<'a>, ParseError> {
    rest.take(char::is_whitespace);
    let mut ahead = *rest;
    ahead.eat('-');
    if ahead.take(|c| c.is_ascii_digit()).is_empty() {
        return Err(unexpected(*rest, "a number"));
    }
    let spot = rest.to(ahead.until(0));
    *rest = ahead;
    match spot.text().parse() {
        Ok(value) => Ok(ScriptNumber { value, spot }),
        Err(_) => Err(spot.error("this number is too large", "numbers have up to 9 digits")),
    }
}

fn pair<'a>(rest: &mut LineCursor<'a>) -> Result<NumberPair<'a>, ParseError> {
    const FORM: &str = "two numbers: `(x,y)`";
    rest.take(char::is_whitespace);
    let begin = *rest;
    sign(rest, '(', FORM)?;
    let x = number(rest)?.value;
    sign(rest, ',', FORM)?;
    let y = number(rest)?.value;
    sign(rest, ')', FORM)?;
    Ok(NumberPair { x, y, spot: begin.to(rest.until(0)) })
}

/// A character between quotation marks, if there is one.
fn letter(rest: &mut LineCursor<'_>) -> Result<Option<char>, ParseError> {
    if !begins_with(rest, '\'') {
        return Ok(None);
    }
    sign(rest, '\'', "a quotation mark")?;
    let Some(letter) = rest.first() else {
        return Err(unexpected(*rest, "a character and a quotation mark: `'A'`"));
    };
    *rest = rest.after(letter.len_utf8());
    sign(rest, '\'', "a quotation mark behind one character: `'A'`")?;
    Ok(Some(letter))
}

/// That nothing is left but a remark.
fn end(rest: &mut LineCursor<'_>) -> Result<(), ParseError> {
    if begins_with(rest, ';') {
        rest.eat(';');
    }
    let rest = rest.trimmed();
    if rest.is_empty() || rest.text().starts_with(REMARK) {
        return Ok(());
    }
    let help = "a command ends with its line; a remark begins with `!`";
    Err(rest.error("this does not belong to the command", help))
}

/// That something else is wanted next.
fn unexpected(rest: LineCursor<'_>, wanted: &str) -> ParseError {
    let message = format!("here belongs {wanted}");
    rest.first_part().error(message, "write the command as `put: 1 (0,0) 'A'`")
}
