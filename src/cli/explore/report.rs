//! What is known, as a page for the terminal.

use std::io::{self, Write};

use huarong::explore::{Degrees, Exploration, Finding, Stage, Sweep};
use huarong::notation::{self, Notation};
use num_bigint::BigUint;

use super::{Found, FromArg, bars, boards, hardest};
use crate::cli::numbers::{counted, grouped, time};

/// The longest number of solutions that is written out.
const DIGITS: usize = 40;

pub(super) fn write(out: &mut dyn Write, found: &Found<'_>) -> io::Result<()> {
    writeln!(out, "{}", found.source.title())?;
    writeln!(out)?;
    figures(out, found)?;
    if !found.args.quiet {
        farthest(out, found)?;
        hardest(out, found)?;
        layers(out, found)?;
    }
    closing(out, found.known)
}

/// A line of the table of figures.
fn line(out: &mut dyn Write, word: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {word:<10}  {text}")
}

fn figures(out: &mut dyn Write, found: &Found<'_>) -> io::Result<()> {
    let known = found.known;
    let total = known.from_start.total();
    let so_far = if known.from_start.is_complete { "" } else { " so far" };
    let positions = counted(total.states, "position");
    let mirrored = match total.classes {
        classes if classes == total.states => String::new(),
        classes => format!(", {} if mirror images count as one", grouped(classes)),
    };
    line(out, "reached", &format!("{positions}{so_far}{mirrored}"))?;
    let shortest = known.shortest().map(|length| known.metric.count(length));
    let solved = match (&shortest, known.from_start.is_complete) {
        (Some(shortest), _) => {
            format!("{} of them, the nearest {shortest} away", grouped(total.goal_states))
        }
        (None, true) => "none of them: it cannot be solved".to_owned(),
        (None, false) => "none of them".to_owned(),
    };
    line(out, "solved", &solved)?;
    if let Some(solution) = &found.told {
        let length = known.metric.count(solution.len());
        line(out, "tablebase", &format!("{length} to the nearest solution"))?;
    }
    let solutions = |count: &BigUint| {
        let length = shortest.as_deref().unwrap_or_default();
        let written = BigUint::to_string(count);
        let number = if written.len() <= DIGITS { grouped(count) } else { rounded(&written) };
        format!("{number} of {length}")
    };
    finding(out, "solutions", &known.solutions, solutions)?;
    if known.from_start.is_complete {
        line(out, "farthest", &far(known, &known.from_start, "start"))?;
    }
    finding(out, "hardest", &known.from_goals, |sweep| far(known, sweep, "nearest solution"))?;
    finding(out, "moves", &known.degrees, degrees)
}

/// `8 positions, 124 moves from the start`.
fn far(known: &Exploration, sweep: &Sweep, from: &str) -> String {
    let positions = counted(sweep.last().states, "position");
    format!("{positions}, {} from the {from}", known.metric.count(sweep.eccentricity()))
}

/// A number of very many digits, in few.
fn rounded(digits: &str) -> String {
    format!("about {}.{}·10^{}", &digits[..1], &digits[1..4], digits.len() - 1)
}

/// What has been found out, or why it has not been.
fn finding<T>(
    out: &mut dyn Write,
    word: &str,
    finding: &Finding<T>,
    tell: impl FnOnce(&T) -> String,
) -> io::Result<()> {
    match finding {
        Finding::Known(found) => line(out, word, &tell(found)),
        Finding::TooLarge(bytes) => {
            let size = bytesize::ByteSize(*bytes);
            line(out, word, &format!("not counted: it takes about {size} (`--max-memory`)"))
        }
        Finding::Stopped => line(out, word, "not known: stopped before"),
        Finding::NoGoal | Finding::NotAsked => Ok(()),
    }
}

fn degrees(degrees: &Degrees) -> String {
    let (least, most) = (degrees.least(), degrees.most());
    if most == 0 {
        return "none at all".to_owned();
    }
    let dead_ends = match degrees.dead_ends() {
        0 => "no dead ends".to_owned(),
        some => counted(some, "dead end"),
    };
    format!("{least} to {most} from a position, {:.2} on average; {dead_ends}", degrees.mean())
}

/// Positions drawn side by side under a line that says what they are.
fn drawn(out: &mut dyn Write, found: &Found<'_>, what: &str, sweep: &Sweep) -> io::Result<()> {
    let (lines, shown) = boards::row(found.puzzle(), &sweep.farthest);
    let last = sweep.last();
    let mut notes = Vec::new();
    if (shown as u64) < last.classes {
        notes.push(format!("{shown} of {}", grouped(last.classes)));
    }
    if last.states > last.classes {
        notes.push("mirror images left out".to_owned());
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    writeln!(out, "\n{what}{notes}:")?;
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn farthest(out: &mut dyn Write, found: &Found<'_>) -> io::Result<()> {
    let sweep = &found.known.from_start;
    if !sweep.is_complete {
        return Ok(());
    }
    let distance = found.known.metric.count(sweep.eccentricity());
    drawn(out, found, &format!("farthest from the start, {distance}"), sweep)
}

fn hardest(out: &mut dyn Write, found: &Found<'_>) -> io::Result<()> {
    let Some(sweep) = found.known.from_goals.known() else { return Ok(()) };
    let distance = found.known.metric.count(sweep.eccentricity());
    drawn(out, found, &format!("hardest start, {distance}"), sweep)?;
    let puzzle = hardest::puzzle(found.puzzle(), found.known.metric, sweep);
    let code = puzzle.and_then(|puzzle| notation::write(Notation::CommonCode, &puzzle).ok());
    code.map_or(Ok(()), |code| {
        let (code, metric) = (code.trim_end(), found.known.metric);
        writeln!(out, "\n  the first one: huarong solve {code} --metric {metric}")
    })
}

fn layers(out: &mut dyn Write, found: &Found<'_>) -> io::Result<()> {
    let Some(sweep) = found.shown() else { return Ok(()) };
    let shortest = found.known.shortest();
    let (what, mark) = match found.args.from {
        FromArg::Start => ("the start", "nearest solution"),
        FromArg::Goals => ("the nearest solution", "the start"),
    };
    let notes: Vec<(usize, &str)> = shortest.map(|at| (at, mark)).into_iter().collect();
    let states: Vec<u64> = sweep.layers.iter().map(|layer| layer.states).collect();
    let metric = found.known.metric;
    writeln!(out, "\npositions by their distance from {what}, in {metric}s:")?;
    write!(out, "{}", bars::draw(&states, &notes))
}

fn closing(out: &mut dyn Write, known: &Exploration) -> io::Result<()> {
    let memory = bytesize::ByteSize(known.memory_usage.memory);
    let disk = match known.memory_usage.disk {
        0 => String::new(),
        disk => format!(", {} on disk", bytesize::ByteSize(disk)),
    };
    let (engine, elapsed) = (&known.engine, time(known.elapsed));
    let why = &engine.reason;
    writeln!(out, "\n{} engine ({why}), {memory}{disk}, {elapsed}", engine.name)?;
    let Some((stage, reason)) = known.stopped else { return Ok(()) };
    let known_layers = known.from_start.layers.len();
    let place = match stage {
        Stage::FromStart => format!("after {}", counted(known_layers, "layer")),
        Stage::FromGoals => "on the way from the solutions inward".to_owned(),
        Stage::Solutions => "while solutions were counted".to_owned(),
        Stage::Moves => "while moves were counted".to_owned(),
    };
    let bound = match known.shortest() {
        None if stage == Stage::FromStart => {
            format!("; no solution is shorter than {}", known.metric.count(known_layers))
        }
        _ => String::new(),
    };
    writeln!(out, "stopped: {reason} {place}{bound}")
}
