//! The certificate of a search that has ended.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};

use super::{CHECKSUM, Claim, ProofError, sets::EndedSearch};
#[cfg(any(feature = "web-map", test))]
use crate::{
    board::Board,
    control::Limits,
    puzzle::Metric,
    sliding::board_search::BoardSearch,
    sliding::{self, Algorithm, SolveError},
};
use crate::{
    board::UnpackedState,
    control::{Observer, Outcome},
    puzzle::Puzzle,
    sliding::{Engine, Options, Report, Solver},
};

/// A certificate, as the bytes of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// What it claims.
    pub claim: Claim,
    /// The number of positions in its sets.
    pub positions: u64,
    /// The number of its sets.
    pub sets: usize,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Certificate {
    /// Returns the solver whose search can be [written](write()) as a certificate: it searches
    /// breadth-first, with parents, and does not take mirror images for one state.
    ///
    /// # Errors
    /// [`ProofError::NoLayers`] if the options ask for another algorithm, or leave the choice and
    /// the puzzle has numbered tiles on more than nine cells; or if the board does not fit the
    /// solvers.
    pub fn solver(puzzle: &Puzzle, options: &Options) -> Result<Solver, ProofError> {
        Solver::new(puzzle, options)?
            .into_breadth_first()?
            .map_err(ProofError::NoLayers)
    }

    /// Searches and writes the certificate of that, with less code than a solver: for pages.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    #[cfg(any(feature = "web-map", test))]
    pub fn find(
        puzzle: &Puzzle,
        metric: Metric,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Result<Outcome<Certificate>, SolveError> {
        let board = Board::new(puzzle)?.without_symmetry();
        let mut ended = EndedSearch {
            puzzle,
            board: &board,
            metric,
            claim: Claim::Parity,
            solution: None,
        };
        if sliding::impossible(puzzle).is_some() {
            return Ok(ended.certificate(std::iter::empty(), observer));
        }
        let mut search = BoardSearch::new(&board, metric);
        let found = search.search(Algorithm::BreadthFirst, limits, &mut *observer);
        let solution = match &found.outcome {
            Outcome::Found(path) => Some(sliding::solution(puzzle, &board, path, metric)?),
            Outcome::Exhausted => None,
            Outcome::Stopped(reason) => return Ok(Outcome::Stopped(*reason)),
        };
        ended.claim = solution
            .as_ref()
            .map_or(Claim::Unsolvable, |it| Claim::Shortest(it.len()));
        ended.solution = solution.as_ref();
        Ok(ended.certificate((0..).map_while(|depth| search.layer(depth)), observer))
    }
}

/// Writes the certificate of the search that a [`Certificate::solver`] has just ended with this
/// report; or the reason why the search stopped, or the observer this.
///
/// # Complexity
/// Time and memory are linear in the positions: about a microsecond and 2 to 4 bytes for each.
pub fn write(solver: &Solver, report: &Report, observer: Observer<'_>) -> Outcome<Certificate> {
    let claim = match &report.outcome {
        Outcome::Found(solution) => Claim::Shortest(solution.len()),
        Outcome::Exhausted if report.engine.name == Engine::Parity => Claim::Parity,
        Outcome::Exhausted => Claim::Unsolvable,
        Outcome::Stopped(reason) => return Outcome::Stopped(*reason),
    };
    let search = EndedSearch {
        puzzle: solver.puzzle(),
        board: solver.board(),
        metric: report.metric,
        claim,
        solution: report.solution(),
    };
    search.certificate((0..).map_while(|depth| solver.layer(depth)), observer)
}

impl EndedSearch<'_> {
    /// Returns the certificate with the layers of the search.
    fn certificate(
        &self,
        layers: impl Iterator<Item = Vec<UnpackedState>>,
        observer: Observer<'_>,
    ) -> Outcome<Certificate> {
        let mut compressor = Compressor::new();
        let header = match self.write(layers, observer, &mut |bytes| compressor.add(bytes)) {
            Ok(header) => header,
            Err(reason) => return Outcome::Stopped(reason),
        };
        let mut bytes = header.to_string().into_bytes();
        bytes.extend(compressor.end());
        let checksum: [u8; CHECKSUM] = crc32fast::hash(&bytes).to_le_bytes();
        bytes.extend(checksum);
        Outcome::Found(Certificate {
            claim: self.claim,
            positions: header.sizes.iter().sum(),
            sets: header.sizes.len(),
            bytes,
        })
    }
}

/// Compresses bytes to a zlib stream.
struct Compressor {
    state: Box<CompressorOxide>,
    output: Vec<u8>,
}

/// Compression effort, from 0 to 10.
const LEVEL: i32 = 6;

impl Compressor {
    fn new() -> Self {
        let flags = create_comp_flags_from_zip_params(LEVEL, 1, 0);
        Compressor {
            state: Box::new(CompressorOxide::new(flags)),
            output: Vec::new(),
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.compress(bytes, TDEFLFlush::None);
    }

    fn compress(&mut self, bytes: &[u8], flush: TDEFLFlush) {
        let Compressor { state, output } = self;
        compress_to_output(state, bytes, flush, |bytes| {
            output.extend_from_slice(bytes);
            true
        });
    }

    fn end(mut self) -> Vec<u8> {
        self.compress(&[], TDEFLFlush::Finish);
        self.output
    }
}
