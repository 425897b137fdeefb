//! Knight's tours that a person wrote: boards of numbers, and lists of squares.

use super::{MAX_SQUARES, SquareNumbering, board};
use crate::{
    excerpt::{joined, number, numbers, without_bom, words_between},
    graph::{CellGrid, CellMap, Leaper, MapCell, Vertex, text::unwrapped},
    wrapping::are_wide,
};

/// A tour as it was written, right or wrong.
#[derive(Debug)]
pub struct WrittenTour {
    /// The squares, joined by the knight's moves.
    pub map: CellMap,
    /// The squares in the order of the tour, at least two.
    pub path: Vec<Vertex>,
    /// The number of the first step.
    pub first: u32,
    /// The fault of a board on which the numbers are not those of a tour.
    pub flaw: Option<String>,
    /// The notation of its squares.
    pub notation: TourNotation,
}

/// A notation of tours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourNotation {
    /// A board with the number of each step.
    Board,
    /// Rows and columns, which count from this number.
    Pairs(SquareNumbering),
    /// Chess notation.
    Algebraic,
}

/// Reads a tour, perhaps with brackets, fences or a title around it; `None` if the text is none.
pub fn parse_tour(text: &str) -> Option<WrittenTour> {
    // `huarong tour` prints its summary below the tour.
    let is_row = |line: &&str| {
        let mut words = line.split(|mark: char| !mark.is_alphabetic());
        !words.any(|word| word.len() > 2)
    };
    let text = without_bom(text);
    let text = text.replace("null", "#").replace("None", "#");
    // A program in Prolog prints squares as `1/5`.
    let text = match text.split_once("---> ") {
        Some((_, squares)) => squares.replace('/', ","),
        None => text,
    };
    let rows = |text: &str| joined(text.lines().filter(is_row), "\n");
    let bare = |text: &str| unwrapped(text).map(|(bare, _)| bare);
    let drawn = rows(&text);
    // Words outside the brackets of squares mean nothing.
    let inner = innermost(&text);
    let inner: Vec<String> =
        from_moves(&inner).unwrap_or_else(|| inner.iter().map(|it| digits(it).join(",")).collect());
    let are_squares = inner.len() > 1 && inner.iter().all(|it| it.matches(',').count() == 1);
    let inner = are_squares.then(|| inner.join("\n"));
    let texts = [
        inner,
        Some(drawn.clone()),
        bare(&text).map(|text| rows(&text)),
        bare(&drawn),
    ];
    texts.into_iter().flatten().find_map(|text| {
        let found = numbered_board(&text).or_else(|| squares(&text));
        found.or_else(|| numbered_squares(&text))
    })
}

/// Reads a tour, or the boards of several between empty lines or rules.
pub fn parse_tours(text: &str) -> Vec<WrittenTour> {
    let parts = text.replace("---", "\n\n");
    let parts = parts.split("\n\n").filter(|part| !part.trim().is_empty());
    let board = |part| parse_tour(part).filter(|tour| tour.notation == TourNotation::Board);
    let several: Option<Vec<_>> = parts.map(board).collect();
    several.unwrap_or_else(|| parse_tour(text).into_iter().collect())
}

/// Returns the squares, from 1, of these moves, `+1,-2`, on the board that just holds them.
fn from_moves(moves: &[&str]) -> Option<Vec<String>> {
    let mut square = [0_i64; 2];
    let mut squares = vec![square];
    for text in moves.iter().filter(|text| text.contains(['+', '-'])) {
        let (down, right) = text.split_once(',')?;
        for (place, moved) in square.iter_mut().zip([down, right]) {
            *place += i64::from(moved.trim().parse::<i32>().ok()?);
        }
        squares.push(square);
    }
    let has_plus = moves.iter().any(|text| text.contains('+'));
    let are_moves = has_plus && squares.len() == moves.len() + 1;
    let least = |at: usize| squares.iter().map(|square| square[at]).min();
    let [top, left] = [least(0)?, least(1)?];
    let squares = squares
        .iter()
        .map(|[row, column]| format!("{},{}", row - top + 1, column - left + 1));
    are_moves.then(|| squares.collect())
}

/// Returns the contents of the innermost brackets.
fn innermost(text: &str) -> Vec<&str> {
    let closed = text.split([']', ')', '}']);
    closed
        .filter_map(|part| Some(part.rsplit_once(['[', '(', '{'])?.1))
        .collect()
}

/// Reads the numbers of all squares of a square board in a line: in the order of the tour, or the
/// number of each step, row by row. The reading with more knight's moves counts.
fn numbered_squares(text: &str) -> Option<WrittenTour> {
    const LEAST: usize = 5;
    let numbers: Vec<usize> = numbers(digits(text))?;
    let side = numbers.len().isqrt();
    let first = *numbers.iter().min()?;
    if side < LEAST || side * side != numbers.len() || text.contains(char::is_alphabetic) {
        return None;
    }
    let pair =
        |number: &usize| format!("{},{}\n", (number - first) / side, (number - first) % side);
    let pairs: String = numbers.iter().map(pair).collect();
    let rows = numbers.chunks(side).map(|row| joined(row, " "));
    let moves = |tour: &WrittenTour| {
        let is_move = |pair: &&[Vertex]| tour.map.graph().neighbours(pair[0]).contains(&pair[1]);
        tour.path.windows(2).filter(is_move).count()
    };
    let readings = [squares(&pairs), numbered_board(&joined(rows, "\n"))];
    let likely = readings.into_iter().flatten().max_by_key(moves);
    likely.filter(|tour| 2 * moves(tour) > numbers.len())
}

fn digits(text: &str) -> Vec<&str> {
    words_between(text, |mark| !mark.is_ascii_digit()).collect()
}

fn tour(
    [rows, columns]: [usize; 2],
    holes: &[MapCell],
    cells: &[MapCell],
    notation: TourNotation,
) -> Option<WrittenTour> {
    rows.checked_mul(columns)
        .filter(|area| *area <= MAX_SQUARES as usize)?;
    let mut grid = CellGrid::filled(rows, columns);
    for hole in holes {
        grid.remove_cell(hole.row as usize * columns + hole.column as usize);
    }
    let map = CellMap::new(grid).with_leaper(Leaper::KNIGHT);
    let path: Option<Vec<Vertex>> = cells.iter().map(|&cell| map.vertex_at(cell)).collect();
    let path = path.filter(|path| path.len() > 1)?;
    Some(WrittenTour {
        map,
        path,
        first: 1,
        flaw: None,
        notation,
    })
}

fn numbered_board(text: &str) -> Option<WrittenTour> {
    const LEAST: usize = 3;
    let is_gap = |mark: char| mark.is_whitespace() || ",;|".contains(mark);
    let mut steps: Vec<(u32, MapCell)> = Vec::new();
    let mut holes = Vec::new();
    let words = |row| words_between(row, is_gap).collect::<Vec<_>>();
    // The size of the board may stand above. Two numbers in each line are rows and columns.
    let rows = text.lines().map(words).filter(|row| !row.is_empty());
    let rows: Vec<Vec<&str>> = rows.skip_while(|row| row.len() < LEAST).collect();
    let width = rows.first()?.len();
    if rows.len() < LEAST || !are_wide(&rows, width) {
        return None;
    }
    for (row, words) in (0..).zip(&rows) {
        for (column, &word) in (0..).zip(words) {
            let cell = MapCell { row, column };
            match number(word) {
                Some(step) => steps.push((step, cell)),
                None if ["#", ".", "-", "x", "*", "-1"].contains(&word) => holes.push(cell),
                None => return None,
            }
        }
    }
    steps.sort_unstable();
    let first = steps.first()?.0;
    let gap = (first..)
        .zip(&steps)
        .find(|(wanted, (step, _))| step != wanted);
    let flaw = gap.map(|(wanted, (step, _))| {
        if *step == 0 {
            "0 marks a square without a step, so it is no whole tour".to_owned()
        } else if *step < wanted {
            format!("{step} stands twice")
        } else {
            format!("{wanted} is missing")
        }
    });
    let cells: Vec<MapCell> = steps.iter().map(|(_, cell)| *cell).collect();
    let found = tour([rows.len(), width], &holes, &cells, TourNotation::Board)?;
    (first < 2).then_some(WrittenTour {
        first,
        flaw,
        ..found
    })
}

/// Reads squares in chess notation, or pairs of numbers.
fn squares(text: &str) -> Option<WrittenTour> {
    let is_algebraic = text.contains(char::is_alphabetic);
    let mut rest = text;
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    if is_algebraic {
        while let Some(at) = rest.find(char::is_alphanumeric) {
            let square = &rest[at..];
            // A capital before a small letter is the knight of chess notation.
            let knight = square.strip_prefix('N');
            let knight = knight.filter(|it| it.starts_with(|mark: char| mark.is_lowercase()));
            let after = knight.unwrap_or(square);
            let digits = after.find(|mark: char| mark.is_ascii_digit())?;
            let end = after[digits..].find(|mark: char| !mark.is_ascii_digit());
            let end = end.map_or(after.len(), |end| digits + end);
            if digits == 0 && after[end..].starts_with(['.', ':']) {
                rest = &after[end..];
                continue;
            }
            let (file, rank) = board::chess(&after[..end]).ok()?;
            pairs.push([rank, file + 1]);
            rest = &after[end..];
        }
    } else {
        let is_pair = |word: &str| word.trim_matches(',').contains(',');
        let are_pairs = text.split_whitespace().all(is_pair);
        let is_end = |mark: char| "()[]{};\n".contains(mark) || are_pairs && mark == ' ';
        for part in text.split(is_end) {
            match numbers(digits(part))?[..] {
                [] => {}
                [row, column] => pairs.push([row, column]),
                _ => return None,
            }
        }
    }
    // In `a3c2 c2a1` each move begins on the square where the last one ends.
    let [_, inner @ .., _] = &pairs[..] else {
        return None;
    };
    if !inner.is_empty() && inner.chunks(2).all(|it| it.len() == 2 && it[0] == it[1]) {
        pairs.dedup();
    }
    let from_zero = !is_algebraic && pairs.iter().flatten().any(|number| *number == 0);
    let numbering = if from_zero {
        SquareNumbering::FromZero
    } else {
        SquareNumbering::FromOne
    };
    let first = numbering.first();
    let side = |at: usize| pairs.iter().map(|pair| pair[at]).max()?.checked_sub(first);
    let rows = side(0)?.checked_add(1)?;
    let columns = side(1)?.checked_add(1)?;
    let cell = |&[row, column]: &[u32; 2]| MapCell {
        // Ranks count from the bottom.
        row: if is_algebraic {
            rows - row
        } else {
            row - first
        },
        column: column - first,
    };
    let cells: Vec<MapCell> = pairs.iter().map(cell).collect();
    let notation = if is_algebraic {
        TourNotation::Algebraic
    } else {
        TourNotation::Pairs(numbering)
    };
    tour([rows as usize, columns as usize], &[], &cells, notation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_is_read_from_a_board_and_from_lists_of_squares() {
        let board = " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n";
        let read = |text: &str| parse_tour(text).expect("a tour").path;
        let tour = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        assert_eq!(read(board), tour);
        assert_eq!(read("[[0,3,6,9],[7,10,1,4],[2,5,8,11]]"), tour);
        assert_eq!(read("a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1"), tour);
        assert_eq!(read("(0,0), (1,2), (2,0), (0,1)"), [0, 5, 6, 1]);
        assert_eq!(read("(+1,+2) (+1,-2) (-2,+1)"), [0, 5, 6, 1]);
        assert_eq!(
            read("1 1\n2 3\n3 1\n1 2\nopen tour over 4 squares"),
            [0, 5, 6, 1]
        );
        for wrong in ["", "x", "1 2 3", "a1", "ABBC\nD..C", "(1,2,3)", "a1 99"] {
            assert!(parse_tour(wrong).is_none(), "{wrong}");
        }
    }
}
