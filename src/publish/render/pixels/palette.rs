//! The colours of a picture of pixels.

use ahash::AHashMap;
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::render::scene::Scene;

/// Red, green and blue.
type Pixel = [u8; 3];

/// A pixel has a byte, and one number is left for pixels of an animation that do not change.
const MAX_COLOURS: usize = 255;

/// The difference of colours that are one colour in a file, unless that leaves too many. Smooth
/// edges then have some six steps, which look as well as more and are stored in half the bytes.
const STEP: u8 = 24;

/// The number of the most frequent colours, which are exact.
const FREQUENT: usize = 16;

/// At most 255 colours. Those of the scene are exact, and frequent ones; of the mixtures along
/// smooth edges, rare ones are replaced by others that are like them.
pub struct Palette {
    colours: Vec<Pixel>,
    /// The number of each colour that was asked for.
    numbers: AHashMap<Pixel, u8>,
}

impl Palette {
    /// Returns the colours of these pictures of a scene.
    pub fn new<'a>(scene: &Scene, pixmaps: impl IntoIterator<Item = &'a Pixmap>) -> Self {
        let mut counts: AHashMap<Pixel, usize> = AHashMap::new();
        for pixmap in pixmaps {
            for run in pixmap.pixels().chunk_by(PartialEq::eq) {
                *counts.entry(rgb(run[0])).or_default() += run.len();
            }
        }
        let strokes = scene.all_items().filter_map(|item| item.stroke);
        let fills = scene.all_items().filter_map(|item| item.fill);
        let plain = strokes
            .map(|stroke| stroke.colour)
            .chain(fills)
            .chain([scene.ground])
            .map(|colour| colour.rgb);
        let mut frequent: Vec<(usize, Pixel)> = counts
            .iter()
            .map(|(&pixel, &count)| (count, pixel))
            .collect();
        frequent.sort_unstable();
        // A thin line may have no pixel of its colour, and many of one mixture.
        let most = frequent
            .iter()
            .rev()
            .take(FREQUENT)
            .map(|(_, pixel)| *pixel);
        let mut exact: Vec<Pixel> = plain
            .filter(|pixel| counts.contains_key(pixel))
            .chain(most)
            .collect();
        exact.sort_unstable();
        exact.dedup();
        let mut step = STEP;
        let colours = loop {
            let mut colours = exact.clone();
            for &(_, pixel) in frequent.iter().rev() {
                if colours.len() <= MAX_COLOURS
                    && !colours.iter().any(|&other| difference(pixel, other) < step)
                {
                    colours.push(pixel);
                }
            }
            if colours.len() <= MAX_COLOURS || step > 250 {
                break colours;
            }
            step += 4;
        };
        Palette {
            colours: colours.into_iter().take(MAX_COLOURS).collect(),
            numbers: AHashMap::new(),
        }
    }

    /// Returns the number of the colour of each pixel, or of the one that is most like it.
    pub fn numbers(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(pixmap.pixels().len());
        for run in pixmap.pixels().chunk_by(PartialEq::eq) {
            let pixel = rgb(run[0]);
            let colours = (0..=u8::MAX).zip(&self.colours);
            let number = *self.numbers.entry(pixel).or_insert_with(|| {
                colours
                    .min_by_key(|(_, other)| difference(pixel, **other))
                    .map_or(0, |(number, _)| number)
            });
            numbers.resize(numbers.len() + run.len(), number);
        }
        numbers
    }

    /// Returns red, green and blue of each colour.
    pub fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    /// Returns the number that no colour has.
    pub fn spare(&self) -> u8 {
        u8::try_from(self.colours.len()).expect("a number is left over")
    }
}

const fn rgb(pixel: PremultipliedColorU8) -> Pixel {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// Returns the largest difference of a part.
fn difference(one: Pixel, other: Pixel) -> u8 {
    one.into_iter()
        .zip(other)
        .map(|(one, other)| one.abs_diff(other))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{
        scene::{Item, View},
        theme::Colour,
    };

    #[test]
    fn the_colours_of_a_scene_are_exact_and_few_are_between_them() {
        let view = View {
            left: 0.0,
            top: 0.0,
            width: 64.0,
            height: 64.0,
        };
        let near = Colour::new(0x20_20_20);
        let mut scene = Scene::new("", view, Colour::new(0x24_24_24));
        scene.items.push(Item::path("M0 0h32v32z").filled(near));
        scene
            .items
            .push(Item::path("M0 60L60 0").stroked(Colour::WHITE, 5));
        let grid = super::super::Grid::new(view, 1.0).expect("it is small");
        let raster = super::super::Raster::new(&scene, grid);
        let pixmap = raster.draw(&scene.items, grid.whole());
        let mut palette = Palette::new(&scene, [&pixmap]);
        for colour in [near, scene.ground, Colour::WHITE] {
            assert!(palette.colours.contains(&colour.rgb), "{colour}");
        }
        assert!(
            palette.colours.len() <= FREQUENT + 10,
            "{:?}",
            palette.colours
        );
        let numbers = palette.numbers(&pixmap);
        assert_eq!(numbers.len(), 64 * 64);
        assert_eq!(palette.colours[usize::from(numbers[1])], near.rgb);
        assert_eq!(
            palette.colours[usize::from(numbers[64 * 64 - 1])],
            scene.ground.rgb
        );
    }
}
