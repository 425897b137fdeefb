//! Puzzles that are generated for a page.

use std::ops::RangeInclusive;

use super::super::{
    map_problem::{MapProblem, map},
    request::{Answer, Request, Response},
};
use crate::{
    control::{Limits, Observer, Outcome, Progress, break_if},
    design::{GenerationResult, Numbers, RushScope, TileFrame, ZipSpec, make_rush},
    graph::{CellMap, text::draw_map},
    grid::{Cell, Size},
    puzzle::{Metric, Movement, Optimum, Polyomino, PublishedOptimum, Puzzle, PuzzleInfo},
    render::json::object,
    rng::Rng,
    sliding::{
        impossible,
        light::{self, ReachableLayers},
    },
    solution::Position,
};

/// The parameters of a puzzle to generate.
struct MakeRequest {
    rows: usize,
    columns: usize,
    seed: u64,
    /// The length of a shortest solution: in slides for Rush Hour, else in moves.
    length: RangeInclusive<u32>,
}

const SIX_BY_SIX: Size = Size {
    width: 6,
    height: 6,
};

/// The tries of an easy zip.
const EASY: RangeInclusive<u64> = 0..=0;

/// The ranges of the levels of zips: the positions that the solver tries, in halves of the number
/// of cells. The numbers of an easy zip force each step, so it needs no tries.
const LEVELS: [(&str, RangeInclusive<u64>); 3] =
    [("easy", EASY), ("medium", 1..=2), ("hard", 3..=u64::MAX)];

/// The most positions that a search for the level of a zip tries.
const MAX_TRIES: usize = 1_000_000;

/// The most positions of a search for the length of a puzzle that another one is to resemble.
const MAX_STATES: usize = 1_000_000;

/// The steps of walks from the goal to starts of numbered tiles, the longest first.
const WALKS: [u32; 4] = [120, 100, 80, 60];

/// The most cells of numbered tiles with a random start, and the number of those that are tried for
/// a length.
const RANDOM_CELLS: usize = 16;
const RANDOM_STARTS: u64 = 8;

/// The most positions of a search for a shortest solution of numbered tiles.
const TILE_STATES: usize = 20_000_000;

/// The number of cells for each wall between cells of a zip that is not easy.
const CELLS_OF_A_WALL: usize = 18;

/// The number of zips that are made for one of a level, of paths for a zip, of boards for a Rush
/// Hour puzzle, and of layouts for a Klotski.
const ZIPS: u64 = 60;
const PATHS: usize = 100;
const BOARDS: usize = 3_000_000;
const LAYOUTS: usize = 60;

/// Generates a puzzle. Equal requests get equal puzzles.
///
/// # Errors
/// The reason why the request is invalid or no puzzle was found.
pub fn make(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    // A depth of one of many searches says nothing.
    let observer: Observer<'_> = &mut |progress: &Progress| {
        observer(&Progress {
            depth: 0,
            ..*progress
        })
    };
    let size = request.value("size", |size| Some(size.parse()))?;
    let Size { width, height } = size.transpose()?.unwrap_or(SIX_BY_SIX);
    let seed = request.value("seed", |seed| seed.parse().ok())?;
    let length = request.value("length", |length| {
        let (least, most) = length.split_once("..")?;
        Some(least.parse().ok()?..=most.parse().ok()?)
    })?;
    let mut parameters = MakeRequest {
        rows: height as usize,
        columns: width as usize,
        seed: seed.unwrap_or_default(),
        length: length.unwrap_or(1..=u32::MAX),
    };
    let kind = match request.value("kind", Some)? {
        Some("like") => {
            let puzzle = request.puzzle()?;
            let (kind, metric) = parameters.resemble(&puzzle, observer)?;
            if kind.is_none() {
                let mut rng = Rng::new(parameters.seed);
                let own = parameters.restarted(&puzzle, metric, &mut rng, observer)?;
                let text = own.ok_or(NONE_FOUND)?.to_string();
                return Ok(Response::new("made", object! { "text": text }));
            }
            kind
        }
        kind => kind,
    };
    let puzzle = match kind {
        Some("zip") => {
            let tries = parameters.tries(request, observer)?;
            return parameters.zip(&tries, observer);
        }
        Some("tiles") => parameters.tiles(observer),
        Some("rush") => parameters.rush(observer),
        Some("klotski") => parameters.klotski(observer),
        kind => Err(format!("unknown kind `{}`", kind.unwrap_or_default()).into()),
    };
    Ok(Response::new(
        "made",
        object! { "text": puzzle?.to_string() },
    ))
}

/// Returns the positions that the solver tries for a zip, in halves of the number of its cells, and
/// their number.
fn effort(map: CellMap, observer: Observer<'_>) -> Result<(u64, u64), Response> {
    let cells = map.cells().len() as u64;
    let limits = Limits::default().with_max_states(Some(MAX_TRIES));
    let (_, search) = MapProblem::new(map, false, None, limits)?.find_two(observer);
    Ok((2 * search.nodes / cells, search.nodes))
}

impl MakeRequest {
    /// Returns the range of a zip's level. If the request has a zip, takes its size and level.
    fn tries(
        &mut self,
        request: &Request<'_>,
        observer: Observer<'_>,
    ) -> Result<RangeInclusive<u64>, Response> {
        let mut levels = LEVELS.into_iter();
        let level = if request.text.is_empty() {
            request.value("level", |level| levels.find(|&(name, _)| name == level))?
        } else {
            let map = map(request)?;
            [self.rows, self.columns] = [map.rows(), map.columns()].map(|side| side as usize);
            let (halves, _) = effort(map, observer)?;
            levels.find(|(_, range)| range.contains(&halves))
        };
        Ok(level.map_or(EASY, |(_, range)| range))
    }

    /// Takes the size and about the length of a puzzle. Returns its kind, `None` if it is of no
    /// kind that is generated, and the metric of its length.
    fn resemble(
        &mut self,
        puzzle: &Puzzle,
        observer: Observer<'_>,
    ) -> Result<(Option<&'static str>, Metric), Response> {
        let grid = puzzle.grid();
        [self.rows, self.columns] = [grid.rows(), grid.columns()].map(usize::from);
        let shapes = || puzzle.pieces().iter().map(|piece| &piece.shape);
        let filled: usize = shapes().map(Polyomino::area).sum();
        let is_small = |it: &Polyomino| it.height().max(it.width()) <= 2 && it.area() != 3;
        let (kind, metric, most) = match (puzzle.movement(), self.rows, self.columns) {
            _ if shapes().all(|it| it.area() == 1) && filled + 1 == grid.area() => {
                if impossible(puzzle).is_some() {
                    return Err(Response::impossible(None, 0));
                }
                (puzzle.is_numbered().then_some("tiles"), Metric::Move, 80)
            }
            (Movement::Free, 5, 4) if filled == 18 && shapes().all(is_small) => {
                (Some("klotski"), Metric::Move, 90)
            }
            // The length of a Rush Hour puzzle is asked for in slides.
            (Movement::Axis, 5, 5) if filled >= 10 => (Some("rush"), Metric::Slide, 16),
            (Movement::Axis, 6, 6) if filled >= 15 => (Some("rush"), Metric::Slide, 35),
            (Movement::Axis, ..) => (None, Metric::Slide, 0),
            (Movement::Free, ..) => (None, Metric::Move, 0),
        };
        let known = match puzzle.best() {
            PublishedOptimum::Known(best) => best.get(metric),
            _ => None,
        };
        let best = if let Some(best) = known {
            best
        } else if kind == Some("tiles") {
            return Ok((kind, metric));
        } else {
            let limits = Limits::default().with_max_states(Some(MAX_STATES));
            match light::shortest(puzzle, metric, limits, observer)? {
                (Outcome::Found(solution), _) => u32::try_from(solution.len())?,
                (Outcome::Stopped(_), _) => 30,
                (Outcome::Exhausted, statistics) => {
                    return Err(Response::impossible(None, statistics.states as u64));
                }
            }
        };
        let Some(known_kind) = kind else {
            self.length = best.max(1)..=best.saturating_add(3);
            return Ok((kind, metric));
        };
        // Within a range that pages offer.
        let ranges = match known_kind {
            "rush" => [8..=12, 13..=19, 20..=29, 30..=45],
            _ => [5..=25, 26..=50, 51..=75, 76..=100],
        };
        let middle = best.clamp(*ranges[0].start(), most);
        let range = &ranges[ranges.partition_point(|range| *range.end() < middle)];
        self.length = (middle - 3).max(*range.start())..=(middle + 3).min(*range.end());
        Ok((kind, metric))
    }

    /// Generates the first zip of the level from this seed on, or the one that comes nearest.
    fn zip(&self, tries: &RangeInclusive<u64>, observer: Observer<'_>) -> Answer {
        let &MakeRequest { rows, columns, .. } = self;
        let is_easy = *tries == EASY;
        let numbers = if is_easy {
            Numbers::Enough
        } else {
            Numbers::Needed
        };
        // Walls between cells take the place of numbers. A path leaves room for some.
        let room = (rows - 1) * (columns - 1);
        let walls = if is_easy {
            0
        } else {
            room.min(rows * columns / CELLS_OF_A_WALL)
        };
        let spec = ZipSpec::new(rows, columns, walls, numbers)?;
        let mut nearest: Option<(u64, String, u64)> = None;
        for seed in self.seed..self.seed.saturating_add(ZIPS) {
            let made = spec.make(seed, PATHS, &Limits::default(), observer);
            let GenerationResult::Found(zip) = made else {
                continue;
            };
            let text = draw_map(&zip.map);
            let (halves, states) = effort(zip.map, observer)?;
            let far = tries
                .start()
                .saturating_sub(halves)
                .max(halves.saturating_sub(*tries.end()));
            if nearest.as_ref().is_none_or(|&(best, ..)| far < best) {
                nearest = Some((far, text, states));
            }
            if far == 0 {
                break;
            }
        }
        let (_, text, states) = nearest.ok_or(NONE_FOUND)?;
        Ok(Response::new(
            "made",
            object! { "text": text, "states": states },
        ))
    }

    /// Generates a random start, or if the length of its shortest solution takes too long to prove,
    /// one that is nearer to the goal. A solution that is too long is followed for a while. If all
    /// are too short, the last one is taken.
    fn tiles(&self, observer: Observer<'_>) -> Result<Puzzle, Response> {
        let frame = TileFrame::new(self.rows, self.columns)?;
        let nearer = WALKS.iter().map(|&steps| frame.walked(steps, self.seed));
        let is_small = self.rows * self.columns <= RANDOM_CELLS;
        let tries = if is_small { RANDOM_STARTS } else { 0 };
        let random = (0..tries).map(|number| frame.random(self.seed.wrapping_add(number)));
        let mut shorter = None;
        for puzzle in random.chain(nearer) {
            let mut limited = |progress: &Progress| {
                observer(progress)?;
                break_if(progress.states > TILE_STATES)
            };
            let limits = Limits::default();
            let (outcome, _) = light::shortest(&puzzle, Metric::Move, limits, &mut limited)?;
            if let Outcome::Found(solution) = outcome {
                let length = solution.len();
                let excess = length.saturating_sub(*self.length.end() as usize);
                let mut position = Position::start(&puzzle);
                for unit in solution.iter().take(excess) {
                    position.apply(&unit)?;
                }
                let titled = puzzle.titled(info("Number tiles"));
                shorter = started(&titled, position.anchors(), Metric::Move, length - excess);
                if length >= *self.length.start() as usize {
                    break;
                }
            }
        }
        shorter.ok_or_else(|| NONE_FOUND.into())
    }

    fn rush(&self, observer: Observer<'_>) -> Result<Puzzle, Response> {
        let scope = RushScope::new(self.rows, self.columns);
        match make_rush(
            &scope,
            &self.length,
            self.seed,
            BOARDS,
            Limits::default(),
            observer,
        )? {
            GenerationResult::Found(found) => Ok(found.puzzle()?.titled(info("Rush Hour"))),
            _ => Err(NONE_FOUND.into()),
        }
    }

    /// Generates a Klotski of the classical pieces from a random layout.
    fn klotski(&self, observer: Observer<'_>) -> Result<Puzzle, Response> {
        let mut rng = Rng::new(self.seed);
        for _ in 0..LAYOUTS {
            let Some(layout) = random_klotski(&mut rng) else {
                continue;
            };
            let layout = layout.titled(info("Klotski"));
            if let Some(puzzle) = self.restarted(&layout, Metric::Move, &mut rng, observer)? {
                return Ok(puzzle);
            }
        }
        Err(NONE_FOUND.into())
    }

    /// Returns the puzzle from another start, with a length of the range; `None` if it has none, or
    /// too many positions.
    fn restarted(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        rng: &mut Rng,
        observer: Observer<'_>,
    ) -> Result<Option<Puzzle>, Response> {
        let least = *self.length.start() as usize;
        let choices = self.length.end().saturating_sub(*self.length.start());
        let choices = choices.min(99) as usize + 1;
        let choose = &mut |layers: &[usize]| {
            let distance = (least + rng.below(choices)).min(layers.len() - 1);
            (distance, rng.below(layers[distance]))
        };
        let limits = Limits::default().with_max_states(Some(MAX_STATES));
        let reached = light::reach_and_choose(puzzle, metric, limits, observer, choose)?;
        let Ok(ReachableLayers {
            chosen: Some((moves, anchors)),
            ..
        }) = reached
        else {
            return Ok(None);
        };
        let is_wanted = moves >= least;
        Ok(is_wanted
            .then(|| started(puzzle, &anchors, metric, moves))
            .flatten())
    }
}

/// Returns the puzzle that starts with these anchors, and has this length.
fn started(puzzle: &Puzzle, anchors: &[Cell], metric: Metric, length: usize) -> Option<Puzzle> {
    let mut best = Optimum::default();
    *best.get_mut(metric) = u32::try_from(length).ok();
    let info = PuzzleInfo {
        name: puzzle.title().names().next().map(str::to_owned),
        ..PuzzleInfo::default()
    };
    puzzle.starting_at(anchors, info, PublishedOptimum::Known(best))
}

/// Returns the title of a puzzle of this kind.
fn info(kind: &str) -> PuzzleInfo {
    PuzzleInfo {
        name: Some(kind.to_owned()),
        ..PuzzleInfo::default()
    }
}

const NONE_FOUND: &str = "none of this length was found";

/// Returns a random layout of the classical pieces: a square that has to come to the exit, five
/// pairs and four single cells. `None` if the last pairs found no room.
fn random_klotski(rng: &mut Rng) -> Option<Puzzle> {
    const ROWS: usize = 5;
    const COLUMNS: usize = 4;
    let mut cells = [['.'; COLUMNS]; ROWS];
    let sides: Vec<(usize, usize)> = [(2, 2)]
        .into_iter()
        .chain((0..9).map(|number| match number {
            5.. => (1, 1),
            _ if rng.below(3) == 0 => (1, 2),
            _ => (2, 1),
        }))
        .collect();
    for (letter, (down, right)) in ('A'..).zip(sides) {
        let is_free = |&(row, column): &(usize, usize)| {
            cells[row..row + down]
                .iter()
                .all(|row| row[column..column + right] == ['.'; 2][..right])
        };
        let free: Vec<(usize, usize)> = (0..=ROWS - down)
            .flat_map(|row| (0..=COLUMNS - right).map(move |it| (row, it)))
            .filter(is_free)
            .collect();
        let (row, column) = *free.get(rng.below(free.len().max(1)))?;
        cells[row..row + down]
            .iter_mut()
            .for_each(|row| row[column..column + right].fill(letter));
    }
    let rows = cells.map(|row| row.map(String::from).join(" "));
    let goal = ". . . .\n. . . .\n. . . .\n. A A .\n. A A .";
    format!("{}\n\ngoal:\n{goal}\n", rows.join("\n"))
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::answer;
    use crate::{
        cases::stride,
        graph::text::parse_map,
        puzzle::{Metric, PublishedOptimum, Puzzle},
        sliding::{Options, solve},
        solution::Solution,
        web::{hold_responses, json_answer},
    };

    fn made(request: &Value) -> Value {
        json_answer(answer, &json!({ "make": request }))
    }

    fn puzzle(request: &Value) -> Puzzle {
        let response = made(request);
        assert_eq!(response["answer"], "made", "{request}: {response}");
        let text = response["text"].as_str().expect("a text");
        text.parse().expect("a puzzle")
    }

    #[test]
    fn puzzles_of_a_requested_length_are_generated() {
        let request = json!({"kind": "tiles", "size": "3x4", "seed": 5});
        let tiles = puzzle(&request);
        assert_eq!(tiles, puzzle(&request), "equal requests get equal puzzles");
        assert_eq!((tiles.grid().rows(), tiles.pieces().len()), (4, 11));
        for (request, metric, expected) in [
            (request, Metric::Move, 1..=53),
            (
                json!({"kind": "rush", "size": "5x5", "seed": 3, "length": "10..12"}),
                Metric::Slide,
                10..=12,
            ),
            (
                json!({"kind": "klotski", "seed": 3, "length": "10..12"}),
                Metric::Move,
                10..=12,
            ),
        ] {
            let puzzle = puzzle(&request);
            let PublishedOptimum::Known(best) = puzzle.best() else {
                panic!("{puzzle}")
            };
            let best = best.get(metric).expect("a length");
            let solved = solve(&puzzle, &Options::default().with_metric(metric)).expect("fits");
            let solution = solved.outcome.found().unwrap_or_else(|| panic!("{puzzle}"));
            assert_eq!(solution.len() as u64, u64::from(best), "{puzzle}");
            assert!(expected.contains(&best), "{best}");
        }
        // One like another has its kind, or else its pieces, and about its length.
        let tiles = "goal: blank-last\nbest: move=40\n\n1 2 3 4\n5 6 7 8\n9 10 11 .\n";
        let like = puzzle(&json!({"kind": "like", "seed": 4, "text": tiles}));
        let PublishedOptimum::Known(best) = like.best() else {
            panic!("{like}")
        };
        assert!((37..=43).contains(&best.moves.expect("a length")), "{like}");
        let report = solve(&like, &Options::default()).expect("it fits");
        let length = report.outcome.found().map(Solution::len);
        assert_eq!(best.moves.map(|it| it as usize), length, "{like}");
        let small = "A A B\nA . B\n. . C\n. . .\n\ngoal:\n. . .\n. . .\n. A A\n. A .\n";
        let like = puzzle(&json!({"kind": "like", "seed": 1, "text": small}));
        assert_eq!((like.grid().rows(), like.pieces().len()), (4, 3));
        let report = solve(&like, &Options::default()).expect("it fits");
        let length = report.outcome.found().map(Solution::len);
        let PublishedOptimum::Known(best) = like.best() else {
            panic!("{like}")
        };
        assert_eq!(best.moves.map(|it| it as usize), length, "{like}");
        let rush = "pieces: axis\nexit: A=right\n\nA A . . . B\n. . . . . B\n. . . . . .\n\
                    . . . . . .\n. . . . . .\nC C C . . .\n";
        let like = puzzle(&json!({"kind": "like", "seed": 1, "text": rush}));
        let PublishedOptimum::Known(best) = like.best() else {
            panic!("{like}")
        };
        assert!(best.get(Metric::Slide).expect("a length") <= 12, "{like}");
        hold_responses(answer, include_str!("../tables/make.txt"));
    }

    #[test]
    fn zips_of_each_level_are_unique_and_within_its_search_effort() {
        // A zip has a wall for 18 cells, and an easy one none.
        for (level, size, cells, walls, effort) in [
            ("easy", "6x6", 36, 0, 0..=17),
            ("hard", "6x6", 36, 2, 54..=u64::MAX),
            ("medium", "5x5", 25, 1, 13..=37),
        ]
        .into_iter()
        .step_by(stride(2))
        {
            let told = made(&json!({"kind": "zip", "size": size, "seed": 1, "level": level}));
            let text = told["text"].as_str().expect("a text");
            let map = parse_map(text.as_bytes()).expect("a map");
            assert_eq!((map.cells().len(), map.walls().len()), (cells, walls));
            let states = told["states"].as_u64().expect("a number");
            assert!(effort.contains(&states), "{level}: {states}");
            let unique = json_answer(answer, &json!({"unique": {"text": text}}));
            assert_eq!(unique["unique"], true, "{unique}");
            // Another one like this has its size and its level.
            let like = made(&json!({"kind": "zip", "seed": 2, "text": text}));
            let states = like["states"].as_u64().expect("a number");
            assert!(effort.contains(&states), "{level}: {states}");
            let map = parse_map(like["text"].as_str().expect("a text").as_bytes()).expect("a map");
            assert_eq!((map.cells().len(), map.walls().len()), (cells, walls));
        }
    }
}
