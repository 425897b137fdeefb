//! The names of the engines.
//!
//! A new engine that stores layers needs a file in `search`, a variant here with its place in
//! [`Engine::SOLVING`] and [`Engine::EXPLORING`], rows in `engine_choice`, its number in the
//! checkpoints of `explore::checkpoint`, and a section in the guide's chapter on engines;
//! `search::layer_tests` then holds it to the laws of all.

use bincode::{Decode, Encode};

/// What produced a result: an implementation of a search, or none. All of them prove the same.
/// Checkpoints store the number
/// of a variant: add at the end only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Encode, Decode, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Engine {
    /// Stores the last layers in hash tables in memory, on all cores.
    Hashed,
    /// Stores three bits in memory for every placement of the pieces, reachable or not.
    Ranked,
    /// Stores all layers in files of the work folder.
    Layered,
    /// Distributes the layers over several machines. Needs the feature `cluster`.
    Cluster,
    /// Breadth-first search with parents in memory, on one core: the fastest up to some million
    /// states.
    #[serde(rename = "parents")]
    BreadthFirst,
    /// Bidirectional search from the start and from all goals, on all cores.
    #[serde(rename = "both-ends")]
    Bidirectional,
    /// Iterative deepening A*, for numbered tiles.
    #[serde(rename = "idastar")]
    IdaStar,
    /// Anytime search: ever shorter solutions and a rising lower bound.
    Anytime,
    /// No search: the parity of the tiles proves that the puzzle is unsolvable.
    Parity,
    /// No search: a tablebase holds the solution.
    Tablebase,
}

words!(Engine);

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 10] = [
        Engine::BreadthFirst,
        Engine::Bidirectional,
        Engine::Hashed,
        Engine::Ranked,
        Engine::Layered,
        Engine::Cluster,
        Engine::IdaStar,
        Engine::Anytime,
        Engine::Parity,
        Engine::Tablebase,
    ];

    /// The engines on one machine that [`Options::engine`](super::Options::engine) can name.
    pub const SOLVING: [Engine; 5] = [
        Engine::BreadthFirst,
        Engine::Bidirectional,
        Engine::Hashed,
        Engine::Ranked,
        Engine::Layered,
    ];

    /// The engines on one machine that can explore: breadth-first, layer by layer.
    pub const EXPLORING: [Engine; 3] = [Engine::Hashed, Engine::Ranked, Engine::Layered];

    /// Returns its name: `both-ends`.
    pub const fn word(self) -> &'static str {
        match self {
            Engine::BreadthFirst => "parents",
            Engine::Bidirectional => "both-ends",
            Engine::Hashed => "hashed",
            Engine::Ranked => "ranked",
            Engine::Layered => "layered",
            Engine::Cluster => "cluster",
            Engine::IdaStar => "idastar",
            Engine::Anytime => "anytime",
            Engine::Parity => "parity",
            Engine::Tablebase => "tablebase",
        }
    }

    /// Pairs the engine with the reason why it was chosen.
    pub fn because(self, reason: &str) -> EngineInfo {
        EngineInfo {
            name: self,
            reason: reason.to_owned(),
        }
    }

    /// Whether it stores layers instead of parents, so that it can explore and resume.
    pub(super) const fn is_layer_search(self) -> bool {
        matches!(
            self,
            Engine::Hashed | Engine::Ranked | Engine::Layered | Engine::Cluster
        )
    }
}

/// An engine, and the reason why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct EngineInfo {
    /// The engine.
    #[serde(rename = "engine")]
    pub name: Engine,
    /// The reason, in a few words.
    #[serde(rename = "engine_reason")]
    pub reason: String,
}
