//! Long calls: options from Python, errors for it, and its Ctrl-C.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::{Duration, Instant};

use huarong::control::{Limits, Progress};
use huarong::excerpt::ParseError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::import_exception!(huarong._errors, TextError);
pyo3::import_exception!(huarong._errors, Stopped);

/// The time between two looks at signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// The options that all long calls take.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    metric: String,
    timeout: Option<f64>,
    memory: Option<usize>,
    max_states: Option<usize>,
    max_depth: Option<u32>,
    progress: Option<Py<PyAny>>,
}

impl Options {
    pub fn metric(&self) -> PyResult<huarong::Metric> {
        word(&self.metric)
    }

    pub fn limits(&self) -> PyResult<Limits> {
        let timeout = self.timeout.map(Duration::try_from_secs_f64).transpose();
        let timeout = timeout.map_err(|error| invalid(format!("timeout: {error}")))?;
        Ok(Limits::default()
            .with_timeout(timeout)
            .with_max_bytes(self.memory)
            .with_max_states(self.max_states)
            .with_max_depth(self.max_depth))
    }

    /// Returns options of explorations, on one thread for each processor.
    pub fn explore(&self) -> PyResult<huarong::explore::Options> {
        Ok(huarong::explore::Options::default()
            .with_metric(self.metric()?)
            .with_limits(self.limits()?))
    }

    /// Runs without the lock of the interpreter. `run` passes its progress on to the watch.
    ///
    /// # Errors
    /// `KeyboardInterrupt`, and any error that the callback raises.
    pub fn run<T: Send>(
        self,
        py: Python<'_>,
        run: impl FnOnce(&mut Watch) -> T + Send,
    ) -> PyResult<T> {
        let mut watch = Watch {
            progress: self.progress,
            next: Instant::now() + INTERVAL,
            error: None,
        };
        let result = py.detach(|| run(&mut watch));
        watch.error.map_or(Ok(result), Err)
    }
}

/// The watch over a long call.
pub struct Watch {
    progress: Option<Py<PyAny>>,
    next: Instant,
    error: Option<PyErr>,
}

impl Watch {
    /// Calls back, and breaks if Python has raised an exception.
    pub fn look(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        if Instant::now() < self.next {
            return ControlFlow::Continue(());
        }
        let looked = Python::attach(|py| {
            py.check_signals()?;
            if let Some(callback) = &self.progress {
                let seconds = progress.elapsed.as_secs_f64();
                callback.call1(py, (progress.states, progress.depth, seconds))?;
            }
            Ok(())
        });
        self.next = Instant::now() + INTERVAL;
        match looked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Returns the error that a limit was reached before anything was known.
pub fn stopped(reason: impl Display) -> PyErr {
    Stopped::new_err(reason.to_string())
}

pub fn invalid(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Reads a word like `move`.
pub fn word<T: FromStr<Err: Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(invalid)
}

/// Returns the error of a text, with its place.
pub fn misread(error: ParseError) -> PyErr {
    TextError::new_err((error.message, error.line, error.column, error.help))
}
