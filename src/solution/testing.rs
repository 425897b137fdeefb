//! Puzzles for the tests of this part.

use super::moves::Solution;
use super::position::Position;
use crate::puzzle::{CharGrid, Draft, Metric, Puzzle};

/// Lines apart by spaces as a drawing.
fn drawing(lines: &str) -> CharGrid {
    CharGrid::from_lines(lines.split_whitespace())
}

/// The draft of a puzzle with this frame and this goal, lines apart by spaces.
pub(super) fn draft(frame: &str, goal: &str) -> Draft {
    Draft { frame: drawing(frame), goals: vec![drawing(goal)], ..Draft::default() }
}

/// The same, checked.
pub(super) fn puzzle(frame: &str, goal: &str) -> Puzzle {
    draft(frame, goal).check().expect("a sound puzzle")
}

/// `draft` with these names for its pieces, and checked.
pub(super) fn named(mut draft: Draft, names: &[(char, &str)]) -> Puzzle {
    draft.piece_names = names.iter().map(|&(letter, name)| (letter, name.to_owned())).collect();
    draft.check().expect("a sound puzzle")
}

/// 横刀立马, whose names are those of its generals.
pub(super) fn classic() -> Puzzle {
    let goal = ".... .... .... .CC. .CC.";
    let mut draft = draft("ACCB ACCB DEEF DGHF I..J", goal);
    draft.title.name = Some("Heng Dao Li Ma".to_owned());
    let names =
        [('C', "曹操"), ('E', "关羽"), ('A', "张飞"), ('B', "赵云"), ('D', "马超"), ('F', "黄忠")];
    named(draft, &names)
}

/// One of everything: a wall, a gate, a corner piece, names, wide letters, and two pieces alike.
pub(super) fn motley() -> Puzzle {
    let mut draft = draft("AA..# A.曹曹. ..+1. 2.+..", "....# ..... 曹曹+.. ..+.1");
    draft.gate = Some(('+', vec!['曹', '2']));
    draft.alike = vec![vec!['1', '2']];
    named(draft, &[('A', "left"), ('曹', "Cao Cao"), ('1', "moves")])
}

/// The solution that takes, at each move, the legal one that the next choice falls on; it ends
/// where there is none.
pub(super) fn walk(puzzle: &Puzzle, metric: Metric, choices: &[usize]) -> Solution {
    let mut position = Position::start(puzzle);
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves(metric);
        let Some(unit) = choice.checked_rem(legal.len()).map(|index| legal[index].clone()) else {
            break;
        };
        position.apply(&unit).expect("a legal move");
        moves.push(unit);
    }
    Solution { metric, moves }
}
