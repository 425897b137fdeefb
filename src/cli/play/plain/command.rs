//! What a player may type.

use huarong::Puzzle;
use huarong::puzzle::{Metric, Renumbered};
use huarong::solution::notation::{self, ParseError, ParseErrorKind};
use huarong::solution::{Move, Position};

use crate::cli::diagnostics;
use crate::cli::play::question::Question;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Moves in any notation.
    Moves(Vec<Move>),
    Undo,
    Redo,
    Restart,
    Ask(Question),
    Board,
    Goal,
    /// The moves so far.
    Listing,
    /// Another puzzle, or the names of those that there are.
    Play(String),
    Puzzles(String),
    Help,
    Quit,
    /// An empty line or a remark.
    Nothing,
}

/// What `help` prints.
pub(super) const HELP: &str = "\
B left 2       move piece B two cells left; Bl2, B←2, and `C down, right` will do as well
undo, redo     take the last move back, make it again
restart        take all moves back
hint           which piece to move
move           which piece, and where
distance       how far it is from here
solve          the rest of the way
board, goal    draw the board, the goal
moves          the moves so far
play NAME      another puzzle of the collection
list TEXT      the puzzles with TEXT in their names
quit           end";

impl Command {
    /// What a line asks for in this position.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(super) fn parse(line: &str, position: &Position<'_>) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = match word.to_lowercase().as_str() {
            "" => Command::Nothing,
            "play" if !rest.is_empty() => return Ok(Command::Play(rest.to_owned())),
            "list" => return Ok(Command::Puzzles(rest.to_owned())),
            "hint" => match rest {
                "" | "piece" => return Ok(Command::Ask(Question::Piece)),
                "move" => return Ok(Command::Ask(Question::Move)),
                "distance" => return Ok(Command::Ask(Question::Distance)),
                _ => return Err("a hint is `hint piece`, `hint move` or `hint distance`".into()),
            },
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "restart" => Command::Restart,
            "move" => Command::Ask(Question::Move),
            "distance" => Command::Ask(Question::Distance),
            "solve" => Command::Ask(Question::Rest),
            "board" => Command::Board,
            "goal" => Command::Goal,
            "moves" => Command::Listing,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ if line.starts_with(';') => return Ok(Command::Nothing),
            _ => return moves(line, position).map(Command::Moves),
        };
        if rest.is_empty() { Ok(alone) } else { moves(line, position).map(Command::Moves) }
    }
}

/// The moves of a line, read as those of a puzzle that begins here; a small letter will do for the
/// large one, where there is no piece of the small one.
fn moves(line: &str, position: &Position<'_>) -> Result<Vec<Move>, String> {
    let Some(Renumbered { puzzle, origins }) = position.puzzle().with_start(position.anchors())
    else {
        return Err("the board is not as it should be".to_owned());
    };
    let read = |line: &str| notation::parse(&puzzle, line, Some(Metric::Move));
    let solution =
        read(line).or_else(|error| capital(&puzzle, line).map_or(Err(error), |line| read(&line)));
    match solution {
        Ok(solution) if !solution.is_empty() => {
            let original = |unit: Move| Move { piece: origins[unit.piece], ..unit };
            Ok(solution.moves.into_iter().map(original).collect())
        }
        Ok(_) | Err(ParseError { kind: ParseErrorKind::Empty, .. }) => {
            let shown: String = diagnostics::harmless(line).chars().take(40).collect();
            Err(format!("there is no command `{shown}`; `help` lists them"))
        }
        Err(error) => {
            let help = error.help().map(|help| format!(" ({help})")).unwrap_or_default();
            Err(format!("{}{help}", error.kind))
        }
    }
}

/// The line with its first letter large, where only that is a piece.
fn capital(puzzle: &Puzzle, line: &str) -> Option<String> {
    let first = line.chars().next()?;
    let is_piece = |letter| puzzle.pieces().iter().any(|piece| piece.letter == letter);
    let mut large = first.to_uppercase();
    let large = large.next().filter(|_| large.len() == 0)?;
    (!is_piece(first) && is_piece(large)).then(|| format!("{large}{}", &line[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use huarong::grid::Direction::{Down, Left, Right};

    use super::*;

    const CLASSIC: &str = include_str!("../../../../puzzles/klotski/heng-dao-li-ma.txt");

    fn parse(line: &str) -> Result<Command, String> {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        Command::parse(line, &Position::start(&puzzle))
    }

    #[test]
    fn moves_are_read_in_any_notation() {
        for line in ["I right 2", "Ir2", "I→2", "i right 2", "1. I 卒 right 2", "  I right right "]
        {
            let Ok(Command::Moves(moves)) = parse(line) else { panic!("{line}") };
            assert_eq!(moves.len(), 1, "{line}");
            assert_eq!(moves[0].path, [Right, Right], "{line}");
        }
        let Ok(Command::Moves(moves)) = parse("Hd Il Gd2") else { panic!("several moves") };
        let paths: Vec<_> = moves.into_iter().map(|unit| unit.path).collect();
        assert_eq!(paths, [vec![Down], vec![Left], vec![Down, Down]]);
    }

    #[test]
    fn commands_are_words() {
        assert_eq!(parse(" UNDO "), Ok(Command::Undo));
        assert_eq!(parse("hint"), Ok(Command::Ask(Question::Piece)));
        assert_eq!(parse("hint move"), Ok(Command::Ask(Question::Move)));
        assert_eq!(parse("play red donkey"), Ok(Command::Play("red donkey".to_owned())));
        assert_eq!(parse(""), Ok(Command::Nothing));
        assert_eq!(parse("; a remark"), Ok(Command::Nothing));
    }

    #[test]
    fn what_is_wrong_is_told_in_a_sentence() {
        for line in ["dance", "Z left", "B sideways", "hint more"] {
            let told = parse(line).expect_err(line);
            assert!(!told.is_empty() && !told.contains('\n'), "{told}");
        }
        assert!(parse("dance").expect_err("no command").contains("`help`"));
    }
}
