//! The certificate of a search that has ended.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};

use super::{CHECKSUM, Claim, Header, ProofError};
use crate::board::UnpackedState;
use crate::control::{Limits, Monitor, Observer, Outcome, Progress};
use crate::puzzle::Puzzle;
use crate::sliding::{Algorithm, Engine, Mirroring, Options, Report, Solver};
use crate::solution::{Position, Solution};

/// A certificate, as the bytes of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// the puzzle has numbered tiles for IDA*; or if the board does not fit the solvers.
    pub fn solver(puzzle: &Puzzle, options: &Options) -> Result<Solver, ProofError> {
        if let Some(method) = Solver::new(puzzle, options)?.method_without_layers()? {
            return Err(ProofError::NoLayers(method));
        }
        let (algorithm, engine) = (Algorithm::BreadthFirst, Some(Engine::Parents));
        let options = Options { algorithm, engine, mirroring: Mirroring::Off, ..*options };
        Ok(Solver::new(puzzle, &options)?)
    }
}

/// Writes the certificate of the search that a [`Certificate::solver`] has just ended with this
/// report; or the reason why the search stopped, or the observer this.
///
/// # Complexity
/// Time and memory are linear in the positions: about a microsecond and 2 to 4 bytes for each.
#[must_use]
pub fn write(solver: &Solver, report: &Report, observer: Observer<'_>) -> Outcome<Certificate> {
    let (claim, solution) = match &report.outcome {
        Outcome::Found(solution) => (Claim::Shortest(solution.len()), Some(solution)),
        Outcome::Exhausted if report.engine.name == Engine::Parity => (Claim::Parity, None),
        Outcome::Exhausted => (Claim::Unsolvable, None),
        Outcome::Stopped(reason) => return Outcome::Stopped(*reason),
    };
    let puzzle = solver.puzzle().without_info();
    let mut writer = PositionWriter::new(puzzle.grid().area());
    if let Some(solution) = solution {
        for record in positions_of(solver, solution) {
            writer.add(&record);
        }
    }
    let mut monitor = Monitor::new(Limits::default(), observer);
    let (mut sizes, mut positions) = (Vec::new(), 0);
    let codes =
        |layer: Vec<UnpackedState>| layer.into_iter().map(UnpackedState::into_codes).collect();
    let layers = (0..).map_while(|depth| solver.layer(depth)).map(codes);
    let sets: Box<dyn Iterator<Item = Vec<Vec<u8>>>> = match claim {
        Claim::Shortest(_) => Box::new(layers),
        Claim::Unsolvable => Box::new(std::iter::once(layers.flatten().collect())),
        Claim::Parity => Box::new(std::iter::empty()),
    };
    for mut set in sets {
        let (depth, states) = (u32::try_from(sizes.len()).unwrap_or(u32::MAX), positions);
        let progress = || Progress { depth, states, ..Progress::default() };
        if let Err(reason) = monitor.check(positions, progress) {
            return Outcome::Stopped(reason);
        }
        set.sort_unstable();
        for record in &set {
            writer.add(record);
        }
        positions += set.len();
        sizes.push(set.len() as u64);
    }
    let (positions, sets) = (positions as u64, sizes.len());
    let header = Header { claim, metric: report.metric, sizes, puzzle };
    let mut bytes = header.to_string().into_bytes();
    bytes.extend(writer.end());
    let checksum: [u8; CHECKSUM] = crc32fast::hash(&bytes).to_le_bytes();
    bytes.extend(checksum);
    Outcome::Found(Certificate { claim, positions, sets, bytes })
}

/// Returns the positions of a solution as they are written, the start first.
fn positions_of(solver: &Solver, solution: &Solution) -> Vec<Vec<u8>> {
    let (puzzle, board) = (solver.puzzle(), solver.board());
    let mut codes = vec![0; puzzle.pieces().len()];
    for (code, kind) in (1..).zip(board.kinds()) {
        kind.pieces.iter().for_each(|&piece| codes[piece] = code);
    }
    let record = |position: &Position<'_>| {
        let mut record = vec![0; puzzle.grid().area()];
        for (&anchor, &code) in position.anchors().iter().zip(&codes) {
            record[puzzle.grid().index(anchor)] = code;
        }
        record
    };
    let mut position = Position::start(puzzle);
    let mut records = vec![record(&position)];
    for unit in solution {
        position.apply(&unit).expect("the solution was replayed");
        records.push(record(&position));
    }
    records
}

/// Writes positions as a zlib stream.
struct PositionWriter {
    compressor: Box<CompressorOxide>,
    /// The last position.
    last: Vec<u8>,
    /// Bytes to be compressed.
    input: Vec<u8>,
    output: Vec<u8>,
}

/// Compression effort, from 0 to 10.
const LEVEL: i32 = 6;

impl PositionWriter {
    fn new(cells: usize) -> Self {
        let flags = create_comp_flags_from_zip_params(LEVEL, 1, 0);
        let compressor = Box::new(CompressorOxide::new(flags));
        PositionWriter { compressor, last: vec![0; cells], input: Vec::new(), output: Vec::new() }
    }

    fn add(&mut self, record: &[u8]) {
        let kept = self.last.iter().zip(record).take_while(|(last, byte)| last == byte).count();
        self.input.push(u8::try_from(kept).expect("at most 128 cells"));
        self.input.extend_from_slice(&record[kept..]);
        self.last.copy_from_slice(record);
        if self.input.len() > 1 << 16 {
            self.compress(TDEFLFlush::None);
        }
    }

    fn compress(&mut self, flush: TDEFLFlush) {
        let PositionWriter { compressor, input, output, .. } = self;
        compress_to_output(compressor, input, flush, |bytes| {
            output.extend_from_slice(bytes);
            true
        });
        input.clear();
    }

    fn end(mut self) -> Vec<u8> {
        self.compress(TDEFLFlush::Finish);
        self.output
    }
}
