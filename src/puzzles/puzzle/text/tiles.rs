//! Grids of numbered tiles, a number a cell: `13 10 7 11`.

use ahash::AHashSet as HashSet;

use crate::{
    excerpt::{LineCursor, ParseError, brief, is_number, number},
    puzzle::{
        draft::{CharGrid, Draft, EMPTY},
        model::{MAX_TILES, tile_letter},
    },
};

/// The least number of digits that are faulty tiles rather than drawn pieces.
const MIN_NUMBERS: usize = 3;

/// A cell of a grid of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TileCell {
    Tile(usize),
    Empty,
    Wall,
    /// An empty cell of the gate, drawn like this.
    Gate(char),
}

impl TileCell {
    /// Returns the cell that a word draws, if any.
    fn of(word: &str, mark: Option<char>) -> Option<Self> {
        match word {
            "." | "_" => Some(TileCell::Empty),
            "#" => Some(TileCell::Wall),
            _ if mark.is_some_and(|mark| word.chars().eq([mark])) => mark.map(TileCell::Gate),
            _ => match number::<usize>(word)? {
                0 => Some(TileCell::Empty),
                number => Some(TileCell::Tile(number)),
            },
        }
    }

    const fn tile(self) -> Option<usize> {
        match self {
            TileCell::Tile(number) => Some(number),
            _ => None,
        }
    }
}

/// Returns the letter of the tile with a number of several digits.
pub fn two_digits(word: &str) -> Option<char> {
    number(word)
        .filter(|number: &usize| word.len() == number.to_string().len() && *number >= 10)
        .and_then(tile_letter)
}

/// A frame of numbered tiles.
pub struct TileBoards<'a> {
    /// The position and the meaning of each cell.
    rows: Vec<Vec<(LineCursor<'a>, Option<TileCell>)>>,
    mark: Option<char>,
    /// The number of tiles.
    count: usize,
    /// The numbers up to `count` that no tile has. If a number is repeated or too large, one is
    /// missing.
    missing: Vec<usize>,
    /// Whether the cells are words, some of two digits, rather than characters.
    pub are_words: bool,
}

impl<'a> TileBoards<'a> {
    /// Returns the tiles that the rows of a frame draw; `None` if they draw pieces by letters.
    ///
    /// Numbers of which some have two digits are tiles if they are 1, 2, 3 …, each once. They are
    /// faulty tiles if, taken as characters, the rows have unequal lengths. Digits can be pieces as
    /// well, which are the same as tiles then, but a `0` is an empty cell if no other is drawn.
    /// Without a goal, digits with one mistake are faulty tiles.
    ///
    /// # Errors
    /// The first error of the tiles.
    pub fn of(
        frame: &[LineCursor<'a>],
        draft: &Draft,
        has_goal: bool,
    ) -> Result<Option<Self>, ParseError> {
        if !frame
            .iter()
            .any(|row| row.text().contains(|mark: char| mark.is_ascii_digit()))
        {
            return Ok(None);
        }
        let mark = draft.gate.as_ref().map(|&(mark, _)| mark);
        let long = |word: &str| word.len() > 1 && is_number(word);
        let mut words = frame.iter().flat_map(|row| row.text().split_whitespace());
        if frame.iter().any(|row| row.words().nth(1).is_some()) && words.any(long) {
            let words = TileBoards::new(frame.iter().map(|row| row.words().collect()), mark, true);
            let mut spots = words.rows.iter().flatten().map(|(spot, _)| spot);
            let drawn = frame.iter().map(|row| row.characters().count());
            let is_ragged = !drawn
                .clone()
                .all(|cells| Some(cells) == drawn.clone().next());
            let differs = |spot: &LineCursor<'_>| {
                long(spot.text())
                    && spot
                        .text()
                        .bytes()
                        .any(|byte| byte != spot.text().as_bytes()[0])
            };
            if words.is_sound() || is_ragged && spots.any(differs) {
                words.check()?;
                return Ok(Some(words));
            }
        }
        let is_cell = |(spot, _): (LineCursor<'_>, char)| TileCell::of(spot.text(), mark).is_some();
        if !frame.iter().all(|row| row.characters().all(is_cell)) {
            return Ok(None);
        }
        let characters = |row: &LineCursor<'a>| row.characters().map(|(spot, _)| spot).collect();
        let mut digits = TileBoards::new(frame.iter().map(characters), mark, false);
        let has_empty = frame.iter().any(|row| row.text().contains(['.', EMPTY]));
        let zeros = digits
            .rows
            .iter_mut()
            .flatten()
            .filter(|(spot, _)| spot.text() == "0");
        zeros
            .filter(|_| has_empty)
            .for_each(|(_, cell)| *cell = None);
        if digits.count == 0 || !digits.has_room() {
            return Ok(None);
        }
        let can_be_faulty = !has_goal && digits.count >= MIN_NUMBERS;
        if can_be_faulty && digits.can_be_ordered() && digits.is_nearly_sound() {
            digits.check()?;
        }
        Ok(digits.is_sound().then_some(digits))
    }

    fn new(
        rows: impl Iterator<Item = Vec<LineCursor<'a>>>,
        mark: Option<char>,
        are_words: bool,
    ) -> Self {
        let cell = |spot: LineCursor<'a>| (spot, TileCell::of(spot.text(), mark));
        let rows: Vec<Vec<_>> = rows
            .map(|row| row.into_iter().map(cell).collect())
            .collect();
        let numbers = || rows.iter().flatten().filter_map(|&(_, cell)| cell?.tile());
        let count = numbers().count();
        let seen: HashSet<usize> = numbers().collect();
        let missing = (1..=count)
            .filter(|number| !seen.contains(number))
            .collect();
        TileBoards {
            rows,
            mark,
            count,
            missing,
            are_words,
        }
    }

    fn cells(&self) -> impl Iterator<Item = (LineCursor<'a>, Option<TileCell>)> {
        self.rows.iter().flatten().copied()
    }

    /// Whether the goal can be left out: some tiles can move, in more than one row. One row must be
    /// spaced, and of a prime length, since others may be several rows that were joined by mistake.
    pub fn can_be_ordered(&self) -> bool {
        let row = &self.rows[0];
        let is_spaced = row
            .last()
            .is_some_and(|(spot, _)| spot.column() > row.len());
        let is_row = row.len() > 2
            && is_spaced
            && (2..row.len()).all(|divisor| !row.len().is_multiple_of(divisor));
        (self.rows.len() > 1 || is_row) && self.has_room()
    }

    fn has_room(&self) -> bool {
        self.cells()
            .any(|(_, cell)| matches!(cell, Some(TileCell::Empty | TileCell::Gate(_))))
    }

    fn is_sound(&self) -> bool {
        self.is_nearly_sound() && self.missing.is_empty()
    }

    /// Whether at most one number is wrong.
    fn is_nearly_sound(&self) -> bool {
        self.cells().all(|(_, cell)| cell.is_some()) && self.missing.len() <= 1
    }

    /// Checks the cells. The check of the draft refuses rows of unequal length.
    fn check(&self) -> Result<(), ParseError> {
        if let Some((spot, _)) = self.cells().find(|(_, cell)| cell.is_none()) {
            return Err(no_tile(spot));
        }
        if self.rows.iter().any(|row| row.len() != self.rows[0].len()) {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for (spot, number) in self
            .cells()
            .filter_map(|(spot, cell)| Some((spot, cell?.tile()?)))
        {
            if !seen.insert(number) {
                let message = format!("tile {number} is here twice{}", self.and_missing());
                return Err(spot.error(message, NUMBERS));
            }
            if number > self.count {
                return Err(self.no_such_tile(spot, number, &self.and_missing()));
            }
            if tile_letter(number).is_none() {
                let message = format!("tile {number} is too many: there may be {MAX_TILES}");
                return Err(spot.error(message, NUMBERS));
            }
        }
        Ok(())
    }

    /// Returns `, and 12 is missing` if a number is missing in the frame.
    fn and_missing(&self) -> String {
        let missing = self.missing.first();
        missing.map_or_else(String::new, |missing| format!(", and {missing} is missing"))
    }

    /// Returns the error that the tile of this number does not exist.
    fn no_such_tile(&self, spot: LineCursor<'_>, number: usize, missing: &str) -> ParseError {
        let tiles = self.count;
        let numbers = format!("{tiles} tiles have the numbers from 1 to {tiles}{missing}");
        spot.error(format!("there is no tile {number}: {numbers}"), NUMBERS)
    }

    /// Checks that a tile has this number of two digits.
    pub fn check_number(&self, spot: LineCursor<'_>) -> Result<(), ParseError> {
        match number::<usize>(spot.text()) {
            Some(number) if number > self.count => Err(self.no_such_tile(spot, number, "")),
            _ => Ok(()),
        }
    }

    /// Returns the frame with the letters of the tiles.
    pub fn frame(&self) -> CharGrid {
        let cell = |&(_, cell): &(LineCursor<'_>, Option<TileCell>)| {
            drawn(cell.unwrap_or(TileCell::Empty), '.')
        };
        CharGrid {
            rows: self
                .rows
                .iter()
                .map(|row| row.iter().map(cell).collect())
                .collect(),
        }
    }

    /// Returns the goal that these rows draw in numbers. Cells `0` and `_` must be empty.
    ///
    /// # Errors
    /// If a word is not a cell, or a tile does not exist or is repeated.
    pub fn goal(&self, rows: &[LineCursor<'a>]) -> Result<CharGrid, ParseError> {
        let mut seen = HashSet::new();
        let mut cell = |spot: LineCursor<'a>| {
            let text = spot.text();
            let cell = TileCell::of(text, self.mark).ok_or_else(|| no_tile(spot))?;
            if let Some(number) = cell.tile() {
                if number > self.count {
                    return Err(self.no_such_tile(spot, number, ""));
                }
                if !seen.insert(number) {
                    return Err(spot.error(format!("tile {number} is here twice"), NUMBERS));
                }
            }
            Ok(drawn(cell, if text == "." { '.' } else { EMPTY }))
        };
        let row = |row: &LineCursor<'a>| -> Result<Vec<char>, ParseError> {
            if self.are_words {
                row.words().map(&mut cell).collect()
            } else {
                row.characters().map(|(spot, _)| cell(spot)).collect()
            }
        };
        Ok(CharGrid {
            rows: rows.iter().map(row).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the goal with the tiles in order, row by row, and the empty cells before or after.
    pub fn in_order(&self, is_blank_first: bool) -> CharGrid {
        let tiles = self.count;
        let is_wall = |cell| cell == Some(TileCell::Wall);
        let floor = self.cells().filter(|&(_, cell)| !is_wall(cell)).count();
        let blanks = if is_blank_first { floor - tiles } else { 0 };
        let mut numbers = std::iter::repeat_n(0, blanks)
            .chain(1..=tiles)
            .map(tile_letter);
        let mut cell = |&(_, cell): &(LineCursor<'_>, Option<TileCell>)| {
            if is_wall(cell) {
                '#'
            } else {
                numbers.next().flatten().unwrap_or('.')
            }
        };
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(&mut cell).collect());
        CharGrid {
            rows: rows.collect(),
        }
    }

    /// Names the tiles of two digits, and makes all distinct, unless the headers say otherwise.
    pub fn tell_apart(&self, draft: &mut Draft) {
        for number in 1..=self.count {
            let Some(letter) = tile_letter(number) else {
                return;
            };
            let is_named = draft.piece_names.iter().any(|&(named, _)| named == letter);
            if number > 9 && !is_named {
                draft.piece_names.push((letter, number.to_string()));
            }
            let mut grouped = draft.alike.iter().flatten().chain(&draft.distinct);
            if !grouped.any(|&other| other == letter) {
                draft.distinct.push(letter);
            }
        }
    }
}

/// The remedy for a wrong number.
const NUMBERS: &str =
    "number the tiles 1, 2, 3 …, each once; for other pieces, draw each with a letter";

/// Returns the error that a word is not a cell of a grid of numbers.
fn no_tile(spot: LineCursor<'_>) -> ParseError {
    let help =
        "a cell is a number, `.`, `0` or `_` (empty) or `#` (a wall), with spaces between them";
    spot.error(
        format!("`{}` is not a numbered tile", brief(spot.text())),
        help,
    )
}

/// Returns the character of a cell in a drawing.
fn drawn(cell: TileCell, empty: char) -> char {
    match cell {
        TileCell::Tile(number) => tile_letter(number).unwrap_or(empty),
        TileCell::Empty => empty,
        TileCell::Wall => '#',
        TileCell::Gate(mark) => mark,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{
        excerpt::utf8,
        puzzle::{
            Piece, Puzzle,
            testing::almost,
            text::{ParseError, parse, write},
        },
    };

    const FIFTEEN: &str = "13 10 7 11\n14 4 5 15\n1 2 9 6\n8 3 12 .\n";

    fn one(text: &str) -> Puzzle {
        text.parse()
            .unwrap_or_else(|error: ParseError| panic!("{error}\n{text}"))
    }

    /// Returns the last goal of a puzzle as written, with slashes between its rows.
    fn goal(text: &str) -> String {
        let written = one(text).to_string();
        let (_, goal) = written.rsplit_once("goal:\n").expect("a goal");
        let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
        goal.lines().map(words).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn rows_of_numbers_have_the_sorted_order_as_goal() {
        let puzzle = one(FIFTEEN);
        assert_eq!(
            (
                puzzle.pieces().len(),
                puzzle.kinds().len(),
                puzzle.empty_cells()
            ),
            (15, 15, 1)
        );
        let faces: Vec<String> = puzzle.pieces().iter().map(Piece::display_label).collect();
        assert_eq!(faces[..5], ["13", "10", "7", "11", "14"]);
        assert_eq!(puzzle.pieces()[0].label(), "13");
        let written = "13 10  7 11\n14  4  5 15\n 1  2  9  6\n 8  3 12  .\n\n\
                       goal:\n 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  .\n";
        assert_eq!(puzzle.to_string(), written);
        for empty in ["0", "_", "00"] {
            assert_eq!(one(&FIFTEEN.replace('.', empty)), puzzle);
        }
        let zeros: Vec<String> = FIFTEEN
            .lines()
            .map(|row| {
                row.split(' ')
                    .map(|word| format!("{word:0>2}"))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(
            one(&zeros.join("\n").replace("0.", ".")),
            puzzle,
            "{zeros:?}"
        );
        assert_eq!(goal("5 3 .\n2 4 1\n"), "1 2 3/4 5 .");
        assert_eq!(goal("53.\n241\n"), "1 2 3/4 5 .");
        assert_eq!(goal("5 3 0\n2 4 1\n"), "1 2 3/4 5 .");
        assert_eq!(
            goal("3 . #\n2 _ 1\n"),
            "1 2 #/3 . .",
            "walls, and two empty cells"
        );
    }

    #[test]
    fn goals_are_words_or_drawn_in_numbers() {
        let blank_first = ". 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15";
        assert_eq!(
            goal(&format!("goal: blank-first\n\n{FIFTEEN}")),
            blank_first
        );
        assert_eq!(goal(&format!("{FIFTEEN}goal: blank-first\n")), blank_first);
        assert_eq!(one(&format!("{FIFTEEN}\ngoal: blank-last\n")), one(FIFTEEN));
        assert_eq!(goal("goal: blank-first\n3 . #\n2 . 1\n"), ". . #/1 2 3");
        let drawn = format!("{FIFTEEN}\ngoal:\n1 2 3 4\n5 . . .\n9 . . .\n13 . . 0\n");
        assert_eq!(goal(&drawn), "1 2 3 4/5 . . ./9 . . ./13 . . _");
        assert_eq!(one(&drawn).kinds().len(), 15, "they are told apart");
        let both = one(&format!("goal: blank-first\n{drawn}"));
        assert_eq!(both.goals().len(), 2);
        let eight = "1 2 3\n4 5 6\n8 7 .\n\ngoal:\n1 2 3\n4 . .\n. . .\n";
        let typed = one(eight);
        let letters = one(&eight.replace('8', "X"));
        assert_eq!(
            typed.kinds().len(),
            letters.kinds().len(),
            "as with letters"
        );
    }

    #[test]
    fn written_tiles_read_as_the_same_puzzle() {
        let headers = "name: Boss\nnames: 3=three\nlock: 1=fixed A=row\n";
        let gate = "gate: + = A\n";
        let texts = [
            FIFTEEN.to_owned(),
            format!("{headers}{FIFTEEN}"),
            format!("{gate}{}", FIFTEEN.replace('.', "+")),
            format!("exit: A=up\n{FIFTEEN}"),
            // In letters, since something is unusual about the tiles.
            format!("names: A=ten\n{FIFTEEN}"),
            format!("alike: AB\n{FIFTEEN}\ngoal:\n. . . .\n. . . .\n. . . .\n10 . . ."),
            "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 0\n".to_owned(),
        ];
        for text in &texts {
            let puzzle = one(text);
            assert_eq!(one(&puzzle.to_string()), puzzle, "{puzzle}");
        }
        let all = texts.join("\n===\n");
        let puzzles = parse(&all).expect("sound");
        assert_eq!(parse(&write(&puzzles)), Ok(puzzles));
        assert!(
            one(&texts[4])
                .to_string()
                .contains("names: D=13 A=ten B=11 E=14")
        );
    }

    #[test]
    fn headers_name_tiles_by_their_numbers() {
        let gated = FIFTEEN.replace('.', "+");
        let headers = |by: [&str; 4]| {
            let [boss, locked, one, other] = by;
            format!(
                "names: {boss}=Boss 3=three\nlock: {locked}=fixed\ngate: + = {one} {other} 1\n{gated}"
            )
        };
        let puzzle = one(&headers(["15", "10", "11", "12"]));
        assert_eq!(puzzle, one(&headers(["F", "A", "B", "C"])));
        let written = one(&headers(["3", "10", "11", "12"]).replace(" 3=three", "")).to_string();
        crate::cases::has(&written, "lock: 10=fixed\ngate: + = 11 1 12\n");
        let exit = one(&format!("exit: 13=left\n{FIFTEEN}"));
        assert_eq!(exit, one(&format!("exit: D=left\n{FIFTEEN}")));
    }

    #[test]
    fn digits_that_form_shapes_are_read_as_pieces() {
        let texts = [
            "11 .\n22 .\n\ngoal:\n. 11\n. 22\n",
            "1 1 2\n. . .\n\ngoal:\n2 . .\n. . .\n",
            "A 10 .\n\ngoal:\n. A . .\n",
            "1 2\n3 0\n. .\n\ngoal:\n0 .\n. .\n. .\n",
        ];
        for text in texts {
            let pieces = text.split("\n\n").next().expect("a frame");
            let digits: std::collections::HashSet<char> = pieces
                .chars()
                .filter(|mark| mark.is_alphanumeric())
                .collect();
            let puzzle = one(text);
            assert_eq!(puzzle.pieces().len(), digits.len(), "{text}");
            assert!(
                puzzle
                    .pieces()
                    .iter()
                    .all(|piece| piece.display_label().len() == 1)
            );
            assert_eq!(one(&puzzle.to_string()), puzzle);
        }
    }

    /// A file of twelve tiles with a goal, and of eight, with a few changes.
    fn almost_tiles() -> impl Strategy<Value = Vec<u8>> {
        let file = "gate: + = A B\nlock: C=row\n1 2 3 4 5\n6 7 8 9 10\n11 12 . # +\n\ngoal:\n\
                    12 2 3 4 5\n6 7 8 9 10\n. . 1 # _\n===\ngoal: blank-first\n1 2 3\n4 5 6\n\
                    7 8 0\n";
        almost(file, b"0123456789 ._#+\n")
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn written_tiles_are_read_back_unchanged(bytes in almost_tiles()) {
            if let Ok(puzzles) = utf8(&bytes).and_then(parse) {
                prop_assert_eq!(parse(&write(&puzzles)), Ok(puzzles));
            }
        }
    }

    #[test]
    fn each_tile_error_is_reported_with_its_position() {
        for [text, wanted] in crate::cases::rows(include_str!("tables/mistakes_in_tiles.txt")) {
            let error = parse(text).expect_err(text);
            assert!(error.to_string().starts_with(wanted), "{error}\n{text}");
            assert!(!error.help.is_empty());
        }
    }
}
