use proptest::prelude::*;

use super::super::samples::{self, holds_up};
use super::super::{Notation, ParseError, read, write};
use crate::grid::Cell;
use crate::puzzle::{Finish, Lock, Movement, Puzzle};

/// Two puzzles as `klotski.js` has them, the first without what may be left out.
const GAMES: &str = "\
[
  {
    \"name\": \"横刀立马\",
    \"blocks\": [
      { \"shape\": [2, 2], \"position\": [0, 1] },
      { \"shape\": [2, 1], \"position\": [0, 0] },
      { \"shape\": [2, 1], \"position\": [0, 3] },
      { \"shape\": [2, 1], \"position\": [2, 0] },
      { \"shape\": [2, 1], \"position\": [2, 3] },
      { \"shape\": [1, 2], \"position\": [2, 1] },
      { \"shape\": [1, 1], \"position\": [3, 1] },
      { \"shape\": [1, 1], \"position\": [3, 2] },
      { \"shape\": [1, 1], \"position\": [4, 0] },
      { \"shape\": [1, 1], \"position\": [4, 3] }
    ]
  },
  {
    \"blocks\": [
      { \"shape\": [1, 2], \"position\": [2, 1], \"directions\": [1, 3] },
      { \"shape\": [3, 1], \"position\": [0, 0], \"directions\": [0, 2] },
      { \"shape\": [2, 1], \"position\": [3, 2], \"directions\": [2, 0] }
    ],
    \"boardSize\": [6, 6],
    \"escapePoint\": [2, 4],
    \"useMirror\": false
  }
]
";

fn all(text: &str) -> Vec<Puzzle> {
    read(Notation::Blocks, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> ParseError {
    let error = read(Notation::Blocks, text).expect_err(text);
    assert!(!error.kind.help.is_empty());
    error
}

#[test]
fn a_list_of_puzzles_is_read() {
    let puzzles = all(GAMES);
    let ours = "\
name: 横刀立马

B A A C
B A A C
D F F E
D G H E
I . . J

goal:
. . . .
. . . .
. . . .
. A A .
. A A .
";
    assert_eq!(puzzles[0].to_string(), ours);
    assert_eq!((puzzles.len(), puzzles[1].movement()), (2, Movement::Axis));
    assert_eq!(puzzles[1].goals()[0].targets[0].anchor, Cell::new(2, 4));
}

#[test]
fn blocks_may_be_held_one_by_one() {
    let text = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0],\"directions\":[]},\
                {\"shape\":[2,1],\"position\":[0,1],\"directions\":[3,1]},\
                {\"shape\":[1,1],\"position\":[0,2],\"directions\":[0,1,2,3]},\
                {\"shape\":[1,1],\"position\":[0,3],\"directions\":null}]}";
    let locks: Vec<Option<Lock>> = all(text)[0].pieces().iter().map(|piece| piece.lock).collect();
    assert_eq!(locks, [Some(Lock::Fixed), Some(Lock::Row), None, None]);
}

#[test]
fn what_is_written_begins_with_the_hero() {
    let text = "name: \"Six\"\nlock: B=fixed C=column\n\nB.C\nAAC\n\ngoal:\nAA.\n...\n";
    let puzzle: Puzzle = text.parse().expect("sound");
    let written = "\
{
  \"name\": \"\\\"Six\\\"\",
  \"blocks\": [
    {\"shape\": [1, 2], \"position\": [1, 0]},
    {\"shape\": [1, 1], \"position\": [0, 0], \"directions\": []},
    {\"shape\": [2, 1], \"position\": [0, 2], \"directions\": [0, 2]}
  ],
  \"boardSize\": [2, 3],
  \"escapePoint\": [0, 0]
}
";
    assert_eq!(write(Notation::Blocks, &puzzle).expect("sayable"), written);
    assert_eq!(all(written)[0].title(), puzzle.title());
}

#[test]
fn an_error_names_its_place() {
    let found = error("{\n  \"blocks\": [\n}");
    assert_eq!((found.line, found.column), (3, 1));
    let found = error("{\"blocks\": [{\"shape\": [1, 1]}],\n\"名\": 1}");
    assert_eq!((found.line, found.column), (2, 3));
    assert!(found.kind.message.starts_with("unknown field `名`"), "{found}");
    let found = error("");
    assert_eq!((found.line, found.column), (1, 1));

    let change = |from: &str, to: &str| error(&GAMES.replacen(from, to, 1));
    let found = change("\"shape\": [1, 2]", "\"shape\": [1, -2]");
    assert_eq!((found.line, found.column), (10, 23));
    assert!(found.kind.message.starts_with("invalid value: integer `-2`"), "{found}");
    for (from, to, line, column, message) in [
        ("[4, 3]", "[4, 4]", 14, 7, "the block would lie outside the frame"),
        ("[4, 3]", "[3, 2]", 14, 7, "this block covers a cell of block 7"),
        ("[2, 1], \"pos", "[2, 0], \"pos", 6, 7, "this block has no cells"),
        ("[1, 3]", "[1, 4]", 19, 7, "this block has a direction that is none"),
        ("[1, 3]", "[1]", 19, 7, "this block may go one way and not back"),
        ("[6, 6]", "[6, 128]", 23, 18, "this is no size of a frame"),
        ("[6, 6]", "[0, 6]", 23, 18, "this is no size of a frame"),
        ("[2, 4]", "[2, 5]", 24, 20, "the block would lie outside the frame"),
    ] {
        let found = change(from, to);
        assert_eq!((&*found.kind.message, found.line, found.column), (message, line, column));
    }
    assert_eq!(error(" []").kind.message, "the list has no puzzle");
    assert_eq!(error("{\"blocks\": []}").kind.message, "this puzzle has no blocks");
}

#[test]
fn short_texts_do_not_stand_for_any_amount_of_cells() {
    let one = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0]}],\"boardSize\":[127,127]}";
    let found = error(&format!("[{}]", vec![one; 2000].join(",\n")));
    assert!(found.kind.message.contains("cells together"), "{found}");
    assert_eq!(found.line, (1 << 24) / (127 * 127) + 1);
}

#[test]
fn a_long_list_is_read_in_time_that_grows_with_it_only() {
    // Counting the lines before each puzzle anew would take a minute.
    let one = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0]}],\"boardSize\":[1,1],\
               \"escapePoint\":[0,0]}";
    let found = error(&format!("[{}]", vec![one; 70_000].join(",\n")));
    assert_eq!((found.line, found.column), (65_537, 1));
}

#[test]
fn what_a_list_cannot_say_is_refused() {
    for (text, what) in [
        ("A.#\n\ngoal:\n.A.\n", "a wall"),
        ("gate: + = A\n\nA+.\n\ngoal:\n..A\n", "a gate"),
        ("AAB\nA..\n\ngoal:\nAA.\nA..\n", "piece `A`, which is no rectangle"),
        ("A..\n\ngoal:\n.A.\n\ngoal:\n..A\n", "that one of several goals will do"),
        ("A.B.\n\ngoal:\n.A.B\n", "a goal of several pieces"),
    ] {
        let puzzle: Puzzle = text.parse().expect("sound");
        let said = write(Notation::Blocks, &puzzle).expect_err(text);
        assert_eq!(said.to_string(), format!("blocks cannot say {what}"));
    }
}

/// Whether all that a list of blocks has no words for is missing.
fn is_plain(puzzle: &Puzzle) -> bool {
    let grid = puzzle.grid();
    let is_rectangle = |piece: &crate::puzzle::Piece| {
        let (height, width) = (usize::from(piece.shape.height()), usize::from(piece.shape.width()));
        piece.shape.area() == height * width
    };
    puzzle.finish() == Finish::Reach
        && puzzle.goals().len() == 1
        && puzzle.goals()[0].targets.len() == 1
        && puzzle.goals()[0].empties.is_empty()
        && puzzle.pieces().iter().all(is_rectangle)
        && !grid.cells().any(|cell| grid.is_wall(cell))
        && puzzle.gate().cells.is_empty()
        && puzzle.alike().is_empty()
        && puzzle.distinct().is_empty()
}

proptest! {
    #[test]
    fn a_list_reads_back_as_it_was(puzzle in samples::puzzles()) {
        match write(Notation::Blocks, &puzzle) {
            Ok(text) => samples::same(&all(&text)[0], &puzzle)?,
            // A lock and the rule for all can hold pieces alike that ours tells apart.
            Err(said) => prop_assert!(
                !is_plain(&puzzle) || puzzle.movement() == Movement::Axis,
                "{}", said
            ),
        }
    }

    #[test]
    fn rectangles_in_an_open_frame_can_be_said(
        puzzle in samples::plain_puzzles().prop_filter("not said", is_plain)
    ) {
        let text = write(Notation::Blocks, &puzzle).expect("sayable");
        samples::same(&all(&text)[0], &puzzle)?;
    }

    #[test]
    fn any_bytes_are_survived(text in samples::bytes()) {
        holds_up(Notation::Blocks, &text)?;
    }

    #[test]
    fn almost_lists_are_survived(text in samples::almost(GAMES, b"{}[]0123-,: \"\n")) {
        holds_up(Notation::Blocks, &text)?;
    }
}
