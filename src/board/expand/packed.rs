//! A position on its way through a search.

use std::hint::select_unpredictable;

use crate::board::sleep::Arrival;
use crate::board::state::State;

/// A position with all its mirror images, the canonical form first.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const N: usize, const IMAGES: usize> {
    pub(super) images: [State<N>; IMAGES],
    pub(super) arrival: Arrival,
}

impl<const N: usize, const IMAGES: usize> Packed<N, IMAGES> {
    /// The canonical form: the least of the mirror images.
    #[inline(always)]
    #[must_use]
    pub const fn canonical(&self) -> State<N> {
        self.images[0]
    }

    /// The position and its mirror images, the canonical form first.
    #[must_use]
    pub const fn images(&self) -> &[State<N>; IMAGES] {
        &self.images
    }

    /// How many positions these are: its mirror images may be alike.
    #[inline(always)]
    #[must_use]
    pub fn orbit(&self) -> u64 {
        let [first, others @ ..] = &self.images[..] else { return 0 };
        // The images are a group: each stands there as often as the first one does.
        IMAGES as u64 / (1 + others.iter().map(|image| u64::from(image == first)).sum::<u64>())
    }

    /// A position given by its images in the order of the board's
    /// [`Symmetry`](crate::board::Symmetry), and how it was reached, as each image sees it.
    #[inline(always)]
    pub(in crate::board) fn canonical_first(
        images: [State<N>; IMAGES],
        arrival: impl Fn(usize) -> Arrival,
    ) -> Self {
        let mut least = 0;
        for image in 1..IMAGES {
            if images[image] < images[least] {
                least = image;
            }
        }
        // Image i of image j is image i ^ j.
        let images = match IMAGES {
            1 => images,
            // The common case, without an index, and without a branch that is a toss-up.
            2 => std::array::from_fn(|image| {
                select_unpredictable(least == 0, images[image], images[1 - image])
            }),
            _ => std::array::from_fn(|image| images[image ^ least]),
        };
        Packed { images, arrival: arrival(least) }
    }
}
