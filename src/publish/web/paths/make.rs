//! Puzzles that are generated for a page.

use std::ops::RangeInclusive;

use super::super::{
    map_problem::MapProblem,
    request::{Answer, Request, Response},
};
use crate::{
    control::{Limits, Observer, Outcome},
    design::{GenerationResult, Numbers, RushScope, TileFrame, ZipSpec, make_rush},
    graph::text::draw_map,
    grid::{Cell, Size},
    puzzle::{Metric, Movement, Optimum, PublishedOptimum, Puzzle, PuzzleInfo},
    render::json::object,
    rng::Rng,
    sliding::light,
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
        Some("like") => Some(parameters.resemble(&request.puzzle()?)),
        kind => kind,
    };
    let puzzle = match kind {
        Some("zip") => return parameters.zip(&tries(request)?, observer),
        Some("tiles") => parameters.tiles(),
        Some("rush") => parameters.rush(observer),
        Some("klotski") => parameters.klotski(observer),
        kind => Err(format!("unknown kind `{}`", kind.unwrap_or_default()).into()),
    };
    Ok(Response::new(
        "made",
        object! { "text": puzzle?.to_string() },
    ))
}

/// Returns the range of a zip's level: the positions that the solver tries, in halves of the number
/// of cells. The numbers of an easy zip force each step, so it needs no tries.
fn tries(request: &Request<'_>) -> Result<RangeInclusive<u64>, String> {
    let level = |level| match level {
        "easy" => Some(EASY),
        "medium" => Some(1..=2),
        "hard" => Some(3..=u64::MAX),
        _ => None,
    };
    Ok(request.value("level", level)?.unwrap_or(EASY))
}

impl MakeRequest {
    /// Takes the size and about the length of a puzzle, as far as generators have them. Returns its
    /// kind.
    fn resemble(&mut self, puzzle: &Puzzle) -> &'static str {
        let grid = puzzle.grid();
        [self.rows, self.columns] = [grid.rows(), grid.columns()].map(usize::from);
        if puzzle.is_numbered() {
            return "tiles";
        }
        let side = self.rows.max(self.columns).clamp(5, 6);
        [self.rows, self.columns] = [side; 2];
        let (kind, most) = match (puzzle.movement(), side) {
            (Movement::Free, _) => ("klotski", 90),
            (Movement::Axis, 5) => ("rush", 16),
            _ => ("rush", 35),
        };
        // The length of a Rush Hour puzzle is asked for in slides.
        let best = match puzzle.best() {
            PublishedOptimum::Known(best) if kind == "rush" => best.get(Metric::Slide),
            PublishedOptimum::Known(best) => best.get(Metric::Move),
            _ => None,
        };
        let best = best.unwrap_or(30);
        // Within a range that pages offer.
        let ranges = if kind == "rush" {
            [8..=12, 13..=19, 20..=29, 30..=45]
        } else {
            [5..=25, 26..=50, 51..=75, 76..=100]
        };
        let middle = best.clamp(8, most);
        let range = &ranges[ranges.partition_point(|range| *range.end() < middle)];
        self.length = (middle - 3).max(*range.start())..=(middle + 3).min(*range.end());
        kind
    }

    /// Generates the first zip of the level from this seed on, or the one that comes nearest.
    fn zip(&self, tries: &RangeInclusive<u64>, observer: Observer<'_>) -> Answer {
        let &MakeRequest { rows, columns, .. } = self;
        let is_easy = *tries == EASY;
        let numbers = if is_easy {
            Numbers::Enough
        } else {
            Numbers::Fewest
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
            let states = MapProblem::new(zip.map, false, None, Limits::default())?
                .find_two(observer)
                .1
                .nodes;
            let halves = 2 * states / (rows * columns) as u64;
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

    fn tiles(&self) -> Result<Puzzle, Response> {
        Ok(TileFrame::new(self.rows, self.columns)?
            .random(self.seed)
            .titled(info("Number tiles")))
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

    /// Generates a Klotski of the classical pieces. A random layout leads to the position farthest
    /// from all goals, whose solution is followed until it is short enough.
    fn klotski(&self, observer: Observer<'_>) -> Result<Puzzle, Response> {
        let length = &self.length;
        let least = *length.start() as usize;
        let choices = length.end().saturating_sub(*length.start()).min(99) as usize + 1;
        let mut rng = Rng::new(self.seed);
        for _ in 0..LAYOUTS {
            let Some(layout) = random_klotski(&mut rng) else {
                continue;
            };
            let limits = Limits::default();
            let Ok(light::ReachableLayers {
                hardest: Some((moves, anchors)),
                ..
            }) = light::reach(&layout, Metric::Move, limits, observer)?
            else {
                continue;
            };
            let wanted = (least + rng.below(choices)).min(moves);
            if wanted >= least {
                return along(&layout, &anchors, moves - wanted, observer);
            }
        }
        Err(NONE_FOUND.into())
    }
}

/// Returns the puzzle that starts this many moves after these anchors, on a shortest solution.
fn along(
    layout: &Puzzle,
    anchors: &[Cell],
    moves: usize,
    observer: Observer<'_>,
) -> Result<Puzzle, Response> {
    let puzzle = layout.with_start(anchors).ok_or(NONE_FOUND)?.puzzle;
    let found = light::shortest(&puzzle, Metric::Move, Limits::default(), observer)?;
    let (Outcome::Found(solution), _) = found else {
        return Err(NONE_FOUND.into());
    };
    let mut position = crate::solution::Position::start(&puzzle);
    for unit in solution.iter().take(moves) {
        position.apply(&unit)?;
    }
    let left = u32::try_from(solution.len() - moves).ok();
    let best = PublishedOptimum::Known(Optimum {
        moves: left,
        ..Optimum::default()
    });
    puzzle
        .starting_at(position.anchors(), info("Klotski"), best)
        .ok_or_else(|| NONE_FOUND.into())
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
        for (request, metric) in [
            (
                json!({"kind": "rush", "size": "5x5", "seed": 3, "length": "10..12"}),
                Metric::Slide,
            ),
            (
                json!({"kind": "klotski", "seed": 3, "length": "10..12"}),
                Metric::Move,
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
            assert!((10..=12).contains(&best), "{best}");
        }
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
        }
    }
}
