//! `huarong tour`: every square of a board once.

use std::collections::HashSet;

use super::cases::{parsed, rows, stride};
use super::*;

/// Runs `tour` with arguments that are written as on a command line.
fn tour(arguments: &str) -> Ran {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    huarong(&[&["tour"], &words[..]].concat(), "")
}

fn object(arguments: &str) -> Value {
    let ran = tour(&format!("{arguments} --json"));
    assert_eq!(ran.err, "");
    ran.object()
}

type Cell = (i64, i64);

/// The path of an answer.
fn path(told: &Value) -> Vec<Cell> {
    let number = |value: &Value| value.as_i64().expect("a number");
    let cells = told["path"].as_array().expect("a path").iter();
    cells
        .map(|cell| (number(&cell[0]), number(&cell[1])))
        .collect()
}

/// Whether a knight visits each cell of the board once on this path.
fn is_tour(path: &[Cell], (rows, columns): Cell) -> bool {
    let is_inside =
        |&(row, column): &Cell| (0..rows).contains(&row) && (0..columns).contains(&column);
    let cells: HashSet<&Cell> = path.iter().filter(|cell| is_inside(cell)).collect();
    let complete = path.len() == cells.len() && Ok(rows * columns) == cells.len().try_into();
    complete && path.windows(2).all(|step| is_move(step[0], step[1]))
}

fn is_move(from: Cell, to: Cell) -> bool {
    matches!(
        ((from.0 - to.0).abs(), (from.1 - to.1).abs()),
        (1, 2) | (2, 1)
    )
}

#[test]
fn only_the_reverse_order_fails_to_find_a_tour() {
    let ran = tour("8x8 --order reverse --max-nodes 200000");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    let told = "stopped: the limit on nodes was reached after 200,000 nodes, ";
    ran.begins(told);
    for order in [
        "warnsdorff",
        "coordinate",
        "pohl",
        "roth",
        "random",
        "random --seed 7",
    ] {
        for (board, size) in [("8x8", (8, 8)), ("40x40", (40, 40))] {
            let told = object(&format!("{board} --order {order}"));
            assert!(is_tour(&path(&told), size), "{order} on {board}");
        }
    }
}

#[test]
fn every_counted_tour_is_listed_exactly_once() {
    for [arguments, number, told] in rows(include_str!("tables/listed_tours.txt")) {
        let number: usize = parsed(number);
        let ran = tour(&format!("{arguments} --all"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let lines: Vec<&str> = ran.out.lines().collect();
        assert_eq!(lines.len(), number + 1, "{arguments}");
        assert!(lines[number].starts_with(told), "{}", lines[number]);
        // A closed tour is the same the other way round.
        let turned = |line: &str| {
            let mut squares: Vec<&str> = line.split(' ').collect();
            squares[1..].reverse();
            squares.join(" ")
        };
        let is_closed = arguments.contains("closed");
        let once = |line: &&str| {
            if is_closed {
                turned(line).min((*line).to_owned())
            } else {
                (*line).to_owned()
            }
        };
        let different: HashSet<String> = lines[..number].iter().map(once).collect();
        assert_eq!(different.len(), number, "{arguments}");
    }
}

#[test]
fn open_and_closed_tours_of_large_boards_are_found() {
    // A million squares, or some ten thousand.
    let side = i64::try_from(1000 / stride(10)).expect("it is small");
    let board = (side, side);
    let first = (side / 2, side / 2 - 1);
    for closed in ["", " --closed"] {
        let start = format!("{},{}", first.0, first.1);
        let arguments = format!("{side}x{side} --start {start} --numbering 0{closed}");
        let path = path(&object(&arguments));
        assert_eq!(path[0], first);
        assert!(is_tour(&path, board), "{arguments}");
        let is_closed = is_move(path[path.len() - 1], first);
        assert!(is_closed || !arguments.contains("closed"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_beyond_the_memory_of_the_machine_is_not_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("tour.html");
    let program = HUARONG;
    let line = format!(
        "ulimit -v 60000; exec {program} tour 500x500 --to {}",
        page.display()
    );
    let ran = Ran::of(Command::new("sh").args(["-c", &line]));
    assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
    ran.begins("stopped: the machine has no more memory ");
    assert!(!page.exists());
}
