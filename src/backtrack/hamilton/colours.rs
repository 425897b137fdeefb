//! Two colours, such that each arc leads to the other.

use crate::graph::Vertex;

use super::arcs::Arcs;
use super::terms::{Itinerary, Shape};

/// The colour of each vertex, of a graph that hangs together.
pub(super) struct Colours {
    pub(super) is_dark: Vec<bool>,
    dark: usize,
}

/// What two colours say of a whole graph.
pub(super) enum Colouring {
    /// It falls into parts, even where arcs may be taken either way.
    Parts,
    /// There is a cycle of odd length.
    Odd,
    Two(Colours),
}

/// The colours of the first and the last vertex, where only one will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Balance {
    /// As many of one as of the other: the ends differ.
    Even,
    /// One more of the dark ones: both ends are dark.
    Dark,
    /// One more of the light ones: both ends are light.
    Light,
}

impl Colouring {
    pub(super) fn of(arcs: &Arcs<'_>) -> Self {
        if arcs.vertices() == 0 {
            return Colouring::Parts;
        }
        let mut is_dark = vec![None; arcs.vertices()];
        let mut stack = vec![0];
        is_dark[0] = Some(false);
        let (mut reached, mut dark, mut odd) = (1, 0, false);
        while let Some(vertex) = stack.pop() {
            let colour = is_dark[vertex as usize];
            for &other in arcs.from(vertex).iter().chain(arcs.to(vertex)) {
                let other_colour = &mut is_dark[other as usize];
                odd |= *other_colour == colour;
                if other_colour.is_none() {
                    *other_colour = colour.map(|dark| !dark);
                    reached += 1;
                    dark += usize::from(colour == Some(false));
                    stack.push(other);
                }
            }
        }
        if reached < arcs.vertices() {
            return Colouring::Parts;
        }
        if odd {
            return Colouring::Odd;
        }
        Colouring::Two(Colours { is_dark: is_dark.into_iter().flatten().collect(), dark })
    }

    /// Whether it rules out what is asked for.
    pub(super) fn forbids(&self, route: &Itinerary) -> bool {
        match self {
            Colouring::Parts => true,
            Colouring::Odd => false,
            Colouring::Two(colours) => colours.balance(route).is_none(),
        }
    }
}

impl Colours {
    /// How the colours of the ends must be; nothing, where no path or cycle can be.
    pub(super) fn balance(&self, route: &Itinerary) -> Option<Balance> {
        let light = self.is_dark.len() - self.dark;
        let balance = if self.dark == light {
            Balance::Even
        } else if self.dark == light + 1 {
            Balance::Dark
        } else if self.dark + 1 == light {
            Balance::Light
        } else {
            return None;
        };
        let is_dark = |vertex: Option<Vertex>| vertex.map(|vertex| self.is_dark[vertex as usize]);
        let (start, end) = (is_dark(route.start), is_dark(route.end));
        let fits = match (route.shape, balance) {
            (Shape::Cycle, balance) => balance == Balance::Even,
            (Shape::Path, Balance::Even) => start.is_none() || end.is_none() || start != end,
            (Shape::Path, Balance::Dark) => start != Some(false) && end != Some(false),
            (Shape::Path, Balance::Light) => start != Some(true) && end != Some(true),
        };
        fits.then_some(balance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrack::hamilton::Terms;
    use crate::graph::Graph;

    /// 0 - 1 - 2, and 3 at the middle, where there are `four`.
    fn forbids(vertices: usize, start: Option<Vertex>, end: Option<Vertex>) -> bool {
        let lists = [&[1][..], &[0, 2, 3], &[1], &[1]];
        let lists = lists[..vertices].iter().map(|list| {
            list.iter().copied().filter(|&v| (v as usize) < vertices).collect::<Vec<_>>()
        });
        let graph = Graph::from_lists(lists);
        let terms = Terms { start, end, ..Terms::default() };
        let route = Itinerary::new(&terms, vertices).expect("no contradiction");
        Colouring::of(&Arcs::new(&graph)).forbids(&route)
    }

    #[test]
    fn ends_have_the_colour_that_is_in_excess() {
        assert!(!forbids(3, None, None));
        assert!(!forbids(3, Some(0), Some(2)));
        assert!(forbids(3, Some(1), None));
        assert!(forbids(3, None, Some(1)));
    }

    #[test]
    fn ends_differ_where_there_are_as_many_of_each() {
        assert!(!forbids(2, Some(0), Some(1)));
        assert!(forbids(4, None, None), "three of one colour, and one of the other");
    }

    #[test]
    fn what_falls_into_parts_is_forbidden() {
        let graph = Graph::from_lists([&[1][..], &[0], &[]]);
        assert!(matches!(Colouring::of(&Arcs::new(&graph)), Colouring::Parts));
    }
}
