//! Layout of an undirected graph: points whose distances are close to those of its vertices.
//!
//! `PivotMDS` places the vertices (Brandes and Pich, "Eigensolver methods for progressive
//! multidimensional scaling of large data", GD 2006). Then stochastic gradient descent lowers the
//! stress (Zheng, Pawar and Goodman, "Graph drawing by stochastic gradient descent", *IEEE TVCG*
//! 25, 2019) of the edges and of the pairs of a vertex and a pivot, which have the weights of
//! Ortmann, Klimenta and Brandes ("A sparse stress model", GD 2016).
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a drawing needs few digits, and a graph has fewer than 2^32 vertices"
)]

use crate::{
    control::{Monitor, Progress, StopReason},
    graph::Graph,
    rng::Rng,
};

/// A place in space, in units of one edge.
pub type Point = [f32; 3];

/// The space of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dimensions {
    /// A plane, for print: the third coordinate is 0.
    Two,
    /// Space, to be turned.
    Three,
}

/// The distance of a vertex that cannot be reached.
pub const FAR: u16 = u16::MAX;
/// Number of pivots.
const PIVOTS: usize = 50;
/// Passes of the gradient descent. One less is a power of two, which [`descend`] needs.
const PASSES: u32 = 17;
/// The step of the last pass; that of the first is the square of the largest distance.
const LAST_STEP: f32 = 0.1;

/// Returns the distance of each vertex from the nearest source, or [`FAR`]. Greater distances than
/// `FAR - 1` become that.
pub fn distances(graph: &Graph, sources: &[u32]) -> Vec<u16> {
    let mut distances = vec![FAR; graph.vertices()];
    for &source in sources {
        distances[source as usize] = 0;
    }
    let mut queue = sources.to_vec();
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        let distance = (distances[at as usize] + 1).min(FAR - 1);
        for &to in graph.neighbours(at) {
            if distances[to as usize] == FAR {
                distances[to as usize] = distance;
                queue.push(to);
            }
        }
        next += 1;
    }
    distances
}

/// The automorphisms of a graph that become reflections of its layout.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Mirrors {
    /// The image of each vertex: by no reflection, by one, or by two and their product.
    pub images: Vec<Vec<u32>>,
}

impl Mirrors {
    /// Returns the factor of a coordinate in an image: the first reflection changes the sign of
    /// the first coordinate, the second one that of the second.
    const fn sign(image: usize, axis: usize) -> f32 {
        match (image, axis) {
            (0 | 2, 0) | (1 | 2, 1) => -1.0,
            _ => 1.0,
        }
    }

    /// Moves all points as little as possible so that images are reflections of each other.
    fn symmetrize(&self, points: &mut [Point]) {
        if self.images.is_empty() {
            return;
        }
        for vertex in 0..points.len() {
            if self
                .images
                .iter()
                .any(|image| (image[vertex] as usize) < vertex)
            {
                continue;
            }
            for axis in 0..3 {
                let mut sum = points[vertex][axis];
                for (number, image) in self.images.iter().enumerate() {
                    sum += Mirrors::sign(number, axis) * points[image[vertex] as usize][axis];
                }
                let mean = sum / (self.images.len() + 1) as f32;
                points[vertex][axis] = mean;
                for (number, image) in self.images.iter().enumerate() {
                    let place = &mut points[image[vertex] as usize][axis];
                    *place = if image[vertex] as usize == vertex {
                        mean
                    } else {
                        Mirrors::sign(number, axis) * mean
                    };
                }
            }
        }
    }
}

/// Returns a point for each vertex of a connected graph: equal seeds give equal points.
///
/// # Complexity
/// Time is that of 50 searches of the graph and of 17 passes over 50 distances a vertex. Memory is
/// 150 bytes a vertex.
pub fn layout(
    graph: &Graph,
    mirrors: &Mirrors,
    dimensions: Dimensions,
    seed: u64,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Point>, StopReason> {
    let mut rng = Rng::new(seed);
    let pivots = Pivots::find(graph, mirrors, &mut rng, monitor)?;
    let axes = if dimensions == Dimensions::Two { 2 } else { 3 };
    let mut points = pivots.scaled(graph.vertices(), mirrors, axes, &mut rng);
    mirrors.symmetrize(&mut points);
    descend(graph, mirrors, &pivots, &mut points, (&mut rng, monitor))?;
    Ok(points)
}

fn difference(one: &Point, other: &Point) -> Point {
    std::array::from_fn(|axis| one[axis] - other[axis])
}

fn length([x, y, z]: Point) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

/// Vertices far from each other, and the distance of each vertex to all of them.
struct Pivots {
    vertices: Vec<u32>,
    /// The distances, vertex by vertex.
    distances: Vec<u16>,
    /// The number of vertices that are nearest to each pivot, by their distance, summed up.
    regions: Vec<Vec<u32>>,
}

impl Pivots {
    /// Chooses each pivot as far as possible from those before, with its images.
    fn find(
        graph: &Graph,
        mirrors: &Mirrors,
        rng: &mut Rng,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        let mut vertices: Vec<u32> = Vec::new();
        let mut columns: Vec<Vec<u16>> = Vec::new();
        let mut nearest = vec![(FAR, 0); graph.vertices()];
        let mut next = rng.below(graph.vertices()) as u32;
        while vertices.len() < PIVOTS && (vertices.is_empty() || nearest[next as usize].0 > 0) {
            let images = mirrors.images.iter().map(|image| image[next as usize]);
            let mut orbit: Vec<u32> = std::iter::once(next).chain(images).collect();
            orbit.sort_unstable();
            orbit.dedup();
            for pivot in orbit {
                monitor.check_now(|| Progress {
                    states: graph.vertices(),
                    ..Progress::default()
                })?;
                let column = distances(graph, &[pivot]);
                for (nearest, &distance) in nearest.iter_mut().zip(&column) {
                    *nearest = (*nearest).min((distance, vertices.len()));
                }
                columns.push(column);
                vertices.push(pivot);
            }
            let farthest = (0..)
                .zip(&nearest)
                .max_by_key(|(_, (distance, _))| *distance);
            next = farthest.map_or(0, |(vertex, _)| vertex);
        }
        let most = columns.iter().flatten().copied().max().unwrap_or(0);
        let mut regions = vec![vec![0; usize::from(most) + 1]; vertices.len()];
        for &(distance, pivot) in &nearest {
            regions[pivot][usize::from(distance)] += 1;
        }
        for region in &mut regions {
            (1..region.len()).for_each(|at| region[at] += region[at - 1]);
        }
        let mut distances = Vec::with_capacity(graph.vertices() * vertices.len());
        for vertex in 0..graph.vertices() {
            distances.extend(columns.iter().map(|column| column[vertex]));
        }
        Ok(Pivots {
            vertices,
            distances,
            regions,
        })
    }

    const fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the greatest distance.
    fn diameter(&self) -> usize {
        self.regions.first().map_or(0, |region| region.len() - 1)
    }

    /// Returns the distances of the vertices, one after another.
    fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.distances.chunks(self.len())
    }

    /// Places the vertices on the leading axes of the double-centred squares of the distances.
    /// Axes that a mirror image reverses and axes that it keeps are found apart from each other.
    fn scaled(&self, vertices: usize, mirrors: &Mirrors, axes: usize, rng: &mut Rng) -> Vec<Point> {
        let many = self.len();
        let square = |distance: u16| f64::from(distance).powi(2);
        let mut columns = vec![0.0; many];
        for row in self.rows() {
            columns
                .iter_mut()
                .zip(row)
                .for_each(|(sum, &it)| *sum += square(it));
        }
        let columns: Vec<f64> = columns.iter().map(|sum| sum / vertices as f64).collect();
        let mean = columns.iter().sum::<f64>() / many as f64;
        let centre = |row: &[u16], centred: &mut [f64]| {
            let own = row.iter().map(|&it| square(it)).sum::<f64>() / many as f64;
            for (place, (&it, column)) in centred.iter_mut().zip(row.iter().zip(&columns)) {
                *place = (own + column - mean - square(it)) / 2.0;
            }
        };
        let mut centred = vec![0.0; many];
        let mut product = vec![0.0; many * many];
        for row in self.rows() {
            centre(row, &mut centred);
            for (one, line) in centred.iter().zip(product.chunks_mut(many)) {
                line.iter_mut()
                    .zip(&centred)
                    .for_each(|(sum, other)| *sum += one * other);
            }
        }
        let mut found: Vec<(Vec<f64>, f64)> = Vec::new();
        for axis in 0..axes {
            let mut vector: Vec<f64> = (0..many)
                .map(|_| rng.below(1 << 20) as f64 - f64::from(1 << 19))
                .collect();
            let mut value = 0.0;
            for _ in 0..60 {
                let lines = product.chunks(many).map(|line| dot(line, &vector));
                vector = self.projected(&lines.collect::<Vec<_>>(), mirrors, axis);
                for (other, _) in &found {
                    let along = dot(other, &vector);
                    vector
                        .iter_mut()
                        .zip(other)
                        .for_each(|(it, other)| *it -= along * other);
                }
                value = dot(&vector, &vector).sqrt();
                let scale = if value > 0.0 { value.recip() } else { 0.0 };
                for it in &mut vector {
                    *it *= scale;
                }
            }
            found.push((vector, value));
        }
        let mut points = Vec::with_capacity(vertices);
        for row in self.rows() {
            centre(row, &mut centred);
            let mut point = [0.0; 3];
            for (place, (vector, value)) in point.iter_mut().zip(&found) {
                // A small part of chance separates vertices that have the same distances.
                let chance = (rng.below(1 << 12) as f64 - f64::from(1 << 11)) / f64::from(1 << 16);
                // The length of the axis is the fourth root of the eigenvalue of the product, up
                // to a factor that depends on the number of pivots and of vertices alone.
                let ratio = (many as f64 / vertices as f64).sqrt() / value.sqrt();
                let scale = if *value > 0.0 { ratio.sqrt() } else { 0.0 };
                *place = (dot(&centred, vector) * scale + chance) as f32;
            }
            points.push(point);
        }
        points
    }

    /// Projects a vector of the pivots onto those that the images change as they change this axis.
    fn projected(&self, vector: &[f64], mirrors: &Mirrors, axis: usize) -> Vec<f64> {
        let mut sum = vector.to_vec();
        for (number, image) in mirrors.images.iter().enumerate() {
            let sign = f64::from(Mirrors::sign(number, axis));
            for (place, &pivot) in sum.iter_mut().zip(&self.vertices) {
                let image = image[pivot as usize];
                let other = self.vertices.iter().position(|&other| other == image);
                *place += sign * other.map_or(0.0, |other| vector[other]);
            }
        }
        sum
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Lowers the stress: each pass visits the vertices in another order and moves each towards the
/// right distance from its neighbours and from the pivots, by steps that shrink from pass to pass.
fn descend(
    graph: &Graph,
    mirrors: &Mirrors,
    pivots: &Pivots,
    points: &mut [Point],
    (rng, monitor): (&mut Rng, &mut Monitor<'_>),
) -> Result<(), StopReason> {
    let most = pivots.diameter().max(1);
    // The weight of a pivot at a distance: it stands for the vertices that are nearest to it and
    // at most half as far.
    let weights: Vec<f32> = pivots
        .regions
        .iter()
        .flat_map(|region| {
            let weight = |distance: usize| region[distance / 2] as f32 / (distance as f32).powi(2);
            (0..=most).map(move |distance| if distance == 0 { 0.0 } else { weight(distance) })
        })
        .collect();
    let mut step = (most as f32).powi(2);
    // A root of a root is the same on every machine, and a power need not be.
    let mut ratio = LAST_STEP / step;
    (0..(PASSES - 1).ilog2()).for_each(|_| ratio = ratio.sqrt());
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    for pass in 0..PASSES {
        monitor.check_now(|| Progress {
            depth: pass,
            states: points.len(),
            ..Progress::default()
        })?;
        rng.shuffle(&mut order);
        for &vertex in &order {
            let along_edge = step.min(1.0) / 2.0;
            let near = graph.neighbours(vertex);
            let vertex = vertex as usize;
            for &other in near {
                let shift = shift(&points[vertex], &points[other as usize], 1.0, along_edge);
                for axis in 0..3 {
                    points[vertex][axis] += shift[axis];
                    points[other as usize][axis] -= shift[axis];
                }
            }
            let row = &pivots.distances[vertex * pivots.len()..][..pivots.len()];
            let mut point = points[vertex];
            let weights = weights.chunks(most + 1);
            for ((&pivot, &distance), weights) in pivots.vertices.iter().zip(row).zip(weights) {
                let part = (weights[usize::from(distance)] * step).min(1.0);
                let shift = shift(&point, &points[pivot as usize], f32::from(distance), part);
                (0..3).for_each(|axis| point[axis] += shift[axis]);
            }
            points[vertex] = point;
        }
        mirrors.symmetrize(points);
        step *= ratio;
    }
    Ok(())
}

/// Returns the shift of a point by this part of the way to its right distance from another.
fn shift(point: &Point, other: &Point, distance: f32, part: f32) -> Point {
    let difference = difference(point, other);
    let far = length(difference);
    let by = if far > 0.0 {
        part * (distance - far) / far
    } else {
        0.0
    };
    difference.map(|it| it * by)
}
