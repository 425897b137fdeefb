//! The library in a web page: a question in words comes in, an answer in JSON goes out.
//!
//! It runs as a WebAssembly module, whose doors are in `module`; what answers is the same wherever it runs.
//! A page loads no more than it needs: one module is about [`puzzles`], the other about [`paths`].

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;
#[cfg(any(feature = "web-paths", test))]
pub mod paths;
#[cfg(any(feature = "web", test))]
pub mod puzzles;

// What the module answers: it is built with one of the features.
#[cfg(all(target_family = "wasm", target_os = "unknown", not(feature = "web")))]
use self::paths::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web"))]
use self::puzzles::answer;
