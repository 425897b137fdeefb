//! Networks, which reduce all problems to one: find a cycle through all nodes of a bipartite
//! network.

use std::ops::Range;

use crate::{
    backtrack::hamilton::{
        Arcs,
        options::{Colouring, ResolvedConstraints, balance},
    },
    graph::{ColourBalance, Shape, Vertex, VertexColour},
};

/// The number of a node.
pub type Node = u32;
/// The number of an edge.
pub type Edge = u32;

/// A network whose cycles through all nodes represent the Hamiltonian paths or cycles of a graph.
/// Its edges may be taken or dropped. Its *links* always join two nodes.
///
/// An undirected bipartite graph is its own network. In the network of any other graph, each vertex
/// is an entry node and an exit node with a link, and each arc an edge from an exit to an entry. In
/// both cases the network is bipartite.
///
/// A path is closed to a cycle: by a link if both ends are known, else by a *gate*, an additional
/// node with edges to all vertices where the path may begin or end.
#[derive(Debug)]
pub struct Network {
    /// The index of the first half-edge of each node, and the number of half-edges.
    starts: Vec<u32>,
    half_edges: Vec<HalfEdge>,
    /// The ends of each edge.
    pub ends: Vec<[Node; 2]>,
    links: Vec<Option<Node>>,
    is_black: Vec<bool>,
    pub gates: Vec<Node>,
    /// The gates that lead to the first vertex of a path; none if that is known.
    entrances: Vec<Node>,
    /// The node at which a cycle is cut open.
    origin: Node,
    vertices: usize,
    nature: Nature,
}

/// An edge at one of its nodes.
#[derive(Clone, Copy, Debug)]
pub struct HalfEdge {
    pub edge: Edge,
    /// The other node.
    pub to: Node,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nature {
    /// Each vertex is one node.
    Undirected,
    /// Each vertex is two nodes: an even exit and an odd entry.
    Directed,
}

/// The parts of a network under construction.
struct NetworkBuilder {
    is_black: Vec<bool>,
    edges: Vec<[Node; 2]>,
    links: Vec<[Node; 2]>,
    gates: Vec<Node>,
    entrances: Vec<Node>,
    origin: Node,
}

impl Network {
    /// Returns the network of a graph of at least three vertices; `None` if colours or connectivity
    /// exclude a solution.
    pub fn new(arcs: &Arcs<'_>, route: &ResolvedConstraints) -> Option<Self> {
        let is_closed_by = |from, to| route.shape == Shape::Path || arcs.have(from, to);
        if let (Some(start), Some(end)) = (route.start, route.end)
            && !is_closed_by(end, start)
        {
            return None;
        }
        let (plan, nature) = match Colouring::of(arcs) {
            Colouring::Two(colours) if arcs.are_undirected() => (
                NetworkBuilder::undirected(arcs, route, &colours)?,
                Nature::Undirected,
            ),
            colouring if colouring.forbids(route) => return None,
            _ => (NetworkBuilder::directed(arcs, route), Nature::Directed),
        };
        Some(Network::of(plan, arcs.vertices(), nature))
    }

    fn of(plan: NetworkBuilder, vertices: usize, nature: Nature) -> Self {
        let nodes = plan.is_black.len();
        let mut starts = vec![0; nodes + 2];
        for &node in plan.edges.iter().flatten() {
            starts[node as usize + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        // Each start is one place late, so that filling moves it to the right place.
        let mut half_edges = vec![HalfEdge { edge: 0, to: 0 }; 2 * plan.edges.len()];
        for (edge, &[a, b]) in (0..).zip(&plan.edges) {
            for (node, to) in [(a, b), (b, a)] {
                let place = &mut starts[node as usize + 1];
                half_edges[*place as usize] = HalfEdge { edge, to };
                *place += 1;
            }
        }
        let mut links = vec![None; nodes];
        for [a, b] in plan.links {
            links[a as usize] = Some(b);
            links[b as usize] = Some(a);
        }
        Network {
            starts,
            half_edges,
            ends: plan.edges,
            links,
            is_black: plan.is_black,
            gates: plan.gates,
            entrances: plan.entrances,
            origin: plan.origin,
            vertices,
            nature,
        }
    }

    pub fn nodes(&self) -> Range<Node> {
        0..Node::try_from(self.is_black.len()).expect("nodes are numbered by u32")
    }

    /// Returns the number of nodes.
    pub(super) fn size(&self) -> usize {
        self.is_black.len()
    }

    #[inline]
    pub fn ends(&self, edge: Edge) -> [Node; 2] {
        self.ends[edge as usize]
    }

    /// Returns the other end of an edge.
    #[inline]
    pub fn across(&self, edge: Edge, node: Node) -> Node {
        let [a, b] = self.ends(edge);
        if a == node { b } else { a }
    }

    #[inline]
    pub fn half_edges(&self, node: Node) -> &[HalfEdge] {
        let node = node as usize;
        &self.half_edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    #[inline]
    pub fn link(&self, node: Node) -> Option<Node> {
        self.links[node as usize]
    }

    #[inline]
    pub fn is_black(&self, node: Node) -> bool {
        self.is_black[node as usize]
    }

    /// Returns the exit and entry nodes between the end of a path and its start, if the network has
    /// them.
    pub fn gate_nodes(&self) -> [Node; 2] {
        let last = self.is_black.len() - 1;
        let first = last - usize::from(self.is_black.len() - self.vertices > 1);
        [first, last].map(|node| Node::try_from(node).expect("nodes are numbered by u32"))
    }

    /// Returns the number of edges that a cycle takes at a node.
    pub fn need(&self, node: Node) -> u32 {
        2 - u32::from(self.link(node).is_some())
    }

    /// Returns whether a cycle of the network is valid in both directions.
    pub fn is_undirected(&self) -> bool {
        self.nature == Nature::Undirected
    }

    /// Returns the exit node of a vertex.
    pub fn exit(&self, vertex: Vertex) -> Node {
        match self.nature {
            Nature::Undirected => vertex,
            Nature::Directed => 2 * vertex,
        }
    }

    /// Returns the entry node of a vertex.
    pub fn entry(&self, vertex: Vertex) -> Node {
        match self.nature {
            Nature::Undirected => vertex,
            Nature::Directed => 2 * vertex + 1,
        }
    }

    /// Returns the edge of a step.
    pub(crate) fn step(&self, from: Vertex, to: Vertex) -> Option<Edge> {
        self.between(self.exit(from), self.entry(to))
    }

    /// Returns the edge to the start of a path; `None` if the start was given.
    pub fn beginning(&self, start: Vertex) -> Option<Edge> {
        self.entrances
            .iter()
            .find_map(|&gate| self.between(gate, self.entry(start)))
    }

    fn between(&self, a: Node, b: Node) -> Option<Edge> {
        self.half_edges(a)
            .iter()
            .find(|half| half.to == b)
            .map(|half| half.edge)
    }

    /// Returns the vertices along the cycle of the chosen edges, from where it is cut open.
    pub fn walk(&self, is_chosen: impl Fn(Edge) -> bool) -> Vec<Vertex> {
        let mut vertices = Vec::with_capacity(self.vertices);
        let mut node = self.origin;
        let mut came_by = None;
        // The first step takes an edge, later ones links and edges in turn.
        let mut may_use_link = false;
        loop {
            vertices.extend(self.vertex(node));
            let next = if let Some(linked) = self.link(node).filter(|_| may_use_link) {
                came_by = None;
                may_use_link = false;
                linked
            } else {
                let mut chosen = self.half_edges(node).iter();
                let half = chosen
                    .find(|half| Some(half.edge) != came_by && is_chosen(half.edge))
                    .expect("a cycle goes on at each node");
                came_by = Some(half.edge);
                may_use_link = true;
                half.to
            };
            if next == self.origin {
                return vertices;
            }
            node = next;
        }
    }

    /// Returns the vertex of a node; `None` for gates, and for the second node of a vertex.
    fn vertex(&self, node: Node) -> Option<Vertex> {
        let vertex = match self.nature {
            Nature::Undirected => Some(node),
            Nature::Directed => node.is_multiple_of(2).then_some(node / 2),
        };
        vertex.filter(|&vertex| (vertex as usize) < self.vertices)
    }

    pub fn bytes(&self) -> usize {
        self.starts.len() * size_of::<u32>()
            + self.half_edges.len() * size_of::<HalfEdge>()
            + self.ends.len() * size_of::<[Node; 2]>()
            + self.links.len() * (size_of::<Option<Node>>() + size_of::<bool>())
    }
}

impl NetworkBuilder {
    fn undirected(
        arcs: &Arcs<'_>,
        route: &ResolvedConstraints,
        colours: &[VertexColour],
    ) -> Option<Self> {
        let balance = balance(colours, route)?;
        let mut plan = NetworkBuilder {
            is_black: colours
                .iter()
                .map(|&colour| colour == VertexColour::Black)
                .collect(),
            edges: Vec::new(),
            links: Vec::new(),
            gates: Vec::new(),
            entrances: Vec::new(),
            origin: route.start.or(route.end).unwrap_or(0),
        };
        for from in arcs.all() {
            plan.edges.extend(
                arcs.from(from)
                    .iter()
                    .filter(|&&to| from < to)
                    .map(|&to| [from, to]),
            );
        }
        match (route.shape, route.start, route.end, balance) {
            (_, Some(start), Some(end), _) => {
                plan.edges
                    .retain(|&[a, b]| [a, b] != [start, end] && [b, a] != [start, end]);
                plan.links.push([start, end]);
            }
            (Shape::Cycle, ..) => {}
            (Shape::Path, Some(fixed), None, _) | (Shape::Path, None, Some(fixed), _) => {
                let is_fixed_black = plan.is_black[fixed as usize];
                let to_black = is_fixed_black ^ (balance == ColourBalance::Even);
                let gate = plan.gate(arcs, to_black, Some(fixed));
                plan.links.push([fixed, gate]);
                if route.start.is_none() {
                    plan.entrances.push(gate);
                }
            }
            (Shape::Path, None, None, ColourBalance::Even) => {
                let gates = [false, true].map(|dark| plan.gate(arcs, dark, None));
                plan.links.push(gates);
                plan.entrances.extend(gates);
            }
            (Shape::Path, None, None, ColourBalance::OneMore(colour)) => {
                let gate = plan.gate(arcs, colour == VertexColour::Black, None);
                plan.entrances.push(gate);
            }
        }
        Some(plan)
    }

    /// Adds a gate with edges to all vertices of a colour except `but`, which may be an end.
    fn gate(&mut self, arcs: &Arcs<'_>, to_black: bool, but: Option<Vertex>) -> Node {
        let gate = Node::try_from(self.is_black.len()).expect("nodes are numbered by u32");
        let ends = arcs
            .all()
            .filter(|&v| self.is_black[v as usize] == to_black && Some(v) != but);
        self.edges.extend(ends.map(|end| [end, gate]));
        self.is_black.push(!to_black);
        self.gates.push(gate);
        self.origin = gate;
        gate
    }

    fn directed(arcs: &Arcs<'_>, route: &ResolvedConstraints) -> Self {
        let mut edges = Vec::new();
        let mut gates = Vec::new();
        let mut entrances = Vec::new();
        // Only the edge that closes the cycle leads to a known start.
        let closes = route.shape == Shape::Path || (route.start.is_some() && route.end.is_some());
        let start = route.start.filter(|_| closes);
        let end = route.end.filter(|_| closes);
        for from in arcs.all().filter(|&from| end != Some(from)) {
            let onward = arcs.from(from).iter().filter(|&&to| start != Some(to));
            edges.extend(onward.map(|&to| [2 * from, 2 * to + 1]));
        }
        let mut vertices = Vertex::try_from(arcs.vertices()).expect("vertices are numbered by u32");
        let mut origin = 2 * route.start.or(route.end).unwrap_or(0);
        if let (Some(start), Some(end)) = (start, end) {
            edges.push([2 * end, 2 * start + 1]);
        } else if closes {
            let [exit, entry] = [2 * vertices, 2 * vertices + 1];
            vertices += 1;
            origin = exit;
            if let Some(start) = start {
                edges.push([exit, 2 * start + 1]);
            } else {
                edges.extend(arcs.all().map(|start| [exit, 2 * start + 1]));
                gates.push(exit);
                entrances.push(exit);
            }
            if let Some(end) = end {
                edges.push([2 * end, entry]);
            } else {
                edges.extend(arcs.all().map(|end| [2 * end, entry]));
                gates.push(entry);
            }
        }
        NetworkBuilder {
            is_black: (0..2 * vertices).map(|node| node % 2 == 1).collect(),
            edges,
            links: (0..vertices)
                .map(|vertex| [2 * vertex, 2 * vertex + 1])
                .collect(),
            gates,
            entrances,
            origin,
        }
    }
}

/// Returns the walk along the chosen edges, from start to end, in each direction that meets the
/// constraints.
pub fn walks(
    network: &Network,
    route: &ResolvedConstraints,
    is_chosen: impl Fn(Edge) -> bool,
) -> Vec<Vec<Vertex>> {
    let mut walk = network.walk(is_chosen);
    // If only the last vertex of a cycle is given, the cycle is cut behind it.
    let ends_at_cut = route.shape == Shape::Cycle && route.start.is_none();
    if ends_at_cut {
        walk.rotate_left(1);
    }
    let mut walks = Vec::with_capacity(2);
    if network.is_undirected() {
        let mut back = walk.clone();
        let last = back.len() - 1;
        match (route.shape, ends_at_cut) {
            (Shape::Path, _) => back.reverse(),
            (Shape::Cycle, true) => back[..last].reverse(),
            (Shape::Cycle, false) => back[1..].reverse(),
        }
        walks.push(back);
    }
    walks.push(walk);
    walks.retain(|walk| route.is_kept(walk));
    walks
}

/// Returns the number of [`walks`] of a cycle of the network.
pub fn ways_round(network: &Network, route: &ResolvedConstraints) -> u64 {
    let ResolvedConstraints {
        start, end, stops, ..
    } = route;
    let either_way = match route.shape {
        Shape::Path => start.is_none() && end.is_none() && stops.len() < 2,
        Shape::Cycle => !(start.is_some() && end.is_some()) && stops.len() < 3,
    };
    if either_way && network.is_undirected() {
        2
    } else {
        1
    }
}
