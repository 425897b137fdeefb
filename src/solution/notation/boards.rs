//! Solutions as sequences of boards, and drawings of the board between moves, which the reader
//! skips.

use std::fmt::Write as _;

use super::UnwritableSolution;
use super::terse::Labels;
use super::words::{too_long, unknown_piece};
use crate::excerpt::{LineCursor, LineIter, ParseError, brief, is_number, only_char};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId, Puzzle};
use crate::solution::position::Position;
use crate::solution::{MAX_STEPS, Move, MoveList, Solution};

/// Writes the boards from the start on, a blank line after each.
pub fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, UnwritableSolution> {
    let mut position = Position::start(puzzle);
    let mut text = format!("{position}\n\n");
    for (number, unit) in (1..).zip(solution) {
        position.apply(&unit).map_err(|why| UnwritableSolution::illegal(number, &why))?;
        if unit.to() == Some(unit.from) {
            let piece = puzzle.pieces()[unit.piece].label();
            let message = format!("after move {number} {piece} stands where it stood");
            return Err(UnwritableSolution::of(message));
        }
        let _ = write!(text, "{position}\n\n");
    }
    Ok(text)
}

/// Returns the drawings in these lines, each with the lines from it on, and skips other lines.
pub fn drawings<'a>(
    puzzle: &Puzzle,
    labels: &Labels<'_>,
    mut rest: LineIter<'a>,
) -> impl Iterator<Item = (BoardDrawing, LineIter<'a>)> {
    std::iter::from_fn(move || {
        while rest.first().is_some() {
            if let Ok(drawing) = BoardDrawing::read(puzzle, labels, &rest) {
                let lines = rest.clone();
                rest.by_ref().take(usize::from(puzzle.grid().rows())).for_each(drop);
                return Some((drawing, lines));
            }
            rest.next();
        }
        None
    })
}

/// Returns the moves from each of these boards to the next: the shortest path of one unit of the
/// metric, or else the shortest path, or else one that is blocked.
pub fn moves<'a>(
    puzzle: &Puzzle,
    boards: impl Iterator<Item = (BoardDrawing, LineIter<'a>)>,
    metric: Metric,
) -> Result<MoveList, ParseError> {
    let label = |piece: PieceId| puzzle.pieces()[piece].label();
    let mut before: Option<Position<'_>> = None;
    let mut moves = MoveList::default();
    for (board, lines) in boards {
        let spot = |piece| board.place(puzzle, &lines, piece);
        let after = board.position(puzzle).map_err(|piece| {
            let message = format!("the cells of {} do not have its shape", label(piece));
            spot(piece).error(message, CELLS)
        })?;
        if let Some(before) = &before {
            let mut changes = changed(before, &after);
            let piece = changes.next().ok_or_else(|| {
                let message = "no piece has moved since the board before";
                lines.top().error(message, "draw each board once")
            })?;
            if let Some(other) = changes.next() {
                let (one, two) = (label(piece), label(other));
                let message = format!("{one} and {two} have both moved since the board before");
                let help = "draw the board after every single move; pieces of one shape keep \
                            their letters";
                return Err(spot(other).error(message, help));
            }
            let (from, to) = (before.anchor(piece), after.anchor(piece));
            let path = before
                .find_path(piece, to, metric)
                .or_else(|| before.find_path(piece, to, Metric::Move))
                .unwrap_or_else(|| blocked_path(from, to));
            moves.push(&Move { piece, from, path });
            if moves.steps() > MAX_STEPS {
                return Err(too_long(spot(piece)));
            }
        } else if let Some(piece) = changed(&Position::start(puzzle), &after).next() {
            let piece_label = label(piece);
            let message =
                format!("on the first board {piece_label} is not where the puzzle has it");
            let help = "begin with the board that the puzzle begins with";
            return Err(spot(piece).error(message, help));
        }
        before = Some(after);
    }
    Ok(moves)
}

/// The remedy for wrong cells of a piece.
const CELLS: &str = "draw each piece with its letter on every cell that it covers";

/// Returns the pieces whose anchors differ.
fn changed(before: &Position<'_>, after: &Position<'_>) -> impl Iterator<Item = PieceId> {
    let anchors = before.anchors().iter().zip(after.anchors());
    let moved: Vec<PieceId> =
        anchors.enumerate().filter(|(_, (one, other))| one != other).map(|(id, _)| id).collect();
    moved.into_iter()
}

/// Returns the path along the column and then along the row.
fn blocked_path(from: Cell, to: Cell) -> Vec<Direction> {
    let line = |from: u8, to: u8, [back, forth]: [Direction; 2]| {
        let direction = if to < from { back } else { forth };
        std::iter::repeat_n(direction, usize::from(from.abs_diff(to)))
    };
    let rows = line(from.row, to.row, [Direction::Up, Direction::Down]);
    rows.chain(line(from.column, to.column, [Direction::Left, Direction::Right])).collect()
}

/// A drawing of a puzzle's board, as [`Position`] displays it: each row is a line, and each piece
/// has its number of cells, anywhere on the board.
///
/// Drawings are exact, so that no move is read as a part of one: a board with a legal move has an
/// empty cell, and no move contains its `.`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardDrawing {
    /// The piece on each cell, row by row.
    occupants: Vec<Option<PieceId>>,
}

impl BoardDrawing {
    /// Reads a drawing from the front of these lines.
    pub fn read(
        puzzle: &Puzzle,
        labels: &Labels<'_>,
        lines: &LineIter<'_>,
    ) -> Result<Self, ParseError> {
        let grid = puzzle.grid();
        let mut occupants = Vec::new();
        let mut rest = lines.clone();
        for row in 0..grid.rows() {
            let line = rest.top();
            rest.next();
            for (column, mark) in (0..grid.columns()).zip(marks_of_row(puzzle, labels, line)?) {
                occupants.push(occupant(puzzle, labels, Cell::new(row, column), mark)?);
            }
        }
        let drawing = BoardDrawing { occupants };
        match drawing.odd_area(puzzle) {
            None => Ok(drawing),
            Some((piece, given)) => {
                let spot = drawing.place(puzzle, lines, piece);
                let piece = &puzzle.pieces()[piece];
                let (label, area) = (piece.label(), piece.shape.area());
                let message =
                    format!("{label} covers {area} of the cells, and here it has {given}");
                Err(spot.error(message, CELLS))
            }
        }
    }

    /// Returns the first piece with too few or too many cells, and the number of its cells.
    fn odd_area(&self, puzzle: &Puzzle) -> Option<(PieceId, usize)> {
        let mut areas = vec![0; puzzle.pieces().len()];
        self.occupants.iter().flatten().for_each(|&piece| areas[piece] += 1);
        let mut given = areas.into_iter().enumerate();
        given.find(|&(piece, cells)| puzzle.pieces()[piece].shape.area() != cells)
    }

    /// Returns the position of the drawing, or a piece whose cells do not have its shape.
    fn position<'p>(&self, puzzle: &'p Puzzle) -> Result<Position<'p>, PieceId> {
        let mut anchors = vec![None; puzzle.pieces().len()];
        for (cell, occupant) in puzzle.grid().cells().zip(&self.occupants) {
            if let Some(piece) = *occupant {
                anchors[piece].get_or_insert(cell);
            }
        }
        let mut found = Vec::with_capacity(anchors.len());
        for (id, (piece, anchor)) in puzzle.pieces().iter().zip(anchors).enumerate() {
            let anchor = anchor.ok_or(id)?;
            let grid = puzzle.grid();
            let is_here =
                |cell| grid.contains(cell) && self.occupants[grid.index(cell)] == Some(id);
            if !piece.shape.cells_at(anchor).all(is_here) {
                return Err(id);
            }
            found.push(anchor);
        }
        // The drawing has at most one piece on each cell and none on a wall.
        Position::with_anchors(puzzle, &found).ok_or(0)
    }

    /// Returns the first cell of the piece in these lines, or else the start of the drawing.
    fn place<'a>(&self, puzzle: &Puzzle, lines: &LineIter<'a>, piece: PieceId) -> LineCursor<'a> {
        let index = self.occupants.iter().position(|&occupant| occupant == Some(piece));
        let cell = puzzle.grid().cell(index.unwrap_or(0));
        let line = lines.clone().nth(usize::from(cell.row)).unwrap_or(lines.top());
        line.words().nth(usize::from(cell.column)).unwrap_or(line.until(0))
    }
}

/// Whether these lines seem to begin with a drawing: lines of single characters and numbers, some
/// of which no move contains.
pub fn is_meant(lines: &LineIter<'_>) -> bool {
    let is_row = |line: &LineCursor<'_>| {
        let is_mark = |mark: &str| only_char(mark).is_some() || is_number(mark);
        !line.is_empty() && line.words().all(|mark| is_mark(mark.text()))
    };
    let mut rows = lines.clone().take_while(is_row);
    rows.any(|row| row.words().any(|mark| matches!(mark.text(), "." | "#" | "+")))
}

/// Returns the marks of one row, one for each column. A row may be as long as the text.
fn marks_of_row<'a>(
    puzzle: &Puzzle,
    labels: &Labels<'_>,
    row: LineCursor<'a>,
) -> Result<impl Iterator<Item = LineCursor<'a>>, ParseError> {
    let help = "draw every row of the board and every cell of the row, with spaces between them";
    if row.is_empty() {
        let rows = puzzle.grid().rows();
        let message = format!("the drawing ends here, and the board has {rows} rows");
        return Err(row.error(message, help));
    }
    let is_mark = |mark: &str| only_char(mark).is_some() || labels.find(mark).is_some();
    if let Some(long) = row.words().find(|mark| !is_mark(mark.text())) {
        return Err(no_cell(long));
    }
    let columns = usize::from(puzzle.grid().columns());
    let given = row.words().count();
    if given != columns {
        let message = format!("this row has {given} cells, and the board has {columns} columns");
        return Err(row.error(message, help));
    }
    Ok(row.words())
}

/// Returns the piece that a mark draws on this cell.
fn occupant(
    puzzle: &Puzzle,
    labels: &Labels<'_>,
    cell: Cell,
    mark: LineCursor<'_>,
) -> Result<Option<PieceId>, ParseError> {
    let is_wall = puzzle.grid().is_wall(cell);
    let found = only_char(mark.text());
    match labels.find(mark.text()) {
        Some(piece) if !is_wall => Ok(Some(piece)),
        None if found.is_some_and(|found| is_mark_of(puzzle, cell, found)) => Ok(None),
        None if mark.text().chars().all(char::is_alphanumeric) => Err(unknown_piece(puzzle, mark)),
        _ if is_wall => Err(mark.error(format!("{cell} is a wall"), "draw it as `#`")),
        _ => Err(no_cell(mark)),
    }
}

/// Returns the error that a mark draws no cell.
fn no_cell(mark: LineCursor<'_>) -> ParseError {
    let help = "draw a piece by its letter, an empty cell by `.`, a wall by `#` and a gate by `+`";
    mark.error(format!("`{}` draws no cell here", brief(mark.text())), help)
}

/// Whether the mark may draw this cell without a piece.
fn is_mark_of(puzzle: &Puzzle, cell: Cell, mark: char) -> bool {
    if puzzle.grid().is_wall(cell) {
        mark == '#'
    } else {
        mark == '.' || puzzle.gate().cells.contains(&cell) && !mark.is_alphanumeric()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction::{Down, Left, Right};
    use crate::solution::notation::tests::refused;
    use crate::solution::notation::{Notation, parse, write};
    use crate::solution::tests::{classic, motley, puzzle};
    use crate::solution::verify;

    /// Draws boards, given with spaces between their rows.
    fn boards(boards: &[&str]) -> String {
        let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
        let board = |board: &&str| board.split(' ').map(row).collect::<String>() + "\n";
        boards.iter().map(board).collect()
    }

    fn paths(puzzle: &Puzzle, text: &str, metric: Option<Metric>) -> Vec<Vec<Direction>> {
        let solution = parse(puzzle, text, metric).unwrap_or_else(|error| panic!("{text}{error}"));
        solution.into_iter().map(|unit| unit.path).collect()
    }

    #[test]
    fn the_boards_are_drawn_from_the_start_on() {
        let puzzle = puzzle("A. BB", ".. .A");
        let solution = parse(&puzzle, "A right\nA left", None).expect("two moves");
        let drawn = "A .\nB B\n\n. A\nB B\n\nA .\nB B\n\n";
        assert_eq!(write(Notation::Boards, &puzzle, &solution).as_deref(), Ok(drawn));
        assert_eq!(parse(&puzzle, drawn, None), Ok(solution));
    }

    #[test]
    fn the_path_is_the_shortest_of_the_metric() {
        let puzzle = puzzle("A.. .#. ...", "... .#. ..A");
        let around = boards(&["A.. .#. ...", "... .#. ..A"]);
        assert_eq!(paths(&puzzle, &around, None), [[Right, Right, Down, Down]]);
        let straight = boards(&["A.. .#. ...", "..A .#. ..."]) + "1 slide\n";
        assert_eq!(paths(&puzzle, &straight, None), [[Right, Right]]);
    }

    #[test]
    fn verify_refuses_a_path_of_more_than_one_unit() {
        let puzzle = puzzle("A.. .#. ...", "... .#. ..A");
        let around = boards(&["A.. .#. ...", "... .#. ..A"]) + "1 slide\n";
        let solution = parse(&puzzle, &around, None).expect("one move");
        let wrong = verify(&puzzle, &solution).expect_err("two slides").to_string();
        assert!(wrong.starts_with("slide 1: A goes further than one slide"), "{wrong}");
    }

    #[test]
    fn without_a_path_verify_reports_the_obstacle() {
        let puzzle = puzzle("A#. .#.", ".#A .#.");
        let leap = boards(&["A#. .#.", ".#. .#A"]);
        assert_eq!(paths(&puzzle, &leap, None), [[Down, Right, Right]]);
        let solution = parse(&puzzle, &leap, None).expect("one move");
        let wrong = verify(&puzzle, &solution).expect_err("there is a wall").to_string();
        assert_eq!(
            wrong,
            "move 1: A cannot go right from row 2, column 1: row 2, column 2 is a wall"
        );
    }

    #[test]
    fn the_start_alone_is_a_solution_only_with_a_summary() {
        let puzzle = puzzle("A.. ...", "..A ...");
        let start = boards(&["A.. ..."]);
        let none = parse(&puzzle, &(start.clone() + "0 moves\n"), None);
        assert_eq!(none, Ok(Solution::default()));
        assert_eq!(refused(&puzzle, &start), "2+. . . there are no moves");
        let one = refused(&puzzle, &(start + "1 move\n"));
        assert_eq!(one, "4+1 move the summary counts 1, but 0 are listed");
    }

    #[test]
    fn exactly_one_piece_moves_from_board_to_board() {
        let puzzle = puzzle("AB. C..", "... A..");
        let wrong = |both: [&str; 2]| refused(&puzzle, &boards(&both));
        let same = wrong(["AB. C..", "AB. C.."]);
        assert_eq!(same, "4+A B . no piece has moved since the board before");
        let swapped = wrong(["AB. C..", "BA. C.."]);
        assert_eq!(swapped, "4+B A and B have both moved since the board before");
        let late = wrong(["AB. .C.", "AB. ..C"]);
        assert_eq!(late, "2+C on the first board C is not where the puzzle has it");
    }

    #[test]
    fn an_error_in_a_board_is_marked() {
        let puzzle = puzzle("AA.# B...", ".AA# ....");
        for (second, wanted) in [
            ("A.A# .B..", "4+A the cells of A do not have its shape"),
            ("AAA# .B..", "4+A A covers 2 of the cells, and here it has 3"),
            ("AA.. .B..", "4+. row 1, column 4 is a wall"),
            ("AA.# .B.#", "5+# `#` draws no cell here"),
            ("AA.# .B.", "5+. B . this row has 3 cells, and the board has 4 columns"),
            ("AA.#", "5+ the drawing ends here, and the board has 2 rows"),
            ("AA.# .C..", "5+C there is no piece `C`"),
        ] {
            let text = boards(&["AA.# B...", second]);
            assert_eq!(refused(&puzzle, &text), wanted, "{text}");
        }
    }

    #[test]
    fn illegal_and_invisible_moves_are_not_drawn() {
        let classic = classic();
        let written = |path: &[Direction]| {
            let unit = Move { piece: 9, from: Cell::new(4, 3), path: path.to_vec() };
            let solution = Solution { metric: Metric::Move, moves: vec![unit].into() };
            write(Notation::Boards, &classic, &solution).map_err(|error| error.message)
        };
        assert!(written(&[Left]).is_ok());
        let illegal = written(&[Right]).expect_err("the frame ends there");
        assert!(illegal.starts_with("move 1 cannot be made: J cannot go right"), "{illegal}");
        let returns = "after move 1 J stands where it stood".to_owned();
        assert_eq!(written(&[Left, Right]), Err(returns));
    }

    #[test]
    fn wide_letters_and_gates_are_drawn_and_read() {
        let puzzle = motley();
        let solution = parse(&puzzle, "曹 right\n2 right 2", None).expect("two moves");
        let drawn = write(Notation::Boards, &puzzle, &solution).expect("legal moves");
        assert!(drawn.ends_with("A  A  .  .  #\nA  .  .  曹 曹\n.  .  +  1  .\n.  .  2  .  .\n\n"));
        assert_eq!(parse(&puzzle, &drawn, None), Ok(solution));
    }
}
