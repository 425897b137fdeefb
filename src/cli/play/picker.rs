//! The list of all puzzles, from which another is picked.

use huarong::collection::{Collection, fold};
use huarong::puzzle::Metric;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::cli::input::{self, Source};

/// A puzzle in the list.
pub(super) struct Row {
    pub(super) source: Source,
    pub(super) title: String,
    /// Its optimum, as published.
    pub(super) optimum: String,
    /// What is searched in.
    folded: String,
}

/// The list, what is searched for in it, and which of those found is marked.
pub(super) struct Picker {
    rows: Vec<Row>,
    pub(super) query: String,
    /// The indices of the rows that are found.
    found: Vec<usize>,
    /// Which of those.
    marked: usize,
    /// How many rows a page has, as last drawn.
    pub(super) page: usize,
}

/// What comes of a key.
pub(super) enum Picked {
    /// Nothing yet.
    Open,
    /// None: everything stays as it is.
    Cancelled,
    Puzzle(Box<Source>),
}

impl Picker {
    /// All puzzles of the collection, with the one called `pick` marked.
    pub(super) fn new(pick: &str, metric: Metric) -> Self {
        let collection = Collection::built_in();
        let entries = collection.entries();
        let rows = entries.map(|entry| Row::new(input::built_in(&collection, entry), metric));
        let rows: Vec<Row> = rows.collect();
        let marked = rows.iter().position(|row| row.source.pick == pick).unwrap_or(0);
        let found = (0..rows.len()).collect();
        Picker { rows, query: String::new(), found, marked, page: 1 }
    }

    /// The puzzles of the collection with this text in their names.
    pub(super) fn searching(text: &str, metric: Metric) -> Self {
        let mut picker = Picker::new("", metric);
        text.clone_into(&mut picker.query);
        picker.search();
        picker
    }

    /// The rows that are found.
    pub(super) fn found(&self) -> impl Iterator<Item = &Row> {
        self.found.iter().map(|&index| &self.rows[index])
    }

    /// How many are found, and which of them is marked.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.found.len(), self.marked)
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Picked {
        match key.code {
            KeyCode::Esc => return Picked::Cancelled,
            KeyCode::Enter => return self.take(),
            KeyCode::Up => self.move_by(-1),
            KeyCode::Down | KeyCode::Tab => self.move_by(1),
            KeyCode::PageUp => self.move_by(-self.page_length()),
            KeyCode::PageDown => self.move_by(self.page_length()),
            KeyCode::Home => self.marked = 0,
            KeyCode::End => self.marked = self.found.len().saturating_sub(1),
            KeyCode::Backspace => {
                self.query.pop();
                self.search();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.query.clear();
                self.search();
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.query.push(letter);
                self.search();
            }
            _ => {}
        }
        Picked::Open
    }

    /// Marks another row, so far down.
    pub(super) fn move_by(&mut self, rows: isize) {
        let last = self.found.len().saturating_sub(1);
        self.marked = self.marked.saturating_add_signed(rows).min(last);
    }

    /// Marks the row with this number, of those found, and takes it.
    pub(super) fn take_row(&mut self, number: usize) -> Picked {
        if number >= self.found.len() {
            return Picked::Open;
        }
        self.marked = number;
        self.take()
    }

    fn take(&mut self) -> Picked {
        match self.found.get(self.marked) {
            Some(&index) => Picked::Puzzle(Box::new(self.rows.swap_remove(index).source)),
            None => Picked::Open,
        }
    }

    fn page_length(&self) -> isize {
        isize::try_from(self.page).unwrap_or(1).max(1)
    }

    /// Finds the rows that have every word of the query somewhere.
    fn search(&mut self) {
        let folded = fold(&self.query);
        let words: Vec<&str> = folded.split('-').filter(|word| !word.is_empty()).collect();
        let has_all = |row: &Row| words.iter().all(|word| row.folded.contains(word));
        let rows = self.rows.iter().enumerate();
        self.found = rows.filter(|(_, row)| has_all(row)).map(|(index, _)| index).collect();
        self.marked = 0;
    }
}

impl Row {
    fn new(source: Source, metric: Metric) -> Self {
        let optimum = input::published_text(&source.puzzle, metric);
        let names = source.puzzle.title().names().map(fold);
        let folded = names.chain([fold(&source.pick)]).collect::<Vec<_>>().join(" ");
        Row { title: source.title(), optimum, source, folded }
    }
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

    #[test]
    fn what_is_typed_is_searched_in_all_names_in_any_script_without_accents() {
        let everything = Picker::new("", Metric::Move).place().0;
        assert!(everything > 100);
        for query in ["héng dāo", "dao heng li ma", "横刀立马"] {
            let mut picker = Picker::new("", Metric::Move);
            let found = typed(&mut picker, query);
            assert!(found.contains(&"heng-dao-li-ma".to_owned()), "{query}: {found:?}");
            assert!(found.len() < everything / 4, "{query}");
        }
        let mut picker = Picker::new("", Metric::Move);
        assert_eq!(typed(&mut picker, "no such puzzle anywhere").len(), 0);
        assert!(matches!(key(&mut picker, KeyCode::Enter), Picked::Open), "nothing to pick");
        for _ in 0..30 {
            key(&mut picker, KeyCode::Backspace);
        }
        assert_eq!(picker.place().0, everything);
    }

    #[test]
    fn the_marked_puzzle_is_picked() {
        let mut picker = Picker::new("red-donkey", Metric::Move);
        let (_, marked) = picker.place();
        let next = picker.found().nth(marked + 1).map(|row| row.source.pick.clone());
        key(&mut picker, KeyCode::Down);
        let Picked::Puzzle(source) = key(&mut picker, KeyCode::Enter) else { panic!("picked") };
        assert_eq!(Some(source.pick), next);
    }

    #[test]
    fn the_mark_stays_within_the_list() {
        let mut picker = Picker::new("", Metric::Move);
        picker.page = 10;
        key(&mut picker, KeyCode::Up);
        assert_eq!(picker.place().1, 0);
        key(&mut picker, KeyCode::PageDown);
        assert_eq!(picker.place().1, 10);
        key(&mut picker, KeyCode::End);
        key(&mut picker, KeyCode::Down);
        let (found, marked) = picker.place();
        assert_eq!(marked + 1, found);
        assert!(matches!(key(&mut picker, KeyCode::Esc), Picked::Cancelled));
    }
}
