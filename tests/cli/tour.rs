//! `huarong tour`: every square of a board once.

use std::collections::HashSet;

use serde_json::json;

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

/// The first line is this, the summary is this but for the time, and nothing else is printed.
#[track_caller]
fn prints(arguments: &str, path: &str, summary: &str) {
    let ran = tour(arguments);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let (printed, told) = ran
        .out
        .trim_end()
        .rsplit_once('\n')
        .expect("a path and a summary");
    assert_eq!(printed, path);
    assert!(told.starts_with(summary), "{told}");
}

#[test]
fn plain_search_enters_13648_squares_of_the_5_by_5_board() {
    let path = "(2,2) (1,0) (0,2) (1,4) (3,3) (4,1) (2,0) (0,1) (1,3) (3,4) (4,2) (3,0) (1,1) \
                (0,3) (2,4) (4,3) (3,1) (2,3) (0,4) (1,2) (0,0) (2,1) (4,0) (3,2) (4,4)";
    let summary = "open tour over 25 squares, 13,648 nodes, 13,623 backtracks, ";
    prints("5x5 --start 2,2 --order fixed --numbering 0", path, summary);
    let stats = "\
vertices:        25
directed edges:  96
matrix filled:   15.4 %
mean branching:  k = 3.84
search tree:     k^(N+1) = 4.1·10^14
nodes entered:   13,648
backtracks:      13,623";
    prints(
        "5x5 --start 2,2 --order fixed --stats --quiet --numbering 0",
        stats,
        summary,
    );
}

#[test]
fn warnsdorffs_rule_never_backtracks_from_2_6_on_the_8_by_8_board() {
    let path = "(2,6) (0,7) (1,5) (0,3) (1,1) (3,0) (5,1) (7,0) (6,2) (5,0) (7,1) (6,3) (7,5) \
                (6,7) (4,6) (2,7) (0,6) (1,4) (0,2) (1,0) (2,2) (0,1) (2,0) (4,1) (6,0) (7,2) \
                (6,4) (7,6) (5,7) (3,6) (1,7) (0,5) (1,3) (3,4) (5,5) (4,7) (6,6) (7,4) (5,3) \
                (4,5) (3,7) (2,5) (0,4) (1,6) (2,4) (3,2) (4,0) (6,1) (4,2) (2,1) (0,0) (1,2) \
                (3,3) (5,4) (7,3) (6,5) (7,7) (5,6) (4,4) (5,2) (3,1) (2,3) (3,5) (4,3)";
    let summary = "open tour over 64 squares, 64 nodes, 0 backtracks, ";
    for arguments in [
        "8x8 --start 2,6 --order warnsdorff --numbering 0",
        "8x8 --start g6 --numbering 0",
        "8x8 --start g6 --order warnsdorff --numbering 0",
    ] {
        prints(arguments, path, summary);
    }
}

#[test]
fn ties_by_coordinate_number_the_board_of_the_textbook() {
    let board = " 1 16 31 40  3 18 21 56
30 39  2 17 42 55  4 19
15 32 41 46 53 20 57 22
38 29 48 43 58 45 54  5
33 14 37 52 47 60 23 62
28 49 34 59 44 63  6  9
13 36 51 26 11  8 61 24
50 27 12 35 64 25 10  7";
    let summary = "open tour over 64 squares, 64 nodes, 0 backtracks, ";
    prints(
        "8x8 --numbering 1 --start 1,1 --order coordinate --print board",
        board,
        summary,
    );
}

#[test]
fn the_reverse_order_is_lost_and_the_others_are_not() {
    let ran = tour("8x8 --order reverse --max-nodes 200000");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    let told = "stopped: the limit on nodes was reached after 200,000 nodes, ";
    assert!(ran.out.starts_with(told), "{}", ran.out);
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
fn open_tours_are_counted_with_direction_and_closed_ones_without() {
    for (arguments, told) in [
        ("5x5", "1,728 directed open tours\n"),
        (
            "5x5 --start 0,0 --numbering 0",
            "304 open tours from (0,0)\n",
        ),
        (
            "5x5 --start 1,1 --numbering 1",
            "304 open tours from (1,1)\n",
        ),
        ("5x5 --start c3 --numbering 0", "64 open tours from (2,2)\n"),
        ("5x5 --end 5,5", "304 open tours to (5,5)\n"),
        ("9x4", "379,376 directed open tours\n"),
        ("6x6 --closed", "9,862 undirected closed tours\n"),
        (
            "6x6 --closed --start 3,3 --numbering 0",
            "9,862 undirected closed tours\n",
        ),
        ("1x1", "1 directed open tour\n"),
        ("2x2 --moves 0,1", "8 directed open tours\n"),
    ] {
        let ran = tour(&format!("{arguments} --count"));
        assert_eq!((ran.status, ran.out.as_str()), (0, told), "{arguments}");
    }
    let told = object("6x5 --closed --count");
    assert_eq!(
        (&told["count"], &told["complete"]),
        (&json!(8), &json!(true))
    );
    assert_eq!(told["kind"], "undirected closed");
    assert_eq!(object("5x5 --count")["kind"], "directed open");
}

#[test]
fn a_count_that_is_stopped_tells_how_many_there_are_at_least() {
    let ran = tour("6x6 --count --max-nodes 100000");
    assert_eq!((ran.status, ran.err.as_str()), (3, ""));
    let (why, told) = ran.out.split_once("; at least ").expect("a bound");
    let (number, rest) = told.split_once(' ').expect("a number");
    let number: u64 = number.replace(',', "").parse().expect("a number");
    assert!((1..6_637_920).contains(&number), "{number}");
    assert_eq!(rest, "directed open tours\n");
    let told = "stopped: the limit on nodes was reached after 100,000 nodes, ";
    assert!(why.starts_with(told), "{why}");
    let told = object("6x6 --count --max-nodes 100000");
    assert_eq!(
        (&told["outcome"], &told["reason"]),
        (&json!("stopped"), &json!("states"))
    );
    assert_eq!(
        (&told["count"], &told["complete"]),
        (&json!(number), &json!(false))
    );
    assert_eq!(tour("8x8 --count --timeout 50ms").status, 3);
}

#[test]
fn listed_are_as_many_as_are_counted_each_once() {
    for (arguments, number, told) in [
        (
            "5x5 --start 2,2 --numbering 0",
            64,
            "64 open tours from (2,2), all there are; ",
        ),
        ("4x3", 16, "16 directed open tours, all there are; "),
        (
            "6x5 --closed",
            8,
            "8 undirected closed tours, all there are; ",
        ),
        (
            "6x5 --closed --start 2,2 --numbering 0",
            8,
            "8 undirected closed tours, all there are; ",
        ),
        (
            "5x5 --start 0,0 --order fixed --numbering 0",
            304,
            "304 open tours from (0,0), all there are; ",
        ),
    ] {
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
fn a_list_can_be_cut_short() {
    let ran = tour("6x6 --all --limit 3 --print board");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3 * 7 + 1));
    assert!(
        ran.out
            .contains("\n3 directed open tours, there are more; "),
        "{}",
        ran.out
    );
    let told = object("6x5 --closed --all --limit 2");
    assert_eq!(told["paths"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&told["count"], &told["complete"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(told["path"], told["paths"][0]);
    let told = object("6x5 --closed --all --limit 8");
    assert_eq!(
        (&told["count"], &told["complete"]),
        (&json!(8), &json!(true))
    );
    let ran = tour("8x8 --all --quiet --max-nodes 5000");
    assert!(
        ran.status == 3 && ran.out.starts_with("stopped: "),
        "{}",
        ran.out
    );
}

#[test]
fn where_there_is_none_the_reason_is_told_in_the_numbering_of_the_asker() {
    for (arguments, reason) in [
        (
            "5x5 --closed",
            "13 squares have one colour and 12 the other",
        ),
        (
            "4x100 --closed",
            "Schwenk's theorem: no board with a side of 4",
        ),
        ("3x8 --closed", "Schwenk's theorem: the 3×8 board"),
        ("4x4", "no 4×4 board has a knight's tour"),
        ("3x5", "no 3×5 board has a knight's tour"),
        ("5x5 --start 0,1 --numbering 0", "(0,1) is light"),
        ("5x5 --start 1,2 --numbering 1", "(1,2) is light"),
        ("5x5 --start d5 --numbering 0", "(0,3) is light"),
        (
            "8x8 --start 0,0 --end 7,7 --numbering 0",
            "start and end must differ in colour",
        ),
        (
            "8x8 --start a8 --end 0,0 --numbering 0",
            "the start cannot be the end",
        ),
        (
            "7x4 --start 2,3 --numbering 0",
            "an outer row, and (2,3) is in an inner one",
        ),
        (
            "4x7 --start 3,2 --numbering 0",
            "an outer column, and (3,2) is in an inner one",
        ),
        ("8x8 --moves 1,3", "never changes the colour"),
        ("8x8 --moves 2,4", "never changes the colour"),
        ("6x6 --moves 0,2", "never changes the colour"),
        ("5x5 --moves 2,3", "unconnected parts"),
        (
            "7x3 --start 1,3 --count --numbering 0",
            "the search tried every path",
        ),
        ("5x5 --closed --count", "each step changes the colour"),
        ("4x4 --all", "no 4×4 board has a knight's tour"),
        (
            "1x1 --closed",
            "a cycle needs three squares, and there is one",
        ),
    ] {
        let ran = tour(arguments);
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (1, ""),
            "{arguments}: {}",
            ran.out
        );
        let told = ran
            .out
            .strip_prefix("impossible: ")
            .expect("that it is impossible");
        assert!(told.contains(reason), "{arguments}: {told}");
        assert_eq!(ran.out.lines().count(), 1);
    }
    let told = object("5x5 --closed --count");
    assert_eq!(
        (&told["outcome"], &told["count"]),
        (&json!("impossible"), &json!(0))
    );
    assert!(
        told["reason"]
            .as_str()
            .is_some_and(|told| told.contains("colour")),
        "{told}"
    );
    assert_eq!(told["path"], Value::Null);
}

#[test]
fn json_has_all_that_the_text_has() {
    let told = object("8x8 --start 3,7 --numbering 1 --closed --stats");
    assert_eq!(told["schema"], "huarong/tour/1");
    assert_eq!(
        (&told["outcome"], &told["reason"]),
        (&json!("found"), &Value::Null)
    );
    assert_eq!(told["path"][0], json!([2, 6]));
    let path = path(&told);
    assert!(is_tour(&path, (8, 8)) && is_move(path[63], path[0]));
    assert!(told["nodes"].is_u64() && told["retreats"].is_u64() && told["seconds"].is_f64());
    assert_eq!(
        (&told["stats"]["vertices"], &told["stats"]["arcs"]),
        (&json!(64), &json!(336))
    );
    assert_eq!(
        (&told["stats"]["branching"], &told["count"]),
        (&json!(5.25), &Value::Null)
    );
}

#[test]
fn a_million_squares_are_visited_from_anywhere_and_round() {
    let size = (1000, 1000);
    for (arguments, first) in [
        ("1000x1000 --start 500,499 --numbering 0", (500, 499)),
        (
            "1000x1000 --start 500,499 --closed --numbering 0",
            (500, 499),
        ),
    ] {
        let path = path(&object(arguments));
        assert_eq!(path[0], first);
        assert!(is_tour(&path, size), "{arguments}");
        let is_closed = is_move(path[path.len() - 1], first);
        assert!(is_closed || !arguments.contains("closed"));
    }
}

#[test]
fn the_same_seed_gives_the_same_tour_and_others_give_others() {
    let printed = |seed: u32| {
        tour(&format!("8x8 --seed {seed}"))
            .out
            .lines()
            .next()
            .map(str::to_owned)
    };
    assert_eq!(printed(1), printed(1));
    assert_ne!(printed(1), printed(2));
}

#[test]
fn what_is_wrong_with_the_arguments_is_told_with_a_mend_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tour.svg");
    let name = file.to_str().expect("UTF-8");
    for (arguments, message) in [
        ("3x-1", "`3x-1` is not the size of a board"),
        ("0x5", "`0x5` is not the size of a board"),
        ("8", "`8` is not the size of a board"),
        ("5000x5000", "a board of 5000x5000 is too large"),
        ("99999999999x9", "a board of 99999999999x9 is too large"),
        (
            "8x8 --start 8,0 --numbering 0",
            "`8,0` lies outside the board",
        ),
        (
            "8x8 --start 0,1 --numbering 1",
            "its squares go from 1,1 to 8,8",
        ),
        (
            "8x8 --start i1 --numbering 0",
            "in chess notation from a1 to h8",
        ),
        ("8x8 --start -1,0 --numbering 0", "`-1,0` is not a square"),
        ("8x8 --end middle", "`middle` is not a square"),
        ("8x8 --moves 1", "`1` is not a move"),
        ("8x8 --moves 0,0", "stays where it is"),
        ("8x8 --moves -1,2", "`-1,2` is not a move"),
        (
            "8x8 --order warnsdorff --seed 3",
            "`--seed` has no effect on this order",
        ),
    ] {
        let ran = tour(&format!("{arguments} --to {name}"));
        ran.is_refused(&["error: ", message, "\nhelp: "]);
    }
    assert!(!file.exists());
    for (target, message) in [
        (folder.path().display().to_string(), "is a folder"),
        (
            folder.path().join("none/tour.svg").display().to_string(),
            "there is no folder for",
        ),
        (
            "- --format svg --json".to_owned(),
            "standard output cannot hold",
        ),
        (
            "- --print board".to_owned(),
            "standard output cannot hold `--print` and `--to -`",
        ),
        (
            "- --to -".to_owned(),
            "standard output cannot hold `--to -` and `--to -`",
        ),
        ("-".to_owned(), "cannot infer a format from standard output"),
        ("tour.gif".to_owned(), "unsupported format `.gif`"),
        (
            "tour.svg --to ./tour.svg".to_owned(),
            "is named for two outputs",
        ),
    ] {
        tour(&format!("8x8 --to {target}")).is_refused(&[message, "\nhelp: "]);
    }
    for replaced in ["--svg tour.svg", "--png tour.png", "--html -"] {
        tour(&format!("8x8 {replaced}")).is_refused(&["are now `--to FILE`"]);
    }
    for arguments in [
        "8x8 --closed --end 0,0",
        "8x8 --print nonsense",
        "8x8 --limit 3",
        "8x8 --count --all",
        "8x8 --count --to tour.svg",
        "8x8 --format svg",
        "8x8 --numbering 2",
        "8x8 --count --order fixed",
        "8x8 --count --print board",
        "",
    ] {
        tour(arguments).is_refused(&[]);
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
    assert!(
        ran.out
            .starts_with("stopped: the machine has no more memory "),
        "{}",
        ran.out
    );
    assert!(!page.exists());
}
