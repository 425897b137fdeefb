//! `explore --all-components`: all placements of the pieces, not only the reachable ones.

use crate::cli::prelude::*;
use std::collections::BTreeMap;

use crate::explore::{ComponentCounts, all_components};

use super::{ExploreArgs, report::mirrored};

/// Maximum number of rows of the table; the smallest components share a line.
const ROWS: usize = 20;

pub fn run(args: &ExploreArgs, source: &Source, out: &mut dyn Write) -> Result<Exit> {
    let started = Instant::now();
    let outcome = {
        let line = ProgressLine::new(&source.title(), "layer", args.quiet);
        let mut watch = |all, progress: &Progress| line.update_towards(progress, Some(all));
        all_components(&source.puzzle, &args.options(), &mut watch)
            .map_err(|error| work_dir::user_error("explore --all-components", error))?
    };
    let elapsed = started.elapsed();
    let (components, stopped) = match outcome {
        Outcome::Found(components) => (components, None),
        Outcome::Stopped(reason) => (ComponentCounts::default(), Some(reason)),
        Outcome::Exhausted => (ComponentCounts::default(), None),
    };
    if args.json {
        json::about(
            out,
            "huarong/components/1",
            source,
            object! {
                "outcome": if stopped.is_some() { "stopped" } else { "explored" },
                "reason": stopped,
                "states": components.states(),
                "classes": components.classes(),
                "components": components.count(),
                "solvable": components.solvable(),
                "sizes": rows(&components),
                "seconds": elapsed.as_secs_f64(),
            },
        )?;
    } else if let Some(reason) = stopped {
        writeln!(out, "stopped: {reason} before all placements were seen")?;
    } else if args.csv {
        csv(out, &components)?;
    } else {
        text(out, source, &components, args.quiet)?;
        writeln!(out, "\n{}", time(elapsed))?;
    }
    Ok(Exit::Stopped.when(stopped.is_some()))
}

fn csv(out: &mut dyn Write, components: &ComponentCounts) -> Result {
    const COLUMNS: &str = "components,states,goal_states";
    writeln!(out, "{COLUMNS}")?;
    for row in rows(components) {
        csv::line(out, COLUMNS, &row)?;
    }
    Ok(())
}

fn text(out: &mut dyn Write, source: &Source, components: &ComponentCounts, quiet: bool) -> Result {
    let states = components.states();
    let mirrored = mirrored(states, components.classes());
    let solvable = match components.solvable() {
        0 => "none of them holds a solution".to_owned(),
        1 => "one of them holds a solution".to_owned(),
        some => format!("{} of them hold a solution", grouped(some)),
    };
    writeln!(out, "{}\n", source.title())?;
    let states = grouped(states);
    let count = grouped(components.count());
    writeln!(out, "  placements  {states} of the same pieces{mirrored}")?;
    writeln!(out, "  components  {count}; {solvable}")?;
    if quiet {
        return Ok(());
    }
    writeln!(out, "\n  components   positions each   solved each")?;
    let rows = rows(components);
    let shown = if rows.len() > ROWS {
        ROWS - 1
    } else {
        rows.len()
    };
    for row in &rows[..shown] {
        let numbers = [row.components, row.states, row.goal_states];
        let [components, states, goals] = numbers.map(grouped);
        writeln!(out, "  {components:>10}   {states:>14}   {goals:>11}")?;
    }
    let rest = &rows[shown..];
    if let (Some(largest), Some(least)) = (rest.first(), rest.last()) {
        let count: u64 = rest.iter().map(|row| row.components).sum();
        let states: u64 = rest.iter().map(|row| row.components * row.states).sum();
        let count = grouped(count);
        let states = counted(states, "position");
        let least = grouped(least.states);
        let largest = grouped(largest.states);
        writeln!(
            out,
            "  {count:>10}   of {least} to {largest}, {states} together"
        )?;
    }
    Ok(())
}

/// Components of equal figures, mirror images counted separately.
#[derive(Serialize)]
struct ComponentRow {
    components: u64,
    /// The states of each component.
    states: u64,
    goal_states: u64,
}

/// Returns the rows of the table, the largest components first.
fn rows(components: &ComponentCounts) -> Vec<ComponentRow> {
    let mut counts: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for (component, count) in components.iter() {
        let goal_states = component.goal_states / component.images;
        *counts
            .entry((component.reachable(), goal_states))
            .or_default() += count * component.images;
    }
    counts
        .into_iter()
        .rev()
        .map(|((states, goal_states), components)| ComponentRow {
            components,
            states,
            goal_states,
        })
        .collect()
}
