//! The part in Rust of the package for Python. `huarong/__init__.py` is what people call; it
//! documents arguments and results, and passes plain values to the functions here.

mod boards;
mod make;
mod paths;
mod searches;
mod tables;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _huarong {
    #[pymodule_export]
    use super::boards::{Board, Position, collection};
    #[pymodule_export]
    use super::make::{make, make_zip};
    #[pymodule_export]
    use super::paths::{path, path_svg, read_map};
    #[pymodule_export]
    use super::searches::{Solution, certificate, check_certificate, explore, rate, solve, verify};
    #[pymodule_export]
    use super::tables::{Distances, state_graph};
}
