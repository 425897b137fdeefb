//! Laws of rankings.

use std::{collections::BTreeSet, time::Duration};

use proptest::prelude::*;

use super::*;
use crate::{
    board::{
        Expander,
        tests::{draft, parsed},
    },
    control::Limits,
    puzzle::{CharGrid, Draft, Metric, testing::keep_first_parts},
    search::{OrbitInfo, Space, Successor},
};

pub fn unlimited() -> Monitor<'static> {
    Monitor::unobserved(Limits::default())
}

fn count(board: &Board) -> Option<u64> {
    board.ranks(&mut unlimited()).expect("no limit")
}

fn ranking<M: CellSet, const N: usize>(board: &Board) -> Option<Ranking<M, N>> {
    Ranking::new(board, &mut unlimited()).expect("no limit")
}

fn board(frame: &str, goals: &[&str], distinct: &str) -> Board {
    let draft = Draft {
        distinct: distinct.chars().collect(),
        ..draft(frame, goals)
    };
    Board::new(&draft.check().expect("a sound puzzle")).expect("it fits")
}

fn plain(frame: &str, goals: &[&str], distinct: &str) -> Board {
    board(frame, goals, distinct).without_symmetry()
}

/// A naive enumeration of placements: it tries each item in turn on the first open cell.
pub struct Twin<'a> {
    board: &'a Board,
    left: Vec<usize>,
    empty: usize,
    covered: u128,
    anchors: Vec<(usize, usize)>,
    found: Vec<UnpackedState>,
    most: usize,
}

impl<'a> Twin<'a> {
    /// Returns up to `most` placements of the pieces.
    pub fn placements(board: &'a Board, most: usize) -> Vec<UnpackedState> {
        let mut twin = Twin {
            board,
            left: board.kinds().iter().map(|kind| kind.pieces.len()).collect(),
            empty: ItemCounts::of(board).counts[0],
            covered: !u128::narrow(board.free),
            anchors: Vec::new(),
            found: Vec::new(),
            most,
        };
        twin.fill(0);
        twin.found
    }

    fn fill(&mut self, cell: usize) {
        if self.found.len() == self.most {
            return;
        }
        if cell == self.board.cells() {
            if self.left.iter().all(|&left| left == 0) {
                let anchors = self.anchors.iter().copied();
                self.found
                    .push(UnpackedState::new(self.board.cells(), anchors));
            }
            return;
        }
        if self.covered >> cell & 1 == 1 {
            self.fill(cell + 1);
            return;
        }
        if self.empty > 0 {
            self.empty -= 1;
            self.fill(cell + 1);
            self.empty += 1;
        }
        for (id, kind) in self.board.kinds().iter().enumerate() {
            let at = self.board.grid.cell(cell);
            if self.left[id] == 0 || !kind.places.contains(cell) {
                continue;
            }
            let covers = u128::narrow(cell_mask(&self.board.grid, kind.shape.cells_at(at)));
            if covers & self.covered == 0 {
                self.left[id] -= 1;
                self.covered |= covers;
                self.anchors.push((cell, id));
                self.fill(cell + 1);
                self.anchors.pop();
                self.covered &= !covers;
                self.left[id] += 1;
            }
        }
    }
}

/// Returns what determines the order of ranks as the module defines it: the items of the
/// configuration, and the rank of the arrangement, computed digit by digit, item by item.
fn naive_rank(board: &Board, position: &UnpackedState) -> (Vec<usize>, u64) {
    let (configured, _) = ItemCounts::of(board).split(board);
    let mut covered = !u128::narrow(board.free);
    let mut configuration = Vec::new();
    let mut items = Vec::new();
    for cell in 0..board.cells() {
        let code = position.kind_at(cell).map_or(0, kind::code);
        if code == 0 && covered >> cell & 1 == 1 {
            continue;
        }
        if code > 0 {
            let shape = &board.kinds()[code - 1].shape;
            shape
                .cells_at(board.grid.cell(cell))
                .for_each(|at| covered |= 1 << board.grid.index(at));
        }
        let is_arranged = code == 0 || configured.counts[code] == 0;
        configuration.push(if is_arranged { 0 } else { code });
        items.extend(is_arranged.then_some(code));
    }
    let mut rank = 0;
    let mut unit = 1;
    for code in 0..=board.kinds().len() {
        let places = (0..items.len()).filter(|&place| items[place] == code);
        let digit: u128 = (1..)
            .zip(places)
            .map(|(k, place)| multiset::binomial(place, k))
            .sum();
        let count = items.iter().filter(|&&item| item == code).count();
        rank += u64::try_from(digit).expect("below the radix") * unit;
        unit *= u64::try_from(multiset::binomial(items.len(), count)).expect("below the product");
        items.retain(|&item| item != code);
    }
    (configuration, rank)
}

/// Checks all laws for up to `most` placements of a board, in lexicographic order. Returns their
/// number.
fn hold<M, const N: usize, const IMAGES: usize>(board: &Board, most: usize) -> usize
where
    M: CellSet + Send + Sync + 'static,
{
    let ranking = ranking::<M, N>(board).expect("there are few enough");
    assert_eq!(count(board), Some(ranking.ranks()));
    let placements = Twin::placements(board, most);
    if placements.len() < most {
        assert_eq!(ranking.ranks(), placements.len() as u64, "no other ranks");
    }
    let mut ranks = Vec::new();
    let mut forms = Vec::new();
    let mut in_order = BTreeSet::new();
    for position in &placements {
        let state = board.pack::<N>(position);
        let rank = ranking.rank(&state);
        in_order.insert((naive_rank(board, position), rank));
        assert!(rank < ranking.ranks(), "below their number");
        assert_eq!(
            ranking.unrank(rank),
            Some(state),
            "unranking undoes ranking"
        );
        ranks.push(rank);
        forms.push(ranking.rank(&board.canonical(position).0));
    }
    let distinct: BTreeSet<u64> = ranks.iter().copied().collect();
    assert_eq!(distinct.len(), placements.len());
    let in_order = in_order.iter().map(|(_, rank)| rank);
    assert!(in_order.eq(&distinct), "in the order of the module");
    assert!(ranking.unrank(ranking.ranks()).is_none());
    // The space of ranks has the same states and moves.
    let mut states = Expander::<M, N, IMAGES>::new(board, Metric::Move);
    let space = RankSpace::<M, N>::new(board, states.another(), &mut unlimited());
    let mut space = space.expect("no limit").expect("few enough");
    assert_eq!(space.ranks(), count(board));
    let mut found: Vec<Option<(u64, OrbitInfo)>> = Vec::new();
    space.classify(&ranks, &mut found);
    let own = found
        .iter()
        .map(|found| found.expect("the rank of a placement").0);
    assert_eq!(own.collect::<Vec<_>>(), forms);
    // More than a block of ranks in shuffled order.
    forms.truncate(100);
    forms.sort_unstable_by_key(|rank| rank.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let keys: Vec<State<N>> = forms
        .iter()
        .filter_map(|&rank| ranking.unrank(rank))
        .collect();
    let sources = (keys, forms, Vec::new());
    (0..2).fold(sources, |(keys, ranks, arrivals), _| {
        let mut expected = Vec::new();
        let mut successors = Vec::new();
        states.expand(&keys, &arrivals, &mut expected);
        space.expand(&ranks, &arrivals, &mut successors);
        let place =
            |it: &Successor<State<N>>| (it.place, it.arrival, it.class, ranking.rank(&it.key));
        let ranked = successors
            .iter()
            .map(|it| (it.place, it.arrival, it.class, it.key));
        assert!(expected.iter().map(place).eq(ranked));
        successors.truncate(100);
        let arrivals = successors.iter().map(|it| it.arrival).collect();
        let ranks: Vec<u64> = successors.iter().map(|it| it.key).collect();
        let keys = expected[..ranks.len()].iter().map(|it| it.key).collect();
        (keys, ranks, arrivals)
    });
    found.clear();
    space.classify(&[ranking.ranks(), u64::MAX], &mut found);
    assert_eq!(found, [None, None]);
    for (position, rank) in placements.iter().zip(&ranks).step_by(97) {
        let words = space.words(rank);
        assert_eq!(
            (board.unpack(&words), space.key(&words)),
            (position.clone(), *rank)
        );
    }
    placements.len()
}

const CLASSIC: &str = "ACCB ACCB DEEF DGHF I..J";

#[test]
fn the_classic_pieces_have_65_880_placements() {
    let board = board(CLASSIC, &[".... .... .... .CC. .CC."], "");
    assert_eq!(count(&board), Some(65_880));
    assert!(hold::<u32, 1, 2>(&board, 6000) >= 6000);
}

#[test]
fn distinct_tiles_have_a_placement_for_every_rank() {
    let board = plain("AB CD E.", &["AB CD E."], "ABCDE");
    assert_eq!(count(&board), Some(720));
    assert_eq!(hold::<u32, 1, 1>(&board, usize::MAX), 720);
}

#[test]
fn ranking_invariants_hold_for_boards_of_several_words() {
    let wide = plain(
        "AABBCC D.EE.F D.GG.F HHHKKK",
        &["AABBCC D.EE.F D.GG.F HHHKKK"],
        "",
    );
    assert!(wide.bits() > 64);
    assert!(hold::<u64, 2, 1>(&wide, 500) >= 500);
    let many = plain(
        "AA......... ........... BBCD.......",
        &["AA......... ........... ..........."],
        "CD",
    );
    assert_eq!(many.cells(), 33);
    assert!(hold::<u64, 2, 1>(&many, 600) >= 600);
    let row = ".............";
    let frame = format!("AA.........BB {} CC.........DD", [row; 6].join(" "));
    let goals = format!("...AA........ {}", [row; 7].join(" "));
    assert!(hold::<u128, 4, 1>(&plain(&frame, &[&goals], ""), 600) >= 600);
}

#[test]
fn ranking_invariants_hold_for_full_boards_and_walls() {
    assert_eq!(hold::<u32, 1, 4>(&board("A", &["A"], ""), usize::MAX), 1);
    let full = plain("AABB CDDE", &["AABB CDDE"], "");
    assert!(hold::<u32, 1, 1>(&full, usize::MAX) >= 1);
    let walls = plain("#A.# .BB. #..#", &["#..# .... #A.#"], "");
    assert!(hold::<u32, 1, 1>(&walls, usize::MAX) > 10);
}

#[test]
fn climb_15_has_4_917_484_880_placements() {
    let winter = "###.### #A...B# #CDEFG# #CCEGG# #HHIJJ# #HHIKK# #LLXMM# #LXXXM# #######";
    let row = "#.....#";
    let goal = [
        "###X###", "#.XXX.#", row, row, row, row, row, row, "#######",
    ]
    .join(" ");
    let board = plain(winter, &[&goal], "");
    let ranking = ranking::<u64, 4>(&board).expect("few enough");
    assert_eq!(ranking.ranks(), 4_917_484_880);
    let last = ranking.ranks() - 1;
    for rank in (0..last).step_by(99_999_989).chain([last]) {
        let state = ranking.unrank(rank).expect("it is below their number");
        assert_eq!(ranking.rank(&state), rank);
    }
}

#[test]
fn only_allowed_pieces_are_placed_on_a_gate() {
    for (frame, goal, placements) in [
        ("A B +\n. . C", ". . .\nA . .", 10 + 5 * 6),
        ("A A +\nB . +", ". . .\nA A .", 10),
    ] {
        let text = format!("gate: + = A\n\n{frame}\n\ngoal:\n{goal}\n");
        let board = parsed(&text).without_symmetry();
        assert_eq!(board.placements_of_single_cells(), None);
        assert_eq!(hold::<u32, 1, 1>(&board, usize::MAX), placements, "{text}");
    }
}

#[test]
fn pieces_and_frame_decide_whether_most_placements_are_reachable() {
    for (head, frame, reaches_most) in [
        ("", "ABC\nDEF\nGH.\n", true),
        // A piece is held; there is no room; a ring; one cell joins two parts; two parts; larger
        // pieces.
        ("lock: A=row\n\n", "ABC\nDEF\nGH.\n", false),
        ("", "ABC\nDEF\nGHI\n", false),
        ("", "ABC\nD#F\nGH.\n", false),
        ("", "AB###\nC.E.F\n##GHI\n", false),
        ("", "AB#F.\nC.#GH\n", false),
        ("", "AAC\n.EF\n", false),
    ] {
        let goal: String = frame
            .chars()
            .map(|mark| if "A#\n".contains(mark) { mark } else { '.' })
            .collect();
        let board = parsed(&format!("{head}{frame}\ngoal:\n{goal}"));
        assert_eq!(
            board.reaches_most_placements(),
            reaches_most,
            "{head}{frame}"
        );
    }
}

#[test]
fn limits_stop_the_construction_of_the_ranking_table() {
    let board = plain(CLASSIC, &[".... .... .... .CC. .CC."], "");
    for (limits, reason) in [
        (
            Limits::default().with_timeout(Some(Duration::ZERO)),
            StopReason::Time,
        ),
        (
            Limits::default().with_max_bytes(Some(1000)),
            StopReason::Memory,
        ),
    ] {
        let mut monitor = Monitor::unobserved(limits);
        assert_eq!(board.placements(&mut monitor), Err(reason));
        assert_eq!(
            Ranking::<u32, 1>::new(&board, &mut monitor).err(),
            Some(reason)
        );
    }
}

#[test]
fn too_many_placements_are_counted_but_not_ranked() {
    let tiles = "ABCDE FGHIJ KLMNO PQRST UVWX.";
    let board = plain(tiles, &[tiles], "ABCDEFGHIJKLMNOPQRSTUVWX");
    assert_eq!(
        board.placements(&mut unlimited()),
        Ok(Some((1..=25).product()))
    );
    assert_eq!(count(&board), None);
    assert!(ranking::<u32, 3>(&board).is_none());
}

const LETTERS: [char; 5] = ['A', 'B', 'C', 'D', 'E'];

/// Small frames cut into pieces, the first of which has a goal where it stands.
fn frames() -> impl Strategy<Value = (Vec<Vec<char>>, bool)> {
    let cells = |(rows, columns): (usize, usize)| {
        let letter = prop::sample::select(&LETTERS[..]);
        let cell = prop_oneof![4 => letter, 3 => Just('.'), 1 => Just('#')];
        prop::collection::vec(prop::collection::vec(cell, columns), rows)
    };
    ((1..5_usize, 1..6_usize).prop_flat_map(cells), any::<bool>())
}

proptest! {
    #![proptest_config(crate::cases::random_cases(100))]

    #[test]
    fn ranking_invariants_hold_for_random_boards((mut rows, apart) in frames()) {
        keep_first_parts(&mut rows, &LETTERS);
        let Some(&first) = rows.iter().flatten().find(|cell| cell.is_alphanumeric()) else {
            return Ok(());
        };
        let only = |&cell: &char| if cell == first || cell == '#' { cell } else { '.' };
        let goal = rows.iter().map(|row| row.iter().map(only).collect()).collect();
        let distinct = LETTERS.into_iter().filter(|letter| {
            apart && rows.iter().flatten().any(|cell| cell == letter)
        });
        let draft = Draft { distinct: distinct.collect(), goals: vec![CharGrid { rows: goal }], frame: CharGrid { rows }, ..Draft::default() };
        let board = Board::new(&draft.check().expect("a sound puzzle")).expect("it fits");
        let plain = board.clone().without_symmetry();
        hold::<u32, 1, 1>(&plain, 500);
        match board.symmetry().order() {
            2 => hold::<u32, 1, 2>(&board, 500),
            4 => hold::<u32, 1, 4>(&board, 500),
            _ => 0,
        };
    }
}
