//! Layers as comma-separated values.

use std::io::{self, Write};

use huarong::explore::Sweep;

/// Writes a line for each layer, with a header.
pub(super) fn write(out: &mut dyn Write, sweep: &Sweep) -> io::Result<()> {
    writeln!(out, "distance,states,classes,goal_states,goal_classes")?;
    for (distance, layer) in sweep.layers.iter().enumerate() {
        let huarong::explore::Layer { classes, states, goal_classes, goal_states } = layer;
        writeln!(out, "{distance},{states},{classes},{goal_states},{goal_classes}")?;
    }
    Ok(())
}
