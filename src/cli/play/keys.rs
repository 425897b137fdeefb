//! What the keys do.
//!
//! Letters are asked for three times over: for commands, for pieces, and as the arrows of vi. So
//!
//! - small letters are commands where they have one, and capital letters are pieces; `H` alone is a
//!   command, the larger sister of `h`. A small letter that is no command is a piece, too, and
//!   after `'`, which goes to a mark in vi, every letter is;
//! - `j`, `k` and `l` are arrows always, while `h` is a hint, because most people who play have
//!   never used vi and because a hint is looked for under `h`. The key `v` exchanges `h` and `H` for
//!   `i` and `I`: then `h` goes left, and the hints are on `i`.

use huarong::grid::Direction;
use huarong::play::Turn;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::session::{Action, Question};

/// Which keys the hints are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// `h` and `H`.
    Hints,
    /// `i` and `I`; `h` goes left.
    Vi,
}

impl Layout {
    /// The other one.
    pub(super) const fn other(self) -> Self {
        match self {
            Layout::Hints => Layout::Vi,
            Layout::Vi => Layout::Hints,
        }
    }

    /// The keys of the hints: which piece, and the move.
    pub(super) const fn hints(self) -> [char; 2] {
        match self {
            Layout::Hints => ['h', 'H'],
            Layout::Vi => ['i', 'I'],
        }
    }
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Step(Direction),
    Turn(Turn),
    /// The piece with this letter.
    Choose(char),
    /// The next letter is that of a piece, whatever else it may mean.
    Mark,
    /// Undo, redo or restart.
    Act(Action),
    Ask(Question),
    /// Makes the move that a hint has shown.
    Accept,
    /// Another puzzle.
    Pick,
    Help,
    Layout,
    /// Leaves what is open; where nothing is, forgets the hint.
    Escape,
    /// Draws everything anew.
    Redraw,
    Suspend,
    Quit,
    /// Ctrl-C.
    Interrupt,
}

/// What a key means to someone who plays.
pub(super) fn command(key: KeyEvent, layout: Layout) -> Option<Command> {
    if let Some(command) = everywhere(key) {
        return Some(command);
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        return (control && key.code == KeyCode::Char('r')).then_some(Command::Act(Action::Redo));
    }
    Some(match key.code {
        KeyCode::Up => Command::Step(Direction::Up),
        KeyCode::Down => Command::Step(Direction::Down),
        KeyCode::Left => Command::Step(Direction::Left),
        KeyCode::Right => Command::Step(Direction::Right),
        KeyCode::Tab => Command::Turn(Turn::Forward),
        KeyCode::BackTab => Command::Turn(Turn::Backward),
        KeyCode::Backspace => Command::Act(Action::Undo),
        KeyCode::Home => Command::Act(Action::Restart),
        KeyCode::Enter => Command::Accept,
        KeyCode::Esc => Command::Escape,
        KeyCode::Char(letter) => of_letter(letter, layout)?,
        _ => return None,
    })
}

/// The keys that mean the same whatever is open.
pub(super) fn everywhere(key: KeyEvent) -> Option<Command> {
    if !key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Char('c') => Some(Command::Interrupt),
        KeyCode::Char('l') => Some(Command::Redraw),
        KeyCode::Char('z') => Some(Command::Suspend),
        _ => None,
    }
}

/// Whether the key of a piece's letter chooses it.
pub(super) fn chooses(letter: char, layout: Layout) -> bool {
    of_letter(letter, layout) == Some(Command::Choose(letter))
}

fn of_letter(letter: char, layout: Layout) -> Option<Command> {
    let [piece, unit] = layout.hints();
    Some(match letter {
        _ if letter == piece => Command::Ask(Question::Piece),
        _ if letter == unit => Command::Ask(Question::Move),
        'h' => Command::Step(Direction::Left),
        'j' => Command::Step(Direction::Down),
        'k' => Command::Step(Direction::Up),
        'l' => Command::Step(Direction::Right),
        'd' => Command::Ask(Question::Distance),
        's' => Command::Ask(Question::Rest),
        'u' => Command::Act(Action::Undo),
        'r' => Command::Act(Action::Redo),
        'x' => Command::Act(Action::Restart),
        'n' | '/' => Command::Pick,
        'v' => Command::Layout,
        'q' => Command::Quit,
        '?' => Command::Help,
        '\'' => Command::Mark,
        _ if letter.is_alphanumeric() => Command::Choose(letter),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(letter: char, layout: Layout) -> Option<Command> {
        command(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE), layout)
    }

    #[test]
    fn hints_and_the_left_arrow_of_vi_change_places() {
        let piece = Some(Command::Ask(Question::Piece));
        let unit = Some(Command::Ask(Question::Move));
        let left = Some(Command::Step(Direction::Left));
        let table = [
            ('h', piece.clone(), left),
            ('H', unit.clone(), Some(Command::Choose('H'))),
            ('i', Some(Command::Choose('i')), piece),
            ('I', Some(Command::Choose('I')), unit),
        ];
        for (letter, hints, vi) in table {
            assert_eq!(typed(letter, Layout::Hints), hints, "{letter}");
            assert_eq!(typed(letter, Layout::Vi), vi, "{letter}");
        }
        assert_eq!(Layout::Hints.other().other(), Layout::Hints);
    }

    #[test]
    fn letters_without_a_command_are_pieces_in_any_script() {
        for letter in ['A', 'U', 'Q', 'a', 'b', '1', '曹'] {
            assert_eq!(typed(letter, Layout::Hints), Some(Command::Choose(letter)));
        }
        assert_eq!(typed('%', Layout::Hints), None);
    }
}
