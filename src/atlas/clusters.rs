//! Which layouts lead to each other: disjoint sets that come in pairs of mirror images.

/// The name of a cluster of layouts; the name of its mirror image differs in the lowest bit.
pub(super) type Label = u16;

/// No cluster: the layout has not been seen.
pub(super) const UNSEEN: Label = 0;

/// Clusters of layouts that lead to each other, each beside its mirror image, which may be the same.
pub(super) struct Clusters {
    /// What a cluster was joined to: a lower label, or itself.
    parents: Vec<Label>,
    /// Layouts that were given this label.
    sizes: Vec<u32>,
}

impl Clusters {
    pub(super) fn new() -> Self {
        // The pair of `UNSEEN` is never used.
        Clusters { parents: vec![0, 1], sizes: vec![0, 0] }
    }

    /// The label of a new cluster; its mirror image is another.
    ///
    /// # Panics
    /// If there are no labels left: the frame has some thousand clusters in a set at most.
    pub(super) fn found(&mut self) -> Label {
        let label = Label::try_from(self.parents.len()).expect("labels enough for a set");
        self.parents.extend([label, label + 1]);
        self.sizes.extend([0, 0]);
        label
    }

    /// The lowest label of all that were joined to this one.
    #[inline(always)]
    pub(super) fn root(&self, mut label: Label) -> Label {
        while self.parents[usize::from(label)] != label {
            label = self.parents[usize::from(label)];
        }
        label
    }

    /// One more layout has this label.
    #[inline(always)]
    pub(super) fn count(&mut self, label: Label) {
        self.sizes[usize::from(label)] += 1;
    }

    /// A layout of one cluster leads to one of another, and so do their mirror images.
    pub(super) fn join(&mut self, one: Label, other: Label) {
        for flip in [0, 1] {
            let (one, other) = (self.root(one ^ flip), self.root(other ^ flip));
            self.parents[usize::from(one.max(other))] = one.min(other);
        }
    }

    /// The sizes of those that are not joined to others.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.sizes.len()];
        for (label, size) in (0..).zip(&self.sizes) {
            sizes[usize::from(self.root(label))] += size;
        }
        sizes.retain(|&size| size > 0);
        sizes
    }
}
