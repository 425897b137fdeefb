use super::*;

/// A draft from a picture of the frame and pictures of the goals, rows separated by spaces.
fn draft(frame: &str, goals: &[&str]) -> Draft {
    let drawing = |picture: &str| Drawing::from_lines(picture.split(' '));
    Draft {
        frame: drawing(frame),
        goals: goals.iter().map(|goal| drawing(goal)).collect(),
        ..Draft::default()
    }
}

fn fault(draft: Draft) -> (Place, Fault) {
    let error = draft.check().expect_err("a draft with a fault");
    assert!(!error.fault.help().is_empty());
    (error.place, error.fault)
}

fn cell(row: usize, column: usize) -> Place {
    Place::FrameCell { row, column }
}

fn goal_cell(row: usize, column: usize) -> Place {
    Place::GoalCell { goal: 0, row, column }
}

#[test]
fn pieces_are_numbered_by_their_anchors() {
    let puzzle = draft(".BA BBA", &["A.. A.."]).check().expect("a sound draft");
    let letters: String = puzzle.pieces().iter().map(|piece| piece.letter).collect();
    assert_eq!(letters, "BA");
    assert_eq!(puzzle.goals()[0].targets[0].piece, 1);
}

#[test]
fn a_frame_with_a_fault_is_refused() {
    let goal = &["A.."];
    assert_eq!(fault(Draft::default()), (Place::Whole, Fault::EmptyFrame));
    let ragged = Fault::RaggedRow { found: 2, wanted: 3 };
    assert_eq!(fault(draft("A.. ..", goal)), (Place::FrameRow { row: 1 }, ragged));
    assert_eq!(fault(draft("A?.", goal)), (cell(0, 1), Fault::Character { found: '?' }));
    assert_eq!(fault(draft("A.A", goal)), (cell(0, 2), Fault::SplitPiece { letter: 'A' }));
    assert_eq!(fault(draft(".#.", goal)), (Place::Whole, Fault::NoPieces));
    let wide = "A".repeat(128);
    assert_eq!(fault(draft(&wide, goal)), (cell(0, 127), Fault::TooManyColumns));
    let high = vec!["A"; 128].join(" ");
    assert_eq!(fault(draft(&high, goal)), (Place::FrameRow { row: 127 }, Fault::TooManyRows));
}

#[test]
fn the_largest_frame_is_accepted() {
    let full = vec!["A".repeat(127); 127].join(" ");
    let puzzle = draft(&full, &[&full]).check().expect("a sound draft");
    assert_eq!(puzzle.pieces()[0].shape.area(), 127 * 127);
}

#[test]
fn a_goal_with_a_fault_is_refused() {
    let frame = "AA. B#.";
    let check = |goal: &str| fault(draft(frame, &[goal]));
    assert_eq!(fault(draft(frame, &[])), (Place::Whole, Fault::NoGoal));
    assert_eq!(check("... .#."), (Place::Goal { goal: 0 }, Fault::EmptyGoal));
    let rows = |found| Fault::GoalRows { found, wanted: 2 };
    assert_eq!(check(".AA"), (Place::GoalRow { goal: 0, row: 0 }, rows(1)));
    assert_eq!(check(".AA ... ..."), (Place::GoalRow { goal: 0, row: 2 }, rows(3)));
    let columns = Fault::GoalColumns { found: 2, wanted: 3 };
    assert_eq!(check(".AA .."), (Place::GoalRow { goal: 0, row: 1 }, columns));
    assert_eq!(check(".C. ..."), (goal_cell(0, 1), Fault::NoSuchPiece { letter: 'C' }));
    let area = Fault::GoalArea { letter: 'A', found: 1, wanted: 2 };
    assert_eq!(check(".A. ..."), (goal_cell(0, 1), area));
    assert_eq!(check("..A ..A"), (goal_cell(0, 2), Fault::GoalShape { letter: 'A' }));
    assert_eq!(check("... .B."), (goal_cell(1, 1), Fault::GoalOnWall { letter: 'B' }));
    assert_eq!(check("..# B.."), (goal_cell(0, 2), Fault::GoalWall));
    assert_eq!(check("... B.!"), (goal_cell(1, 2), Fault::Character { found: '!' }));
}

#[test]
fn a_goal_may_leave_walls_away() {
    assert!(draft("AA. B#.", &[".AA ..."]).check().is_ok());
}

#[test]
fn names_that_name_no_piece_are_refused() {
    let named = |names: &[(char, &str)]| {
        let names = names.iter().map(|&(letter, name)| (letter, name.to_owned())).collect();
        Draft { piece_names: names, ..draft("A.", &[".A"]) }
    };
    let unknown = (Place::PieceName { entry: 1 }, Fault::NoSuchPiece { letter: 'B' });
    assert_eq!(fault(named(&[('A', "x"), ('B', "y")])), unknown);
    let twice = (Place::PieceName { entry: 1 }, Fault::Twice { letter: 'A' });
    assert_eq!(fault(named(&[('A', "x"), ('A', "y")])), twice);
    let puzzle = named(&[('A', " a\u{1b} \n name ")]).check().expect("a sound draft");
    assert_eq!(puzzle.pieces()[0].name.as_deref(), Some("a name"));
}

#[test]
fn a_gate_with_a_fault_is_refused() {
    let gated = |mark, letters: &str, goal| Draft {
        gate: Some((mark, letters.chars().collect())),
        ..draft("AB+", &[goal])
    };
    assert_eq!(fault(gated('#', "A", "A..")), (Place::GateMark, Fault::GateMark { mark: '#' }));
    assert_eq!(fault(gated('*', "A", "A..")).1, Fault::Character { found: '+' });
    let missing = Draft { gate: Some(('*', vec!['A'])), ..draft("A.", &[".A"]) };
    assert_eq!(fault(missing), (Place::GateMark, Fault::GateMissing { mark: '*' }));
    let letter = |letter| Place::GateLetter { letter };
    assert_eq!(fault(gated('+', "AC", "A..")), (letter(1), Fault::NoSuchPiece { letter: 'C' }));
    assert_eq!(fault(gated('+', "AA", "A..")), (letter(1), Fault::Twice { letter: 'A' }));
    let barred = Fault::GoalOnGate { letter: 'B', mark: '+' };
    assert_eq!(fault(gated('+', "A", "..B")), (goal_cell(0, 2), barred));
    let puzzle = gated('+', "BA", "+.A").check().expect("a sound draft");
    assert_eq!(puzzle.gate().pieces, [0, 1]);
}

#[test]
fn groups_of_unlike_pieces_are_refused() {
    let alike = |groups: &[&str]| Draft {
        alike: groups.iter().map(|group| group.chars().collect()).collect(),
        ..draft("ABCCD..", &["D......"])
    };
    let letter = |group, letter| Place::AlikeLetter { group, letter };
    let unlike = Fault::NotAlike { letter: 'C', first: 'A' };
    assert_eq!(fault(alike(&["ABC"])), (letter(0, 2), unlike));
    assert_eq!(fault(alike(&["A", "BA"])), (letter(1, 1), Fault::Twice { letter: 'A' }));
    assert_eq!(fault(alike(&["AX"])), (letter(0, 1), Fault::NoSuchPiece { letter: 'X' }));
    let puzzle = alike(&["AD"]).check().expect("a sound draft");
    assert!(puzzle.are_alike(0, 3));
    assert!(!puzzle.are_alike(0, 1));
}

#[test]
fn too_many_goals_are_refused() {
    let mut many = draft("A.", &[".A"]);
    many.goals = vec![many.goals[0].clone(); MAX_GOALS + 1];
    assert_eq!(fault(many), (Place::Goal { goal: MAX_GOALS }, Fault::TooManyGoals));
}

#[test]
fn titles_are_tidied() {
    let some = |text: &str| Some(text.to_owned());
    let title = Title {
        name: some(" a\tb\n c "),
        translations: vec![("z h".into(), "x".into()), ("zh".into(), "y".into())],
        aliases: vec!["a、b, c".into(), " ".into()],
        source: some("\u{7}"),
        note: None,
    };
    let puzzle = Draft { title, ..draft("A.", &[".A"]) }.check().expect("a sound draft");
    let tidy = puzzle.title();
    assert_eq!(tidy.name.as_deref(), Some("a b c"));
    assert_eq!(tidy.translations, [("zh".to_owned(), "x".to_owned())]);
    assert_eq!(tidy.aliases, ["a", "b", "c"]);
    assert_eq!(tidy.source, None);
}
