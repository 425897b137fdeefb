//! `huarong make`: random starts of numbered tiles, sliding blocks, and zips.

use huarong::Metric;

use super::{checked_numbers, file, huarong};

#[test]
fn a_seed_makes_the_same_start_again_and_the_puzzle_tells_it() {
    let made = huarong(&["make", "4x4", "--seed", "7"], "");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    let headers = "name: Tiles 4x4 seed 7\nsource: huarong make tiles 4x4 --seed 7\n\n";
    assert!(made.out.starts_with(headers), "{}", made.out);
    for again in [
        ["make", "tiles", "4×4", "--seed", "7"],
        ["make", "--seed", "7", "tiles", "4x4"],
    ] {
        assert_eq!(huarong(&again, "").out, made.out);
    }
    // Another each time, which the puzzle tells how to have again.
    let other = huarong(&["make", "3x3"], "").out;
    let (_, command) = other.split_once("source: huarong ").expect("it tells");
    let words: Vec<&str> = command.lines().next().expect("a line").split(' ').collect();
    assert_eq!(huarong(&words, "").out, other);
    assert_ne!(huarong(&["make", "3x3"], "").out, other);
}

#[test]
fn a_rating_that_was_asked_for_is_that_of_the_puzzle() {
    for (kind, size, rating) in [("rush", "5x5", 15..=20), ("blocks", "3x3", 10..=16)] {
        let range = format!("{}..{}", rating.start(), rating.end());
        let length = if kind == "rush" {
            "--slides"
        } else {
            "--moves"
        };
        let command = [
            "make", kind, size, length, "5..", "--rating", &range, "--seed", "3",
        ];
        let made = huarong(&command, "");
        assert_eq!((made.status, made.err.as_str()), (0, ""), "{kind}");
        assert!(
            made.out.contains(&format!(" --rating {range} --seed 3\n")),
            "{}",
            made.out
        );
        let rated = huarong(&["rate", "-", "--json"], &made.out[..]).object();
        let rated = rated["rating"].as_f64().expect("a number").round() as u32;
        assert!(rating.contains(&rated), "{kind}: {rated}");
    }
}

#[test]
fn what_is_made_takes_as_many_steps_as_it_says() {
    let range = ["--steps", "18..20", "--count", "3"];
    for (size, told) in [
        ("3x3", ""),
        ("4x3", "note: 4x3 is 4 wide, 3 high\n"),
        ("4x4", ""),
        ("5x5", ""),
    ] {
        let made = huarong(&[&["make", size, "--seed", "1"], &range[..]].concat(), "");
        assert_eq!((made.status, made.err.as_str()), (0, told), "{size}");
        assert_eq!(
            made.out.matches("===").count(),
            2,
            "each is one puzzle of a file"
        );
        assert!(made.out.contains(&format!(
            "huarong make tiles {size} --steps 18..20 --seed 3\n"
        )));
        assert_eq!(checked_numbers(&made.out, Metric::Step), 3);
    }
}

#[test]
fn a_size_is_a_width_and_a_height_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().display().to_string();
    let path = folder.path().join("made.txt").display().to_string();
    let made = huarong(&["make", "4x5", "--seed", "1", "--output", &path], "");
    assert_eq!(
        (made.status, made.err.as_str()),
        (0, "note: 4x5 is 4 wide, 5 high\n")
    );
    let listed = huarong(&["list", &place, "--size", "4x5"], "");
    assert!(
        listed.out.contains("Tiles 4x5 seed 1") && listed.out.contains("4×5"),
        "{}",
        listed.out
    );
    assert!(huarong(&["show", &path], "").out.contains("frame: 4×5"));
    let frame = |words: &[&str]| {
        let told = huarong(words, "").out;
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        (told["columns"].clone(), told["rows"].clone())
    };
    for words in [
        &["make", "3x4", "--json"][..],
        &["make", "3x4", "--moves", "5..20", "--seed", "1", "--json"],
        &["make", "zip", "3x4", "--json"],
        &["design", "3x4", "--pieces", "1", "--json"],
    ] {
        assert_eq!(frame(words), (3.into(), 4.into()), "{words:?}");
    }
    let zip = huarong(&["make", "zip", "3x4", "--seed", "1"], "").out;
    assert!(zip.starts_with("; Zip 3x4 seed 1\n"), "{zip}");
    assert_eq!(
        zip.lines().filter(|line| line.starts_with('+')).count(),
        5,
        "{zip}"
    );
    let hardest = huarong(&["design", "3x4", "--pieces", "1"], "").out;
    assert!(hardest.contains("frame: 3 wide, 4 high"), "{hardest}");
    // Row 4 is there, and column 4 is not.
    assert_eq!(
        huarong(&["graph", "knight", "3x4", "--neighbours", "4,3"], "").status,
        0
    );
    huarong(&["graph", "knight", "3x4", "--neighbours", "3,4"], "").is_refused(&["outside"]);
    assert_eq!(huarong(&["tour", "3x4", "--start", "4,3"], "").status, 0);
}

#[test]
fn a_length_that_none_has_is_told_and_one_that_is_not_found_as_well() {
    let none = huarong(&["make", "4x4", "--steps", "81.."], "");
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    let proof = "no start of 4x4 tiles has a solution of this length; the hardest takes 80 steps";
    assert!(none.err.contains(proof), "{}", none.err);
    let few = huarong(&["make", "4x3", "--steps", "53", "--seed", "1"], "");
    assert_eq!((few.status, few.out.as_str()), (3, ""));
    assert!(
        few.err
            .contains("none found in 100 placements; `--timeout` allows more"),
        "{}",
        few.err
    );
    let late = huarong(&["make", "4x4", "--steps", "80", "--timeout", "0s"], "");
    assert_eq!((late.status, late.out.as_str()), (3, ""));
    assert!(late.err.contains("time"), "{}", late.err);
}

#[test]
fn each_of_many_puzzles_is_an_object_with_its_length_and_its_seed() {
    let arguments = [
        "make", "3x3", "--moves", "8..10", "--seed", "1", "--count", "3", "--json",
    ];
    let made = huarong(&arguments, "");
    assert_eq!(
        (made.status, made.out.lines().count()),
        (0, 3),
        "{}",
        made.err
    );
    for (line, seed) in made.out.lines().zip(1..) {
        let told: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(told["seed"], seed);
        let solved = huarong(
            &["solve", "-", "--json"],
            told["text"].as_str().expect("a puzzle"),
        );
        assert_eq!(solved.object()["length"], told["moves"], "{line}");
    }
}

#[test]
fn a_file_is_written_whole_and_replaces_none() {
    let (folder, taken) = file("taken.txt", b"mine");
    let path = folder.path().join("made.txt").display().to_string();
    let made = huarong(&["make", "6x6", "--count", "2", "--output", &path], "");
    assert_eq!(
        (made.status, made.out.as_str(), made.err.as_str()),
        (0, "", "")
    );
    let listed = huarong(
        &["list", &folder.path().display().to_string(), "--json"],
        "",
    );
    let made = listed.out.matches("huarong/list/1").count();
    assert_eq!(
        made, 2,
        "the other file is wrong: {}{}",
        listed.out, listed.err
    );
    huarong(&["make", "4x4", "-o", &taken], "").is_refused(&["already exists"]);
    let none = folder.path().join("none.txt");
    huarong(
        &[
            "make",
            "3x3",
            "--steps",
            "99",
            "-o",
            &none.display().to_string(),
        ],
        "",
    );
    assert!(!none.exists());
}

#[test]
fn what_cannot_be_made_is_told_with_the_mend() {
    for (words, wanted) in [
        (&[][..], "Usage: huarong make [OPTIONS] <COMMAND>"),
        (&["5x1"], "no tile can pass another"),
        (&["7x6"], "41 tiles, and there may be 35"),
        (&["4by4"], "expected width and height"),
        (&["cars", "6x6"], "unrecognized subcommand 'cars'"),
        (&["tiles"], "<WxH>"),
        (&["4x4", "--steps", "50..40"], "did you mean `40..50`?"),
        (&["4x4", "--steps", "many"], "expected a range of numbers"),
        (&["4x4", "--count", "0"], "a number from 1 on"),
        (
            &["4x4", "--steps", "9", "--tries", "5"],
            "limit the search with `--timeout`",
        ),
        (&["4x4", "--steps", "-5"], "below zero"),
        (&["6x6", "--steps", "5"], "take a smaller frame, like `6x5`"),
        (&["4"], "`4x5` is 4 wide, 5 high"),
        (&["9*9"], "80 tiles, and there may be 35"),
        (
            &["rush", "--moves", "20.."],
            "unexpected argument '--moves'",
        ),
        (
            &["4x4", "--slides", "9"],
            "`make tiles` takes `--steps`, `make blocks` takes `--moves`",
        ),
        (&["4x4", "--walls", "3"], "Usage: huarong make tiles "),
        (
            &["zip", "4x4", "--steps", "30"],
            "unexpected argument '--steps'",
        ),
        (&["blocks", "4x4", "--pieces", "5"], "--moves <RANGE>"),
        (
            &["6x6", "--moves", "20"],
            "a frame may have 30 cells, and this one has 36",
        ),
        (&["4x4", "--moves", "0"], "a puzzle takes at least one move"),
        (
            &["4x4", "--moves", "9", "--steps", "9"],
            "unexpected argument '--steps'",
        ),
        (
            &["zip", "4x4", "--unique"],
            "unexpected argument '--unique'",
        ),
        (&["zip", "1x1"], "this frame has one cell"),
        (
            &["zip", "50x50"],
            "a zip may have 400 cells, and this frame has 2500",
        ),
        (&["zip", "4x4", "--numbers", "1"], "give at least two"),
        (
            &["zip", "4x4", "--numbers", "6", "--minimal"],
            "cannot be used with",
        ),
    ] {
        huarong(&[&["make"], words].concat(), "").is_refused(&[wanted]);
    }
}

#[test]
fn a_zip_has_one_path_and_tells_how_it_was_made() {
    let made = huarong(
        &[
            "make",
            "zip",
            "7x7",
            "--numbers",
            "8",
            "--walls",
            "3",
            "--seed",
            "7",
        ],
        "",
    );
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    let remarks = "; Zip 7x7 seed 7\n; huarong make zip 7x7 --numbers 8 --walls 3 --seed 7\n+-+";
    assert!(made.out.starts_with(remarks), "{}", made.out);
    assert!(
        made.out.contains('8') && !made.out.contains('9'),
        "{}",
        made.out
    );
    let unique = huarong(&["hamilton", "-", "--unique"], made.out);
    assert_eq!(unique.status, 0, "{}", unique.err);
    // Many are a line apart, each with a seed of its own.
    let many = huarong(
        &[
            "make",
            "zip",
            "4x5",
            "--minimal",
            "--count",
            "3",
            "--seed",
            "1",
        ],
        "",
    )
    .out;
    let zips: Vec<&str> = many.split("\n\n").collect();
    assert_eq!(zips.len(), 3, "{many}");
    for (seed, zip) in (1..).zip(zips) {
        let command = format!("; huarong make zip 4x5 --minimal --seed {seed}\n");
        assert!(zip.contains(&command), "{zip}");
        assert_eq!(
            huarong(&["hamilton", "-", "--unique"], zip).status,
            0,
            "{zip}"
        );
    }
}

#[test]
fn a_zip_that_cannot_be_is_told_and_one_that_is_not_found_as_well() {
    let walls = huarong(&["make", "zip", "3x3", "--walls", "5"], "");
    assert_eq!((walls.status, walls.out.as_str()), (1, ""));
    assert!(
        walls.err.contains("leaves room for 4 walls, not for 5"),
        "{}",
        walls.err
    );
    let numbers = huarong(&["make", "zip", "3x3", "--numbers", "10"], "");
    assert_eq!((numbers.status, numbers.out.as_str()), (1, ""));
    assert!(
        numbers.err.contains("10 numbers do not fit into 9 cells"),
        "{}",
        numbers.err
    );
    let few = huarong(&["make", "zip", "6x6", "--numbers", "2"], "");
    assert_eq!((few.status, few.out.as_str()), (3, ""));
    assert!(
        few.err
            .contains("none found in 100 paths; `--timeout` allows more"),
        "{}",
        few.err
    );
    let late = huarong(&["make", "zip", "6x6", "--timeout", "0s"], "");
    assert_eq!((late.status, late.out.as_str()), (3, ""));
}

#[test]
fn blocks_take_as_many_moves_as_they_say() {
    for (size, more) in [
        ("3x3", &["--moves", "8..10", "--pieces", "4..6"][..]),
        (
            "4x3",
            &[
                "--quiet", "--moves", "12..", "--unique", "--metric", "step", "--count", "2",
            ],
        ),
        ("4x4", &["--moves", "20..25", "--pieces", "8"]),
    ] {
        let made = huarong(&[&["make", size, "--seed", "1"], more].concat(), "");
        assert_eq!((made.status, made.err.as_str()), (0, ""), "{size}");
        assert!(
            made.out
                .starts_with(&format!("name: Blocks {size} seed 1\n")),
            "{}",
            made.out
        );
        assert!(
            made.out
                .contains(&format!("source: huarong make blocks {size} --moves ")),
            "{}",
            made.out
        );
        let metric = if more.contains(&"step") {
            Metric::Step
        } else {
            Metric::Move
        };
        assert!(checked_numbers(&made.out, metric) > 0, "{}", made.out);
        let (_, command) = made.out.split_once("source: huarong ").expect("it tells");
        let words: Vec<&str> = command.lines().next().expect("a line").split(' ').collect();
        let again = huarong(&words, "").out;
        assert!(
            made.out.starts_with(again.trim_end()),
            "{again}\n{}",
            made.out
        );
    }
}

#[test]
fn blocks_that_cannot_be_are_told_and_those_that_are_not_found_as_well() {
    let many = huarong(&["make", "3x3", "--moves", "5", "--pieces", "9"], "");
    assert_eq!((many.status, many.out.as_str()), (1, ""));
    assert!(
        many.err.contains("9 pieces leave none of 9 cells empty"),
        "{}",
        many.err
    );
    let far = huarong(&["make", "4x4", "--moves", "500"], "");
    assert_eq!((far.status, far.out.as_str()), (1, ""));
    let told = "no board of 4 × 4 cells takes more than 132 moves: all were searched";
    assert!(far.err.contains(told), "{}", far.err);
    let few = huarong(
        &[
            "make",
            "5x4",
            "--moves",
            "500",
            "--timeout",
            "1s",
            "--seed",
            "1",
        ],
        "",
    );
    assert_eq!((few.status, few.out.as_str()), (3, ""));
    assert!(
        few.err.contains(" layouts, of which the hardest takes "),
        "{}",
        few.err
    );
}

#[test]
fn rush_hour_takes_as_many_slides_as_it_says() {
    let made = huarong(
        &[
            "make", "rush", "--slides", "20..", "--seed", "1", "--count", "2",
        ],
        "",
    );
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    assert!(
        made.out.starts_with("name: Rush 6x6 seed 1\n"),
        "{}",
        made.out
    );
    assert!(
        made.out
            .contains("source: huarong make rush 6x6 --slides 20.. --seed 2\n")
    );
    assert_eq!(checked_numbers(&made.out, Metric::Slide), 2 * 2);
}

#[test]
fn rush_hour_that_cannot_be_is_proven_so() {
    let none = huarong(&["make", "rush", "5x5", "--slides", "21.."], "");
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert!(
        none.err.contains("the hardest takes 20 slides"),
        "{}",
        none.err
    );
    let few = huarong(&["make", "rush", "--slides", "51", "--timeout", "1s"], "");
    assert_eq!((few.status, few.out.as_str()), (3, ""));
    assert!(
        few.err.contains(" boards, of which the hardest takes "),
        "{}",
        few.err
    );
    huarong(&["make", "rush", "2x6"], "").is_refused(&["3 to 7 rows and columns"]);
}

#[test]
fn a_frame_that_is_too_large_is_refused_with_the_bound_of_its_kind() {
    let huge = "1000000000x1000000000";
    for (kind, parts) in [
        ("tiles", ["there may be 35", "`6x6`"]),
        ("rush", ["3 to 7 rows and columns", "`6x6`"]),
        ("zip", ["a zip may have 400 cells", "`20x20`"]),
    ] {
        huarong(&["make", kind, huge], "").is_refused(&parts);
    }
    let blocks = ["make", "blocks", huge, "--moves", "20.."];
    huarong(&blocks, "").is_refused(&["may have 30 cells"]);
}

#[test]
fn what_was_made_before_the_time_was_up_is_written() {
    let ran = huarong(
        &[
            "make",
            "tiles",
            "3x3",
            "--count",
            "100000000",
            "--timeout",
            "1s",
        ],
        "",
    );
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err.starts_with("stopped: timed out after "),
        "{}",
        ran.err
    );
    assert!(ran.out.matches("name: Tiles 3x3").count() > 1);
}
