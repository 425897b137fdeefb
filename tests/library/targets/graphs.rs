//! Maps and graph files: whatever the bytes are, reading them ends well.

use huarong::graph::EdgeDirection;
use huarong::graph::text::{parse_adjacency, parse_edges, parse_map, parse_matrix};

pub(super) fn run(bytes: &[u8]) {
    let _ = parse_map(bytes);
    for direction in [EdgeDirection::Directed, EdgeDirection::Undirected] {
        let _ = parse_adjacency(bytes, direction);
        let _ = parse_matrix(bytes, direction);
        let _ = parse_edges(bytes, direction);
    }
}
