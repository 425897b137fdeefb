//! Graphs as adjacency lists, directed or not, and what is asked of them.

mod adjacency;
mod boards;
mod connectivity;
mod euler;
mod obstacle;
pub mod text;
mod traversal;
mod verify;

pub use adjacency::{Direction, Graph, Quoted, Vertex, all, dot};
pub use boards::{Leaper, Map, Place, Row, leaper_graph};
pub use connectivity::{Colour, ColourBalance, Components, WrongEnds, components, two_colouring};
pub use euler::{NoTrail, Trail, euler_trail};
pub use obstacle::{Obstacle, obstacle};
pub use traversal::{EdgeKind, Forest, Reach, breadth_first, depth_first};
pub use verify::{Claim, Flaw, verify};
