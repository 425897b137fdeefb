//! Boards as people type them.
//!
//! This reader tries four ways to read a text with errors, in this order:
//! 1. as a board without a goal, if one goal is usual for such a board;
//! 2. in one of the [forms](super::forms) of other programs;
//! 3. as a board in [other characters](super::lenient) than ours, if that has only one meaning;
//! 4. not at all, with the error of the strict reader.
//!
//! It returns every [`Assumption`].

use std::collections::BTreeMap;

use super::{
    Notation,
    classic::{self, CELLS, COLUMNS, ClassicBlock, ROWS},
    forms::{FORMS, flaw_of_cars},
    lenient,
    rush::{self, NoRedCar},
    says_goal,
};
use crate::{
    excerpt::{LineIter, ParseError, brief, joined, key},
    grid::{Cell, Direction},
    puzzle::{
        CharGrid, Draft, EMPTY, MAX_SIDE, Movement, NO_GOAL, NO_GOAL_HELP, Polyomino,
        PublishedOptimum, Puzzle, is_letter, text,
    },
    wrapping::{self, Assumption, BoardRole, CODE, Form, role},
};

/// Returns the assumed goals of the puzzles of a text. Without `assume_goal` it is in our notation.
pub fn goals_assumed(
    assume_goal: Option<fn(char) -> Assumption>,
    text: &str,
    puzzles: &[Puzzle],
) -> Vec<Vec<Assumption>> {
    let Some(assume_goal) = assume_goal else {
        return parts(text)
            .iter()
            .map(|&(_, part)| in_order(part))
            .collect();
    };
    let goal_piece = |puzzle: &Puzzle| puzzle.goals()[0].targets[0].piece;
    let letters = puzzles
        .iter()
        .map(|puzzle| puzzle.pieces()[goal_piece(puzzle)].letter);
    letters.map(|letter| vec![assume_goal(letter)]).collect()
}

/// Returns the assumption about a valid text in our format: without a goal, it draws tiles.
fn in_order(text: &str) -> Vec<Assumption> {
    if says_goal(text) {
        Vec::new()
    } else {
        vec![Assumption::tiles_in_order()]
    }
}

/// Returns the parts of a text that are not blank, each with the number of lines before it.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut first = 0;
    let mut start = 0;
    let mut end = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.trim() == text::SEPARATOR {
            parts.push((first, &text[start..end]));
            first = number;
            start = end + line.len();
        }
        end += line.len();
    }
    parts.push((first, &text[start..]));
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with(';');
    parts.retain(|(_, part)| part.lines().any(says));
    parts
}

/// A puzzle and the assumptions about it.
type Typed = (Puzzle, Vec<Assumption>);

/// Reads the puzzles of a text. A doubtful puzzle in our format is replaced if the text has one
/// other reading: a letter like `口`, a `0` or the `x` among tiles draws the empty cells, or nine
/// numbers in one row or column are a square.
///
/// # Errors
/// This error, or that of the strict reader, or that of the first part that has no reading.
pub fn read(text: &str, error: Option<ParseError>) -> Result<Vec<Typed>, ParseError> {
    let parts = parts(text);
    let strict = || error.or_else(|| text::parse(text).err());
    let is_alone = parts.len() == 1;
    let mut puzzles: Vec<Typed> = Vec::new();
    if parts.is_empty() || parts.len() > text::MAX_PUZZLES {
        return strict().map_or(Ok(puzzles), Err);
    }
    for (lines_before, part) in parts {
        let flaw = match puzzles_of(part, &FORMS) {
            Ok(mut found) if !found.is_empty() => {
                if let [(puzzle, notes)] = &mut found[..]
                    && puzzle.empty_cells() == 0
                {
                    let note = "no cell is empty, so that no piece can move";
                    notes.push(Assumption::note(note));
                }
                puzzles.extend(found);
                continue;
            }
            Ok(_) => {
                let Some(flaw) = flaw_of_cars(part) else {
                    let part = "\n".repeat(lines_before) + part;
                    let of_part = || text::parse(&part).err().filter(|_| !is_alone);
                    let error = no_goal(&part).or_else(of_part).or_else(strict);
                    return Err(error.expect("a part without a puzzle is an error"));
                };
                let help = "check the rows, columns and lengths of the cars";
                [flaw, help.to_owned()]
            }
            Err(unknown) => [unknown.to_string(), NoRedCar::help().to_owned()],
        };
        let part = "\n".repeat(lines_before) + part;
        let mut lines = LineIter::of(&part);
        let first = lines.find(|line| !line.is_empty()).unwrap_or(lines.top());
        let [message, help] = flaw;
        return Err(first.error(message, help));
    }
    Ok(puzzles)
}

/// Returns the text of a board with its position as the goal. Rows of words may stand in one line.
pub fn with_position_as_goal(board: &str) -> String {
    let is_line = !board.trim().contains('\n') && board.trim().contains(' ');
    let rows = if is_line {
        board.replace('/', "\n")
    } else {
        board.to_owned()
    };
    format!(
        "{}\n\ngoal:\n{}",
        rows.trim_end(),
        rows.trim_start_matches('\n')
    )
}

/// Returns the error of a text that draws a board, perhaps in other characters than ours, and has
/// no goal.
fn no_goal(text: &str) -> Option<ParseError> {
    let form = FORMS.iter().find_map(|form| form.read(text));
    // The lines above the rows say which pieces are alike.
    let rewritten = form.as_ref().and_then(|form| form.0.rsplit("\n\n").next());
    let lacks_goal = |board: &str| {
        // The errors of numbered tiles tell more.
        let is_drawn = !says_goal(board) && text::draft(board).is_some();
        let found = puzzles_of(&with_position_as_goal(board), &FORMS).unwrap_or_default();
        // A full board lacks an empty cell first.
        is_drawn && found.first().is_some_and(|it| it.0.empty_cells() > 0)
    };
    let last = LineIter::of(text).filter(|line| !line.is_empty()).last()?;
    let mut boards = [text].into_iter().chain(rewritten);
    boards
        .any(lacks_goal)
        .then(|| last.error(NO_GOAL, NO_GOAL_HELP))
}

/// Returns the puzzles of a text that draws one board, or has one of these forms; none if it has no
/// meaning, or several.
fn puzzles_of(text: &str, forms: &[Form]) -> Result<Vec<Typed>, NoRedCar> {
    let unknown = match one_as_drawn(text) {
        Ok(Some(found)) => return Ok(vec![sensible(text, &found.0, forms).unwrap_or(found)]),
        Ok(None) => None,
        Err(unknown) => Some(unknown),
    };
    puzzles_in_form(text, forms, unknown)
}

/// Returns the puzzles of a text that our format does not have, or in which they are doubtful.
fn puzzles_in_form(
    text: &str,
    forms: &[Form],
    unknown: Option<NoRedCar>,
) -> Result<Vec<Typed>, NoRedCar> {
    let is_line = !text.trim().contains('\n') && !text.contains("\\n");
    // A comment may stand behind `//`, too.
    if let Some(mark) = ["//", "->", "=>", "→"]
        .iter()
        .find(|mark| text.contains(**mark))
        && is_line
    {
        // Two boards below each other, or a board and its goal.
        let notes = [Assumption::second_board()];
        for (between, notes) in [("\n\n", &notes[..0]), ("\n\ngoal:\n", &notes[..])] {
            let parts = text.replacen(mark, between, 1).replace('/', "\n");
            let found = puzzles_of(&parts, forms).unwrap_or_default();
            if !found.is_empty() {
                return Ok(with_notes(found, notes));
            }
        }
    }
    let rows = if is_line {
        text.replace('/', "\n")
    } else {
        text.to_owned()
    };
    let (bare, mut left_out) = wrapping::remove(&rows);
    let mut ruled = bare.clone();
    let mut texts = vec![(rows, Vec::new()), (bare.join("\n"), left_out.clone())];
    if lenient::remove_rules(&mut ruled) {
        left_out.push(Assumption::left_out("rules between lines"));
        texts.push((ruled.join("\n"), left_out));
    }
    for (later, form) in (1..).zip(forms) {
        for (text, left_out) in &texts {
            if let Some((rewritten, note)) = form.read(text)
                && let Some(found) = rewritten_puzzles(&rewritten, &forms[later..])
            {
                let mut assumptions = left_out.clone();
                assumptions.extend(note.split("; ").map(Assumption::note));
                return Ok(with_notes(found, &assumptions));
            }
        }
    }
    let (bare, left_out) = &texts[1];
    if !left_out.is_empty() {
        if let Some(found) = one_as_drawn(bare)?.filter(|(puzzle, _)| !is_doubtful(puzzle)) {
            return Ok(with_notes(vec![found], left_out));
        }
        if super::detect(bare) == Some(Notation::Rush)
            && let Ok(lines) = super::read_any(bare, None)
        {
            let found = lines.puzzles.into_iter().zip(lines.assumptions).collect();
            return Ok(with_notes(found, left_out));
        }
    }
    let (found, later_unknown) = rewritten(text);
    if found.len() == 1 {
        return Ok(found);
    }
    let on_one_line = || {
        let (title, below) = text.rsplit_once(": ").filter(|_| is_line)?;
        let is_part = |mark: char| mark.is_alphanumeric() || " :-_.".contains(mark);
        let is_name = title.chars().all(is_part) && role(title).is_none();
        is_name.then_some([title, below])
    };
    let below_title = titled(text).or_else(on_one_line).map(|[title, below]| {
        let title = brief(&joined(title.split_whitespace(), " "));
        (below, format!("the title `{title}`"))
    });
    let lists = wrapping::lists_in_code(text);
    let lists = lists.as_deref().map(|lists| (lists, CODE.to_owned()));
    for (part, other) in below_title.into_iter().chain(lists) {
        let found = puzzles_of(part, forms).unwrap_or_default();
        if !found.is_empty() {
            return Ok(with_notes(found, &[Assumption::left_out(&other)]));
        }
    }
    match (found.len(), later_unknown.or(unknown)) {
        (0, Some(unknown)) => Err(unknown),
        _ => Ok(Vec::new()),
    }
}

/// Adds assumptions to those of each puzzle.
fn with_notes(found: Vec<Typed>, notes: &[Assumption]) -> Vec<Typed> {
    let with_all = |(puzzle, others): Typed| (puzzle, [notes, &others].concat());
    found.into_iter().map(with_all).collect()
}

/// Returns the title of a board, several words or a word above an empty line, and the text below
/// it, or all that stands above the title of the start. Chinese signs are a title if one of them is
/// not in the board.
fn titled(text: &str) -> Option<[&str; 2]> {
    let is_word = |word: &str| word.bytes().skip(1).filter(u8::is_ascii_lowercase).count() > 1;
    let is_title = |line: &str| {
        let line = line.trim_end_matches([':', '：']);
        line.split_whitespace().any(is_word) && !line.contains([':', '：', '='])
    };
    let text = text.trim_start();
    let has_title = |line: &str, wanted| key(line).is_some_and(|it| role(it) == Some(wanted));
    let mut lines = text.lines();
    // A program may say more above the start. A goal there belongs to it if there is no other.
    if let Some(line) = lines.find(|line| has_title(line, BoardRole::Start))
        && let Some((above, _)) = text.split_once(line)
        && (!above.contains(':') || lines.any(|line| has_title(line, BoardRole::Goal)))
    {
        let end = above.len() + line.find([':', '：'])?;
        let below = text[end..].trim_start_matches([':', '：']);
        return Some([&text[..end], below]);
    }
    let line = text.lines().next()?.trim_end();
    let below = &text[line.len()..];
    let title = line.trim_matches([':', '：', '【', '】', '《', '》']);
    let mut next = below.lines().skip(1).map(str::trim);
    let small = title.to_lowercase();
    let are_signs = !title.is_ascii()
        && title
            .chars()
            .all(|mark| !mark.is_ascii_alphabetic() && mark.is_alphanumeric() || mark == ' ')
        && title
            .chars()
            .any(|mark| mark.is_alphabetic() && !below.contains(mark));
    let is_apart =
        title.contains(' ') || small.ends_with("-puzzle") || next.clone().next() == Some("");
    let is_last = next
        .find(|line| !line.is_empty())
        .is_some_and(|line| !is_title(line) || role(line) == Some(BoardRole::Start));
    let is_other = role(title) == Some(BoardRole::Goal) || small.contains("exit");
    let is_titled = are_signs || is_title(title) && is_apart;
    (is_titled && is_last && !is_other).then_some([line, below])
}

/// Returns the puzzles of all parts of a text, if each part has one meaning.
fn rewritten_puzzles(text: &str, forms: &[Form]) -> Option<Vec<Typed>> {
    let mut all = Vec::new();
    for (_, part) in parts(text) {
        let found = puzzles_of(part, forms).ok()?;
        all.extend((!found.is_empty()).then_some(found)?);
    }
    Some(all)
}

fn one_as_drawn(text: &str) -> Result<Option<Typed>, NoRedCar> {
    match text.parse() {
        Ok(puzzle) => Ok(Some((puzzle, in_order(text)))),
        Err(_) => Ok(drawn(text)?.map(|(puzzle, goal)| (puzzle, vec![goal]))),
    }
}

/// Returns the different puzzles that a text draws in other characters than ours, and whether the
/// red car of one is unknown.
fn rewritten(text: &str) -> (Vec<Typed>, Option<NoRedCar>) {
    let mut found: Vec<Typed> = Vec::new();
    let mut unknown = None;
    for (rewritten, mut assumptions, said) in lenient::readings(text) {
        match one_as_drawn(&rewritten) {
            Ok(Some((puzzle, goal))) => {
                assumptions.extend(goal.into_iter().map(|goal| match &said {
                    Some(said) => goal.in_words(said),
                    None => goal,
                }));
                if !found.iter().any(|(other, _)| *other == puzzle) {
                    found.push((puzzle, assumptions));
                }
            }
            Ok(None) => {}
            Err(error) => unknown = Some(error),
        }
    }
    if found.iter().any(|(puzzle, _)| !is_doubtful(puzzle)) {
        found.retain(|(puzzle, _)| !is_doubtful(puzzle));
    }
    (found, unknown)
}

/// Whether a board is probably drawn in a way that is not ours: no piece can move, tiles in one row
/// or column cannot pass each other, or more cells must be empty than can be.
fn is_doubtful(puzzle: &Puzzle) -> bool {
    let empties = puzzle.empty_cells();
    let is_row_of_tiles = || {
        let grid = puzzle.grid();
        grid.rows().min(grid.columns()) == 1
            && empties == 1
            && puzzle.pieces().len() + 1 == grid.area()
    };
    let mut goals = puzzle.goals().iter();
    empties == 0 || is_row_of_tiles() || goals.any(|goal| goal.empties.len() > empties)
}

/// Returns the only other reading of a text whose puzzle is doubtful.
fn sensible(text: &str, puzzle: &Puzzle, forms: &[Form]) -> Option<Typed> {
    let found = is_doubtful(puzzle).then(|| puzzles_in_form(text, forms, None).ok())?;
    let [only] = <[Typed; 1]>::try_from(found?).ok()?;
    (!is_doubtful(&only.0)).then_some(only)
}

/// Returns the puzzle of a text that draws one board without a goal, and the assumption about it;
/// `None` if no goal is usual for it.
fn drawn(text: &str) -> Result<Option<(Puzzle, Assumption)>, NoRedCar> {
    // Slashes may separate the rows of a board in one line.
    let has_slashes = text.contains('/') && !text.trim().contains('\n');
    let rows = if has_slashes { "\n" } else { "/" };
    let text = &text.trim().replace('/', rows);
    if let (Ok(tiles), false) = (text.parse(), says_goal(text)) {
        return Ok(Some((tiles, Assumption::tiles_in_order())));
    }
    let Some(mut draft) = text::draft(text) else {
        return Ok(None);
    };
    if !draft.goals.is_empty() || !draft.exits.is_empty() || !draft.doors.is_empty() {
        return Ok(None);
    }
    let assumption = match classic(&mut draft) {
        Some(classic) => Some(classic),
        None => rush_hour(&mut draft, has_slashes)?,
    };
    // Without an empty cell, the board draws empty cells in a way that is not ours.
    let puzzle = draft.check().ok().filter(|puzzle| puzzle.empty_cells() > 0);
    Ok(puzzle.zip(assumption))
}

/// Returns the puzzle of a drawn board with the goals of another puzzle of the same size. Each
/// piece that a goal names is the one of the board with the same shape and, if several have it,
/// with the same letter.
///
/// # Errors
/// If the goals do not fit the board.
pub fn with_goal_of(board: &Puzzle, other: &Puzzle) -> Result<Puzzle, String> {
    let mut draft = draft_of(board);
    let from = draft_of(other);
    let size = |draft: &Draft| {
        (
            draft.frame.rows.len(),
            draft.frame.rows.first().map(Vec::len),
        )
    };
    if size(&draft) != size(&from) {
        return Err("the frames are not equally large".to_owned());
    }
    let theirs = shapes(&from.frame);
    let shapes = shapes(&draft.frame);
    let ours = |letter: char| {
        let wanted = theirs.get(&letter);
        if shapes.get(&letter) == wanted {
            return Ok(letter);
        }
        // Among tiles, a `0` is the empty cell.
        if letter == '0' && shapes.contains_key(&'1') && !shapes.contains_key(&'0') {
            return Ok(EMPTY);
        }
        let alike = shapes.iter().filter(|&(_, shape)| Some(shape) == wanted);
        match alike.map(|(&found, _)| found).collect::<Vec<char>>()[..] {
            [only] => Ok(only),
            [] => Err(format!("no piece has the shape of its `{letter}`")),
            _ => Err(format!(
                "the board has no `{letter}` like that of the goal, and several pieces have its \
                 shape"
            )),
        }
    };
    let renamed = theirs.keys().map(|&letter| (letter, ours(letter)));
    let renamed: BTreeMap<char, Result<char, String>> = renamed.collect();
    let renamed = |letter: char| renamed[&letter].clone();
    let mut goals = from.goals.clone();
    for cell in goals
        .iter_mut()
        .flat_map(|goal| goal.rows.iter_mut().flatten())
    {
        if is_letter(*cell) {
            *cell = renamed(*cell)?;
        }
    }
    let exit = |&(letter, side): &(char, Direction)| Ok((renamed(letter)?, side));
    let exits = from.exits.iter().map(exit).collect::<Result<_, String>>()?;
    if draft.alike.is_empty() && draft.distinct.is_empty() {
        let group = |group: &Vec<char>| group.iter().map(|&letter| renamed(letter).ok()).collect();
        draft.alike = from.alike.iter().filter_map(group).collect();
    }
    draft.exits = exits;
    draft.finish = from.finish;
    checked(draft, goals)
}

/// Returns the puzzle whose goal is to have all pieces where this board draws them.
///
/// # Errors
/// If the board cannot be a goal.
pub fn with_itself_as_goal(board: &Puzzle) -> Result<Puzzle, String> {
    let mut draft = draft_of(board);
    draft.exits = Vec::new();
    let goals = vec![draft.frame.clone()];
    checked(draft, goals)
}

/// Returns the draft of the text of a puzzle.
fn draft_of(puzzle: &Puzzle) -> Draft {
    text::draft(&puzzle.to_string()).expect("the text of a puzzle is sound")
}

/// Returns the puzzle with these goals. What was published is about the goals before.
fn checked(draft: Draft, goals: Vec<CharGrid>) -> Result<Puzzle, String> {
    let draft = Draft {
        goals,
        best: PublishedOptimum::Unknown,
        ..draft
    };
    draft.check().map_err(|error| error.to_string())
}

/// Returns the shape of each letter of a frame, connected or not; none if the frame is too large.
fn shapes(frame: &CharGrid) -> BTreeMap<char, Polyomino> {
    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    if frame.rows.len() <= MAX_SIDE && frame.rows.iter().all(|row| row.len() <= MAX_SIDE) {
        for (row, line) in (0..).zip(&frame.rows) {
            for (column, &cell) in (0..).zip(line).filter(|(_, cell)| is_letter(**cell)) {
                cells.entry(cell).or_default().push(Cell::new(row, column));
            }
        }
    }
    cells
        .iter()
        .map(|(&letter, cells)| (letter, Polyomino::from_cells(cells)))
        .collect()
}

/// Breaks a drawing of one row into rows of this number of cells.
fn fold(frame: &CharGrid, columns: usize) -> CharGrid {
    match &frame.rows[..] {
        [row] => CharGrid {
            rows: row.chunks(columns).map(<[char]>::to_vec).collect(),
        },
        _ => frame.clone(),
    }
}

fn has_size(frame: &CharGrid, rows: usize, columns: usize) -> bool {
    frame.rows.len() == rows && wrapping::are_wide(&frame.rows, columns)
}

fn classic(draft: &mut Draft) -> Option<Assumption> {
    let frame = fold(&draft.frame, COLUMNS);
    if !has_size(&frame, ROWS, COLUMNS) {
        return None;
    }
    let is_square = |shape: &Polyomino| ClassicBlock::of(shape) == Some(ClassicBlock::Square);
    let mut squares = shapes(&frame)
        .into_iter()
        .filter(|(_, shape)| is_square(shape));
    let ((letter, _), None) = (squares.next()?, squares.next()) else {
        return None;
    };
    let cells: [char; CELLS] = frame.rows.concat().try_into().ok()?;
    let Draft { frame, goals, .. } = classic::draft(cells, letter);
    (draft.frame, draft.goals) = (frame, goals);
    Some(Assumption::classic_exit(letter))
}

/// Makes a Rush Hour puzzle of straight pieces in a square, or in a rectangle whose rows stand in
/// one line, as our lines have them; one piece is the red car.
fn rush_hour(draft: &mut Draft, has_slashes: bool) -> Result<Option<Assumption>, NoRedCar> {
    const LEAST: usize = 4;
    let rows = &draft.frame.rows;
    let is_one_line = rows.len() == 1 || has_slashes;
    let frame = match rush::side(rows.iter().map(Vec::len).sum()) {
        Some(side) if (LEAST..=MAX_SIDE).contains(&side) => {
            let frame = fold(&draft.frame, side);
            has_size(&frame, side, side).then_some(frame)
        }
        _ => has_slashes.then(|| draft.frame.clone()),
    };
    let Some(frame) = frame else { return Ok(None) };
    // Databases draw empty cells as `o`. Beside `.`, it can be a car.
    let mut without_o = frame.clone();
    without_o
        .rows
        .iter_mut()
        .flatten()
        .filter(|cell| **cell == 'o')
        .for_each(|cell| *cell = '.');
    let has_dots = frame.rows.concat().contains(&'.');
    let frames = has_dots.then_some(frame).into_iter().chain([without_o]);
    let Some(cars) = frames
        .into_iter()
        .find_map(|frame| cars(frame, is_one_line))
    else {
        return Ok(None);
    };
    let (frame, letter) = cars?;
    (draft.frame, draft.movement) = (frame, Movement::Axis);
    draft.exits = vec![(letter, Direction::Right)];
    Ok(Some(Assumption::rush_hour(letter)))
}

/// Returns the frame with its walls, and the red car; `None` if some piece is not a car.
///
/// In a line of a database, `x` is a wall. In rows it can be a car, and is the red one if no other
/// letter is.
fn cars(mut frame: CharGrid, is_one_line: bool) -> Option<Result<(CharGrid, char), NoRedCar>> {
    let cars = rush::cars(&frame.rows, ".#x").ok()?;
    let with_x = rush::cars(&frame.rows, ".#").ok().filter(|_| !is_one_line);
    let x = with_x.and_then(|mut cars| cars.remove(&'x'));
    if cars.is_empty() && x.is_none() {
        return None;
    }
    let pairs = rush::flat_pairs(&cars);
    let is_pair = x.as_deref().is_some_and(rush::is_flat_pair);
    let exit_row = &frame.rows[(frame.rows.len() - 1) / 2];
    let at_exit: Vec<&char> = pairs.iter().filter(|it| exit_row.contains(it)).collect();
    let is_only = at_exit.len() == 1 && frame.rows.len() > 5;
    let letter = match (rush::red_car(&pairs), is_pair) {
        // In databases, it always has this letter.
        (Ok('A'), _) if is_one_line => 'A',
        (Ok('A'), true) if exit_row.contains(&'x') && !exit_row.contains(&'A') => 'x',
        // The only car at the usual exit cannot be another.
        (Ok('A' | '1') | Err(NoRedCar::Unnamed), false) if is_only => *at_exit[0],
        (Ok(letter @ ('A' | '1')), _) if !at_exit.is_empty() && !exit_row.contains(&letter) => {
            return Some(Err(NoRedCar::Unnamed));
        }
        (Ok(letter), true) if letter != 'X' => return Some(Err(NoRedCar::Ambiguous('x', letter))),
        (Ok(letter), _) => letter,
        (Err(NoRedCar::Unnamed), true) => 'x',
        (Err(unknown), _) => return Some(Err(unknown)),
    };
    let has_small = cars.keys().any(char::is_ascii_lowercase);
    if x.is_none() || letter == 'A' && !has_small {
        frame
            .rows
            .iter_mut()
            .flatten()
            .filter(|cell| **cell == 'x')
            .for_each(|cell| *cell = '#');
    }
    Some(Ok((frame, letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the puzzle of a board, and the assumption about it.
    fn understood(text: &str) -> (String, Assumption) {
        let (puzzle, assumption) = drawn(text).expect("no doubt").expect("a board");
        (puzzle.to_string(), assumption)
    }

    fn nothing(text: &str) -> bool {
        drawn(text) == Ok(None)
    }

    #[test]
    fn the_default_goal_of_a_classic_board_is_the_bottom_exit() {
        let (text, assumption) = understood("ACCB\nACCB\nDEEF\nDGHF\nI..J\n");
        assert_eq!(assumption, Assumption::classic_exit('C'));
        crate::cases::ends(
            &text,
            "goal:\n. . . .\n. . . .\n. . . .\n. C C .\n. C C .\n",
        );
        for line in ["ACCBACCBDEEFDGHFI..J", "ACCB/ACCB/DEEF/DGHF/I..J"] {
            assert_eq!(
                understood(line),
                (text.clone(), assumption.clone()),
                "{line}"
            );
        }
        assert!(nothing("AACC\nAACC\n....\n....\n...."), "which of them?");
        assert!(
            nothing("ACCB\nACCB\nDEEF\nDGHF\nI..J\ngoal:\n"),
            "a goal is given"
        );
    }

    #[test]
    fn boards_with_a_car_x_or_r_are_rush_hour() {
        let board = "..BCCC\n..B..D\nXXB..D\nE....D\nE.....\nFFF...\n";
        let (text, assumption) = understood(board);
        assert_eq!(assumption, Assumption::rush_hour('X'));
        crate::cases::has(&text, "pieces: axis\n");
        crate::cases::has(&text, "\n. . . . X X\n");
        for other in [board.replace('.', "o"), board.replace('\n', "")] {
            assert_eq!(understood(&other).0, text);
        }
        for letter in ["R", "r", "x"] {
            assert_eq!(
                understood(&board.replace('X', letter)).0,
                text.replace('X', letter)
            );
        }
        assert_eq!(
            understood(&board.replace('X', "A")).0,
            text.replace('X', "A")
        );
        let elsewhere = board.replace("XX", "..").replace("E.....", "EQQ...");
        let unknown = drawn(&elsewhere);
        assert_eq!(
            unknown,
            Err(NoRedCar::Unnamed),
            "no car is known to be the red one"
        );
        let truck = understood(&board.replace('X', "x").replace("FFF", "RRR")).1;
        assert_eq!(
            truck,
            Assumption::rush_hour('x'),
            "a truck is not a red car"
        );
    }

    #[test]
    fn rows_and_one_line_give_the_same_red_car() {
        for (board, letter) in [
            ("AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.", 'X'),
            ("BB...O/P..Q.O/PAAQ.O/P..Q../C...DD/C.RRR.", 'A'),
            ("BB...O/P..Q.O/PRRQ.O/P..Q../C...DD/C.AAA.", 'R'),
            ("BB...x/P..Q.O/PAAQ.O/P..Q../C...DD/C.RRR.", 'A'),
        ] {
            let rows = understood(board);
            assert_eq!(rows.1, Assumption::rush_hour(letter), "{board}");
            let line = board.replace('/', "");
            assert_eq!(understood(&board.replace('/', "\n")), rows, "{board}");
            assert_eq!(understood(&board.replace('.', "o")), rows, "{board}");
            assert_eq!(understood(&line), rows, "{board}");
            let reading = crate::notation::read_any(&line, None).expect("a board");
            assert_eq!(reading.puzzles[0].to_string(), rows.0, "{board}");
            assert_eq!(
                reading.assumptions,
                [[Assumption::rush_hour(letter)]],
                "{board}"
            );
        }
    }

    #[test]
    fn a_line_of_a_database_has_the_red_car_a() {
        for board in [
            "AAoooo/oooooo/oBBooo/oooooo/oooooo/ooooCC",
            "AAooooo/ooooooo/oBBoooo/ooooooo/ooooooo",
        ] {
            assert_eq!(understood(board).1, Assumption::rush_hour('A'), "{board}");
        }
    }

    #[test]
    fn lower_case_x_can_be_the_red_car_only_in_rows() {
        let lower = "aa...o\np..q.o\npxxq.o\np..q..\nb...cc\nb.rrr.\n";
        let (text, assumption) = understood(lower);
        assert_eq!(assumption, Assumption::rush_hour('x'));
        assert!(
            text.contains("a a . . . o\n"),
            "beside `.`, `o` is a car: {text}"
        );
        let reading = crate::notation::read_any(&lower.replace('\n', ""), None);
        assert!(reading.is_err(), "no red car: {reading:?}");
        let both = "RRB...\n..B...\nxxB...\n......\n......\n......\n";
        assert_eq!(drawn(both), Err(NoRedCar::Ambiguous('x', 'R')));
        let at_exit = understood(&both.replace('R', "A")).1;
        assert_eq!(at_exit, Assumption::rush_hour('x'));
    }

    #[test]
    fn an_exit_header_counts_as_a_goal() {
        let classic = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n";
        let cars = "..BCCC\n..B..D\nXXB..D\nE....D\nE.....\nFFF...\n";
        let bottom = "taken for the classic one: `C` in the middle of the bottom";
        let right = "taken for Rush Hour: `X` leaves to the right";
        for (board, said, goal) in [
            (classic, "exit: bottom", bottom),
            (classic, "goal: C bottom", bottom),
            (cars, "exit: right", right),
        ] {
            let stated = puzzles_of(&format!("{said}\n{board}"), &FORMS).expect("no doubt");
            let unstated = puzzles_of(board, &FORMS).expect("no doubt");
            let (puzzle, notes) = &stated[0];
            let (same, _) = &unstated[0];
            assert_eq!(puzzle, same, "{said}");
            let notes: Vec<String> = notes.iter().map(Assumption::to_string).collect();
            assert_eq!(notes, [format!("`{said}` is {goal}")]);
        }
    }

    #[test]
    fn the_default_goal_of_numbered_tiles_is_ascending_order() {
        let eight = understood("123\n456\n.78\n");
        crate::cases::ends(&eight.0, "goal:\n1 2 3\n4 5 6\n7 8 .\n");
        assert_eq!(eight.1, Assumption::tiles_in_order());
        for text in ["1 2 3\n4 5 6\n0 7 8\n", "1 2 3\n4 5 6\n_ 7 8"] {
            assert_eq!(understood(text), eight, "{text}");
        }
        let (fifteen, _) = understood("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n");
        assert!(fifteen.ends_with(" 9 10 11 12\n13 14 15  .\n"), "{fifteen}");
        for wrong in [
            "1 2\n3 3",
            "12.",
            "1 2 3\n4 5 6\n7 8 9",
            "1 2 3\n4 5 7\n0 8 9",
        ] {
            assert!(nothing(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_typed_board_can_take_the_goal_of_another_puzzle() {
        let other = "AAB\nAAB\nC..\ngoal:\n...\n.AA\n.AA\n"
            .parse()
            .expect("a puzzle");
        let board = |text: &str| format!("{text}\ngoal:\n{text}").parse().expect("a board");
        let puzzle = with_goal_of(&board("X..\nYZZ\nYZZ\n"), &other).expect("one goal");
        crate::cases::ends(&puzzle.to_string(), "goal:\n. . .\n. Z Z\n. Z Z\n");
        let wrong = |text: &str| with_goal_of(&board(text), &other).expect_err("no goal");
        assert_eq!(
            wrong("XX.\nYYZ\n..Z\n"),
            "no piece has the shape of its `A`"
        );
        assert_eq!(wrong("XX.\n"), "the frames are not equally large");
    }
}
