//! Graphs as adjacency lists, directed or not, and what is asked of them.

mod adjacency;
mod boards;
mod connectivity;
mod euler;
mod obstacle;
pub mod text;
mod traversal;
mod verify;

pub use adjacency::{EdgeDirection, Graph, Quoted, Vertex, all, dot};
pub use boards::{CellGrid, CellMap, Leaper, MapCell, leaper_graph};
pub use connectivity::{
    ColourBalance, Components, EndpointError, VertexColour, components, two_colouring,
};
pub use euler::{EulerTrail, NoEulerTrail, euler_trail};
pub use obstacle::{NoHamiltonReason, no_hamilton_reason};
pub use traversal::{BfsTree, EdgeKind, Forest, breadth_first, depth_first};
pub use verify::{PathClaim, PathFlaw, verify};
