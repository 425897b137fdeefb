//! Forms in which courses, judges and other programs write puzzles.
//!
//! A new form needs a row and a function that rewrites a text
//! into a text that the rows below it, or the other readers, understand.

mod blocks;
mod facts;
mod pieces;
mod tiles;

use crate::{
    excerpt::{joined, words_between},
    wrapping::{Form, form},
};
use blocks::{
    arrows, coloured, exit_in_list, exit_letter, marked_car, marked_exit, named_boards, named_car,
    shape_codes, twenty,
};
use facts::facts;
use pieces::{piece_objects, piece_records, piece_rows, piece_table, tray};
use tiles::{beside, bricks, counted, letters, places, short_row, sized, tiles};

pub use pieces::flaw_of_cars;
#[cfg(feature = "cli")]
pub use pieces::is_goal_of_tray;

/// The forms in the order in which they are tried: a stricter one stands before a freer one, and a
/// form that holds boards in other forms before those.
/// The columns are those of [`form`].
pub const FORMS: [Form; 24] = [
    form(
        "facts of a planning problem",
        "(:init (at t1 p1) (at t2 p2) (at t3 p4) (blank p3))\n\
                  (:goal (and (at t1 p1) (at t2 p2) (at t3 p3)))",
        "read as facts in PDDL; places stand in the order of their numbers",
        facts,
    ),
    form(
        "bricks",
        "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,",
        "`2` is to cover `-1`; no other brick may enter there; `1` is a wall",
        bricks,
    ),
    form(
        "boards below their sizes",
        "2\n\n4 4 2\n....\naa.b\n...b\n....\n\n4 4 2\n...b\naa.b\n....\n....",
        "the first line of each board is its size; `a` leaves to the right",
        counted,
    ),
    form(
        "cars as objects",
        r#"[{"id": "r", "orientation": "horizontal", "position": 14, "length": 2}]"#,
        "read as a list of pieces, in a frame of {}",
        piece_objects,
    ),
    form(
        "boards with names",
        r#"[("open", "B..C\nBXXC\n....\n...."), ("full", "B..C\nBXXC\n.DD.\n....")]"#,
        "each string of several lines is a board below its name",
        named_boards,
    ),
    form(
        "cars as a table",
        "car,orientation,col,row,length\nX,H,1,3,2\nA,V,6,2,2",
        "read as a table of pieces, in a frame of {}",
        piece_table,
    ),
    form(
        "cars line by line",
        "cars:\n  - id: X\n    row: 2\n    col: 1\n    length: 2\n    dir: h\n  \
                  - id: A\n    row: 1\n    col: 4\n    length: 2\n    dir: v",
        "read as properties of pieces, in a frame of {}",
        piece_records,
    ),
    form(
        "pieces without titles of their numbers",
        "X 2 0 2 H\nA 1 5 2 V\nB 0 3 3 V",
        "read as rows of numbers of pieces, in a frame of {}",
        piece_rows,
    ),
    form(
        "numbered tiles",
        "3\nstart: 2 8 3 1 6 4 7 x 5\ngoal: 1 2 3 8 x 4 7 6 5",
        "read as numbered tiles{}",
        tiles,
    ),
    form(
        "boards beside each other",
        "A B    . A\n. A -> A B\n. .    . .",
        "the second board is the goal",
        beside,
    ),
    form(
        "tray",
        "5 4\n2 2 0 1\n2 1 3 0\n1 1 3 3\n\n2 2 3 1",
        "read as a tray: rows and columns, then height, width, row and column of each block",
        tray,
    ),
    form(
        "twenty letters",
        "ABBCABBCDEEFDGHFIooJ",
        "taken for five rows of four cells",
        twenty,
    ),
    form(
        "tiles with the numbers of their places",
        "3,3,168452=30",
        "each tile has the number of its place, and `{}` is a wall",
        places,
    ),
    form(
        "coloured squares",
        "🟦🟦🟩⬜\n🟥🟥🟩⬜\n⬜⬜🟩⬜\n⬜⬜⬜⬜",
        "each colour is a piece, and `🟥` is `X`",
        coloured,
    ),
    form(
        "exit in an object",
        r#"{"board": ["B..C", "BXXC", "....", "...."], "exit": [1, 3]}"#,
        "the exit is {}",
        exit_in_list,
    ),
    form(
        "size in the first line",
        "5 4\nACCB\nACCB\nDEEF\nDGHF\nI..J",
        "the first line is the size of the board",
        sized,
    ),
    form(
        "exit as a letter",
        "6 6\n11\nAAB..F\n..BCDF\nGPPCDFK\nGH.III\nGHJ...\nLLJMM.",
        "`P` leaves at `K`: {}",
        exit_letter,
    ),
    form(
        "exit beside a row",
        "BBC...\n..C.DD\n.XXE.. <- exit\nF..E..\nF.GG..\n......",
        "the exit of `{}` is beside its row",
        marked_exit,
    ),
    form(
        "car in the first line",
        "Z\nBBC...\n..C.DD\n.ZZE..\nF..E..\nF.GG..\n......",
        "the first line names the car that leaves to the right",
        named_car,
    ),
    form(
        "arrows",
        "^11^\nv11v\n^<>^\nv22v\n2..2",
        "`^` above `v` and `<>` are pieces of two cells, `1` is the square, and each `2` a \
               piece",
        arrows,
    ),
    form(
        "marked car",
        "..BCCC\n..B..D\n++B..D\nE....D\nE.....\nFFF...",
        "`{}` is the red car `X`",
        marked_car,
    ),
    form(
        "letters in order",
        "A B C\nD _ F\nG E H",
        "each letter is a tile",
        letters,
    ),
    form(
        "codes of shapes",
        "2442\n2442\n2332\n2112\n1001",
        "each sign is a shape of pieces, not a piece: {}",
        shape_codes,
    ),
    form(
        "missing empty tile",
        "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12",
        "the empty cell is left out of row {}",
        short_row,
    ),
];

/// Rows of cells, each a word.
type WordRows<'a> = Vec<Vec<&'a str>>;

fn words(line: &str) -> Vec<&str> {
    words_between(line, |mark| " \t,;".contains(mark)).collect()
}

/// Returns the cells of these rows: single characters if no row has a separator.
fn cells<'a>(rows: impl IntoIterator<Item = &'a str>) -> WordRows<'a> {
    let rows: WordRows<'_> = rows.into_iter().map(words).collect();
    if rows.iter().any(|row| row.len() != 1) {
        return rows;
    }
    let marks = |row: Vec<&'a str>| row[0].split("").filter(|mark| !mark.is_empty()).collect();
    rows.into_iter().map(marks).collect()
}

/// The letters for pieces without one: neither the red car `X` nor signs of empty cells and walls.
fn free_letters() -> impl Iterator<Item = char> {
    let letters = ('A'..='Z').chain('a'..='z').chain('一'..='\u{9fff}');
    letters.filter(|letter| !"XxOo".contains(*letter))
}

/// Draws a rectangle at a row and column, with a height and width; `None` if it is empty or does
/// not fit.
fn draw(board: &mut [Vec<char>], letter: char, at: [usize; 2], size: [usize; 2]) -> Option<()> {
    if size.contains(&0) {
        return None;
    }
    for row in board.get_mut(at[0]..at[0].checked_add(size[0])?)? {
        for cell in row.get_mut(at[1]..at[1].checked_add(size[1])?)? {
            if std::mem::replace(cell, letter) != '.' {
                return None;
            }
        }
    }
    Some(())
}

fn text_of(board: &[Vec<char>]) -> String {
    joined(board.iter().map(String::from_iter), "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapping;

    #[test]
    fn every_form_reads_its_own_example_and_no_other() {
        wrapping::hold_forms_apart(&FORMS, "puzzles");
    }

    #[test]
    fn every_example_of_a_form_is_a_puzzle_and_a_note_tells_how_it_is_read() {
        for form in &FORMS {
            let reading = crate::notation::read_any(form.example, None);
            let reading = reading.unwrap_or_else(|error| panic!("{}: {error}", form.name));
            let note = form.read(form.example).expect("a test above reads it").1;
            let notes = reading.assumptions[0].iter().map(ToString::to_string);
            let notes: Vec<String> = notes.collect();
            assert!(notes.join("; ").contains(&note), "{}: {note}", form.name);
        }
    }

    #[test]
    fn no_form_reads_a_text_that_fits_in_part() {
        for [text] in crate::cases::rows(include_str!(
            "tables/no_form_reads_a_text_that_fits_in_part.txt"
        )) {
            for form in &FORMS {
                assert_eq!(form.read(text), None, "{}: {text}", form.name);
            }
        }
    }
}
