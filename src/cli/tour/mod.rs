//! `huarong tour`: tours of a knight, or another leaper, over every square of a board.

mod args;

use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use huarong::backtrack::Statistics;
use huarong::backtrack::hamilton::{self, Shape};
use huarong::control::{Limits, Outcome, StopReason};
use huarong::graph::{Leaper, MapCell, Vertex};
use huarong::grid::Size;
use huarong::render::{Cells, PathPicture, PathShape};
use huarong::tour::{
    self, Analysis, Chessboard, MAX_SQUARES, NoTourReason, Square, SquareError, SquareNumbering,
    TourKind, TourNumber, analyse,
};
use num_bigint::BigUint;
use serde::Serialize;

use super::diagnostics::{UserError, sanitize};
use super::exit::Exit;
use super::interrupt::Deadline;
use super::numbers::counted;
use super::paths::{
    Figures, Infeasibility, ListKind, OrderArg, PathCount, PathOutput, PathProblem, PathQuery,
    PictureRequest, SearchCost, Visitor,
};
use super::progress::ProgressLine;
use super::subject::board_size;
use crate::cli::numbers::grouped;
use args::PrintArg;
pub(crate) use args::TourArgs;

pub(crate) fn run(args: &TourArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_contradictions(args)?;
    let format = PathOutput {
        json: args.json,
        quiet: args.quiet,
        is_tall: args.print == PrintArg::Board,
        picture: &args.picture,
    };
    let deadline = Deadline::after(args.limits.common.timeout);
    let problem = TourProblem::new(args)?;
    let max_bytes = problem.limits.max_bytes.unwrap_or(usize::MAX);
    let mut task =
        PathQuery { problem, format, list: args.all.then_some(ListKind::Paths), deadline, out };
    if args.all {
        task.all(args.limit.unwrap_or(usize::MAX), max_bytes)
    } else if args.count {
        task.count()
    } else {
        task.first()
    }
}

/// Finds out before a search what cannot be done after it.
fn refuse_contradictions(args: &TourArgs) -> anyhow::Result<()> {
    if args.seed.is_some() && !args.order.is_none_or(|order| order == OrderArg::Random) {
        let help = "take `--order random`, or do without one of the two";
        let message = "this order leaves nothing to chance, and `--seed` is given";
        return Err(UserError::new(message, help).into());
    }
    args.picture.check(args.json)
}

/// A tour that is looked for on a board.
struct TourProblem<'a> {
    args: &'a TourArgs,
    board: Chessboard,
    kind: TourKind,
    limits: Limits,
    started: Instant,
    spent: Cell<SearchCost>,
}

/// A bug of the library, as it is told.
const WRONG_TOUR: &str = "a tour that was found is wrong; this is an error of the program";

impl<'a> TourProblem<'a> {
    fn new(args: &'a TourArgs) -> anyhow::Result<Self> {
        let Size { width, height } = board_size(&args.board)?;
        let board = Chessboard::new(height, width, leaper(&args.moves)?)?;
        let kind = kind(args, &board)?;
        let (limits, started) = (args.limits.limits(), Instant::now());
        Ok(TourProblem { args, board, kind, limits, started, spent: Cell::default() })
    }

    /// A line about the search on a board that is called `knight 8×8`.
    fn line(&self) -> ProgressLine {
        let (height, width) = (self.board.rows(), self.board.columns());
        let title = match self.board.leaper() {
            Leaper::KNIGHT => format!("knight {width}×{height}"),
            Leaper { short, long } => format!("({short},{long}) leaper {width}×{height}"),
        };
        ProgressLine::new(&title, "depth", self.args.quiet || self.args.json)
    }

    fn took(&self, statistics: &Statistics) {
        let mut spent = self.spent.get();
        spent.add(statistics);
        self.spent.set(spent);
    }

    fn proof(&self, reason: NoTourReason) -> Infeasibility {
        let text = reason.display(self.args.numbering).to_string();
        Infeasibility { text, json: reason.to_string() }
    }

    fn vertices(&self, tour: &[Square]) -> Vec<Vertex> {
        tour.iter().map(|&square| self.board.vertex(square)).collect()
    }

    fn squares(&self, path: &[Vertex]) -> Vec<Square> {
        path.iter().map(|&vertex| self.board.square(vertex)).collect()
    }

    fn arcs(&self) -> usize {
        usize::try_from(tour::analyse(&self.board).arcs).unwrap_or(usize::MAX)
    }

    /// `open` or `closed`.
    const fn word(&self) -> &'static str {
        match self.kind {
            TourKind::Open { .. } => "open",
            TourKind::Closed { .. } => "closed",
        }
    }
}

impl PathProblem for TourProblem<'_> {
    fn schema(&self) -> &'static str {
        "huarong/tour/1"
    }

    fn check_memory(&self) -> Result<(), StopReason> {
        let TourArgs { order, all, .. } = self.args;
        let is_knight = self.board.leaper() == Leaper::KNIGHT;
        // What is known of the knight takes no memory.
        if is_knight && self.obstacle().is_some() {
            return Ok(());
        }
        if is_knight && order.is_none() && !all {
            return tour::check_memory(&self.board, &self.limits);
        }
        hamilton::check_memory(self.board.squares() as usize, self.arcs(), &self.limits)
    }

    fn memory_needed(&self) -> usize {
        hamilton::memory_needed(self.board.squares() as usize, self.arcs())
    }

    fn obstacle(&self) -> Option<Infeasibility> {
        tour::no_tour_reason(&self.board, self.kind).map(|reason| self.proof(reason))
    }

    fn searched(&self) -> Infeasibility {
        self.proof(NoTourReason::Searched)
    }

    fn find(&self) -> anyhow::Result<Outcome<Vec<Vertex>>> {
        let line = self.line();
        let method = self.args.method(&self.board)?;
        let options = tour::Options { method, limits: self.limits };
        let report = tour::find(&self.board, self.kind, &options, &mut |at| line.watch(at))
            .context(WRONG_TOUR)?;
        self.took(&report.statistics);
        Ok(report.outcome.map(|tour| self.vertices(&tour)))
    }

    fn visit(&self, visit: &mut Visitor<'_>) -> Outcome<anyhow::Result<()>> {
        let options = match self.args.search(&self.board) {
            Ok(search) => hamilton::Options { limits: self.limits, ..search },
            Err(error) => return Outcome::Found(Err(error)),
        };
        let (line, is_closed) = (self.line(), matches!(self.kind, TourKind::Closed { .. }));
        let mut observer = |at: &_| line.watch(at);
        let search = tour::for_each_tour(&self.board, self.kind, &options, &mut observer, |tour| {
            let path = match tour.context(WRONG_TOUR) {
                Ok(tour) => self.vertices(&tour),
                Err(error) => return ControlFlow::Break(Err(error)),
            };
            let is_left_out = is_closed && Shape::Cycle.is_reverse_duplicate(&path);
            if is_left_out { ControlFlow::Continue(()) } else { visit(&path) }
        });
        self.took(&search.statistics);
        search.outcome
    }

    fn count(&self) -> Outcome<PathCount> {
        let line = self.line();
        let mut observer = |at: &_| line.watch(at);
        let count = tour::count(&self.board, self.kind, &self.limits, &mut observer);
        self.took(&count.statistics);
        match count.tours {
            TourNumber::Exactly(tours) if tours == BigUint::ZERO => Outcome::Exhausted,
            TourNumber::Exactly(tours) => Outcome::Found(PathCount::Exactly(tours)),
            TourNumber::AtLeast(tours, reason) => Outcome::Found(PathCount::AtLeast(tours, reason)),
        }
    }

    fn spent(&self) -> SearchCost {
        SearchCost { elapsed: self.started.elapsed(), ..self.spent.get() }
    }

    fn place(&self, vertex: Vertex) -> Option<MapCell> {
        let Square { row, column } = self.board.square(vertex);
        Some(MapCell { row, column })
    }

    fn kind(&self) -> Option<&'static str> {
        Some(match self.kind {
            TourKind::Open { .. } => "directed open",
            TourKind::Closed { .. } => "undirected closed",
        })
    }

    fn figures(&self) -> Option<Figures> {
        self.args.stats.then(|| {
            let stats = Stats::new(&self.board, &self.spent());
            let json = serde_json::value::to_raw_value(&stats).expect("numbers can be written");
            Figures { text: format!("{stats}\n"), json }
        })
    }

    fn write(&self, path: &[Vertex], out: &mut dyn Write) -> io::Result<()> {
        let (print, numbering) = (self.args.print, self.args.numbering);
        draw(print, numbering, &self.board, &self.squares(path), out)
    }

    fn picture(
        &self,
        wanted: PictureRequest<'_>,
        path: &[Vertex],
    ) -> anyhow::Result<Option<Vec<u8>>> {
        picture(wanted, &self.board, self.kind, &self.squares(path)).map(Some)
    }

    fn found(&self, path: &[Vertex]) -> String {
        format!("{} tour over {}", self.word(), counted(path.len(), "square"))
    }

    /// `1,728 directed open tours`, `304 open tours from (0,0)`, `8 undirected closed tours`.
    fn counted(&self, number: &BigUint) -> String {
        let (way, ends) = match self.kind {
            TourKind::Open { start: None, end: None } => ("directed ", [None, None]),
            TourKind::Open { start, end } => ("", [start, end]),
            TourKind::Closed { .. } => ("undirected ", [None, None]),
        };
        let mut text = counted(number, &format!("{way}{} tour", self.word()));
        let numbering = self.args.numbering;
        for (word, end) in ["from", "to"].into_iter().zip(ends) {
            if let Some(square) = end {
                text.extend([" ", word, " (", &square.coordinates(numbering), ")"]);
            }
        }
        text
    }

    fn stopped_count(&self, counted: &str, why: &str) -> String {
        format!("at least {counted}: {why}")
    }
}

/// `1,2`, in any order.
fn leaper(text: &str) -> anyhow::Result<Leaper> {
    let shown = sanitize(text);
    let leg = |text: &str| text.trim().parse().ok().filter(|&leg: &u32| leg <= MAX_SQUARES);
    let legs = text.split_once(',').and_then(|(one, other)| Some((leg(one)?, leg(other)?)));
    let complaint = match legs {
        Some((0, 0)) => {
            let help = "write how far it goes one way and the other, like `1,2` for a knight";
            UserError::new(format!("a piece that moves by `{shown}` stays where it is"), help)
        }
        Some((one, other)) => {
            return Ok(Leaper { short: one.min(other), long: one.max(other) });
        }
        None => {
            let help = "write two numbers, like `1,2` for a knight; it moves so in all directions";
            UserError::new(format!("`{shown}` is no way to move"), help)
        }
    };
    Err(complaint.into())
}

/// What the arguments ask for.
fn kind(args: &TourArgs, board: &Chessboard) -> anyhow::Result<TourKind> {
    let numbering = args.numbering;
    let square = |text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| square(text, board, numbering)).transpose()
    };
    let start = square(&args.start)?;
    Ok(if args.closed {
        TourKind::Closed { start }
    } else {
        TourKind::Open { start, end: square(&args.end)? }
    })
}

fn square(text: &str, board: &Chessboard, numbering: SquareNumbering) -> anyhow::Result<Square> {
    let shown = sanitize(text);
    let complaint = match Square::parse(text, board, numbering) {
        Ok(square) => return Ok(square),
        Err(SquareError::Outside { first, last, bottom_left, top_right }) => {
            let help = format!(
                "its squares go from {first} to {last}, in chess notation from {bottom_left} to \
                 {top_right}"
            );
            UserError::new(format!("`{shown}` lies outside the board"), help)
        }
        Err(error) => UserError::new(format!("`{shown}` is no square"), error.to_string()),
    };
    Err(complaint.into())
}

/// Writes a tour in one of the ways to print it, and ends the line.
pub(crate) fn draw(
    print: PrintArg,
    numbering: SquareNumbering,
    board: &Chessboard,
    tour: &[Square],
    out: &mut dyn Write,
) -> io::Result<()> {
    match print {
        PrintArg::Path => {
            let first = numbering.first();
            joined(out, tour, |out, at| write!(out, "({},{})", at.row + first, at.column + first))
        }
        PrintArg::Algebraic => {
            joined(out, tour, |out, at| out.write_all(at.algebraic(board).as_bytes()))
        }
        PrintArg::Moves => joined(out, tour.windows(2), |out, step| {
            let by = |from: u32, to: u32| i64::from(to) - i64::from(from);
            let (down, right) = (by(step[0].row, step[1].row), by(step[0].column, step[1].column));
            write!(out, "({down:+},{right:+})")
        }),
        PrintArg::Board => numbers(board, tour, out),
    }
}

/// Writes each item with spaces between them, on a line.
fn joined<T>(
    out: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut dyn Write, T) -> io::Result<()>,
) -> io::Result<()> {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b" ")?;
        }
        write(out, item)?;
    }
    out.write_all(b"\n")
}

/// The number of each step in its square.
fn numbers(board: &Chessboard, tour: &[Square], out: &mut dyn Write) -> io::Result<()> {
    let width = tour.len().to_string().len();
    let mut steps = vec![0_u32; tour.len()];
    for (step, &square) in (1..).zip(tour) {
        steps[board.vertex(square) as usize] = step;
    }
    for row in steps.chunks_exact(board.columns() as usize) {
        let (last, others) = row.split_last().expect("a board has a column");
        for step in others {
            write!(out, "{step:>width$} ")?;
        }
        writeln!(out, "{last:>width$}")?;
    }
    Ok(())
}

/// The tour as the picture that is asked for.
pub(crate) fn picture(
    wanted: PictureRequest<'_>,
    board: &Chessboard,
    kind: TourKind,
    tour: &[Square],
) -> anyhow::Result<Vec<u8>> {
    let (rows, columns) = (board.rows(), board.columns());
    let (word, shape) = match kind {
        TourKind::Open { .. } => ("open", PathShape::Open),
        TourKind::Closed { .. } => ("closed", PathShape::Closed),
    };
    let title = match board.leaper() {
        Leaper::KNIGHT => format!("Knight's tour of the {columns}×{rows} board, {word}"),
        Leaper { short, long } => {
            format!("Tour of a ({short},{long}) leaper of the {columns}×{rows} board, {word}")
        }
    };
    let place = |&Square { row, column }: &Square| MapCell { row, column };
    let path: Vec<MapCell> = tour.iter().map(place).collect();
    let title = title.as_str();
    let (cells, walls, clues) = (Cells::All, &[], &[]);
    let (path, theme) = (path.as_slice(), wanted.theme());
    wanted.draw(&PathPicture { title, rows, columns, cells, walls, clues, path, shape, theme })
}

/// The figures of a board and a search.
#[derive(Serialize)]
pub(crate) struct Stats {
    vertices: u32,
    /// Directed edges.
    arcs: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    fill: f64,
    branching: f64,
    /// The logarithm to base 10 of k^(N+1); none where there are no moves.
    log10_tree: Option<f64>,
    #[serde(skip)]
    nodes: u64,
    #[serde(skip)]
    backtracks: u64,
}

impl Stats {
    pub(crate) fn new(board: &Chessboard, spent: &SearchCost) -> Self {
        let Analysis { vertices, arcs, fill, branching, log_tree } = analyse(board);
        let log10_tree = log_tree.is_finite().then_some(log_tree);
        let SearchCost { nodes, backtracks, .. } = *spent;
        Stats { vertices, arcs, fill, branching, log10_tree, nodes, backtracks }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = self.log10_tree.map_or_else(|| "0".to_owned(), power_of_ten);
        writeln!(f, "vertices:        {}", grouped(self.vertices))?;
        writeln!(f, "directed edges:  {}", grouped(self.arcs))?;
        writeln!(f, "matrix filled:   {} %", percent(self.fill))?;
        writeln!(f, "mean branching:  k = {:.2}", self.branching)?;
        writeln!(f, "search tree:     k^(N+1) = {tree}")?;
        writeln!(f, "nodes entered:   {}", grouped(self.nodes))?;
        write!(f, "retreats:        {}", grouped(self.backtracks))
    }
}

/// Two digits at least: `8.2`, `0.00079`.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    let digits = if percent < 1.0 { 1.0 - percent.max(1e-9).log10().floor() } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 10")]
    let digits = digits as usize;
    format!("{percent:.digits$}")
}

/// The number with this logarithm: `1.2·10^46`, or as it is where that is short.
fn power_of_ten(log: f64) -> String {
    if log.abs() < 3.0 {
        return format!("{:.2}", 10_f64.powf(log));
    }
    let mantissa = format!("{:.1}", 10_f64.powf(log - log.floor()));
    // What is rounded up to ten is one of the next power.
    let (mantissa, exponent) = match mantissa.as_str() {
        "10.0" => ("1.0", log.floor() + 1.0),
        mantissa => (mantissa, log.floor()),
    };
    format!("{mantissa}·10^{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_moves_by_two_numbers_in_any_order() {
        assert_eq!(leaper("1,2").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("2, 1").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("0,1").ok(), Some(Leaper { short: 0, long: 1 }));
        for wrong in ["1", "", ",", "0,0", "-1,2", "1,2,3", "1,4294967295"] {
            let told = leaper(wrong).expect_err(wrong);
            let told = told.downcast_ref::<UserError>().expect("a complaint");
            assert!(told.help.is_some(), "{told}");
        }
    }

    #[test]
    fn a_tour_can_be_printed_in_four_ways() {
        let board = Chessboard::new(3, 4, Leaper::KNIGHT).expect("a board");
        let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        let tour = steps.map(|vertex| board.square(vertex));
        let drawn = |print, numbering, tour: &[Square]| {
            let mut out = Vec::new();
            draw(print, numbering, &board, tour, &mut out).expect("memory takes it all");
            String::from_utf8(out).expect("UTF-8")
        };
        let (zero, one) = (SquareNumbering::FromZero, SquareNumbering::FromOne);
        assert_eq!(drawn(PrintArg::Path, zero, &tour[..3]), "(0,0) (1,2) (2,0)\n");
        assert_eq!(drawn(PrintArg::Path, one, &tour[..3]), "(1,1) (2,3) (3,1)\n");
        assert_eq!(drawn(PrintArg::Algebraic, one, &tour[..3]), "a3 c2 a1\n");
        assert_eq!(drawn(PrintArg::Moves, one, &tour[..3]), "(+1,+2) (+1,-2)\n");
        assert_eq!(drawn(PrintArg::Board, zero, &tour), " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n");
    }

    #[test]
    fn a_board_without_moves_has_no_tree() {
        let board = Chessboard::new(1, 1, Leaper::KNIGHT).expect("a board");
        let told = Stats::new(&board, &SearchCost::default()).to_string();
        assert!(told.contains("k^(N+1) = 0\n") && told.contains("filled:   0.0"), "{told}");
    }

    #[test]
    fn numbers_are_as_long_as_one_can_read() {
        let told = [0.0, 1.5, -1.0, 3.0, 45.9999, 900_000.25].map(power_of_ten);
        assert_eq!(told, ["1.00", "31.62", "0.10", "1.0·10^3", "1.0·10^46", "1.8·10^900000"]);
        let told = [0.082, 0.5, 0.001_23, 0.000_007_976].map(percent);
        assert_eq!(told, ["8.2", "50.0", "0.12", "0.00080"]);
    }
}
