//! The list of all puzzles: search, order, selection, and its drawing beside the marked puzzle.

use crate::cli::prelude::*;
use crate::{
    collection::{NameRank, Query, SearchedNames, searched},
    play::Records,
};
use crossterm::{
    event::{
        KeyCode::{self, Char},
        KeyEvent, KeyModifiers,
    },
    style::{ContentStyle, Stylize},
};

use super::{
    board::BoardView,
    layout::{BoardArea, GAP, narrow},
    palette::PiecePalette,
    screen::{Buffer, Rect, cut},
};

pub struct PuzzleRow {
    pub source: Source,
    pub optimum: String,
    /// The published optimum as a number, if it has one.
    length: Option<u32>,
    names: SearchedNames,
}

/// The order of the matches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    /// The best matches first, otherwise as in the collection.
    Listed,
    /// By optimum, then as listed; puzzles without an optimum are last.
    Easiest,
    Hardest,
}

/// The list of puzzles with the query and the marked match.
pub struct Picker {
    rows: Vec<PuzzleRow>,
    metric: Metric,
    records: Records,
    pub query: String,
    pub order: ListOrder,
    /// The indices of the rows that match.
    found: Vec<usize>,
    marked: usize,
    /// The number of rows of a page, as drawn last.
    pub page: usize,
}

/// The effect of a key.
pub enum Picked {
    Open,
    Cancelled,
    Puzzle(Box<Source>),
}

impl Picker {
    /// Returns a list of the collection with the puzzle `pick` marked.
    pub fn new(pick: &str, metric: Metric, records: Records) -> Self {
        let collection = Collection::built_in();
        let rows: Vec<PuzzleRow> = collection
            .entries()
            .map(|entry| PuzzleRow::new(input::built_in(&collection, entry), metric))
            .collect();
        let marked = rows.iter().position(|row| row.source.pick == pick);
        Picker {
            found: (0..rows.len()).collect(),
            rows,
            metric,
            records,
            query: String::new(),
            order: ListOrder::Listed,
            marked: marked.unwrap_or(0),
            page: 1,
        }
    }

    /// Returns a list of the puzzles with this text in their names.
    pub fn searching(text: &str, metric: Metric) -> Self {
        let mut picker = Picker::new("", metric, Records::default());
        text.clone_into(&mut picker.query);
        picker.search();
        picker
    }

    /// Returns the rows that match.
    pub fn found(&self) -> impl Iterator<Item = &PuzzleRow> {
        self.found.iter().map(|&index| &self.rows[index])
    }

    pub fn marked(&self) -> Option<&PuzzleRow> {
        self.found.get(self.marked).map(|&index| &self.rows[index])
    }

    pub fn key(&mut self, key: KeyEvent) -> Picked {
        let page = self.page.cast_signed().max(1);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Picked::Cancelled,
            KeyCode::Enter => return self.take_row(self.marked),
            KeyCode::Up => self.move_by(-1),
            KeyCode::Down | KeyCode::Tab => self.move_by(1),
            KeyCode::PageUp => self.move_by(-page),
            KeyCode::PageDown => self.move_by(page),
            KeyCode::Home => self.marked = 0,
            KeyCode::End => self.move_by(isize::MAX),
            KeyCode::Backspace => {
                self.query.pop();
                self.search();
            }
            Char('s') if is_control => {
                let marked = self.found.get(self.marked).copied();
                self.order = match self.order {
                    ListOrder::Listed => ListOrder::Easiest,
                    ListOrder::Easiest => ListOrder::Hardest,
                    ListOrder::Hardest => ListOrder::Listed,
                };
                self.search();
                let place = self.found.iter().position(|&index| Some(index) == marked);
                self.marked = place.unwrap_or(0);
            }
            Char('u') if is_control => {
                self.query.clear();
                self.search();
            }
            Char(letter) if !is_control => {
                self.query.push(letter);
                self.search();
            }
            _ => {}
        }
        Picked::Open
    }

    /// Moves the mark by `rows` rows down.
    pub fn move_by(&mut self, rows: isize) {
        let last = self.found.len().saturating_sub(1);
        self.marked = self.marked.saturating_add_signed(rows).min(last);
    }

    pub fn take_row(&mut self, number: usize) -> Picked {
        match self.found.get(number) {
            Some(&index) => Picked::Puzzle(Box::new(self.rows.swap_remove(index).source)),
            None => Picked::Open,
        }
    }

    /// Finds the rows that contain every word of the query, and sorts them.
    fn search(&mut self) {
        let query = Query::new(&self.query);
        let ranks: Vec<Option<NameRank>> =
            self.rows.iter().map(|row| query.rank(&row.names)).collect();
        let mut found: Vec<usize> = (0..ranks.len()).filter(|&at| ranks[at].is_some()).collect();
        found.sort_by_cached_key(|&index| {
            let row = &self.rows[index];
            let length = row.length.map(i64::from);
            let place = match self.order {
                ListOrder::Listed => 0,
                ListOrder::Easiest => length.unwrap_or(i64::MAX),
                ListOrder::Hardest => length.map_or(i64::MAX, |length| -length),
            };
            // The pick begins with the name only if the puzzle has a file of its own.
            let pick = query.rank_of(&searched(&row.source.pick));
            (place, ranks[index], pick.unwrap_or(NameRank::Words))
        });
        (self.found, self.marked) = (found, 0);
    }
}

impl PuzzleRow {
    fn new(source: Source, metric: Metric) -> Self {
        PuzzleRow {
            optimum: input::published_text(&source.puzzle, metric),
            length: input::published(&source.puzzle, metric),
            names: SearchedNames::new(source.puzzle.title(), &source.pick),
            source,
        }
    }
}

/// The width of a result in the list.
const RESULT: u16 = 9;
/// The least width of a list with a preview, and the width of the preview.
const LIST: u16 = 50;
const PREVIEW: u16 = 36;

/// The keys, and a shorter form.
const KEYS: [&str; 2] = [
    "type to search · ↑ ↓ · Enter plays it · Ctrl-S sorts · Esc back",
    "type · ↑ ↓ · Enter · Ctrl-S sorts · Esc",
];

/// Draws the list. Returns the area of its rows and the number of the first of them.
pub fn draw_list(
    picker: &mut Picker,
    palette: &PiecePalette,
    buffer: &mut Buffer,
    area: Rect,
) -> (Rect, usize) {
    let order = match picker.order {
        ListOrder::Listed => "",
        ListOrder::Easiest => ", the easiest first",
        ListOrder::Hardest => ", the hardest first",
    };
    let matches = counted(picker.found.len(), "match");
    let title = format!("Another puzzle: {matches}{order}");
    let width = area.width.saturating_sub(8).min(120);
    let height = area.height.saturating_sub(4);
    let inside = palette.open_box(buffer, area, (width, height), &title);
    let has_preview = inside.width >= LIST + GAP + PREVIEW;
    let rows = Rect {
        y: (inside.y + 2).min(inside.bottom()),
        height: inside.height.saturating_sub(3),
        width: inside.width - if has_preview { GAP + PREVIEW } else { 0 },
        ..inside
    };
    picker.page = usize::from(rows.height);
    let prompt = cut(&format!("/ {}▏", picker.query), inside.width);
    buffer.write(inside.x, inside.y, &prompt, ContentStyle::new());
    let first = draw_rows(picker, buffer, rows, has_preview);
    if inside.height > 1 {
        let heads = ["", "", "your best", "optimum"];
        let line = Rect {
            width: rows.width,
            ..inside.line(1)
        };
        draw_row(buffer, line, heads, palette.quiet());
        let keys = KEYS
            .into_iter()
            .find(|keys| keys.width() <= inside.width.into())
            .unwrap_or(KEYS[1]);
        let last = inside.bottom() - 1;
        buffer.write(inside.x, last, &cut(keys, inside.width), palette.quiet());
    }
    if let Some(row) = picker.marked().filter(|_| has_preview) {
        let area = Rect {
            x: inside.right() - PREVIEW,
            width: PREVIEW,
            ..rows
        };
        let palette = PiecePalette::of(&row.source.puzzle, palette.paint);
        draw_preview(row, &palette, buffer, area);
    }
    (rows, first)
}

/// Draws as many rows as fit. Returns the number of the first of them.
fn draw_rows(picker: &Picker, buffer: &mut Buffer, area: Rect, has_preview: bool) -> usize {
    let height = usize::from(area.height);
    let most = picker.found.len().saturating_sub(height);
    let first = picker.marked.saturating_sub(height / 2).min(most);
    for ((number, row), line) in picker.found().enumerate().skip(first).zip(0..area.height) {
        let style = if number == picker.marked {
            ContentStyle::new().bold().reverse()
        } else {
            ContentStyle::new()
        };
        let best = picker.records.best(&row.source.puzzle, picker.metric);
        let best = best.map_or(String::new(), |best| format!("✓ {}", best.length));
        // The preview shows the pick.
        let pick = if has_preview { "" } else { &row.source.pick };
        let columns = [&*row.source.title(), pick, &*best, &*row.optimum];
        draw_row(buffer, area.line(line), columns, style);
    }
    first
}

/// Draws a row of the list: the title, the pick if it is shown, the best result and the optimum.
fn draw_row(buffer: &mut Buffer, area: Rect, columns: [&str; 4], style: ContentStyle) {
    let [title, pick, best, optimum] = columns;
    let Rect { x, y, width, .. } = area;
    buffer.fill(area, " ", style);
    let names = width.saturating_sub(2 * RESULT + 1);
    let half = if pick.is_empty() {
        names
    } else {
        names * 3 / 5
    };
    buffer.write(x, y, &cut(title, half), style);
    let pick = cut(pick, names.saturating_sub(half + 1));
    buffer.write(x + half + 1, y, &pick, style);
    for (text, right) in [(best, width.saturating_sub(RESULT)), (optimum, width)] {
        let text = cut(text, RESULT.min(right));
        let taken = narrow(text.width());
        buffer.write(x + right.saturating_sub(taken), y, &text, style);
    }
}

/// Draws the puzzle of a row at its start, and its pick.
fn draw_preview(row: &PuzzleRow, palette: &PiecePalette, buffer: &mut Buffer, area: Rect) {
    let Some(height) = area.height.checked_sub(1) else {
        return;
    };
    let puzzle = &row.source.puzzle;
    if let Some(place) = BoardArea::within(Rect { height, ..area }, puzzle) {
        let view = BoardView {
            position: &Position::start(puzzle),
            chosen: None,
            hint: None,
            palette,
            place,
        };
        view.draw(buffer);
    }
    let pick = cut(&row.source.pick, area.width);
    buffer.write(area.x, area.y + height, &pick, palette.quiet());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(picker: &mut Picker, code: KeyCode) -> Picked {
        picker.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn typed(picker: &mut Picker, text: &str) -> Vec<String> {
        for letter in text.chars() {
            key(picker, KeyCode::Char(letter));
        }
        picker.found().map(|row| row.source.pick.clone()).collect()
    }

    fn erase(picker: &mut Picker, text: &str) {
        for _ in text.chars() {
            key(picker, KeyCode::Backspace);
        }
    }

    #[test]
    fn the_picker_searches_all_names_and_scripts_ignoring_accents() {
        let mut picker = Picker::new("", Metric::Move, Records::default());
        let everything = picker.found.len();
        assert!(everything > 100);
        for query in ["héng dāo", "dao heng li ma", "横刀立马", "橫刀立馬", "hdlm"] {
            let found = typed(&mut picker, query);
            assert!(
                found.contains(&"heng-dao-li-ma".to_owned()),
                "{query}: {found:?}"
            );
            assert!(found.len() < everything / 4, "{query}");
            erase(&mut picker, query);
        }
        assert_eq!(typed(&mut picker, "no such puzzle anywhere").len(), 0);
        assert!(
            matches!(key(&mut picker, KeyCode::Enter), Picked::Open),
            "nothing to pick"
        );
        erase(&mut picker, "no such puzzle anywhere");
        assert_eq!(picker.found.len(), everything);
    }

    #[test]
    fn prefix_matches_are_listed_before_word_matches() {
        let mut picker = Picker::new("", Metric::Move, Records::default());
        for (query, first) in [
            ("heng", "heng-dao-li-ma"),
            ("red", "red-donkey"),
            ("横刀", "heng-dao-li-ma"),
            ("century", "century"),
        ] {
            let found = typed(&mut picker, query);
            assert!(found[0].starts_with(first), "{query}: {found:?}");
            erase(&mut picker, query);
        }
        let fits = [
            "red",
            "red-donkey",
            "reddit-quest",
            "a-red-car",
            "a-redcar",
            "hundred",
            "blue",
        ]
        .map(|name| Query::new("red").rank_of(name));
        let expected = [
            Some(NameRank::First),
            Some(NameRank::First),
            Some(NameRank::Prefix),
            Some(NameRank::Whole),
            Some(NameRank::Within),
            Some(NameRank::Words),
            None,
        ];
        assert_eq!(fits, expected);
    }

    #[test]
    fn the_picker_sorts_by_optimum_and_restores_the_order() {
        let mut picker = Picker::new("red-donkey", Metric::Move, Records::default());
        sorted_and_back(&mut picker);
        assert_eq!(
            picker.marked().map(|row| row.source.pick.as_str()),
            Some("red-donkey")
        );
        // Those that fit the query best are neither the easiest nor the hardest.
        typed(&mut picker, "red");
        sorted_and_back(&mut picker);
    }

    #[track_caller]
    fn sorted_and_back(picker: &mut Picker) {
        let lengths =
            |picker: &Picker| -> Vec<u32> { picker.found().filter_map(|row| row.length).collect() };
        let listed = lengths(picker);
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        let control = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
        picker.key(control);
        assert_eq!(lengths(picker), sorted);
        assert!(
            picker.found().is_sorted_by_key(|row| row.length.is_none()),
            "not known: last"
        );
        picker.key(control);
        sorted.reverse();
        assert_eq!(lengths(picker), sorted);
        assert!(
            picker.found().is_sorted_by_key(|row| row.length.is_none()),
            "not known: last"
        );
        picker.key(control);
        assert_eq!(lengths(picker), listed);
    }

    #[test]
    fn the_selected_puzzle_is_opened() {
        let mut picker = Picker::new("red-donkey", Metric::Move, Records::default());
        let marked = picker.marked;
        let next = picker
            .found()
            .nth(marked + 1)
            .map(|row| row.source.pick.clone());
        key(&mut picker, KeyCode::Down);
        let Picked::Puzzle(source) = key(&mut picker, KeyCode::Enter) else {
            panic!("picked")
        };
        assert_eq!(Some(source.pick), next);
    }

    #[test]
    fn the_selection_stays_within_the_list() {
        let mut picker = Picker::new("", Metric::Move, Records::default());
        picker.page = 10;
        key(&mut picker, KeyCode::Up);
        assert_eq!(picker.marked, 0);
        key(&mut picker, KeyCode::PageDown);
        assert_eq!(picker.marked, 10);
        key(&mut picker, KeyCode::End);
        key(&mut picker, KeyCode::Down);
        assert_eq!(picker.marked + 1, picker.found.len());
        assert!(matches!(key(&mut picker, KeyCode::Esc), Picked::Cancelled));
    }
}
