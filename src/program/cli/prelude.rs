//! The names that the commands share: what they read, print and return. A name that only few
//! commands use is imported by itself, and so is one that means several things, like `Options`.

pub(super) use super::{
    Printed, Result,
    args::{
        Choice, LimitArgs, NumberRange, PUZZLE_HELP, PUZZLE_LONG_HELP, PUZZLES_HELP,
        PUZZLES_LONG_HELP, SearchArgs, ThreadArgs, any_metric, common_metric, count, one_of,
        positive, seed,
    },
    batch,
    columns::{self, say},
    csv,
    diagnostics::{self, UserError, sanitize},
    drawing::{self, PieceStyle},
    exit::Exit,
    graph_args::LoadedGraph,
    input::{
        self, ReadArgs, Source,
        many::{self, PuzzleSet},
    },
    interrupt::{self, Deadline},
    json::{self, JsonObject},
    numbers::{self, counted, grouped, joined, length, time},
    output::{self, FileContent},
    progress::{ProgressLine, watched},
    solution_args, solve, work_dir,
};
pub(super) use crate::{
    collection::Collection,
    control::{Limits, Observer, Outcome, Progress, StopReason, break_if},
    graph::Vertex,
    grid::{Cell, Size},
    notation::Notation,
    puzzle::{Metric, PieceId, PublishedOptimum, Puzzle, PuzzleInfo},
    render::Theme,
    sliding::{Algorithm, Engine, Report, SolveError},
    solution::{Move, Position, Solution},
};
pub(super) use bytesize::ByteSize;
pub(super) use clap::{Args, ValueEnum};
pub(super) use num_bigint::BigUint;
pub(super) use serde::Serialize;
pub(super) use std::{
    env,
    ffi::{OsStr, OsString},
    fmt::Display,
    io::{self, Write},
    iter,
    num::NonZero,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
pub(super) use unicode_width::UnicodeWidthStr;
