//! Checks a draft and builds its puzzle: first the frame and the pieces, then the goals.

mod doors;
mod layers;
mod waiting;

use ahash::{AHashMap as HashMap, AHashSet as HashSet};

use super::{
    Optimum, PublishedOptimum,
    draft::{
        CharGrid, Draft, DraftError, DraftLocation, EMPTY, FEWER_GOALS, MAX_GOALS, MAX_SIDE,
        SMALLER_FRAME, is_letter, is_mark, too_large, too_many_goals,
    },
    model::{Gate, Goal, Piece, PieceId, Polyomino, Puzzle, PuzzleInfo, SolvedWhen, Target},
};
use crate::grid::{Cell, Direction, Grid};
use doors::{check_doors, doors};
use layers::{colours, layers};
use waiting::waits;

/// The error of a puzzle without a goal.
pub const NO_GOAL: &str = "the puzzle has no goal";

/// The remedy for a puzzle without a goal.
pub const NO_GOAL_HELP: &str = "below a line `goal:`, draw how the frame should end up; or write \
                                `exit: X=right` above the frame, for Rush Hour with `pieces: axis`";

/// The pieces of the frame by letter.
type PieceLetters = HashMap<char, PieceId>;

impl Draft {
    /// Builds the puzzle of the draft.
    ///
    /// The pieces are numbered in the order of their anchors, and so are the targets of each goal.
    ///
    /// # Errors
    /// The first error: those of the frame come before those of the headers, and the goals last.
    ///
    /// # Complexity
    /// Time and memory are in proportion to the draft.
    pub fn check(self) -> Result<Puzzle, DraftError> {
        let mark = self.gate.as_ref().map(|&(mark, _)| mark);
        let grid = frame(&self.frame, mark)?;
        let (mut pieces, letters) = pieces(&self.frame, &grid)?;
        describe(&mut pieces, &letters, &self)?;
        let gate = gate(&self, &grid, &letters)?;
        let alike = alike(&self.alike, &pieces, &letters)?;
        let distinct = distinct(&self.distinct, &alike, &letters)?;
        let mut puzzle = Puzzle {
            title: clean_title(self.title),
            grid,
            pieces,
            goals: Vec::new(),
            alike,
            distinct,
            movement: self.movement,
            finish: self.finish,
            gate,
            doors: Vec::new(),
            all_leave: self.all_leave,
            waits: Vec::new(),
            colours: colours(&self.colours, &letters)?,
            best: clean_best(self.best),
        };
        puzzle.doors = doors(&self.doors, &puzzle, &letters)?;
        layers(&self.layers, &mut puzzle, &letters)?;
        check_doors(&self.doors, &self.layers, &puzzle, &letters)?;
        puzzle.waits = waits(&self.ice, &self.keys, &puzzle, &letters)?;
        if puzzle.finish == SolvedWhen::Clear
            && !(puzzle.waits.is_empty() && self.layers.is_empty())
        {
            let message = "a piece that waits for others, or has layers, cannot stand a free step \
                           before a goal";
            return Err(DraftLocation::Whole.error(message, "omit `finish: clear`"));
        }
        if self.all_leave && puzzle.doors.is_empty() {
            let help = "name a door and the pieces that leave through it: `door: A = right 2-3`";
            return Err(DraftLocation::AllLeave.error("no piece can leave: there is no door", help));
        }
        let mut goals = drawn_goals(&self.goals, &puzzle, &letters, mark)?;
        goals.extend(exits(&self.exits, &puzzle, &letters)?);
        let mut targets = goals.iter().flat_map(|goal| &goal.targets);
        let has_layers = |it: &&Target| puzzle.pieces[it.piece].next_layer.is_some();
        if let Some(target) = targets.find(has_layers) {
            let letter = puzzle.pieces[target.piece].letter;
            let message = format!("a goal cannot place piece `{letter}`, which has layers");
            let help = "let it leave: `goal: gone`";
            return Err(DraftLocation::Whole.error(message, help));
        }
        if goals.is_empty() && !puzzle.doors.is_empty() {
            puzzle.all_leave = true;
            goals.push(Goal::default());
        }
        if goals.is_empty() {
            let (message, help) = if puzzle.empty_cells() > 0 {
                (NO_GOAL, NO_GOAL_HELP)
            } else {
                (
                    "the puzzle has no empty cell and no goal",
                    "write `.` where nothing stands, and below a line `goal:`, draw how the frame \
                     should end up",
                )
            };
            return Err(DraftLocation::Whole.error(message, help));
        }
        puzzle.goals = goals;
        Ok(puzzle)
    }
}

/// Returns the walls of a drawing, whose rows must be equally long and whose characters known.
fn frame(drawing: &CharGrid, mark: Option<char>) -> Result<Grid, DraftError> {
    if let Some(mark) = mark.filter(|&mark| !is_mark(mark)) {
        let message = format!("`{}` cannot mark a gate", mark.escape_debug());
        let help = "take a sign such as `+`, `*` or `%`, neither a letter nor a digit nor any of \
                    `. # ; : _`";
        return Err(DraftLocation::GateMark.error(message, help));
    }
    let rows = &drawing.rows;
    let wanted = rows.first().map_or(0, Vec::len);
    if wanted == 0 {
        let help = "draw it: a row of characters for each row of cells";
        return Err(DraftLocation::Whole.error("the puzzle has no frame", help));
    }
    if rows.len() > MAX_SIDE {
        let place = DraftLocation::FrameRow(MAX_SIDE);
        return Err(place.error(too_large("rows"), SMALLER_FRAME));
    }
    if wanted > MAX_SIDE {
        let place = DraftLocation::FrameCell(0, MAX_SIDE);
        return Err(place.error(too_large("columns"), SMALLER_FRAME));
    }
    let mut grid = Grid::open(byte(rows.len()), byte(wanted));
    for (row, cells) in rows.iter().enumerate() {
        if let Some(column) = cells.iter().position(|&found| !is_cell(found, mark)) {
            return Err(unknown_cell(
                DraftLocation::FrameCell(row, column),
                cells[column],
            ));
        }
        if cells.len() != wanted {
            let found = count(cells.len(), "cell");
            let message = format!("this row has {found}, the first one has {wanted}");
            let help = "draw all rows equally long; `.` is an empty cell, `#` a wall";
            return Err(DraftLocation::FrameRow(row).error(message, help));
        }
        for (column, _) in cells.iter().enumerate().filter(|&(_, &found)| found == '#') {
            grid.build_wall(Cell::new(byte(row), byte(column)));
        }
    }
    Ok(grid)
}

/// Returns the error that a character draws no cell.
fn unknown_cell(place: DraftLocation, found: char) -> DraftError {
    let help = match found {
        '+' => {
            "write the cells of a row side by side, like `A C C B`; cells of a gate need a line \
             `gate: + = A` with the pieces that may enter"
        }
        ',' | '[' | ']' | '(' | ')' | '{' | '}' | '|' | '"' => {
            "write the cells of a row side by side, or with spaces between them: `A C C B`"
        }
        _ => "a cell is a letter or digit (a piece), `.` (empty) or `#` (a wall)",
    };
    place.error(format!("`{}` is not a cell", found.escape_debug()), help)
}

/// Returns a number of things in words: `1 cell`, `4 cells`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Whether this character draws a cell.
fn is_cell(character: char, mark: Option<char>) -> bool {
    matches!(character, '.' | '#') || is_letter(character) || Some(character) == mark
}

/// Converts a row or column of a frame that is not too large.
fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("sides are bounded by MAX_SIDE")
}

/// Returns the pieces in the order of their anchors.
fn pieces(drawing: &CharGrid, grid: &Grid) -> Result<(Vec<Piece>, PieceLetters), DraftError> {
    let at = |cell: Cell| drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
    let mut seen = vec![false; grid.area()];
    let mut letters = PieceLetters::new();
    let mut pieces = Vec::new();
    let mut cells = Vec::new();
    for anchor in grid.cells() {
        let letter = at(anchor);
        if seen[grid.index(anchor)] || !is_letter(letter) {
            continue;
        }
        if letters.insert(letter, pieces.len()).is_some() {
            let row = usize::from(anchor.row);
            let column = usize::from(anchor.column);
            let place = DraftLocation::FrameCell(row, column);
            let help = "give each piece its own letter; its cells must touch side by side";
            return Err(place.error(format!("piece `{letter}` is in two parts"), help));
        }
        cells.clear();
        cells.push(anchor);
        reach(&mut cells, grid, &mut seen, |cell| at(cell) == letter);
        pieces.push(Piece {
            letter,
            name: None,
            shape: Polyomino::from_cells(&cells),
            anchor,
            lock: None,
            next_layer: None,
        });
    }
    if pieces.is_empty() {
        let place = DraftLocation::FrameRow(0);
        return Err(place.error(
            "the frame holds no piece",
            "draw each piece with a letter of its own",
        ));
    }
    Ok((pieces, letters))
}

/// Adds the connected cells around the first one that are the `same`, and marks all as seen.
fn reach(cells: &mut Vec<Cell>, grid: &Grid, seen: &mut [bool], same: impl Fn(Cell) -> bool) {
    seen[grid.index(cells[0])] = true;
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for near in Direction::ALL
            .into_iter()
            .filter_map(|direction| cell.step(direction))
        {
            if grid.contains(near) && same(near) && !seen[grid.index(near)] {
                seen[grid.index(near)] = true;
                cells.push(near);
            }
        }
    }
}

/// Returns the pieces that these letters draw, each of which must be named once only.
fn named(
    letters: impl IntoIterator<Item = char>,
    place: impl Fn(usize) -> DraftLocation,
    known: &PieceLetters,
) -> Result<Vec<PieceId>, DraftError> {
    let mut seen = HashSet::new();
    letters
        .into_iter()
        .enumerate()
        .map(|(number, letter)| {
            let Some(&piece) = known.get(&letter) else {
                return Err(no_such_piece(place(number), letter));
            };
            if seen.insert(letter) {
                return Ok(piece);
            }
            let message = format!("piece `{letter}` is named twice");
            Err(place(number).error(message, "name each piece once"))
        })
        .collect()
}

/// Returns the error that a letter draws no piece of the frame.
fn no_such_piece(place: DraftLocation, letter: char) -> DraftError {
    let help = "use a letter of the frame; capitals and small letters differ";
    place.error(format!("the frame has no piece `{letter}`"), help)
}

/// Names and locks the pieces.
fn describe(pieces: &mut [Piece], letters: &PieceLetters, draft: &Draft) -> Result<(), DraftError> {
    let names = draft.piece_names.iter().map(|&(letter, _)| letter);
    for (piece, (_, name)) in named(names, DraftLocation::PieceName, letters)?
        .into_iter()
        .zip(&draft.piece_names)
    {
        pieces[piece].name = Some(piece_name(name)).filter(|name| !name.is_empty());
    }
    let locks = draft.locks.iter().map(|&(letter, _)| letter);
    for (piece, &(_, lock)) in named(locks, DraftLocation::Lock, letters)?
        .into_iter()
        .zip(&draft.locks)
    {
        pieces[piece].lock = Some(lock);
    }
    Ok(())
}

/// Returns the cells of the gate, and the pieces that may enter them.
fn gate(draft: &Draft, grid: &Grid, letters: &PieceLetters) -> Result<Gate, DraftError> {
    let Some((mark, allowed)) = &draft.gate else {
        return Ok(Gate::default());
    };
    let at = |cell: Cell| draft.frame.rows[usize::from(cell.row)][usize::from(cell.column)];
    let cells: Vec<Cell> = grid.cells().filter(|&cell| at(cell) == *mark).collect();
    if cells.is_empty() {
        let message = format!("no cell of the frame is drawn as the gate `{mark}`");
        let help = "draw its cells with that mark, or leave the gate away";
        return Err(DraftLocation::GateMark.error(message, help));
    }
    let mut pieces = named(allowed.iter().copied(), DraftLocation::GateLetter, letters)?;
    pieces.sort_unstable();
    Ok(Gate { cells, pieces })
}

/// Returns the groups of interchangeable pieces.
fn alike(
    groups: &[Vec<char>],
    pieces: &[Piece],
    letters: &PieceLetters,
) -> Result<Vec<Vec<PieceId>>, DraftError> {
    let members = |group: &Vec<char>| group.len();
    let places = places(groups.iter().map(members), DraftLocation::AlikeLetter);
    let members = groups.iter().flatten().copied();
    let mut ids = named(members, |number| places[number], letters)?
        .into_iter()
        .zip(&places);
    let mut alike: Vec<Vec<PieceId>> = Vec::new();
    for group in groups.iter().filter(|group| !group.is_empty()) {
        let members: Vec<(PieceId, &DraftLocation)> = ids.by_ref().take(group.len()).collect();
        let shape = |piece: PieceId| &pieces[piece].shape;
        if let Some(&(piece, place)) = members
            .iter()
            .find(|(piece, _)| shape(*piece) != shape(members[0].0))
        {
            let letter = pieces[piece].letter;
            let message = format!("pieces `{letter}` and `{}` differ in shape", group[0]);
            return Err(place.error(
                message,
                "only pieces of one shape, not turned, can be alike",
            ));
        }
        alike.push(members.into_iter().map(|(piece, _)| piece).collect());
    }
    Ok(alike)
}

/// Returns the places of all letters of groups of these sizes.
fn places(
    sizes: impl Iterator<Item = usize>,
    place: fn(usize, usize) -> DraftLocation,
) -> Vec<DraftLocation> {
    let groups = sizes.enumerate();
    groups
        .flat_map(|(group, size)| (0..size).map(move |at| place(group, at)))
        .collect()
}

/// Returns the pieces that are interchangeable with no others, in order.
fn distinct(
    members: &[char],
    alike: &[Vec<PieceId>],
    letters: &PieceLetters,
) -> Result<Vec<PieceId>, DraftError> {
    let mut pieces = named(
        members.iter().copied(),
        DraftLocation::DistinctLetter,
        letters,
    )?;
    let is_grouped = |piece: &PieceId| {
        alike
            .iter()
            .any(|group| group.len() > 1 && group.contains(piece))
    };
    if let Some(at) = pieces.iter().position(is_grouped) {
        let message = format!(
            "piece `{}` is alike others, and cannot be distinct",
            members[at]
        );
        let help = "take the piece out of `alike` or out of `distinct`";
        return Err(DraftLocation::DistinctLetter(at).error(message, help));
    }
    pieces.sort_unstable();
    Ok(pieces)
}

/// Returns the goals that the draft draws for `puzzle`, which has none yet.
fn drawn_goals(
    drawings: &[CharGrid],
    puzzle: &Puzzle,
    letters: &PieceLetters,
    mark: Option<char>,
) -> Result<Vec<Goal>, DraftError> {
    if drawings.len() > MAX_GOALS {
        let place = DraftLocation::Goal(MAX_GOALS);
        return Err(place.error(too_many_goals(), FEWER_GOALS));
    }
    drawings
        .iter()
        .enumerate()
        .map(|(number, drawing)| {
            GoalReader {
                puzzle,
                letters,
                mark,
                number,
            }
            .read(drawing)
        })
        .collect()
}

/// Reads one goal.
struct GoalReader<'a> {
    puzzle: &'a Puzzle,
    letters: &'a PieceLetters,
    mark: Option<char>,
    /// The number of the goal, from 0.
    number: usize,
}

impl GoalReader<'_> {
    fn read(&self, drawing: &CharGrid) -> Result<Goal, DraftError> {
        self.check_size(drawing)?;
        let targets = self
            .drawn(drawing)?
            .iter()
            .map(|(piece, cells)| self.target(*piece, cells))
            .collect::<Result<Vec<Target>, _>>()?;
        let empties = self.empties(drawing)?;
        if targets.is_empty() && empties.is_empty() {
            let help = "draw at least one piece where it must stand, or `_` where nothing may";
            let place = DraftLocation::Goal(self.number);
            return Err(place.error("this goal asks for nothing", help));
        }
        Ok(Goal { targets, empties })
    }

    fn check_size(&self, drawing: &CharGrid) -> Result<(), DraftError> {
        let grid = self.puzzle.grid();
        let wanted = usize::from(grid.columns());
        let goal = self.number;
        let help = "draw the whole frame again, with `.` where anything may stand";
        for (row, cells) in drawing
            .rows
            .iter()
            .enumerate()
            .take(usize::from(grid.rows()))
        {
            if let Some(column) = cells
                .iter()
                .position(|&found| !is_goal_cell(found, self.mark))
            {
                let place = DraftLocation::GoalCell(goal, row, column);
                return Err(unknown_cell(place, cells[column]));
            }
            if cells.len() != wanted {
                let found = count(cells.len(), "cell");
                let message = format!("this row has {found}, those of the frame have {wanted}");
                return Err(DraftLocation::GoalRow(goal, row).error(message, help));
            }
        }
        let found = drawing.rows.len();
        let wanted = usize::from(grid.rows());
        if found == wanted {
            return Ok(());
        }
        let place = match found {
            0 => DraftLocation::Goal(goal),
            _ => DraftLocation::GoalRow(goal, wanted.min(found - 1)),
        };
        let message = format!(
            "this goal has {}, the frame has {wanted}",
            count(found, "row")
        );
        Err(place.error(message, help))
    }

    /// Returns the cells of each piece that the goal draws, in the order of their first cells.
    fn drawn(&self, drawing: &CharGrid) -> Result<Vec<(PieceId, Vec<Cell>)>, DraftError> {
        let mut drawn: Vec<(PieceId, Vec<Cell>)> = Vec::new();
        let mut entry: Vec<Option<usize>> = vec![None; self.puzzle.pieces().len()];
        for cell in self.puzzle.grid().cells() {
            let character = drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
            let wall = self.puzzle.grid().is_wall(cell);
            let letter = match character {
                '.' | EMPTY => continue,
                '#' if wall => continue,
                '#' => {
                    let help = "write `.` here: walls are those of the frame";
                    let message = "a wall in the goal where the frame has none";
                    return Err(self.place(cell).error(message, help));
                }
                _ if Some(character) == self.mark => continue,
                letter => letter,
            };
            let Some(&piece) = self.letters.get(&letter) else {
                return Err(no_such_piece(self.place(cell), letter));
            };
            if wall {
                let message = format!("the goal of `{letter}` is on a wall");
                return Err(self.place(cell).error(message, "set it on free cells"));
            }
            let index = *entry[piece].get_or_insert_with(|| {
                drawn.push((piece, Vec::new()));
                drawn.len() - 1
            });
            drawn[index].1.push(cell);
        }
        Ok(drawn)
    }

    /// Returns the cells that must be empty.
    fn empties(&self, drawing: &CharGrid) -> Result<Vec<Cell>, DraftError> {
        let drawn = |cell: &Cell| drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
        let empties: Vec<Cell> = self
            .puzzle
            .grid()
            .cells()
            .filter(|cell| drawn(cell) == EMPTY)
            .collect();
        match empties
            .iter()
            .find(|&&cell| self.puzzle.grid().is_wall(cell))
        {
            Some(&cell) => {
                let message = "this cell cannot be empty: the frame has a wall";
                Err(self.place(cell).error(message, "write `.` or `#` here"))
            }
            None => Ok(empties),
        }
    }

    /// Returns the target of a piece that covers these cells, given row by row.
    fn target(&self, piece: PieceId, cells: &[Cell]) -> Result<Target, DraftError> {
        let Piece { letter, shape, .. } = &self.puzzle.pieces()[piece];
        let anchor = cells[0];
        let help = "draw the piece as in the frame, only moved; pieces do not turn";
        if cells.len() != shape.area() {
            let found = cells.len();
            let wanted = count(shape.area(), "cell");
            let message = format!("piece `{letter}` has {wanted}, this goal draws {found}");
            return Err(self.place(anchor).error(message, help));
        }
        if Polyomino::from_cells(cells) != *shape {
            let message = format!("piece `{letter}` has another shape in the frame");
            return Err(self.place(anchor).error(message, help));
        }
        let gate = self.puzzle.gate();
        let mut standing_in = self
            .puzzle
            .alike()
            .iter()
            .filter(|group| group.contains(&piece));
        let may_enter = gate.pieces.binary_search(&piece).is_ok()
            || standing_in.any(|group| group.iter().any(|other| gate.pieces.contains(other)));
        let mark = self.mark.filter(|_| !may_enter);
        if let (Some(mark), Some(&cell)) = (
            mark,
            cells
                .iter()
                .find(|cell| gate.cells.binary_search(cell).is_ok()),
        ) {
            let message =
                format!("piece `{letter}` cannot stand here: the gate `{mark}` does not let it in");
            let help = "let the piece in, or let the goal keep clear of the gate";
            return Err(self.place(cell).error(message, help));
        }
        Ok(Target { piece, anchor })
    }

    /// Returns the location of a cell of the goal.
    fn place(&self, cell: Cell) -> DraftLocation {
        let row = usize::from(cell.row);
        let column = usize::from(cell.column);
        DraftLocation::GoalCell(self.number, row, column)
    }
}

/// Whether this character draws a cell of a goal.
fn is_goal_cell(character: char, mark: Option<char>) -> bool {
    is_cell(character, mark) || character == EMPTY
}

/// Returns a goal for each target of a piece at the side where it may leave the frame.
fn exits(
    exits: &[(char, Direction)],
    puzzle: &Puzzle,
    letters: &PieceLetters,
) -> Result<Vec<Goal>, DraftError> {
    let mut goals = Vec::new();
    for (entry, &(letter, side)) in exits.iter().enumerate() {
        let place = DraftLocation::Exit(entry);
        let Some(&piece) = letters.get(&letter) else {
            return Err(no_such_piece(place, letter));
        };
        let before = goals.len();
        let targets = puzzle
            .grid()
            .cells()
            .filter(|&anchor| leaves(puzzle, piece, anchor, side))
            .map(|anchor| vec![Target { piece, anchor }]);
        goals.extend(targets.map(|targets| Goal {
            targets,
            empties: Vec::new(),
        }));
        if goals.len() == before {
            let message = format!("piece `{letter}` cannot leave through this side: {side}");
            let help =
                "take a side that its row or column leads to, with free cells for the whole piece";
            return Err(place.error(message, help));
        }
        if goals.len() > MAX_GOALS {
            return Err(place.error(too_many_goals(), FEWER_GOALS));
        }
    }
    Ok(goals)
}

/// Whether a piece at this anchor touches the side of the frame, stands on cells that it may enter,
/// and has not left the row or column in which it must stay.
fn leaves(puzzle: &Puzzle, piece: PieceId, anchor: Cell, side: Direction) -> bool {
    let grid = puzzle.grid();
    let start = puzzle.pieces()[piece].anchor;
    let shape = &puzzle.pieces()[piece].shape;
    let free = |cell: Cell| grid.contains(cell) && puzzle.may_enter(piece, cell);
    let cells = || shape.cells_at(anchor);
    let steps = |one, other| puzzle.may_step(piece, one) || puzzle.may_step(piece, other);
    (anchor.row == start.row || steps(Direction::Up, Direction::Down))
        && (anchor.column == start.column || steps(Direction::Left, Direction::Right))
        && cells().any(|cell| cell.step(side).is_none_or(|next| !grid.contains(next)))
        && cells().filter(|&cell| free(cell)).count() == shape.area()
}

/// Returns the names of a list.
pub fn name_list(names: &str) -> impl Iterator<Item = String> {
    names
        .split([',', '、', '，'])
        .map(line)
        .filter(|name| !name.is_empty())
}

/// Returns a text with single spaces for white space and control characters: the latter could
/// command a terminal.
fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !(line.is_empty() || word.is_empty()) {
            line.push(' ');
        }
        line += word;
    }
    line
}

/// Returns the name of a piece without equals signs, which would begin the next entry of `names:`.
fn piece_name(name: &str) -> String {
    line(name).replace('=', "＝")
}

/// Returns `title` with each text on one line, without empty texts, and with one name per alias.
fn clean_title(title: PuzzleInfo) -> PuzzleInfo {
    let tidy = |text: Option<String>| text.map(|text| line(&text)).filter(|text| !text.is_empty());
    let mut translations: Vec<(String, String)> = Vec::new();
    let mut seen = HashSet::new();
    for (language, name) in title.translations {
        let language = tag(&language);
        let name = line(&name);
        if !language.is_empty() && !name.is_empty() && seen.insert(language.clone()) {
            translations.push((language, name));
        }
    }
    PuzzleInfo {
        name: tidy(title.name),
        translations,
        aliases: title
            .aliases
            .iter()
            .flat_map(|alias| name_list(alias))
            .collect(),
        source: tidy(title.source),
        note: tidy(title.note),
    }
}

/// Returns a language tag without characters that a key cannot hold: `zh`, `zh-Hant`.
fn tag(language: &str) -> String {
    language.chars().filter(|&c| is_tag_character(c)).collect()
}

/// Whether a language tag can hold this character.
pub const fn is_tag_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

/// Returns an optimum without lengths as an unknown one.
fn clean_best(best: PublishedOptimum) -> PublishedOptimum {
    if best == PublishedOptimum::Known(Optimum::default()) {
        PublishedOptimum::Unknown
    } else {
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the draft of this frame and these goals, their rows separated by spaces.
    fn draft(frame: &str, goals: &[&str]) -> Draft {
        let drawing = |picture: &str| CharGrid::from_lines(picture.split(' '));
        Draft {
            frame: drawing(frame),
            goals: goals.iter().map(|goal| drawing(goal)).collect(),
            ..Draft::default()
        }
    }

    #[test]
    fn pieces_are_numbered_by_their_anchors() {
        let puzzle = draft(".BA BBA", &["A.. A.."])
            .check()
            .expect("a sound draft");
        let letters: String = puzzle.pieces().iter().map(|piece| piece.letter).collect();
        assert_eq!(letters, "BA");
        assert_eq!(puzzle.goals()[0].targets[0].piece, 1);
    }

    #[test]
    fn the_largest_frame_is_accepted() {
        let full = vec!["A".repeat(127); 127].join(" ");
        let puzzle = draft(&full, &[&full]).check().expect("a sound draft");
        assert_eq!(puzzle.pieces()[0].shape.area(), 127 * 127);
    }

    #[test]
    fn a_goal_may_omit_walls() {
        assert!(draft("AA. B#.", &[".AA ..."]).check().is_ok());
    }

    #[test]
    fn too_many_goals_are_refused() {
        let mut many = draft("A.", &[".A"]);
        many.goals = vec![many.goals[0].clone(); MAX_GOALS + 1];
        let place = DraftLocation::Goal(MAX_GOALS);
        assert_eq!(
            many.check(),
            Err(place.error(too_many_goals(), FEWER_GOALS))
        );
    }

    #[test]
    fn white_space_in_titles_is_normalized() {
        let some = |text: &str| Some(text.to_owned());
        let title = PuzzleInfo {
            name: some(" a\tb\n c "),
            translations: vec![("z h".into(), "x".into()), ("zh".into(), "y".into())],
            aliases: vec!["a、b, c".into(), " ".into()],
            source: some("\u{7}"),
            note: None,
        };
        let piece_names = vec![('A', " a\u{1b} \n name ".to_owned())];
        let draft = Draft {
            title,
            piece_names,
            ..draft("A.", &[".A"])
        };
        let puzzle = draft.check().expect("a sound draft");
        assert_eq!(puzzle.pieces()[0].name.as_deref(), Some("a name"));
        let tidy = puzzle.title();
        assert_eq!(tidy.name.as_deref(), Some("a b c"));
        assert_eq!(tidy.translations, [("zh".to_owned(), "x".to_owned())]);
        assert_eq!(tidy.aliases, ["a", "b", "c"]);
        assert_eq!(tidy.source, None);
    }
}
