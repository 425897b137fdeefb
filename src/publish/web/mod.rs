//! The library in a web page: text requests in, JSON responses out.
//!
//! It runs as a WebAssembly module, whose exports are in `module`; the logic is
//! platform-independent. One module answers requests about [`puzzles`], one about [`paths`], and
//! one finds the state [`map`](mod@map), certificates, and some solution soon: a page loads what it
//! needs.

#![allow(
    clippy::result_large_err,
    reason = "one response is made for a request"
)]

#[cfg(any(feature = "web-map", test))]
pub mod map;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;
#[cfg(any(feature = "web-paths", test))]
pub mod paths;
#[cfg(any(feature = "web", test))]
pub mod puzzles;
#[cfg(any(feature = "web", feature = "web-map", test))]
mod request;

// What the module answers: it is built with one of the features.
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web-map"))]
use self::map::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web-paths"))]
use self::paths::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web"))]
use self::puzzles::answer;

/// Returns the answer to a question.
#[cfg(test)]
fn json_answer(
    answer: fn(&str, crate::control::Observer<'_>) -> String,
    question: &str,
) -> serde_json::Value {
    let answer = answer(question, &mut |_| std::ops::ControlFlow::Continue(()));
    serde_json::from_str(&answer).expect("JSON")
}
