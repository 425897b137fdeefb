//! Graphs as adjacency lists, directed or not, and what is asked of them.

mod adjacency;
mod boards;
mod euler;
mod hamilton;
pub mod text;
mod traversal;

pub use adjacency::{EdgeDirection, Graph, Quoted, Vertex, all, dot};
pub use boards::{CellGrid, CellMap, Leaper, MapCell, leaper_graph};
pub use euler::{EulerTrail, NoEulerTrail, euler_trail};
pub use hamilton::{NoHamiltonReason, PathClaim, PathFlaw, no_hamilton_reason, verify};
pub use traversal::{
    BfsTree, ColourBalance, Components, EdgeKind, EndpointError, Forest, VertexColour,
    breadth_first, components, depth_first, two_colouring,
};
