//! The commands of a script, each with its place in the text, and the tests of whole scripts.

use crate::excerpt::{LineCursor, ParseError};
use crate::puzzle::Lock;

/// A whole number of the text.
#[derive(Clone, Copy, Debug)]
pub struct ScriptNumber<'a> {
    pub value: i32,
    pub spot: LineCursor<'a>,
}

/// `(x,y)`.
#[derive(Clone, Copy, Debug)]
pub struct NumberPair<'a> {
    pub x: i32,
    pub y: i32,
    pub spot: LineCursor<'a>,
}

/// A piece of a number at a place: `put: n (x,y) 'c'`, `win: n (x,y)`.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPiece<'a> {
    pub number: ScriptNumber<'a>,
    pub at: NumberPair<'a>,
    pub letter: Option<char>,
}

/// The commands of a script about its puzzle, in the order of the text.
#[derive(Default, Debug)]
pub struct JimslideScript<'a> {
    pub width: Option<ScriptNumber<'a>>,
    pub height: Option<ScriptNumber<'a>>,
    /// From one cell to another.
    pub walls: Vec<[NumberPair<'a>; 2]>,
    /// The cells of each number, at least one.
    pub shapes: Vec<(ScriptNumber<'a>, Vec<NumberPair<'a>>)>,
    pub puts: Vec<PlacedPiece<'a>>,
    pub wins: Vec<PlacedPiece<'a>>,
    pub locks: Vec<(Lock, ScriptNumber<'a>)>,
}

/// Commands that configure the program and its output.
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
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
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

    /// Adds a command.
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
                let cell = pair(rest)?;
                self.walls.push([cell, cell]);
            }
            "hwall" => {
                let (ScriptNumber { value: y, .. }, ends) = (number(rest)?, pair(rest)?);
                let end = |x| NumberPair { x, y, ..ends };
                self.walls.push([end(ends.x), end(ends.y)]);
            }
            "vwall" => {
                let (ScriptNumber { value: x, .. }, ends) = (number(rest)?, pair(rest)?);
                let end = |y| NumberPair { x, y, ..ends };
                self.walls.push([end(ends.x), end(ends.y)]);
            }
            "piece" => {
                let number = number(rest)?;
                let mut cells = vec![pair(rest)?];
                while begins_with(rest, '(') {
                    cells.push(pair(rest)?);
                }
                self.shapes.push((number, cells));
            }
            "put" => {
                let (number, at) = (number(rest)?, pair(rest)?);
                self.puts.push(PlacedPiece { number, at, letter: letter(rest)? });
            }
            "win" => {
                let (number, at) = (number(rest)?, pair(rest)?);
                self.wins.push(PlacedPiece { number, at, letter: None });
            }
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
            _ => return Err(word.error("unknown command", COMMANDS)),
        }
        end(rest)
    }
}

/// The characters that begin a remark.
const REMARK: [char; 2] = ['!', '#'];

/// Sets a value that may be given only once.
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

/// Whether this character follows, after white space.
fn begins_with(rest: &mut LineCursor<'_>, sign: char) -> bool {
    rest.take(char::is_whitespace);
    rest.first() == Some(sign)
}

/// Takes this character.
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

/// Takes a character between quotation marks, if one follows.
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

/// Checks that only a remark is left.
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

/// Returns the error that something else should follow.
fn unexpected(rest: LineCursor<'_>, wanted: &str) -> ParseError {
    let message = format!("here belongs {wanted}");
    rest.first_part().error(message, "write the command as `put: 1 (0,0) 'A'`")
}

#[cfg(test)]
mod tests {
    use crate::grid::Cell;
    use crate::notation::{Notation, ParseError, tests, write};
    use crate::puzzle::{Movement, Puzzle};

    /// The first example of the readme.
    const ANE_ROUGE: &str = "\
! The above example, (L'Ane Rouge)
xsize: 4
ysize: 5
piece: 1 (0,0) (1,0) (0,1) (1,1)
piece: 2 (0,0) (1,0)
piece: 3 (0,0) (0,1)
piece: 4 (0,0)
put: 3 (0,0)
put: 1 (1,0)
put: 3 (3,0)
put: 3 (0,2)
put: 2 (1,2)
put: 3 (3,2)
put: 4 (1,3)
put: 4 (2,3)
put: 4 (1,4)
put: 4 (2,4)
win: 1 (1,3)
numthreads: 3
bigmem: 1000000000
smallmem: 10000000
";

    /// A script with all commands.
    const ALL: &str = "\
XSIZE: 6 ! six\r
ysize: 4
wall: (0, 3)
hwall: 3 (5,4)
vwall: 5 (0,1);
piece: 7 (0,0) (-1,1) (0,1) ;
piece: -2 (0,0)
 locky: -2
put: 7 (1,0) 'T' # a corner
put: 7 (3,0) 'T'
put: -2 (2,3) '+'
put: -2 (1,3) '曹'
win: 7 (4,1)
win: 0 (0,0)
";

    fn one(text: &str) -> Puzzle {
        tests::one(Notation::Jimslide, text)
    }

    fn error(text: &str) -> ParseError {
        crate::notation::jimslide::read(text).expect_err(text)
    }

    /// Returns the error of the script with this line appended.
    fn error_with(line: &str) -> ParseError {
        let error = error(&format!("{ANE_ROUGE}{line}\n"));
        assert!(!error.help.is_empty());
        error
    }

    #[test]
    fn the_example_of_the_readme_is_read() {
        let ours = "\
A C C B
A C C B
D E E F
D G H F
. I J .

goal:
. . . .
. . . .
. . . .
. C C .
. C C .
";
        let letters: Puzzle = ours.parse().expect("sound");
        let puzzle = one(ANE_ROUGE);
        tests::same(&puzzle, &letters).expect("the same puzzle");
        let letters: String = puzzle.pieces().iter().map(|piece| piece.letter).collect();
        assert_eq!(letters, "ABCDEFGHIJ");
    }

    #[test]
    fn every_command_is_read() {
        let ours = "\
lock: B=row 曹=row
alike: TA

. T . A . #
T T A A . #
. . . . . .
# 曹 B . # #

goal:
_ . . . . #
. . . . T #
. . . T T .
# . . . # #
";
        let ours: Puzzle = ours.parse().expect("sound");
        assert_eq!(one(ALL), ours);
    }

    #[test]
    fn a_written_script_keeps_the_letters_and_the_name() {
        let text = "name: Two cars\npieces: axis\n\nAA.#\nBB.#\nC.曹#\n\ngoal:\n.AA.\n....\n.._.\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let script = "\
! Two cars
xsize: 4
ysize: 3
wall: (3,0)
wall: (3,1)
wall: (3,2)
piece: 1 (0,0) (1,0)
locky: 1
piece: 2 (0,0) (1,0)
locky: 2
piece: 3 (0,0)
put: 1 (0,0) 'A'
put: 2 (0,1) 'B'
put: 3 (0,2) 'C'
put: 3 (2,2) '曹'
win: 1 (1,0)
win: 0 (2,2)
";
        assert_eq!(write(Notation::Jimslide, &puzzle).expect("representable"), script);
        let again = one(script);
        assert_eq!(again.movement(), Movement::Axis);
        assert_eq!((again.pieces(), again.goals()), (puzzle.pieces(), puzzle.goals()));
    }

    #[test]
    fn numbers_of_one_shape_are_distinct() {
        let puzzle = one("xsize:5\nysize:1\npiece:1(0,0)\npiece:2(0,0)\npiece:3(0,0)\n\
                      put:1(0,0)\nput:2(1,0)\nput:3(2,0)\nput:3(3,0)\nwin:1(4,0)");
        assert!(
            !puzzle.are_interchangeable(1, 2)
                && !puzzle.are_interchangeable(1, 3)
                && puzzle.are_interchangeable(2, 3)
        );
    }

    #[test]
    fn several_wins_of_a_number_may_be_met_by_any_of_its_pieces() {
        let puzzle = one("xsize:5\nysize:1\npiece:1(0,0)\nput:1(0,0)\nput:1(1,0)\nput:1(2,0)\n\
                      win:1(4,0)\nwin:1(3,0)\nwin:1(4,0)\nwin:0(0,0)");
        assert!(puzzle.are_interchangeable(0, 2));
        let anchors: Vec<Cell> =
            puzzle.goals()[0].targets.iter().map(|target| target.anchor).collect();
        assert_eq!(anchors, [Cell::new(0, 3), Cell::new(0, 4)]);
        assert_eq!(puzzle.goals()[0].empties, [Cell::new(0, 0)]);
    }

    #[test]
    fn unknown_commands_are_refused() {
        for (line, message) in [
            ("xstep: 1 2", "`xstep` is a rule that we do not have"),
            ("YSTEP: 1 2", "`ystep` is a rule that we do not have"),
            ("cutoff: 3", "`cutoff` would cut the search short"),
            ("lock: 1", "unknown command"),
            ("*****", "this is neither a command nor a remark"),
        ] {
            let found = error_with(line);
            assert_eq!((&*found.message, found.line, found.column), (message, 22, 1));
        }
    }

    #[test]
    fn an_error_names_its_place() {
        for (line, column, message) in [
            ("win: 9 (0,0)", 6, "there is no piece of this number"),
            ("lockx: 9", 8, "there is no piece of this number"),
            ("put: 1 (3,4)", 8, "this piece lies outside the frame"),
            ("put: 4 (2,2)", 8, "this piece stands on the one of line 12"),
            ("wall: (4,0)", 7, "this wall lies outside the frame"),
            ("wall: (1,1)", 8, "this piece stands on a wall"),
            ("hwall: 0 (0,-1)", 10, "this wall lies outside the frame"),
            ("win: 1 (0,0)", 6, "piece 1 is put fewer times than it must win"),
            ("win: 0 (1,3)", 8, "this win covers a cell of another"),
            ("win: 0 (1,-3)", 8, "this cell lies outside the frame"),
            ("piece: 0 (0,0)", 8, "0 stands for an empty cell"),
            ("piece: 4 (0,0)", 8, "there is a piece of this number already"),
            ("piece: 5 (1,0)", 10, "this cell comes before the first one"),
            ("piece: 5 (0,0) (-1,0)", 16, "this cell comes before the first one"),
            ("piece: 5 (0,0) (0,1) (0,1)", 22, "the piece has this cell already"),
            ("piece: 5 (0,0) (0;1)", 18, "here belongs two numbers: `(x,y)`"),
            ("piece: 5", 9, "here belongs two numbers: `(x,y)`"),
            ("put: x", 6, "here belongs a number"),
            ("put: 4 (0,4) 'ab'", 16, "here belongs a quotation mark behind one character: `'A'`"),
            ("put: 4 (0,4) '", 15, "here belongs a character and a quotation mark: `'A'`"),
            ("put: 4 (0,4) A", 14, "this does not belong to the command"),
            ("put: 4 (0,99999999999)", 11, "this number is too large"),
            ("xsize: 4", 1, "this is said in line 2 already"),
        ] {
            let found = error_with(line);
            assert_eq!((&*found.message, found.column), (message, column), "{line}");
        }
    }

    #[test]
    fn missing_commands_are_named() {
        assert_eq!(error("").message, "the script has no xsize");
        assert_eq!(error("xsize: 4").message, "the script has no ysize");
        assert_eq!(error("xsize: 4\nysize: 128").message, "128 is no size of a frame");
        assert_eq!(error("xsize: 0\nysize: 1").message, "0 is no size of a frame");
        assert_eq!(error("xsize: 4\nysize: 1").message, "the script puts no piece");
        let one = "xsize: 4\nysize: 1\npiece: 1 (0,0) (2,0)\nput: 1 (0,0)\n";
        assert_eq!(error(one).message, "the script has no win");
        let found = error(&format!("{one}win: 1 (1,0)"));
        assert_eq!((&*found.message, found.line), ("the cells of piece 1 do not hang together", 3));
    }

    #[test]
    fn rules_that_a_script_cannot_represent_are_refused() {
        let cases = [
            ("A..\n\ngoal:\n.A.\n\ngoal:\n..A\n", "that one of several goals will do"),
            ("gate: + = A\n\nA+.\n\ngoal:\n..A\n", "a gate"),
            ("finish: clear\n\nA.\n\ngoal:\n.A\n", "that it is solved one step before the goal"),
            (
                "lock: A=row\nalike: AB\n\nAB.\n\ngoal:\n..A\n",
                "that pieces like `A` are held in different ways",
            ),
        ];
        tests::refused(Notation::Jimslide, &cases);
    }
}
