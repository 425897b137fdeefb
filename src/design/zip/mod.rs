//! Zips: grids with numbers and exactly one path that visits every cell once and the numbers in
//! their order, from the first to the last. Thin walls between cells may help.
//!
//! A random path has to become the only one. The engine for Hamiltonian paths searches others that
//! fit the clues so far. Clues are added or moved until they refute every alternative that is
//! known. Then the engine searches again, until it proves that no alternative is left. Such a loop
//! between a hitting set and an oracle is due to Moreno-Centeno and Karp, "The implicit hitting set
//! approach to solve combinatorial optimization problems", *Operations Research* 61, 2013.

mod generator;

use crate::{
    control::{Limits, Observer},
    graph::{CellMap, Vertex},
    rng::Rng,
};

use super::{GenerationResult, survey::ScopeError};
use generator::ZipGenerator;

/// The maximum number of cells of a frame.
const MAX_CELLS: usize = 400;

/// Zips to generate: the size of the grid, the thin walls between cells, and the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZipSpec {
    rows: usize,
    columns: usize,
    walls: usize,
    numbers: Numbers,
}

/// The number of numbers of a zip, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Numbers {
    /// As many as needed.
    Enough,
    /// So few that none can be omitted, by local search.
    Needed,
    /// The same, and the fewest of several paths.
    Fewest,
    /// This number.
    Exactly(usize),
}

/// A grid with numbers, and the only path that fits it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Zip {
    /// The grid: its waypoints are the numbers, its start and end the first and the last.
    pub map: CellMap,
    /// The cells in the order of the path.
    pub path: Vec<Vertex>,
}

impl ZipSpec {
    /// Returns a description. The height comes before the width, unlike in the text of a
    /// [`Size`](crate::grid::Size).
    ///
    /// # Errors
    /// If it is invalid, or no such zip exists.
    pub fn new(
        rows: usize,
        columns: usize,
        walls: usize,
        numbers: Numbers,
    ) -> Result<Self, ScopeError> {
        let cells = rows.saturating_mul(columns);
        match (cells, numbers) {
            (..2, _) => {
                return Err(ScopeError::new(
                    "a path has two ends, and this frame has one cell",
                    "take a larger frame, like `7x7`",
                ));
            }
            (_, Numbers::Exactly(..2)) => {
                return Err(ScopeError::new(
                    "a zip has at least two numbers, at the ends of the path",
                    "give at least two, like `--numbers 8`",
                ));
            }
            _ if cells > MAX_CELLS => {
                return Err(ScopeError::new(
                    format!("a zip may have {MAX_CELLS} cells, and this frame has {cells}"),
                    "take a frame of at most 20 rows and columns, like `20x20`",
                ));
            }
            (_, Numbers::Exactly(numbers)) if numbers > cells => {
                return Err(ScopeError::proof(
                    format!("{numbers} numbers do not fit into {cells} cells"),
                    "give fewer numbers",
                ));
            }
            _ => {}
        }
        let borders = rows * (columns - 1) + columns * (rows - 1);
        let most = borders - (cells - 1);
        if walls > most {
            return Err(ScopeError::proof(
                format!("a path over all cells leaves room for {most} walls, not for {walls}"),
                "give fewer walls",
            ));
        }
        Ok(ZipSpec {
            rows,
            columns,
            walls,
            numbers,
        })
    }

    /// Generates a zip from at most `most_tries` random paths. The same seed gives the same zip,
    /// unless a limit stops it.
    ///
    /// # Complexity
    /// The engine excludes a second path some dozens of times, which takes exponential time at
    /// worst. A frame of 7×7 takes milliseconds, one of 10×10 tenths of a second.
    ///
    /// ```
    /// use huarong::control::Limits;
    /// use huarong::design::{GenerationResult, Numbers, ZipSpec};
    /// use huarong::control::unobserved;
    ///
    /// let frame = ZipSpec::new(6, 6, 2, Numbers::Exactly(8))?;
    /// let made = frame.make(7, 100, &Limits::default(), &mut unobserved);
    /// let GenerationResult::Found(zip) = made else { panic!("there are many") };
    /// assert_eq!((zip.map.waypoints.len(), zip.map.walls().len()), (8, 2));
    /// # Ok::<(), huarong::design::ScopeError>(())
    /// ```
    pub fn make(
        self,
        seed: u64,
        most_tries: usize,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> GenerationResult<Zip> {
        let mut generator = ZipGenerator::new(self, Rng::new(seed), limits, observer);
        let mut tries = 0;
        match generator.search(most_tries, &mut tries) {
            Ok(Some(zip)) => GenerationResult::Found(zip),
            Ok(None) => GenerationResult::NotFound {
                tries,
                hardest: None,
            },
            Err(reason) => GenerationResult::Stopped {
                reason,
                tries,
                hardest: None,
            },
        }
    }

    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the neighbours of a cell.
    fn beside(self, cell: usize) -> impl Iterator<Item = usize> {
        let row = cell / self.columns;
        let column = cell % self.columns;
        let above = (row > 0).then(|| cell - self.columns);
        let below = (row + 1 < self.rows).then(|| cell + self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then(|| cell + 1);
        [above, left, right, below].into_iter().flatten()
    }

    /// Returns a random path over all cells. It starts from the path that runs through the rows in
    /// alternating directions. Each step joins an end to a neighbour and cuts the path before it.
    ///
    /// Oberdorf, Ferguson, Jacobsen and Kondev: "Secondary structures in long compact polymers",
    /// *Physical Review E* 74, 2006. This number of steps mixes well by N. Clisby's experience.
    fn random_path(self, rng: &mut Rng) -> Vec<usize> {
        let mut path: Vec<usize> = (0..self.rows)
            .flat_map(|row| {
                let cells = row * self.columns..(row + 1) * self.columns;
                let turned = row % 2 == 1;
                let end = cells.end - 1 + cells.start;
                cells.map(move |cell| if turned { end - cell } else { cell })
            })
            .collect();
        let cells = self.cells();
        let scale = cells.ilog2() as usize + 1;
        for _ in 0..5 * cells * scale * scale {
            let at_end = rng.below(2) == 1;
            let end = if at_end { path[cells - 1] } else { path[0] };
            let beside: Vec<usize> = self.beside(end).collect();
            let joined = beside[rng.below(beside.len())];
            let at = path
                .iter()
                .position(|&cell| cell == joined)
                .expect("it has all cells");
            if at_end {
                path[at + 1..].reverse();
            } else {
                path[..at].reverse();
            }
        }
        // The steps leave each end on its colour.
        if rng.below(2) == 1 {
            path.reverse();
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, ops::ControlFlow::Break, time::Duration};

    use super::*;
    use crate::{
        control::{StopReason, unobserved},
        graph::{Graph, Shape, verify},
    };

    fn made(frame: ZipSpec, seed: u64) -> Zip {
        let made = frame.make(seed, 100, &Limits::default(), &mut unobserved);
        let GenerationResult::Found(zip) = made else {
            panic!("{frame:?}, seed {seed}: {made:?}")
        };
        let start = zip.map.start;
        let end = zip.map.end;
        let waypoints = &zip.map.waypoints;
        assert_eq!(
            (start, end),
            (waypoints.first().copied(), waypoints.last().copied())
        );
        let constraints = zip.map.constraints(Shape::Path);
        assert_eq!(verify(zip.map.graph(), &zip.path, &constraints), Ok(()));
        zip
    }

    /// Returns all paths over all cells, by exhaustive search.
    fn all_paths(graph: &Graph) -> Vec<Vec<Vertex>> {
        fn grow(graph: &Graph, path: &mut Vec<Vertex>, found: &mut Vec<Vec<Vertex>>) {
            if path.len() == graph.vertices() {
                return found.push(path.clone());
            }
            for next in 0..u32::try_from(graph.vertices()).expect("few") {
                let joined = path
                    .last()
                    .is_none_or(|&last| graph.neighbours(last).contains(&next));
                if joined && !path.contains(&next) {
                    path.push(next);
                    grow(graph, path, found);
                    path.pop();
                }
            }
        }
        let mut found = Vec::new();
        grow(graph, &mut Vec::new(), &mut found);
        found
    }

    /// Returns the number of paths that begin at the first number, end at the last one, and visit
    /// all in order.
    fn fitting(paths: &[Vec<Vertex>], numbers: &[Vertex]) -> usize {
        let fits = |path: &&Vec<Vertex>| {
            let met: Vec<Vertex> = path
                .iter()
                .copied()
                .filter(|cell| numbers.contains(cell))
                .collect();
            met == numbers && path.first() == numbers.first() && path.last() == numbers.last()
        };
        paths.iter().filter(fits).count()
    }

    #[test]
    fn a_zip_has_one_path_and_minimal_clues_are_all_necessary() {
        for (rows, columns, walls) in [(3, 3, 0), (4, 4, 0), (4, 4, 2), (3, 5, 1), (4, 3, 6)] {
            for (seed, numbers) in (0..).zip([Numbers::Enough, Numbers::Fewest].repeat(4)) {
                let zip = made(
                    ZipSpec::new(rows, columns, walls, numbers).expect("a zip"),
                    seed,
                );
                assert_eq!(zip.map.walls().len(), walls);
                let paths = all_paths(zip.map.graph());
                let found = &zip.map.waypoints;
                assert_eq!(fitting(&paths, found), 1, "{zip:?}");
                for number in 1..found.len() - 1 {
                    let mut fewer = found.clone();
                    fewer.remove(number);
                    let others = fitting(&paths, &fewer);
                    assert!(numbers == Numbers::Enough || others > 1, "{zip:?}");
                }
            }
        }
    }

    #[test]
    fn a_zip_has_the_requested_numbers_and_walls() {
        // Rows, columns, walls and numbers.
        let specs = [[1, 2, 0, 2], [1, 9, 0, 5], [9, 1, 0, 2], [2, 2, 1, 4]];
        for [rows, columns, walls, count] in
            specs
                .into_iter()
                .chain([[4, 4, 1, 6], [4, 4, 9, 2], [7, 7, 3, 8]])
        {
            let spec = ZipSpec::new(rows, columns, walls, Numbers::Exactly(count));
            let zip = made(spec.expect("a zip"), 5);
            assert_eq!(
                (zip.map.waypoints.len(), zip.map.walls().len()),
                (count, walls)
            );
            if rows * columns <= 16 {
                assert_eq!(
                    fitting(&all_paths(zip.map.graph()), &zip.map.waypoints),
                    1,
                    "{zip:?}"
                );
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_zip() {
        let frame = ZipSpec::new(6, 5, 1, Numbers::Enough).expect("a zip");
        assert_eq!(made(frame, 1), made(frame, 1));
        assert_ne!(made(frame, 1), made(frame, 2));
    }

    #[test]
    fn random_paths_cover_all_paths_of_a_small_frame() {
        let frame = ZipSpec::new(3, 4, 0, Numbers::Enough).expect("a zip");
        let all = all_paths(made(frame, 0).map.graph()).len();
        let mut rng = Rng::new(1);
        let taken: BTreeSet<Vec<usize>> =
            (0..20 * all).map(|_| frame.random_path(&mut rng)).collect();
        assert_eq!(taken.len(), all);
    }

    #[test]
    fn an_invalid_spec_is_refused() {
        let enough = Numbers::Enough;
        for (rows, columns, walls, numbers, why, is_proof) in [
            (1, 1, 0, enough, "one cell", false),
            (0, 5, 0, enough, "one cell", false),
            (21, 20, 0, enough, "this frame has 420", false),
            (3, 3, 5, enough, "room for 4 walls, not for 5", true),
            (5, 5, 0, Numbers::Exactly(1), "at least two numbers", false),
            (
                2,
                2,
                0,
                Numbers::Exactly(5),
                "5 numbers do not fit into 4",
                true,
            ),
        ] {
            let error = ZipSpec::new(rows, columns, walls, numbers).expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
            assert_eq!(error.is_proof(), is_proof, "{error}");
        }
    }

    #[test]
    fn exhausted_tries_limits_and_interruptions_by_the_observer_are_reported() {
        // The numbers at the ends refute no alternative.
        let few = ZipSpec::new(5, 5, 0, Numbers::Exactly(2)).expect("a zip");
        let none = GenerationResult::NotFound {
            tries: 3,
            hardest: None,
        };
        assert_eq!(few.make(1, 3, &Limits::default(), &mut unobserved), none);
        let late = Limits::default().with_timeout(Some(Duration::ZERO));
        let stopped = |reason| GenerationResult::Stopped {
            reason,
            tries: 0,
            hardest: None,
        };
        assert_eq!(
            few.make(1, 3, &late, &mut unobserved),
            stopped(StopReason::Time)
        );
        let made = few.make(1, 3, &Limits::default(), &mut |_| Break(()));
        assert_eq!(made, stopped(StopReason::Interrupted));
    }
}
