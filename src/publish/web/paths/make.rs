//! Puzzles that are generated for a page.

use std::ops::RangeInclusive;

use super::problem::MapProblem;
use super::{MapRequest, MapResponse};
use crate::control::{Limits, Observer, Outcome};
use crate::design::{GenerationResult, Numbers, RushScope, TileFrame, ZipSpec, make_rush};
use crate::graph::text::draw_map;
use crate::grid::{Cell, Size};
use crate::puzzle::{Metric, Optimum, PublishedOptimum, Puzzle, PuzzleInfo};
use crate::rng::Rng;
use crate::sliding::light;

/// The puzzle that a page asks for.
#[derive(Debug)]
pub struct MakeRequest<'a> {
    kind: &'a str,
    size: Size,
    seed: u64,
    /// Of the shortest solution, in moves, or slides for Rush Hour.
    length: RangeInclusive<u32>,
    /// The positions that the solver tries for a zip, in halves of its cells.
    level: RangeInclusive<u64>,
}

impl Default for MakeRequest<'_> {
    fn default() -> Self {
        let size = Size {
            width: 6,
            height: 6,
        };
        MakeRequest {
            kind: "",
            size,
            seed: 0,
            length: 1..=u32::MAX,
            level: LEVELS[0].1.clone(),
        }
    }
}

/// The levels of a zip. By the tries of the solver, hard ones have more to be thought of: a zip
/// that needs no tries is solved by what each number alone forces.
const LEVELS: [(&str, RangeInclusive<u64>); 3] =
    [("easy", 0..=0), ("medium", 1..=2), ("hard", 3..=u64::MAX)];

/// The number of cells for each wall between cells of a zip that is not easy.
const CELLS_OF_A_WALL: usize = 18;

/// Zips that are made for one of a level, paths for a zip, boards for a Rush Hour puzzle, and
/// layouts for a Klotski.
const ZIPS: u64 = 60;
const PATHS: usize = 100;
const BOARDS: usize = 3_000_000;
const LAYOUTS: usize = 60;

impl<'a> MakeRequest<'a> {
    /// Reads a line of the request.
    pub fn heed(&mut self, key: &str, value: &'a str) -> Option<()> {
        match key {
            "kind" => self.kind = value,
            "size" => self.size = value.parse().ok()?,
            "seed" => self.seed = value.parse().ok()?,
            "length" => {
                let (least, most) = value.split_once("..")?;
                self.length = least.parse().ok()?..=most.parse().ok()?;
            }
            "level" => {
                let (_, level) = LEVELS.iter().find(|(name, _)| *name == value)?;
                self.level = level.clone();
            }
            _ => return None,
        }
        Some(())
    }

    /// Generates the puzzle. The same request gets the same.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn respond(&self, observer: Observer<'_>) -> Result<MapResponse, String> {
        let text = match self.kind {
            "zip" => return self.zip(observer),
            "tiles" => self.tiles()?.to_string(),
            "rush" => self.rush(observer)?.to_string(),
            "klotski" => self.klotski(observer)?.to_string(),
            other => return Err(format!("`{other}` is not a kind of puzzle")),
        };
        Ok(MapResponse::Made { text, states: None })
    }

    /// Generates the first zip of the level from this seed on, or the one that comes nearest.
    fn zip(&self, observer: Observer<'_>) -> Result<MapResponse, String> {
        let (rows, columns) = self.sides();
        let is_easy = self.level == LEVELS[0].1;
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
        let spec =
            ZipSpec::new(rows, columns, walls, numbers).map_err(|error| error.to_string())?;
        let mut nearest: Option<(u64, String, u64)> = None;
        for seed in self.seed..self.seed.saturating_add(ZIPS) {
            let made = spec.make(seed, PATHS, &Limits::default(), observer);
            let GenerationResult::Found(zip) = made else {
                continue;
            };
            let text = draw_map(&zip.map);
            let problem = MapProblem::new(&MapRequest::read("unique\n\n")?, zip.map)?;
            let states = problem.find_two(observer).1.nodes;
            let halves = 2 * states / (rows * columns) as u64;
            let least = *self.level.start();
            let most = *self.level.end();
            let far = least
                .saturating_sub(halves)
                .max(halves.saturating_sub(most));
            if nearest.as_ref().is_none_or(|&(best, ..)| far < best) {
                nearest = Some((far, text, states));
            }
            if far == 0 {
                break;
            }
        }
        let (_, text, states) = nearest.ok_or(NONE_FOUND)?;
        Ok(MapResponse::Made {
            text,
            states: Some(states),
        })
    }

    fn tiles(&self) -> Result<Puzzle, String> {
        let (rows, columns) = self.sides();
        let frame = TileFrame::new(rows, columns).map_err(|error| error.to_string())?;
        Ok(frame.random(self.seed).titled(self.info("Tiles")))
    }

    fn rush(&self, observer: Observer<'_>) -> Result<Puzzle, String> {
        let (rows, columns) = self.sides();
        let scope = RushScope::new(rows, columns);
        let made = make_rush(
            &scope,
            &self.length,
            self.seed,
            BOARDS,
            Limits::default(),
            observer,
        );
        let GenerationResult::Found(found) = made.map_err(|error| error.to_string())? else {
            return Err(NONE_FOUND.to_owned());
        };
        let puzzle = found.puzzle().map_err(|error| error.to_string())?;
        Ok(puzzle.titled(self.info("Rush Hour")))
    }

    /// Generates a Klotski of the classical pieces. A random layout leads to the position farthest
    /// from all goals, whose solution is followed until it is short enough.
    fn klotski(&self, observer: Observer<'_>) -> Result<Puzzle, String> {
        let mut rng = Rng::new(self.seed);
        for _ in 0..LAYOUTS {
            let Some(layout) = random_klotski(&mut rng) else {
                continue;
            };
            let limits = Limits::default();
            let reach = light::reach(&layout, Metric::Move, limits, observer);
            let reach = reach.map_err(|error| error.to_string())?;
            let Ok(light::ReachableLayers {
                hardest: Some((moves, anchors)),
                ..
            }) = reach
            else {
                continue;
            };
            let most = self.length.end().saturating_sub(*self.length.start());
            let wanted = *self.length.start() as usize + rng.below(most.min(99) as usize + 1);
            let wanted = wanted.min(moves);
            if wanted < *self.length.start() as usize {
                continue;
            }
            return self.along(&layout, &anchors, moves - wanted, observer);
        }
        Err(NONE_FOUND.to_owned())
    }

    /// Returns the puzzle that starts this many moves after these anchors, on a shortest solution.
    fn along(
        &self,
        layout: &Puzzle,
        anchors: &[Cell],
        moves: usize,
        observer: Observer<'_>,
    ) -> Result<Puzzle, String> {
        let puzzle = layout.with_start(anchors).ok_or(NONE_FOUND)?.puzzle;
        let found = light::shortest(&puzzle, Metric::Move, Limits::default(), observer);
        let (Outcome::Found(solution), _) = found.map_err(|error| error.to_string())? else {
            return Err(NONE_FOUND.to_owned());
        };
        let mut position = crate::solution::Position::start(&puzzle);
        for unit in solution.iter().take(moves) {
            position.apply(&unit).map_err(|error| error.to_string())?;
        }
        let left = u32::try_from(solution.len() - moves).ok();
        let best = PublishedOptimum::Known(Optimum {
            moves: left,
            ..Optimum::default()
        });
        let start = puzzle.starting_at(position.anchors(), self.info("Klotski"), best);
        start.ok_or_else(|| NONE_FOUND.to_owned())
    }

    fn sides(&self) -> (usize, usize) {
        (self.size.height as usize, self.size.width as usize)
    }

    fn info(&self, kind: &str) -> PuzzleInfo {
        let name = Some(format!("{kind} {}", self.seed));
        PuzzleInfo {
            name,
            ..PuzzleInfo::default()
        }
    }
}

const NONE_FOUND: &str = "none of this length was found";

/// Returns a random layout of the classical pieces: a square that has to come to the exit, five
/// pairs and four single cells. `None` if the last pairs found no room.
fn random_klotski(rng: &mut Rng) -> Option<Puzzle> {
    const ROWS: usize = 5;
    const COLUMNS: usize = 4;
    let mut cells = [['.'; COLUMNS]; ROWS];
    let sides = [(2, 2)]
        .into_iter()
        .chain((0..9).map(|number| match number {
            5.. => (1, 1),
            _ if rng.below(3) == 0 => (1, 2),
            _ => (2, 1),
        }));
    let sides: Vec<(usize, usize)> = sides.collect();
    for (letter, (down, right)) in ('A'..).zip(sides) {
        let is_free = |&(row, column): &(usize, usize)| {
            cells[row..row + down]
                .iter()
                .all(|row| row[column..column + right] == ['.'; 2][..right])
        };
        let places =
            (0..=ROWS - down).flat_map(|row| (0..=COLUMNS - right).map(move |it| (row, it)));
        let free: Vec<(usize, usize)> = places.filter(is_free).collect();
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
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    use super::super::answer;
    use crate::control::Outcome;
    use crate::graph::text::parse_map;
    use crate::puzzle::{Metric, PublishedOptimum, Puzzle};
    use crate::sliding::{Options, solve};

    fn made(head: &str) -> Value {
        let told = answer(&format!("make\n{head}\n\n"), &mut |_| {
            ControlFlow::Continue(())
        });
        serde_json::from_str(&told).expect("JSON")
    }

    fn puzzle(head: &str) -> Puzzle {
        let told = made(head);
        assert_eq!(told["answer"], "made", "{head}: {told}");
        assert_eq!(told, made(head), "the same request gets the same");
        told["text"]
            .as_str()
            .expect("a text")
            .parse()
            .expect("a puzzle")
    }

    #[test]
    fn puzzles_of_a_length_are_made() {
        let tiles = puzzle("kind: tiles\nsize: 3x4\nseed: 5");
        assert_eq!((tiles.grid().rows(), tiles.pieces().len()), (4, 11));
        for (head, metric) in [
            (
                "kind: rush\nsize: 5x5\nseed: 3\nlength: 10..12",
                Metric::Slide,
            ),
            ("kind: klotski\nseed: 3\nlength: 10..12", Metric::Move),
        ] {
            let puzzle = puzzle(head);
            let PublishedOptimum::Known(best) = puzzle.best() else {
                panic!("{puzzle}")
            };
            let best = best.get(metric).expect("a length");
            let solved = solve(&puzzle, &Options::default().with_metric(metric)).expect("fits");
            let Outcome::Found(solution) = solved.outcome else {
                panic!("{puzzle}")
            };
            assert_eq!(solution.len() as u64, u64::from(best), "{puzzle}");
            assert!((10..=12).contains(&best), "{best}");
        }
        let told = made("kind: rush\nsize: 4x4\nlength: 40..50");
        assert_eq!(told["answer"], "wrong");
        assert_eq!(
            made("kind: chess"),
            json!({"answer": "wrong", "why": "`chess` is not a kind of puzzle"})
        );
    }

    #[test]
    fn zips_of_each_level_are_unique_and_within_its_search_effort() {
        for (level, least, most) in [("easy", 0, 17), ("medium", 18, 53), ("hard", 54, u64::MAX)] {
            let told = made(&format!("kind: zip\nsize: 6x6\nseed: 1\nlevel: {level}"));
            let text = told["text"].as_str().expect("a text");
            let map = parse_map(text.as_bytes()).expect("a map");
            let walls = if level == "easy" { 0 } else { 2 };
            assert_eq!((map.cells().len(), map.walls().len()), (36, walls));
            let states = told["states"].as_u64().expect("a number");
            assert!((least..=most).contains(&states), "{level}: {states}");
            let unique = answer(&format!("unique\n\n{text}"), &mut |_| {
                ControlFlow::Continue(())
            });
            assert!(unique.contains("\"unique\":true"), "{unique}");
        }
        // These have no room for walls.
        assert_eq!(made("kind: zip\nsize: 1x9\nlevel: hard")["answer"], "made");
    }
}
