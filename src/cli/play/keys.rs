//! What the keys do.
//!
//! Letters are asked for three times over: for commands, for pieces, and as the arrows of vi. So
//!
//! - small letters are commands where they have one, and capital letters are pieces; `H` alone is a
//!   command, the larger sister of `h`. A small letter that is no command is a piece, too, and
//!   after `'`, which goes to a mark in vi, every letter is;
//! - `j`, `k` and `l` are arrows always, while `h` is a hint, because most people who play have
//!   never used vi and because a hint is looked for under `h`. The key `v` exchanges `h` and `H`
//!   for `i` and `I`: then `h` goes left, and the hints are on `i`.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use huarong::grid::Direction;
use huarong::play::CycleDirection;

use super::session::{Action, HintLevel};

/// Which keys the hints are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyLayout {
    /// `h` and `H`.
    Hints,
    /// `i` and `I`; `h` goes left.
    Vi,
}

impl KeyLayout {
    /// Returns the other layout.
    pub(super) const fn other(self) -> Self {
        match self {
            KeyLayout::Hints => KeyLayout::Vi,
            KeyLayout::Vi => KeyLayout::Hints,
        }
    }

    /// Returns the keys of the hints: piece and move.
    pub(super) const fn hints(self) -> [char; 2] {
        match self {
            KeyLayout::Hints => ['h', 'H'],
            KeyLayout::Vi => ['i', 'I'],
        }
    }
}

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum KeyCommand {
    Step(Direction),
    Cycle(CycleDirection),
    /// The piece with this letter.
    Choose(char),
    /// The next letter is that of a piece, whatever else it may mean.
    Mark,
    /// Undo, redo or restart.
    Act(Action),
    Ask(HintLevel),
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

/// Returns the command of a key during a game.
pub(super) fn command(key: KeyEvent, layout: KeyLayout) -> Option<KeyCommand> {
    if let Some(command) = everywhere(key) {
        return Some(command);
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        return (control && key.code == KeyCode::Char('r'))
            .then_some(KeyCommand::Act(Action::Redo));
    }
    Some(match key.code {
        KeyCode::Up => KeyCommand::Step(Direction::Up),
        KeyCode::Down => KeyCommand::Step(Direction::Down),
        KeyCode::Left => KeyCommand::Step(Direction::Left),
        KeyCode::Right => KeyCommand::Step(Direction::Right),
        KeyCode::Tab => KeyCommand::Cycle(CycleDirection::Forward),
        KeyCode::BackTab => KeyCommand::Cycle(CycleDirection::Backward),
        KeyCode::Backspace => KeyCommand::Act(Action::Undo),
        KeyCode::Home => KeyCommand::Act(Action::Restart),
        KeyCode::Enter => KeyCommand::Accept,
        KeyCode::Esc => KeyCommand::Escape,
        KeyCode::Char(letter) => of_letter(letter, layout)?,
        _ => return None,
    })
}

/// Returns the command of a key that works in every mode.
pub(super) fn everywhere(key: KeyEvent) -> Option<KeyCommand> {
    if !key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Char('c') => Some(KeyCommand::Interrupt),
        KeyCode::Char('l') => Some(KeyCommand::Redraw),
        KeyCode::Char('z') => Some(KeyCommand::Suspend),
        _ => None,
    }
}

/// Returns whether a piece's letter chooses it.
pub(super) fn chooses(letter: char, layout: KeyLayout) -> bool {
    of_letter(letter, layout) == Some(KeyCommand::Choose(letter))
}

fn of_letter(letter: char, layout: KeyLayout) -> Option<KeyCommand> {
    let [piece, unit] = layout.hints();
    Some(match letter {
        _ if letter == piece => KeyCommand::Ask(HintLevel::Piece),
        _ if letter == unit => KeyCommand::Ask(HintLevel::Move),
        'h' => KeyCommand::Step(Direction::Left),
        'j' => KeyCommand::Step(Direction::Down),
        'k' => KeyCommand::Step(Direction::Up),
        'l' => KeyCommand::Step(Direction::Right),
        'd' => KeyCommand::Ask(HintLevel::Distance),
        's' => KeyCommand::Ask(HintLevel::Rest),
        'u' => KeyCommand::Act(Action::Undo),
        'r' => KeyCommand::Act(Action::Redo),
        'x' => KeyCommand::Act(Action::Restart),
        'n' | '/' => KeyCommand::Pick,
        'v' => KeyCommand::Layout,
        'q' => KeyCommand::Quit,
        '?' => KeyCommand::Help,
        '\'' => KeyCommand::Mark,
        _ if letter.is_alphanumeric() => KeyCommand::Choose(letter),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(letter: char, layout: KeyLayout) -> Option<KeyCommand> {
        command(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE), layout)
    }

    #[test]
    fn hints_and_the_left_arrow_of_vi_change_places() {
        let piece = Some(KeyCommand::Ask(HintLevel::Piece));
        let unit = Some(KeyCommand::Ask(HintLevel::Move));
        let left = Some(KeyCommand::Step(Direction::Left));
        let table = [
            ('h', piece.clone(), left),
            ('H', unit.clone(), Some(KeyCommand::Choose('H'))),
            ('i', Some(KeyCommand::Choose('i')), piece),
            ('I', Some(KeyCommand::Choose('I')), unit),
        ];
        for (letter, hints, vi) in table {
            assert_eq!(typed(letter, KeyLayout::Hints), hints, "{letter}");
            assert_eq!(typed(letter, KeyLayout::Vi), vi, "{letter}");
        }
        assert_eq!(KeyLayout::Hints.other().other(), KeyLayout::Hints);
    }

    #[test]
    fn letters_without_a_command_are_pieces_in_any_script() {
        for letter in ['A', 'U', 'Q', 'a', 'b', '1', '曹'] {
            assert_eq!(typed(letter, KeyLayout::Hints), Some(KeyCommand::Choose(letter)));
        }
        assert_eq!(typed('%', KeyLayout::Hints), None);
    }
}
