//! The terse notations, with several moves on a line and spaces between them.

use std::collections::{HashMap, HashSet};

use unicode_width::UnicodeWidthStr;

use super::{
    UnwritableSolution,
    words::{
        self, MoveEntry, RunScript, is_chinese_direction, name_and_letter, unknown_piece,
        usable_name,
    },
};
use crate::{
    excerpt::{LineCursor, ParseError, brief, is_number, only_char},
    grid::Direction::{self, Down, Left, Right, Up},
    puzzle::{Metric, Piece, PieceId, Puzzle, is_letter, private_letter, sign},
    solution::{Move, Solution, position::Position},
};

/// The form of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerseForm {
    /// A piece and its directions: `C↓2→`, `Cd2r`, `曹操下二右`.
    Runs(RunScript),
    /// A piece of one axis, a sign and a number of cells: `A+2`.
    Signed,
}

impl TerseForm {
    pub const COMPACT: TerseForm = TerseForm::Runs(RunScript::Arrows);
    pub const ASCII: TerseForm = TerseForm::Runs(RunScript::Letters);
    pub const CHINESE: TerseForm = TerseForm::Runs(RunScript::Chinese);
    pub const FOGLEMAN: TerseForm = TerseForm::Signed;

    /// Returns the only form that a word can have for any pieces, though it may have errors.
    ///
    /// The first character always belongs to the piece, and so do all digits at the beginning:
    /// `下下`, `dd`, `2+2` and `12r2` are moves of the pieces `下`, `d`, `2` and `12`.
    fn of(word: &str) -> Option<Self> {
        word.chars().next().filter(|&first| is_letter(first))?;
        let rest = &word[label_length(word)..];
        let is = |script: RunScript| move |mark| script.direction(mark).is_some();
        if rest.contains(is(RunScript::Chinese)) {
            Some(TerseForm::CHINESE)
        } else if rest.starts_with(is(RunScript::Arrows)) {
            Some(TerseForm::COMPACT)
        } else if rest.starts_with(is(RunScript::Letters))
            && rest
                .chars()
                .all(|mark| is(RunScript::Letters)(mark) || mark.is_ascii_digit())
        {
            Some(TerseForm::ASCII)
        } else {
            let cells = rest.strip_prefix(SIGNS)?;
            is_number(cells).then_some(TerseForm::FOGLEMAN)
        }
    }
}

/// Writes the moves of a solution in this form, in lines that end in a line break. The label of a
/// piece that the puzzle does not have is `?`.
pub fn write(form: TerseForm, puzzle: &Puzzle, solution: &Solution) -> String {
    let labels = (form == TerseForm::CHINESE).then(|| Labels::of(puzzle));
    let label = |piece: PieceId| match (&labels, puzzle.pieces().get(piece)) {
        (_, None) => "?".to_owned(),
        (Some(labels), Some(_)) => labels.written[piece].clone(),
        (None, Some(piece)) => piece.display_label(),
    };
    let word = |unit: Move| {
        let path = match form {
            TerseForm::Runs(script) => script.write(&unit.path),
            TerseForm::Signed => {
                let is_forward = matches!(unit.path.first(), Some(Right | Down));
                format!("{}{}", if is_forward { '+' } else { '-' }, unit.path.len())
            }
        };
        label(unit.piece) + &path
    };
    wrap(solution.iter().map(word))
}

/// Writes pushes by the directions of the tiles: `R2U2LDL`.
pub fn write_pushes(solution: &Solution) -> String {
    let word = |unit: Move| RunScript::Letters.write(&unit.path).to_uppercase();
    let words: Vec<String> = solution.iter().map(word).collect();
    wrap(words.chunks(WIDTH / 2).map(<[String]>::concat))
}

fn is_direction(mark: char) -> bool {
    "UDLR".contains(mark)
}

/// Whether a tile has the letter of a direction, so that pushes would be read as moves of it.
pub fn are_directions(puzzle: &Puzzle) -> bool {
    let mut pieces = puzzle.pieces().iter();
    pieces.any(|piece| piece.display_label().contains(is_direction))
}

/// Reads a line that consists of pushes only; `None` for another one. A tile with a direction as
/// its letter makes such lines moves of tiles.
///
/// # Errors
/// If a number of tiles is 0 or too large.
pub fn pushes(puzzle: &Puzzle, line: LineCursor<'_>) -> Result<Option<Vec<Direction>>, ParseError> {
    let body = words::without_comment(line);
    let goes_on = |mark: char| is_direction(mark) || mark.is_ascii_digit() || mark.is_whitespace();
    if !body.text().starts_with(is_direction)
        || !body.text().chars().all(goes_on)
        || are_directions(puzzle)
    {
        return Ok(None);
    }
    let mut path = Vec::new();
    for word in body.words() {
        path.extend(RunScript::Letters.read(word)?);
    }
    Ok(Some(path))
}

/// A line of moves in these forms, perhaps with errors.
///
/// A line may be as long as the text, so moves are read one by one and not kept.
pub struct TerseLine<'a> {
    /// The number of the first move.
    pub number: Option<LineCursor<'a>>,
    body: LineCursor<'a>,
}

impl<'a> TerseLine<'a> {
    /// Returns the line if most of its words have a form, or half of them including the first.
    pub fn of(line: LineCursor<'a>) -> Option<Self> {
        let mut body = words::without_comment(line);
        let number = words::take_number(&mut body);
        let line = TerseLine { number, body };
        let has_form = |word: LineCursor<'_>| TerseForm::of(word.text()).is_some();
        let begins_well = line.words().next().is_some_and(has_form);
        let (words, formed) = line.words().fold((0, 0), |(words, formed), word| {
            (words + 1, formed + usize::from(has_form(word)))
        });
        (2 * formed + usize::from(begins_well) > words && formed > 0).then_some(line)
    }

    fn words(&self) -> impl Iterator<Item = LineCursor<'a>> {
        self.body.split(|c| c.is_whitespace() || words::is_comma(c))
    }

    /// Reads the moves one by one.
    pub fn moves(
        &self,
        labels: &Labels<'_>,
    ) -> impl Iterator<Item = Result<MoveEntry, ParseError>> {
        self.words().map(move |word| read(labels, word))
    }
}

/// Reads a word as a move.
fn read(labels: &Labels<'_>, word: LineCursor<'_>) -> Result<MoveEntry, ParseError> {
    let text = word.text();
    let Some(form) = TerseForm::of(text) else {
        let help = "write several moves on a line like `C↓2 E→`, `Cd2 Er`, `A+2 C-1` or `曹操下二 \
                    关羽右`";
        return Err(word.error(format!("`{}` is not a move", brief(text)), help));
    };
    let first = label_length(text);
    let label = match form {
        TerseForm::CHINESE => first + text[first..].find(is_chinese_direction).unwrap_or(0),
        _ => first,
    };
    let piece = word.until(label);
    let path = word.after(label);
    let piece = match form {
        TerseForm::CHINESE => labels.read(piece)?,
        _ => labels
            .find(piece.text())
            .ok_or_else(|| unknown_piece(labels.puzzle, piece))?,
    };
    let path = match form {
        TerseForm::Runs(script) => script.read(path),
        TerseForm::Signed => read_signed(labels.puzzle, piece, path),
    }?;
    Ok(MoveEntry {
        piece,
        path,
        leaves: false,
        by_sign: form == TerseForm::Signed,
    })
}

/// Returns the number of bytes at the beginning of a move that always belong to the piece: first
/// character and the digits behind it.
fn label_length(word: &str) -> usize {
    let first = word.chars().next().map_or(0, char::len_utf8);
    let digits = word[first..].bytes().take_while(u8::is_ascii_digit);
    first + digits.count()
}

/// The signs of Michael Fogleman's notation: plus, hyphen, minus. `A+2` is piece A two cells right
/// or down, `A-1` one cell left or up.
const SIGNS: [char; 3] = ['+', '-', '−'];

/// Whether the piece can move along both its row and its column, so that a sign is ambiguous.
pub fn two_axes(puzzle: &Puzzle, piece: PieceId) -> bool {
    puzzle.may_step(piece, Right) && puzzle.may_step(piece, Down)
}

/// Checks that all moves are legal and straight. The caller has checked that no piece has two axes.
pub fn check_signs(puzzle: &Puzzle, solution: &Solution) -> Result<(), UnwritableSolution> {
    let mut position = Position::start(puzzle);
    for (number, unit) in (1..).zip(solution) {
        position
            .apply(&unit)
            .map_err(|why| UnwritableSolution::illegal(number, &why))?;
        if !unit.is_unit(Metric::Slide) {
            return Err(UnwritableSolution::of(format!(
                "move {number} is not a straight line"
            )));
        }
    }
    Ok(())
}

/// Reads a sign and a number of cells. The path of a fixed piece is along its row.
fn read_signed(
    puzzle: &Puzzle,
    piece: PieceId,
    mut word: LineCursor<'_>,
) -> Result<Vec<Direction>, ParseError> {
    if two_axes(puzzle, piece) {
        let piece = puzzle.pieces()[piece].label();
        let message = format!(
            "{piece} may go along its row and along its column, and a sign does not say which"
        );
        return Err(word.error(message, "write the direction, like `Ad2` or `A down 2`"));
    }
    let forward = word.first() == Some('+');
    word = word.after(word.first_part().text().len());
    let direction = match (puzzle.may_step(piece, Down), forward) {
        (true, true) => Down,
        (true, false) => Up,
        (false, true) => Right,
        (false, false) => Left,
    };
    Ok(vec![direction; usize::from(words::cells(word)?)])
}

/// The labels of the pieces of a puzzle, all different. The label of a piece is
/// 1. its name, if this consists of letters and digits other than `上下左右` and is not the name,
///    the letter, or the name with the letter of another piece;
/// 2. its name with its letter, if the name consists of such characters: `卒I`;
/// 3. else its letter.
pub struct Labels<'p> {
    puzzle: &'p Puzzle,
    letters: HashMap<char, PieceId>,
    written: Vec<String>,
    by_label: HashMap<String, PieceId>,
    by_name: HashMap<&'p str, Vec<PieceId>>,
}

impl<'p> Labels<'p> {
    /// Makes the labels.
    ///
    /// # Complexity
    /// One look-up for each piece.
    pub fn of(puzzle: &'p Puzzle) -> Self {
        // Layers beneath others have the label of the piece.
        let (pieces, beneath) = puzzle.pieces().split_at(puzzle.standing());
        let letters: HashMap<char, PieceId> =
            pieces.iter().map(|piece| piece.letter).zip(0..).collect();
        let mut by_name: HashMap<&str, Vec<PieceId>> = HashMap::new();
        for (id, piece) in pieces.iter().enumerate() {
            if let Some(name) = usable_name(piece) {
                by_name.entry(name).or_default().push(id);
            }
        }
        let both: HashSet<String> = pieces.iter().filter_map(name_and_letter).collect();
        let label = |(id, piece): (PieceId, &Piece)| {
            let Some(name) = usable_name(piece) else {
                return sign(piece.letter);
            };
            let is_letter_of_another = only_char(name)
                .and_then(|mark| letters.get(&mark))
                .is_some_and(|&other| other != id);
            if by_name[name].len() > 1 || is_letter_of_another || both.contains(name) {
                name_and_letter(piece).unwrap_or_else(|| sign(piece.letter))
            } else {
                name.to_owned()
            }
        };
        let mut written: Vec<String> = pieces.iter().enumerate().map(label).collect();
        let by_label = written.iter().cloned().zip(0..).collect();
        for layer in beneath {
            written.push(written[letters[&layer.letter]].clone());
        }
        Labels {
            puzzle,
            letters,
            written,
            by_label,
            by_name,
        }
    }

    /// Returns the piece with this letter or number.
    pub fn find(&self, text: &str) -> Option<PieceId> {
        let shows =
            |&&piece: &&PieceId| self.puzzle.pieces()[piece].numeral().as_deref() == Some(text);
        only_char(text)
            .or_else(|| private_letter(text))
            .and_then(|letter| self.letters.get(&letter))
            .or_else(|| self.by_label.get(text).filter(shows))
            .copied()
    }

    /// Returns the piece with this label, or else this letter, or name with letter, or name.
    fn read(&self, word: LineCursor<'_>) -> Result<PieceId, ParseError> {
        let text = word.text();
        if let Some(&piece) = self.by_label.get(text) {
            return Ok(piece);
        }
        let letter = text
            .chars()
            .next_back()
            .and_then(|letter| self.letters.get(&letter));
        if let Some(&piece) = letter.filter(|&&id| {
            let piece = &self.puzzle.pieces()[id];
            only_char(text) == Some(piece.letter) || name_and_letter(piece).as_deref() == Some(text)
        }) {
            return Ok(piece);
        }
        match self.by_name.get(text).map(Vec::as_slice) {
            Some(&[piece]) => Ok(piece),
            _ => Err(unknown_piece(self.puzzle, word)),
        }
    }
}

/// The largest width of a line, unless one word is wider.
const WIDTH: usize = 80;

/// Joins words by spaces, as many on a line as fit; each line ends in a line break.
fn wrap(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut filled = 0;
    for word in words {
        let width = word.width();
        if filled > 0 && filled + 1 + width > WIDTH {
            text.push('\n');
            filled = 0;
        } else if filled > 0 {
            text.push(' ');
            filled += 1;
        }
        text += &word;
        filled += width;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::Cell,
        puzzle::{Lock, Movement},
        solution::{
            notation::{Notation, parse, tests::soldiers, write},
            tests::{classic, draft, motley, named},
            verify,
        },
    };

    /// The letters of the pieces that move, with their paths.
    fn read(puzzle: &Puzzle, text: &str) -> Vec<(char, Vec<Direction>)> {
        let solution = parse(puzzle, text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let letter = |piece: usize| puzzle.pieces()[piece].letter;
        solution
            .into_iter()
            .map(|unit| (letter(unit.piece), unit.path))
            .collect()
    }

    /// Returns the error of the text: `column+marked message`.
    fn refused(puzzle: &Puzzle, text: &str) -> String {
        let error = parse(puzzle, text, None).expect_err("it makes no sense");
        format!(
            "{}+{} {}",
            error.column, &error.text[error.span], error.message
        )
    }

    /// A car in a row, one in a column, and a block of one cell that is locked to its row.
    fn cars() -> Puzzle {
        let mut draft = draft("AA.B ...B 2...", "..AA .... ....");
        draft.movement = Movement::Axis;
        draft.locks = vec![('2', Lock::Row)];
        draft.check().expect("a sound puzzle")
    }

    #[test]
    fn a_solution_is_written_in_one_line_if_it_fits() {
        let puzzle = soldiers();
        let solution =
            parse(&puzzle, "J left\nG down, right\nE left 2", None).expect("three moves");
        let written = |notation| write(notation, &puzzle, &solution).expect("it can be said");
        assert_eq!(written(Notation::Compact), "J← G↓→ E←2\n");
        assert_eq!(written(Notation::Ascii), "Jl Gdr El2\n");
        assert_eq!(written(Notation::Chinese), "卒J左 卒G下右 关羽左二\n");
    }

    #[test]
    fn signs_follow_the_axis_of_the_piece() {
        let puzzle = cars();
        let text = "A+1 B+1 2+2 2-1 B−1\n";
        let told = [
            ('A', vec![Right]),
            ('B', vec![Down]),
            ('2', vec![Right, Right]),
            ('2', vec![Left]),
            ('B', vec![Up]),
        ];
        assert_eq!(read(&puzzle, text), told);
        let solution = parse(&puzzle, text, None).expect("five slides");
        assert_eq!(solution.metric, Metric::Slide, "what signs count");
        let counted = parse(&puzzle, "A+1\n1 step", None).map(|solution| solution.metric);
        assert_eq!(counted, Ok(Metric::Step));
        let written = write(Notation::Fogleman, &puzzle, &solution);
        assert_eq!(written.as_deref(), Ok("A+1 B+1 2+2 2-1 B-1\n"));
    }

    #[test]
    fn signs_are_refused_for_pieces_with_two_axes() {
        let wrong = "2++2 E 关羽 may go along its row and along its column, and a sign does not say \
                     which";
        assert_eq!(refused(&classic(), "E+2"), wrong);
        let suits = |puzzle: &Puzzle, metric| {
            Notation::Fogleman
                .suits(puzzle, metric)
                .map_err(|error| error.message)
        };
        let two_axes = suits(&classic(), Metric::Slide).expect_err("a piece that goes both ways");
        crate::cases::ends(&two_axes, "and A 张飞 may leave its row and its column");
        let moves = "`fogleman` can hold slides or steps only, not moves".to_owned();
        assert_eq!(suits(&cars(), Metric::Move), Err(moves));
        assert_eq!(suits(&cars(), Metric::Slide), Ok(()));
        assert_eq!(suits(&cars(), Metric::Step), Ok(()));
    }

    #[test]
    fn signs_can_only_represent_straight_legal_moves() {
        let puzzle = cars();
        let written = |path: &[Direction]| {
            let unit = Move {
                piece: 0,
                from: Cell::new(0, 0),
                path: path.to_vec(),
            };
            let solution = Solution {
                metric: Metric::Slide,
                moves: vec![unit].into(),
            };
            write(Notation::Fogleman, &puzzle, &solution).map_err(|error| error.message)
        };
        assert_eq!(written(&[Right]).as_deref(), Ok("A+1\n"));
        assert_eq!(
            written(&[Right, Left]),
            Err("move 1 is not a straight line".to_owned())
        );
        for path in [&[Down][..], &[]] {
            let refused = written(path).expect_err("an illegal move");
            crate::cases::begins(&refused, "move 1 cannot be made: A ");
        }
    }

    #[test]
    fn verify_refuses_a_move_of_a_fixed_piece() {
        let mut draft = draft("A.B", "..B");
        draft.locks = vec![('A', Lock::Fixed), ('B', Lock::Row)];
        let puzzle = draft.check().expect("a sound puzzle");
        let solution = parse(&puzzle, "A+1", None).expect("one slide");
        let wrong = verify(&puzzle, &solution)
            .expect_err("it is fixed")
            .to_string();
        assert!(wrong.starts_with("slide 1: A cannot go right"), "{wrong}");
    }

    #[test]
    fn labels_of_pieces_differ() {
        let written = |names: &[(char, &str)]| {
            let puzzle = named(draft("ABI下 ....", ".... A..."), names);
            Labels::of(&puzzle).written
        };
        assert_eq!(written(&[]), ["A", "B", "I", "下"]);
        assert_eq!(
            written(&[('A', "曹操"), ('下', "兵")]),
            ["曹操", "B", "I", "兵"]
        );
        assert_eq!(
            written(&[('A', "卒"), ('I', "卒"), ('下', "卒")]),
            ["卒A", "B", "卒I", "下"]
        );
        assert_eq!(written(&[('A', "B"), ('B', "B")]), ["BA", "BB", "I", "下"]);
        assert_eq!(
            written(&[('A', "B")]),
            ["BA", "B", "I", "下"],
            "the letter of another"
        );
        assert_eq!(
            written(&[('A', "卒I"), ('I', "卒")]),
            ["卒IA", "B", "卒", "下"]
        );
        assert_eq!(
            written(&[('A', "上将"), ('B', "Cao Cao")]),
            ["A", "B", "I", "下"]
        );
    }

    #[test]
    fn a_name_of_several_pieces_needs_a_letter() {
        assert_eq!(
            refused(&soldiers(), "曹操上 卒下"),
            "5+卒 several pieces are called 卒"
        );
        let error = parse(&soldiers(), "卒下", None).expect_err("which one?");
        assert_eq!(error.help, "write its letter too: 卒G 卒H 卒I 卒J");
    }

    #[test]
    fn an_invalid_move_is_reported_with_its_position() {
        let table = crate::cases::rows(include_str!("tables/a_broken_move_is_marked.txt"));
        for [text, wanted] in table {
            let refused = refused(&classic(), text);
            assert!(refused.starts_with(wanted), "{text}: {refused}");
        }
        for (text, wanted) in [("A+0", "not 0"), ("A+256", "not 256")] {
            assert!(refused(&cars(), text).ends_with(wanted), "{text}");
        }
    }

    #[test]
    fn a_piece_with_spaces_in_its_name_is_written_by_its_letter() {
        let puzzle = motley();
        let solution = parse(&puzzle, "曹右\nA下", None).expect("two moves");
        assert_eq!(
            write(Notation::Chinese, &puzzle, &solution).as_deref(),
            Ok("曹右 left下\n")
        );
    }

    #[test]
    fn lines_are_wrapped_counting_chinese_characters_as_two_columns() {
        for (word, most) in [("Cd2", 20), ("曹操下二", 9)] {
            let wrapped = |times| wrap(std::iter::repeat_n(word.to_owned(), times));
            let full = format!("{}\n", vec![word; most].join(" "));
            assert_eq!(wrapped(most), full);
            assert_eq!(wrapped(most + 1), format!("{full}{word}\n"));
            assert_eq!(wrapped(0), "");
        }
    }
}
