//! Animations, decoded again.

use super::*;
use crate::grid::{Cell, Direction};
use crate::puzzle::Metric;

const TEXT: &str = "A A .\nB . .\n\ngoal:\n. A A\n. . B\n";

fn solution() -> Solution {
    let unit = |piece, row, column, path: &[Direction]| Move {
        piece,
        from: Cell::new(row, column),
        path: path.to_vec(),
    };
    let moves = vec![
        unit(0, 0, 0, &[Direction::Right]),
        unit(1, 1, 0, &[Direction::Right, Direction::Right]),
    ];
    Solution { metric: Metric::Move, moves }
}

/// Size and content of each picture as it is shown, and what of it is stored.
fn decoded(bytes: &[u8]) -> (Vec<Vec<u8>>, Vec<Area>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![0; width * height];
    let (mut shown, mut areas, mut delays) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let (across, down) = (usize::from(frame.width), usize::from(frame.height));
        for (place, &pixel) in frame.buffer.iter().enumerate() {
            if frame.transparent != Some(pixel) {
                screen[(top + place / across) * width + left + place % across] = pixel;
            }
        }
        areas.push(Area { across: left..left + across, down: top..top + down });
        delays.push(frame.delay);
        shown.push(screen.clone());
    }
    (shown, areas, delays)
}

fn film<'a>(puzzle: &'a Puzzle, solution: &'a Solution, tween: u8) -> Film<'a> {
    let timing = Timing { delay: 20, hold: 100, tween };
    Film { puzzle, solution, timing, cell: 16, theme: Theme::Light }
}

#[test]
fn what_is_decoded_is_what_was_drawn() {
    let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
    let solution = solution();
    let film = film(&puzzle, &solution, 0);
    let (shown, areas, delays) = decoded(&film.gif().expect("it is small"));
    assert_eq!((shown.len(), film.frames()), (3, 3));
    assert_eq!(delays, [20, 20, 100]);
    // Each picture drawn from scratch.
    let mut position = Position::start(&puzzle);
    let mut painter = Painter::new(&puzzle, Theme::Light, 16).expect("it is small");
    for (number, shown) in shown.iter().enumerate() {
        let mut canvas = painter.canvas();
        let spots: Vec<Spot> = position.anchors().iter().map(|&at| Spot::at(at)).collect();
        painter.draw(&mut canvas, &spots, (number == 1).then_some(0));
        assert_eq!(canvas.pixels(), shown, "picture {number}");
        if let Some(unit) = solution.moves.get(number) {
            position.play(unit).expect("a legal move");
        }
    }
    let whole = Area { across: 0..3 * 16 + 8, down: 0..2 * 16 + 8 };
    assert_eq!(areas[0], whole);
    let above = Area { across: 4..4 + 48, down: 4..4 + 16 };
    assert_eq!(areas[1].with(&above), above, "only the row of A changes");
    assert!(!areas[1].is_empty());
}

#[test]
fn pictures_in_between_show_the_piece_on_its_way() {
    let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
    let solution = solution();
    let film = film(&puzzle, &solution, 3);
    let (shown, _, delays) = decoded(&film.gif().expect("it is small"));
    assert_eq!((shown.len(), film.frames()), (3 + 3 * 3, 12));
    assert_eq!(delays[..6], [20, 4, 4, 4, 20, 4]);
    for pair in shown.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
    let (plain, _, _) = decoded(
        &Film { timing: Timing { tween: 0, ..film.timing }, ..film }.gif().expect("it is small"),
    );
    assert_eq!(shown.last(), plain.last());
    assert_eq!(shown[4], plain[1]);
}

#[test]
fn a_solution_that_is_wrong_or_endless_is_refused() {
    let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
    let mut wrong = solution();
    wrong.moves[1].path = vec![Direction::Down];
    let error = film(&puzzle, &wrong, 0).gif().expect_err("B cannot go down");
    assert!(error.to_string().starts_with("move 2: B cannot go down"), "{error}");
    let moves = (0..60_000).flat_map(|_| solution().moves).collect();
    let long = Solution { moves, ..solution() };
    let error = film(&puzzle, &long, 0).gif().expect_err("too many");
    assert_eq!(error, PixelsError::TooLong { frames: 120_001 });
}

#[test]
fn a_solution_without_moves_is_one_picture() {
    let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
    let (shown, _, delays) =
        decoded(&film(&puzzle, &Solution::default(), 0).gif().expect("it is small"));
    assert_eq!((shown.len(), delays), (1, vec![100]));
}
