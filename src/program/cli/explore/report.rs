//! Prints an exploration: a page for the terminal, comma-separated values, JSON.

use crate::cli::prelude::*;
use crate::{
    explore::{Degrees, Layer, LayerProfile, Stage, StageResult, StoppedStage},
    notation,
};

use super::{ExploreResult, FromArg};

/// Maximum number of digits of a number of solutions that is printed in full.
const DIGITS: usize = 40;

pub fn page(out: &mut dyn Write, found: &ExploreResult<'_>) -> Printed {
    writeln!(out, "{}\n", found.source.title())?;
    for (word, text) in figures(found) {
        if let Some(text) = text {
            writeln!(out, "  {word:<10}  {text}")?;
        }
    }
    if !found.args.quiet {
        boards(out, found)?;
        layers(out, found)?;
    }
    closing(out, found)
}

/// Returns the figures that are known, each with its name.
fn figures(found: &ExploreResult<'_>) -> [(&'static str, Option<String>); 7] {
    let known = found.known;
    let start = &known.from_start;
    let total = start.total();
    let so_far = if start.is_complete { "" } else { " so far" };
    let positions = counted(total.states, "position");
    let mirrored = mirrored(total.states, total.classes);
    let length = |length| numbers::length(length, known.metric);
    let shortest = known.shortest().map(length).unwrap_or_default();
    let solved = match known.shortest() {
        Some(_) => {
            let solved = grouped(total.goal_states);
            format!("{solved} of them, the nearest {shortest} away")
        }
        None if start.is_complete => "none of them: it cannot be solved".to_owned(),
        None => "none of them".to_owned(),
    };
    let looked_up = found.looked_up.as_ref().map(Solution::len);
    let looked_up = looked_up.map(|it| format!("{} to the nearest solution", length(it)));
    let solutions = |count: &BigUint| format!("{} of {shortest}", abbreviated(count));
    let far = |sweep: &LayerProfile, from: &str| {
        let positions = counted(sweep.last().states, "position");
        format!(
            "{positions}, {} from the {from}",
            length(sweep.eccentricity())
        )
    };
    let hardest = |sweep: &LayerProfile| far(sweep, "nearest solution");
    [
        ("reached", Some(format!("{positions}{so_far}{mirrored}"))),
        ("solved", Some(solved)),
        ("tablebase", looked_up),
        ("solutions", finding(&known.solutions, solutions)),
        ("farthest", start.is_complete.then(|| far(start, "start"))),
        ("hardest", finding(&known.from_goals, hardest)),
        ("moves", finding(&known.degrees, degrees)),
    ]
}

/// Formats the number of states if mirror images count as one, unless it is the same.
pub fn mirrored(states: u64, classes: u64) -> String {
    if classes == states {
        return String::new();
    }
    format!(", {} if mirror images count as one", grouped(classes))
}

/// Formats a number, or the first digits of a very long one.
fn abbreviated(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= DIGITS {
        return grouped(number);
    }
    let exponent = digits.len() - 1;
    format!("about {}.{}·10^{exponent}", &digits[..1], &digits[1..4])
}

/// Formats the result of a stage, or the reason why it has none.
fn finding<T>(finding: &StageResult<T>, describe: impl FnOnce(&T) -> String) -> Option<String> {
    match finding {
        StageResult::Known(found) => Some(describe(found)),
        StageResult::TooLarge(bytes) => {
            let size = ByteSize(*bytes);
            Some(format!(
                "not counted: it takes about {size} (`--max-memory`)"
            ))
        }
        StageResult::Stopped => Some("not known (stopped too early)".to_owned()),
        _ => None,
    }
}

fn degrees(degrees: &Degrees) -> String {
    let least = degrees.least();
    let most = degrees.most();
    if most == 0 {
        return "none at all".to_owned();
    }
    let dead_ends = match degrees.dead_ends() {
        0 => "no dead ends".to_owned(),
        some => counted(some, "dead end"),
    };
    let mean = degrees.mean();
    format!("{least} to {most} from a position, {mean:.2} on average; {dead_ends}")
}

/// Draws states side by side below a heading, which ends with their distance.
fn drawn(
    out: &mut dyn Write,
    found: &ExploreResult<'_>,
    what: &str,
    sweep: &LayerProfile,
) -> Printed {
    let (text, shown) = side_by_side(found.puzzle(), &sweep.farthest);
    let distance = length(sweep.eccentricity(), found.known.metric);
    let last = sweep.last();
    let part = (shown as u64) < last.classes;
    let part = part.then(|| format!("{shown} of {}", grouped(last.classes)));
    let images = (last.states > last.classes).then(|| "mirror images left out".to_owned());
    let notes = match joined(part.into_iter().chain(images), ", ") {
        notes if notes.is_empty() => notes,
        notes => format!(" ({notes})"),
    };
    writeln!(out, "\n{what}, {distance}{notes}:\n{text}")
}

/// Draws the positions that are farthest from the start, and the hardest starts.
fn boards(out: &mut dyn Write, found: &ExploreResult<'_>) -> Printed {
    let start = &found.known.from_start;
    if start.is_complete {
        drawn(out, found, "farthest from the start", start)?;
    }
    if let Some(sweep) = found.known.from_goals.known() {
        drawn(out, found, "hardest start", sweep)?;
        if let Some(code) = found.hardest().as_ref().and_then(code) {
            let metric = found.known.metric;
            writeln!(
                out,
                "\n  the first one: huarong solve {code} --metric {metric}"
            )?;
        }
    }
    Ok(())
}

/// Returns the `CommonCode` of a puzzle, if it has one.
fn code(puzzle: &Puzzle) -> Option<String> {
    let code = notation::write(Notation::CommonCode, puzzle).ok()?;
    Some(code.trim_end().to_owned())
}

fn layers(out: &mut dyn Write, found: &ExploreResult<'_>) -> Printed {
    let Some(sweep) = found.shown() else {
        return Ok(());
    };
    let (what, mark) = match found.args.from {
        FromArg::Start => ("the start", "nearest solution"),
        FromArg::Goals => ("the nearest solution", "the start"),
    };
    let unit = found.known.metric.plural();
    writeln!(out, "\npositions by their distance from {what}, in {unit}:")?;
    let states: Vec<u64> = sweep.layers.iter().map(|layer| layer.states).collect();
    bars(out, &states, found.known.shortest().map(|at| (at, mark)))
}

fn closing(out: &mut dyn Write, found: &ExploreResult<'_>) -> Printed {
    let known = found.known;
    let memory = ByteSize(known.memory_usage.memory);
    let disk = match known.memory_usage.disk {
        0 => String::new(),
        disk => format!(", {} on disk", ByteSize(disk)),
    };
    let engine = &known.engine;
    let elapsed = time(known.elapsed);
    let engine = format!("{} engine ({}), ", engine.name.word(), engine.reason);
    let engine = if found.args.quiet { "" } else { &engine };
    say(out, &format!("\n{engine}{memory}{disk}, {elapsed}"))?;
    let Some(StoppedStage { stage, reason, .. }) = known.stopped else {
        return Ok(());
    };
    let known_layers = known.from_start.layers.len();
    let place = match stage {
        Stage::FromStart => format!("after {}", counted(known_layers, "layer")),
        Stage::FromGoals => "on the way from the solutions inward".to_owned(),
        Stage::Solutions => "while solutions were counted".to_owned(),
    };
    let bound = match known.shortest() {
        None if stage == Stage::FromStart => solve::run::at_least(known_layers, known.metric),
        _ => String::new(),
    };
    say(out, &format!("stopped: {reason} {place}{bound}"))
}

/// Maximum number of rows of bars. If there are more layers, several share a row.
const BARS: usize = 24;
/// The length of the longest bar, in columns.
const LONGEST: usize = 40;
/// A column filled by 0 to 7 eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws a bar for each layer, or for several layers, with a note at a distance.
fn bars(out: &mut dyn Write, layers: &[u64], note: Option<(usize, &str)>) -> Printed {
    let together = layers.len().div_ceil(BARS).max(1);
    let rows = layers.chunks(together);
    let rows: Vec<u64> = rows.map(|row| row.iter().sum()).collect();
    let most = rows.iter().copied().max().unwrap_or(1).max(1);
    let last = layers.len().saturating_sub(1);
    let digits = last.to_string().len();
    let count = grouped(most).len();
    for (row, &states) in rows.iter().enumerate() {
        let from = row * together;
        let to = (from + together - 1).min(last);
        let distance = if together == 1 {
            format!("{from:>digits$}")
        } else if from == to {
            format!("{from:>digits$}{:1$}", "", digits + 1)
        } else {
            format!("{from:>digits$}–{to:<digits$}")
        };
        let note = note.filter(|(at, _)| (from..=to).contains(at));
        let note = note
            .map(|(_, text)| format!("  ← {text}"))
            .unwrap_or_default();
        let bar = bar(states, most);
        let states = grouped(states);
        writeln!(out, "  {distance}  {states:>count$}  {bar}{note}")?;
    }
    Ok(())
}

/// Draws a bar in proportion, of at least an eighth of a column for a state.
fn bar(states: u64, most: u64) -> String {
    let eighths = u128::from(states) * 8 * LONGEST as u128 / u128::from(most);
    let eighths = usize::try_from(eighths)
        .unwrap_or(0)
        .max(usize::from(states > 0));
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// The width of boards side by side, in columns.
const WIDTH: usize = 76;
/// Columns between two boards.
const GAP: usize = 4;

/// Draws as many of these states as fit, at least one, with a margin of two columns. Returns the
/// text and the number of states.
fn side_by_side(puzzle: &Puzzle, positions: &[Vec<Cell>]) -> (String, usize) {
    let boards = positions.iter();
    let boards = boards.filter_map(|anchors| Position::with_anchors(puzzle, anchors));
    let boards: Vec<String> = boards.map(|board| board.to_string()).collect();
    let width = boards
        .iter()
        .flat_map(|board| board.lines())
        .map(UnicodeWidthStr::width);
    let width = width.max().unwrap_or(0);
    let fitting = ((WIDTH + GAP) / (width + GAP)).max(1).min(boards.len());
    let height = boards.first().map_or(0, |board| board.lines().count());
    let rows = (0..height).map(|row| {
        let lines = boards[..fitting]
            .iter()
            .filter_map(|board| board.lines().nth(row));
        let cells = lines.map(|line| format!("{line}{:1$}", "", width - line.width()));
        let line = format!("  {}", joined(cells, &" ".repeat(GAP)));
        line.trim_end().to_owned()
    });
    (joined(rows, "\n"), fitting)
}

/// Prints a header and a line for each layer.
pub fn csv(out: &mut dyn Write, sweep: &LayerProfile) -> Printed {
    writeln!(out, "distance,states,classes,goal_states,goal_classes")?;
    for (distance, layer) in sweep.layers.iter().enumerate() {
        let Layer {
            classes,
            states,
            goal_classes,
            goal_states,
            ..
        } = layer;
        writeln!(
            out,
            "{distance},{states},{classes},{goal_states},{goal_classes}"
        )?;
    }
    Ok(())
}

/// Returns the JSON object of a puzzle. States count mirror images separately, classes count them
/// as one. An unknown value is `null`.
pub fn report_object(found: &ExploreResult<'_>) -> JsonObject {
    let ExploreResult { source, known, .. } = found;
    let total = known.from_start.total();
    let whole = Some(&known.from_start).filter(|sweep| sweep.is_complete);
    let layers = |of: fn(&Layer) -> u64| {
        let layers = found.shown().map(|sweep| sweep.layers.iter().map(of));
        layers.map(Iterator::collect::<Vec<_>>)
    };
    let hardest = found.hardest();
    let hardest = known.from_goals.known().map(|sweep| {
        farthest_object(&source.puzzle, sweep).with(object! {
            "puzzle": hardest.as_ref().map(ToString::to_string),
            "code": hardest.as_ref().and_then(code),
        })
    });
    JsonObject::about("huarong/explore/2", source).with(object! {
        "metric": known.metric,
        "outcome": if known.stopped.is_some() { "stopped" } else { "explored" },
        "reason": known.stopped.map(|stopped| stopped.reason),
        "stage": known.stopped.map(|stopped| stopped.stage),
        "states": total.states,
        "classes": total.classes,
        "from": match found.args.from {
            FromArg::Start => "start",
            FromArg::Goals => "goals",
        },
        "layers": layers(|layer| layer.states),
        "class_layers": layers(|layer| layer.classes),
        "eccentricity": whole.map(LayerProfile::eccentricity),
        "farthest": whole.map(|sweep| farthest_object(&source.puzzle, sweep)),
        "goal_states": total.goal_states,
        "goal_classes": total.goal_classes,
        "shortest": found.shortest(),
        "shortest_solutions": match &known.solutions {
            StageResult::NoGoal => Some(json::number(&BigUint::ZERO)),
            finding => finding.known().map(json::number),
        },
        "hardest": hardest,
        "moves": known.degrees.known(),
        "engine": known.engine.name,
        "engine_reason": known.engine.reason,
        "bytes": known.memory_usage.memory,
        "disk_bytes": known.memory_usage.disk,
        "seconds": known.elapsed.as_secs_f64(),
    })
}

/// Returns the states at the greatest distance as JSON, with drawings of some; of mirror images
/// only one is drawn.
fn farthest_object(puzzle: &Puzzle, sweep: &LayerProfile) -> JsonObject {
    let last = sweep.last();
    object! {
        "distance": sweep.eccentricity(),
        "states": last.states,
        "classes": last.classes,
        "positions": sweep.farthest.iter().filter_map(|anchors| Some(Position::with_anchors(puzzle, anchors)?.to_string())).collect::<Vec<_>>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(layers: &[u64], note: (usize, &str)) -> String {
        let mut text = Vec::new();
        bars(&mut text, layers, Some(note)).expect("a vector takes it all");
        String::from_utf8(text).expect("it is text")
    }

    #[test]
    fn each_layer_has_a_bar_in_proportion() {
        let drawn = drawn(&[1, 2, 1000, 500], (1, "nearest solution"));
        let long = "█".repeat(40);
        let expected = format!(
            "  0      1  ▏\n  1      2  ▏  ← nearest solution\n  2  1,000  {long}\n  3    500  {}\n",
            &long[..long.len() / 2]
        );
        assert_eq!(drawn, expected);
    }

    #[test]
    fn many_layers_share_rows() {
        let drawn = drawn(&[1; 49], (48, "farthest"));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 17);
        assert!(lines[0].starts_with("   0–2   3  █"), "{drawn}");
        assert!(lines[16].starts_with("  48     1  █") && lines[16].ends_with("← farthest"));
    }

    #[test]
    fn boards_are_printed_side_by_side_if_they_fit() {
        let text = "曹 曹 .\nA . .\n\ngoal:\n. 曹 曹\n. . .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let positions = |columns: [u8; 2]| -> Vec<Vec<Cell>> {
            columns
                .map(|column| vec![Cell::new(0, column), Cell::new(1, column)])
                .to_vec()
        };
        let (text, drawn) = side_by_side(&puzzle, &positions([0, 1]));
        assert_eq!(drawn, 2);
        assert_eq!(text, "  曹 曹 .     .  曹 曹\n  A  .  .     .  A  .");
        let many: Vec<_> = (0..10).flat_map(|_| positions([0, 1])).collect();
        assert_eq!(side_by_side(&puzzle, &many).1, 6);
        assert_eq!(side_by_side(&puzzle, &[]), (String::new(), 0));
    }
}
