//! Rush Hour boards: the cells of a frame in one line, row by row. A frame that is not a square has
//! a slash between its rows: `BBCo/AAoo/oDDo/oooo/EEoo`.
//!
//! `o` and `.` are empty cells, `x` and `#` walls; any other character is a piece, straight and at
//! least two cells long, which moves along its length only. The red car is horizontal, has two
//! cells, and must reach the right edge: it is `X`, or else `R` or `r`, or else `A`, or
//! else `1`.
//!
//! In a text, each line is a board, or a line of the database of Michael Fogleman:
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
//! ```
//!
//! The line has the length of the shortest solution in slides, the board, and the number of boards
//! that can be reached from it; the reader stores them as the optimum and the note of the puzzle.
//!
//! The reader replaces a character that is not a letter or digit by a free letter. The writer draws
//! empty cells as `o` and walls as `x`. It keeps the letters of the pieces if they identify the red
//! car and are not `o` or `x`; otherwise the red car becomes `A`, and the others follow row by row.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    str::FromStr,
};

use super::{
    format::{self, NotationFormat},
    rules::{self, TargetPiece},
};
use crate::{
    excerpt::{LineCursor, ParseError, brief, is_number, joined, number},
    grid::Direction,
    puzzle::{
        CharGrid, Draft, Lock, MAX_SIDE, Movement, Optimum, Piece, PieceId, PublishedOptimum,
        Puzzle, is_letter, sign,
    },
    wrapping::Assumption,
};

pub const FORMAT: NotationFormat = NotationFormat {
    name: "rush",
    help: "A Rush Hour board in one line: `IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM`",
    looks_like,
    read,
    write,
    is_certain: None,
    assume_goal: Some(Assumption::rush_hour),
    separator: "",
};

/// Whether the first line holds the cells of a board between two words of which the first is a
/// number, or those of a large square alone, and several cells have its smallest letter. The rows
/// of a drawn board are shorter, and slashes may separate those of any board.
fn looks_like(text: &str) -> bool {
    const LEAST: usize = 16;
    let words: Vec<&str> = format::first_line(text)
        .split_whitespace()
        .take(4)
        .collect();
    let (board, is_record) = match words[..] {
        [board] => (board.to_owned(), false),
        [slides, board, states] if is_number(slides) && is_number(states) => {
            (board.replace('/', ""), board.contains('/'))
        }
        _ => return false,
    };
    let cells = board
        .chars()
        .filter(|&cell| !is_empty(cell) && !is_wall(cell));
    let primary = cells.clone().min();
    let count = board.chars().count();
    (is_record || count >= LEAST && side(count).is_some())
        && cells.clone().all(is_letter)
        && cells.filter(|&cell| Some(cell) == primary).nth(1).is_some()
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| {
        let words: Vec<&str> = line.text().split_whitespace().take(4).collect();
        let (board, record) = match words[..] {
            [board] => (board, None),
            [slides, board, states] => {
                let slides: u32 = database_number(line.part(slides))?;
                let states: u64 = database_number(line.part(states))?;
                (board, Some((slides, states)))
            }
            _ => {
                let message = "this is neither a board nor a line of a database";
                let help = "write all rows of a board as one word; \
                            also `SLIDES BOARD` and `SLIDES BOARD STATES` are read";
                return Err(line.error(message, help));
            }
        };
        let mut draft = self::draft(line.part(board))?;
        if let Some((slides, states)) = record {
            let optimum = Optimum {
                slides: Some(slides),
                ..Optimum::default()
            };
            draft.best = PublishedOptimum::Known(optimum);
            draft.title.note = Some(format!("{states}{NOTE}"));
        }
        let primary = draft.exits.first().map(|&(letter, _)| letter);
        let cells = board
            .chars()
            .filter(|&cell| cell != '/')
            .zip(draft.frame.rows.iter().flatten());
        let red_car = cells.into_iter().find(|&(_, &cell)| Some(cell) == primary);
        let first = red_car.and_then(|(drawn, _)| board.chars().position(|cell| cell == drawn));
        let first = line.part(board).character(first.unwrap_or(0));
        draft.check().map_err(|error| error.at(first))
    })
}

/// Whether this character draws an empty cell.
const fn is_empty(character: char) -> bool {
    matches!(character, 'o' | '.')
}

/// Whether this character draws a wall.
const fn is_wall(character: char) -> bool {
    matches!(character, 'x' | '#')
}

/// Returns the number of rows of a square board of this number of cells.
pub const fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    if side * side == cells {
        Some(side)
    } else {
        None
    }
}

/// Returns the draft of the board that a word draws.
fn draft(word: LineCursor<'_>) -> Result<Draft, ParseError> {
    let rows = rows(word)?;
    if rows.len().max(rows[0].len()) > MAX_SIDE {
        let message = format!("a board of {}×{}", rows[0].len(), rows.len());
        return Err(word.error(message, "a board may have 127 rows and columns"));
    }
    if let Some((at, _)) = word
        .text()
        .char_indices()
        .find(|(_, mark)| mark.is_control())
    {
        return Err(word
            .after(at)
            .first_part()
            .error("a control character", "take it out"));
    }
    // A slash takes a place too.
    let below = rows[0].len() + usize::from(word.text().contains('/'));
    let cars = cars(&rows, ".o#x").map_err(|([row, column], message, help)| {
        word.character(row * below + column).error(message, help)
    })?;
    if cars.is_empty() {
        return Err(word.error("there is no piece", "draw a piece `AA`"));
    }
    let primary = match red_car(&flat_pairs(&cars)) {
        Ok(primary) => primary,
        Err(unknown) => return Err(word.error(unknown.to_string(), NoRedCar::help())),
    };
    let letters = letters(cars.keys().copied());
    let cell = |character: char| match character {
        _ if is_empty(character) => '.',
        _ if is_wall(character) => '#',
        _ => letters[&character],
    };
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().map(cell).collect())
        .collect();
    Ok(Draft {
        frame: CharGrid { rows },
        exits: vec![(letters[&primary], Direction::Right)],
        movement: Movement::Axis,
        ..Draft::default()
    })
}

/// Returns the rows of a board, one at least.
fn rows(word: LineCursor<'_>) -> Result<Vec<Vec<char>>, ParseError> {
    let rows = word.text().split('/').map(|row| row.chars().collect());
    let mut rows: Vec<Vec<char>> = rows.collect();
    let width = rows[0].len();
    if rows.len() == 1 {
        let cells = rows.remove(0);
        let Some(side) = side(width) else {
            let message = format!("a board of {width} cells is not a square");
            let help = "write all rows of a board, 36 characters for 6×6, or a slash between rows";
            return Err(word.error(message, help));
        };
        return Ok(cells.chunks(side).map(<[char]>::to_vec).collect());
    }
    match rows
        .iter()
        .position(|row| row.is_empty() || row.len() != width)
    {
        None => Ok(rows),
        Some(row) => {
            let message = match rows[row].len() {
                0 => format!("row {} has no cell", row + 1),
                cells => format!("row {} and the first differ: {cells} and {width}", row + 1),
            };
            Err(word.error(
                message,
                "write as many cells in each row, and no slash behind the last",
            ))
        }
    }
}

/// Reason why the red car of a board is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRedCar {
    #[error(
        "no goal is given, and no car of two cells that lies flat is called `X`, `R`, `A` or `1`"
    )]
    Unnamed,
    #[error("no goal is given, and `{0}` or `{1}` may be the red car")]
    Ambiguous(char, char),
}

impl NoRedCar {
    pub const fn help() -> &'static str {
        "name the red car: write the board in rows, below the lines `exit: A=right` and \
         `pieces: axis`"
    }
}

/// Returns the red car, given the letters of the horizontal cars of two cells.
pub fn red_car(flat_pairs: &[char]) -> Result<char, NoRedCar> {
    for names in [&['X'][..], &['R', 'r'], &['A'], &['1']] {
        match names
            .iter()
            .filter(|name| flat_pairs.contains(name))
            .collect::<Vec<_>>()[..]
        {
            [] => {}
            [&name] => return Ok(name),
            [&one, &other, ..] => return Err(NoRedCar::Ambiguous(one, other)),
        }
    }
    Err(NoRedCar::Unnamed)
}

/// The cells of each piece, rows and columns in the order of reading.
pub type Cars = BTreeMap<char, Vec<[usize; 2]>>;

/// A cell, and a message and a remedy for the piece there.
type CarFlaw = ([usize; 2], String, &'static str);

/// Returns the pieces of a board, each straight and of two cells or more. These other signs draw
/// none.
///
/// # Errors
/// The first cell that does not continue its piece, or else the first piece of one cell.
pub fn cars(rows: &[Vec<char>], others: &str) -> Result<Cars, CarFlaw> {
    let mut cars = Cars::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, &sign) in line.iter().enumerate() {
            if others.contains(sign) {
                continue;
            }
            let cells = cars.entry(sign).or_default();
            cells.push([row, column]);
            let is_row = |cell: &[usize; 2]| cell[0] == row;
            let is_column = |cell: &[usize; 2]| cell[1] == column;
            let is_straight = cells.iter().all(is_row) || cells.iter().all(is_column);
            let length = row - cells[0][0] + column.abs_diff(cells[0][1]) + 1;
            if !is_straight || length != cells.len() {
                let piece = brief(&sign.to_string());
                let message = format!("piece `{piece}` is not straight, or in two parts");
                return Err((
                    [row, column],
                    message,
                    "give each piece a character of its own",
                ));
            }
        }
    }
    if let Some((sign, cells)) = cars.iter().find(|(_, cells)| cells.len() < 2) {
        let message = format!("piece `{}` has a single cell", brief(&sign.to_string()));
        let help = "a piece goes along its length, of two cells or more";
        return Err((cells[0], message, help));
    }
    Ok(cars)
}

/// Returns the letters of the horizontal pieces of two cells.
pub fn flat_pairs(cars: &Cars) -> Vec<char> {
    let flat = cars.iter().filter(|(_, cells)| is_flat_pair(cells));
    flat.map(|(&letter, _)| letter).collect()
}

/// Whether these are the cells of a horizontal piece of two cells.
pub fn is_flat_pair(cells: &[[usize; 2]]) -> bool {
    matches!(cells, [one, other] if one[0] == other[0])
}

/// Returns a letter for each character: itself, or a free one.
fn letters(characters: impl Iterator<Item = char> + Clone) -> HashMap<char, char> {
    let taken: HashSet<char> = characters.clone().collect();
    // More characters than the largest frame has cells.
    let all = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain('一'..='\u{9fff}');
    let free = all.filter(|letter| !taken.contains(letter));
    let others = characters
        .clone()
        .filter(|&character| !is_letter(character))
        .zip(free);
    characters
        .filter(|&character| is_letter(character))
        .map(|it| (it, it))
        .chain(others)
        .collect()
}

/// The end of the note that carries the number of boards.
const NOTE: &str = " positions can be reached";

/// Reads a number of a line of a database.
fn database_number<N: FromStr>(word: LineCursor<'_>) -> Result<N, ParseError> {
    number(word.text()).ok_or_else(|| {
        let message = format!("`{}` is not a number in range", brief(word.text()));
        let help = "a line of a database is slides, board and states, `60 IBBx… 2332`";
        word.error(message, help)
    })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let primary = primary(puzzle)?;
    let grid = puzzle.grid();
    let mut cells: Vec<char> = grid
        .cells()
        .map(|cell| if grid.is_wall(cell) { 'x' } else { 'o' })
        .collect();
    let characters = kept(puzzle, primary).unwrap_or_else(|| renamed(puzzle, primary));
    for (piece, character) in puzzle.pieces().iter().zip(characters) {
        for cell in piece.shape.cells_at(piece.anchor) {
            cells[grid.index(cell)] = character;
        }
    }
    let rows = cells.chunks(grid.columns().into()).map(String::from_iter);
    let slash = if grid.rows() == grid.columns() {
        ""
    } else {
        "/"
    };
    Ok(joined(rows, slash) + "\n")
}

/// Returns the red car, or the part of the puzzle that is not Rush Hour.
fn primary(puzzle: &Puzzle) -> Result<PieceId, String> {
    let grid = puzzle.grid();
    if grid.rows() == 1 && grid.columns() > 1 {
        return Err("a frame of one row".to_owned());
    }
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let width = piece.shape.width();
        let height = piece.shape.height();
        if piece.shape.area() < 2 || width != 1 && height != 1 {
            return Err(format!("the shape of piece `{}`", sign(piece.letter)));
        }
        let lengthwise = if width > 1 { Lock::Row } else { Lock::Column };
        if rules::lock(puzzle, id) != Some(lengthwise) {
            let letter = piece.letter;
            return Err(match rules::lock(puzzle, id) {
                None => format!("that piece `{letter}` also moves sideways"),
                Some(_) => format!("that piece `{letter}` does not move along its length"),
            });
        }
    }
    rules::check_gate(puzzle)?;
    let target = TargetPiece::of(puzzle)?;
    let Piece {
        shape,
        anchor: start,
        ..
    } = &puzzle.pieces()[target.piece];
    if shape.width() > 2 {
        let letter = puzzle.pieces()[target.piece].letter;
        return Err(format!(
            "that piece `{letter}` leaves, which has more than two cells"
        ));
    }
    match target.anchors[..] {
        [end]
            if end.row == start.row
                && shape.width() > 1
                && end.column + shape.width() == grid.columns() =>
        {
            Ok(target.piece)
        }
        _ => Err("any goal but a piece in its row at the right edge".to_owned()),
    }
}

/// Returns the letters of the pieces, if they identify the red car.
fn kept(puzzle: &Puzzle, primary: PieceId) -> Option<Vec<char>> {
    let pieces = puzzle.pieces();
    let letters: Vec<char> = pieces.iter().map(|piece| piece.letter).collect();
    let is_flat_pair = |piece: &&Piece| piece.shape.width() == 2;
    let pairs: Vec<char> = pieces
        .iter()
        .filter(is_flat_pair)
        .map(|piece| piece.letter)
        .collect();
    let has_meaning = |&letter: &char| is_empty(letter) || is_wall(letter);
    let is_kept = red_car(&pairs) == Ok(letters[primary]) && !letters.iter().any(has_meaning);
    is_kept.then_some(letters)
}

/// Returns `A` for the red car, and letters from `B` on for the others, without those of a red car.
fn renamed(puzzle: &Puzzle, primary: PieceId) -> Vec<char> {
    let has_meaning =
        |letter| is_empty(letter) || is_wall(letter) || matches!(letter, 'X' | 'R' | 'r');
    let mut free = ('B'..).filter(|&letter| is_letter(letter) && !has_meaning(letter));
    let letter = |piece| {
        if piece == primary {
            'A'
        } else {
            free.next().unwrap_or('A')
        }
    };
    (0..puzzle.pieces().len()).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notation::{Notation, tests},
        puzzle::Metric,
    };

    const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

    fn one(text: &str) -> Puzzle {
        tests::one(Notation::Rush, text)
    }

    #[test]
    fn a_rush_hour_board_is_read_as_the_drawn_puzzle() {
        let wanted = "pieces: axis\n\nIBB#..\nI..LDD\nJAAL..\nJ.KEEM\nFFK..M\nGGHHHM\n\n\
                      goal:\n...#..\n......\n....AA\n......\n......\n......\n";
        let wanted: Puzzle = wanted.parse().expect("a puzzle");
        let puzzle = one(HARDEST);
        assert_eq!(puzzle, wanted);
        assert_eq!(puzzle.movement(), Movement::Axis);
        assert_eq!(one(&HARDEST.replace('o', ".").replace('x', "#")), wanted);
        assert_eq!(write(&puzzle), Ok(format!("{HARDEST}\n")));
    }

    #[test]
    fn a_database_line_contains_the_optimum_and_the_number_of_states() {
        let text = format!("60 {HARDEST} 2332\n51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n");
        let puzzles = read(&text).expect("two boards");
        let optimum = |puzzle: &Puzzle| match puzzle.best() {
            PublishedOptimum::Known(optimum) => optimum.get(Metric::Slide),
            _ => None,
        };
        assert_eq!(
            puzzles.iter().map(optimum).collect::<Vec<_>>(),
            [Some(60), Some(51)]
        );
        let note = |puzzle: &Puzzle| puzzle.title().note.clone().expect("a note");
        assert_eq!(note(&puzzles[1]), "4780 positions can be reached");
    }

    #[test]
    fn the_red_car_is_x_otherwise_r_otherwise_a() {
        let leaves = |text: &str| {
            let puzzle = one(text);
            puzzle.pieces()[puzzle.goals()[0].targets[0].piece].letter
        };
        assert_eq!(leaves("AAooXXooRRooBBoo"), 'X');
        assert_eq!(leaves("AAooBBooRRooCCoo"), 'R');
        assert_eq!(leaves("AAooBBoorrooCCoo"), 'r');
        assert_eq!(leaves("BBoooAAoRRRoCCoo"), 'A', "a truck is not a red car");
        assert_eq!(leaves("AAoXooRXooRoBBoo"), 'A', "nor is a vertical car");
        assert_eq!(leaves("AAooxxooBBooCCoo"), 'A', "`x` is a wall");
        let wrong = |text: &str| read(text).expect_err("no red car");
        let unnamed = wrong("BBooooooCCooDDoo");
        crate::cases::has(&unnamed.message, "is called `X`, `R`, `A` or `1`");
        assert_eq!(leaves("11ooooooCCooDDoo"), '1');
        assert!(unnamed.help.contains("`exit: A=right`"), "{unnamed:?}");
        assert!(
            wrong("AAooRRoorrooBBoo")
                .message
                .contains("`R` or `r` may be")
        );
    }

    #[test]
    fn a_character_that_is_not_a_letter_is_replaced_by_a_letter() {
        let puzzle = one("XX!!oooooo33oo44");
        assert_eq!(puzzle.pieces()[1].letter, 'A');
        assert_eq!(write(&puzzle), Ok("XXAAoooooo33oo44\n".to_owned()));
    }

    #[test]
    fn ambiguous_letters_are_replaced_in_rush_hour_boards() {
        for (ours, written) in [
            ("XX.\nAA.\n...\n\ngoal:\n...\n.AA\n...\n", "BBoAAoooo\n"),
            ("xx.\no..\no..\n\ngoal:\n.xx\n...\n...\n", "AAoBooBoo\n"),
            ("XX.\no..\no..\n\ngoal:\n.XX\n...\n...\n", "AAoBooBoo\n"),
        ] {
            let puzzle: Puzzle = format!("pieces: axis\n\n{ours}").parse().expect("a puzzle");
            assert_eq!(write(&puzzle).as_deref(), Ok(written));
        }
    }

    #[test]
    fn rectangular_boards_have_slashes_between_rows() {
        let puzzle = one("7 BBCCo/AAooo/oDDoo 12");
        assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (3, 5));
        assert_eq!(write(&puzzle), Ok("BBCCo/AAooo/oDDoo\n".to_owned()));
        assert!(looks_like("1 oooo/AAoo/oooo 3") && !looks_like("1 2/3 4"));
        let tall = "ooBo/ooBo/AAoo/CoDD/CoEE\n";
        assert_eq!(write(&one(tall)).as_deref(), Ok(tall));
    }

    #[test]
    fn an_invalid_board_is_an_error_with_a_place() {
        let table = include_str!("tables/an_invalid_board_is_an_error_with_a_place.txt");
        tests::misread(Notation::Rush, table);
        let error = read(&"o".repeat(128 * 128)).expect_err("too large");
        assert_eq!(error.message, "a board of 128×128");
    }

    #[test]
    fn rules_that_a_board_cannot_represent_are_refused() {
        let table = include_str!("tables/rules_that_a_board_cannot_represent_are_refused.txt");
        tests::refused(Notation::Rush, table);
    }
}
