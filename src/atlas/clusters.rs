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
    pub(super) fn root(&mut self, mut label: Label) -> Label {
        loop {
            let parent = self.parents[usize::from(label)];
            if parent == label {
                return label;
            }
            // Whoever comes by halves the way.
            let next = self.parents[usize::from(parent)];
            self.parents[usize::from(label)] = next;
            label = next;
        }
    }

    /// One more layout has this label.
    #[inline(always)]
    pub(super) fn count(&mut self, label: Label) {
        self.sizes[usize::from(label)] += 1;
    }

    /// A layout of one cluster leads to one of another, and so do their mirror images.
    #[inline(always)]
    pub(super) fn join(&mut self, one: Label, other: Label) {
        // Each pair of clusters is joined just as its mirror image is, so one look is enough.
        if self.root(one) != self.root(other) {
            self.unite(one, other);
            self.unite(one ^ 1, other ^ 1);
        }
    }

    fn unite(&mut self, one: Label, other: Label) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[usize::from(one.max(other))] = one.min(other);
    }

    /// The sizes of those that are not joined to others.
    pub(super) fn sizes(mut self) -> Vec<u32> {
        let mut sizes = vec![0; self.sizes.len()];
        for label in 0..sizes.len() {
            let root = self.root(Label::try_from(label).expect("a label"));
            sizes[usize::from(root)] += self.sizes[label];
        }
        sizes.retain(|&size| size > 0);
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_joined_as_their_mirror_images_are() {
        let mut clusters = Clusters::new();
        let labels = [(); 3].map(|()| clusters.found());
        for (label, size) in labels.into_iter().zip([10, 20, 30]) {
            for _ in 0..size {
                clusters.count(label);
                clusters.count(label ^ 1);
            }
        }
        let [one, two, three] = labels;
        clusters.join(two, one ^ 1);
        assert_eq!(clusters.root(two), clusters.root(one ^ 1));
        assert_eq!(clusters.root(two ^ 1), clusters.root(one));
        assert_ne!(clusters.root(one), clusters.root(two));
        clusters.join(three, three ^ 1);
        let mut sizes = clusters.sizes();
        sizes.sort_unstable();
        assert_eq!(sizes, [30, 30, 60]);
    }
}
