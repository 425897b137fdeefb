//! Paths and cycles of any kind as one: a cycle through all nodes of a network of two sides.

use std::ops::Range;

use crate::backtrack::hamilton::Arcs;
use crate::backtrack::hamilton::options::{Colouring, ResolvedConstraints, balance};
use crate::graph::{ColourBalance, Shape, Vertex, VertexColour};

/// The number of a node.
pub type Node = u32;
/// The number of an edge.
pub type Edge = u32;

/// A network in which a cycle through all nodes stands for what is looked for: a Hamiltonian path
/// or cycle of a graph. Its edges may be taken or dropped; its *links* join two nodes for good.
///
/// An undirected graph of two colours is its own network. Of any other graph each vertex becomes
/// two nodes with a link, one to be entered by and one to be left by, and each arc an edge from
/// the second of one to the first of another. Either way the edges run between two sides.
///
/// A path is closed to a cycle: by a link, where both ends are known, else by a *gate*, a node
/// more that is joined to all vertices where the path may begin or end.
#[derive(Debug)]
pub struct Network {
    /// Where the half-edges of each node begin, and where the last ones end.
    starts: Vec<u32>,
    half_edges: Vec<HalfEdge>,
    ends: Vec<[Node; 2]>,
    links: Vec<Option<Node>>,
    is_black: Vec<bool>,
    gates: Vec<Node>,
    /// The gates through which the first vertex is entered; none, where that is known.
    entrances: Vec<Node>,
    /// Where a cycle is cut open.
    origin: Node,
    vertices: usize,
    nature: Nature,
}

/// One of the edges at a node.
#[derive(Clone, Copy, Debug)]
pub struct HalfEdge {
    pub edge: Edge,
    /// Where it leads.
    pub to: Node,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nature {
    /// A node a vertex.
    Undirected,
    /// Two nodes a vertex: an even one to be left by, an odd one to be entered by.
    Directed,
}

/// What a network is made of.
struct NetworkBuilder {
    is_black: Vec<bool>,
    edges: Vec<[Node; 2]>,
    links: Vec<[Node; 2]>,
    gates: Vec<Node>,
    entrances: Vec<Node>,
    origin: Node,
}

impl Network {
    /// The network of what is asked for; nothing, where it is plain that there is no solution.
    /// For three vertices or more.
    pub fn new(arcs: &Arcs<'_>, route: &ResolvedConstraints) -> Option<Self> {
        let is_closed_by = |from, to| route.shape == Shape::Path || arcs.have(from, to);
        if let (Some(start), Some(end)) = (route.start, route.end)
            && !is_closed_by(end, start)
        {
            return None;
        }
        let (plan, nature) = match Colouring::of(arcs) {
            Colouring::Parts => return None,
            Colouring::Two(colours) if arcs.are_undirected() => {
                (NetworkBuilder::undirected(arcs, route, &colours)?, Nature::Undirected)
            }
            colouring => {
                if colouring.forbids(route) {
                    return None;
                }
                (NetworkBuilder::directed(arcs, route), Nature::Directed)
            }
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
        // One place further on than they begin, so that filling moves each to where it belongs.
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

    /// The number of nodes.
    pub(super) fn size(&self) -> usize {
        self.is_black.len()
    }

    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// The ends of each edge.
    pub fn all_ends(&self) -> &[[Node; 2]] {
        &self.ends
    }

    #[inline]
    pub fn ends(&self, edge: Edge) -> [Node; 2] {
        self.ends[edge as usize]
    }

    /// The end of an edge that is not the given one.
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

    pub fn gates(&self) -> &[Node] {
        &self.gates
    }

    /// The nodes by which the place between the end of a path and its start is left and entered,
    /// where there is one.
    pub fn gate_nodes(&self) -> [Node; 2] {
        let last = self.is_black.len() - 1;
        let first = last - usize::from(self.is_black.len() - self.vertices > 1);
        [first, last].map(|node| Node::try_from(node).expect("nodes are numbered by u32"))
    }

    /// How many edges a cycle takes at a node.
    pub fn need(&self, node: Node) -> u32 {
        2 - u32::from(self.link(node).is_some())
    }

    /// Whether a cycle of the network can be walked either way.
    pub fn is_undirected(&self) -> bool {
        self.nature == Nature::Undirected
    }

    /// The node that a vertex is left by.
    pub fn exit(&self, vertex: Vertex) -> Node {
        match self.nature {
            Nature::Undirected => vertex,
            Nature::Directed => 2 * vertex,
        }
    }

    /// The node that a vertex is entered by.
    pub fn entry(&self, vertex: Vertex) -> Node {
        match self.nature {
            Nature::Undirected => vertex,
            Nature::Directed => 2 * vertex + 1,
        }
    }

    /// The edge of a step.
    pub(crate) fn step(&self, from: Vertex, to: Vertex) -> Option<Edge> {
        self.between(self.exit(from), self.entry(to))
    }

    /// The edge by which a path begins, where its start was open; nothing, where it was given.
    pub fn beginning(&self, start: Vertex) -> Option<Edge> {
        self.entrances.iter().find_map(|&gate| self.between(gate, self.entry(start)))
    }

    fn between(&self, a: Node, b: Node) -> Option<Edge> {
        self.half_edges(a).iter().find(|half| half.to == b).map(|half| half.edge)
    }

    /// The vertices along the cycle of the chosen edges, from where it is cut open.
    pub fn walk(&self, is_chosen: impl Fn(Edge) -> bool) -> Vec<Vertex> {
        let mut vertices = Vec::with_capacity(self.vertices);
        let (mut node, mut came_by) = (self.origin, None);
        // By an edge first, then by links and edges as they come.
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

    /// The vertex that a walk has come to: gates are none, and two nodes are one.
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
            is_black: colours.iter().map(|&colour| colour == VertexColour::Black).collect(),
            edges: Vec::new(),
            links: Vec::new(),
            gates: Vec::new(),
            entrances: Vec::new(),
            origin: route.start.or(route.end).unwrap_or(0),
        };
        for from in arcs.all() {
            plan.edges
                .extend(arcs.from(from).iter().filter(|&&to| from < to).map(|&to| [from, to]));
        }
        match (route.shape, route.start, route.end, balance) {
            (_, Some(start), Some(end), _) => {
                plan.edges.retain(|&[a, b]| [a, b] != [start, end] && [b, a] != [start, end]);
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

    /// One more node, joined to all vertices of a colour but one: they may be an end.
    fn gate(&mut self, arcs: &Arcs<'_>, to_black: bool, but: Option<Vertex>) -> Node {
        let gate = Node::try_from(self.is_black.len()).expect("nodes are numbered by u32");
        let ends = arcs.all().filter(|&v| self.is_black[v as usize] == to_black && Some(v) != but);
        self.edges.extend(ends.map(|end| [end, gate]));
        self.is_black.push(!to_black);
        self.gates.push(gate);
        self.origin = gate;
        gate
    }

    fn directed(arcs: &Arcs<'_>, route: &ResolvedConstraints) -> Self {
        let (mut edges, mut gates, mut entrances) = (Vec::new(), Vec::new(), Vec::new());
        // Where the first is known, nothing else leads there but the way that closes the cycle.
        let closes = route.shape == Shape::Path || (route.start.is_some() && route.end.is_some());
        let (start, end) = (route.start.filter(|_| closes), route.end.filter(|_| closes));
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
            links: (0..vertices).map(|vertex| [2 * vertex, 2 * vertex + 1]).collect(),
            gates,
            entrances,
            origin,
        }
    }
}

/// The walk along the chosen edges, from start to end, in each direction that keeps the
/// constraints.
pub fn walks(
    network: &Network,
    route: &ResolvedConstraints,
    is_chosen: impl Fn(Edge) -> bool,
) -> Vec<Vec<Vertex>> {
    let mut walk = network.walk(is_chosen);
    // Where only the last vertex of a cycle is given, the cycle is cut behind it.
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

/// How many [`walks`] a cycle of the network has.
pub fn ways_round(network: &Network, route: &ResolvedConstraints) -> u64 {
    let ResolvedConstraints { start, end, stops, .. } = route;
    let either_way = match route.shape {
        Shape::Path => start.is_none() && end.is_none() && stops.len() < 2,
        Shape::Cycle => !(start.is_some() && end.is_some()) && stops.len() < 3,
    };
    if either_way && network.is_undirected() { 2 } else { 1 }
}
