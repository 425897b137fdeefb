//! `huarong make`: random starts of numbered tiles, sliding blocks, and zips.

use huarong::Metric;

use super::*;

#[test]
fn a_seed_reproduces_the_start_and_the_puzzle_records_it() {
    let made = huarong(&["make", "4x4", "--seed", "7"], "");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    let headers = "name: Tiles 4x4 seed 7\nsource: huarong make tiles 4x4 --seed 7\n\n";
    made.begins(headers);
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
        let rated = rated["rating"].as_f64().expect("a number").round();
        let ends = [rating.start(), rating.end()].map(|&end| f64::from(end));
        assert!((ends[0]..=ends[1]).contains(&rated), "{kind}: {rated}");
    }
}

#[test]
fn generated_tiles_have_their_stated_number_of_steps() {
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
        let told: Value = serde_json::from_str(&told).expect("JSON");
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
        let told: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(told["seed"], seed);
        let solved = fed("solve - --json", told["text"].as_str().expect("a puzzle"));
        assert_eq!(solved.object()["length"], told["moves"], "{line}");
    }
}

#[test]
fn a_zip_is_unique_and_records_its_command() {
    let made = run("make zip 7x7 --numbers 8 --walls 3 --seed 7");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    let remarks = "; Zip 7x7 seed 7\n; huarong make zip 7x7 --numbers 8 --walls 3 --seed 7\n+-+";
    made.begins(remarks);
    assert!(
        made.out.contains('8') && !made.out.contains('9'),
        "{}",
        made.out
    );
    let unique = huarong(&["hamilton", "-", "--unique"], made.out);
    assert_eq!(unique.status, 0, "{}", unique.err);
    // Many are a line apart, each with a seed of its own.
    let many = run("make zip 4x5 --minimal --count 3 --seed 1").out;
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
fn generated_blocks_have_their_stated_number_of_moves() {
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
        made.begins(&format!("name: Blocks {size} seed 1\n"));
        made.shows(&format!("source: huarong make blocks {size} --moves "));
        let metric = if more.contains(&"step") {
            Metric::Step
        } else {
            Metric::Move
        };
        assert!(checked_numbers(&made.out, metric) > 0, "{}", made.out);
        let (_, command) = made.out.split_once("source: huarong ").expect("it tells");
        let words: Vec<&str> = command.lines().next().expect("a line").split(' ').collect();
        let again = huarong(&words, "").out;
        made.begins(again.trim_end());
    }
}

#[test]
fn generated_rush_hour_boards_have_their_stated_number_of_slides() {
    let made = run("make rush --slides 12.. --seed 1 --count 2");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    made.begins("name: Rush 6x6 seed 1\n");
    assert!(
        made.out
            .contains("source: huarong make rush 6x6 --slides 12.. --seed 2\n")
    );
    assert_eq!(checked_numbers(&made.out, Metric::Slide), 2 * 2);
}

#[test]
fn puzzles_generated_before_the_timeout_are_written() {
    let ran = run("make tiles 3x3 --count 100000000 --timeout 1s");
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err.starts_with("stopped: timed out after "),
        "{}",
        ran.err
    );
    assert!(ran.out.matches("name: Tiles 3x3").count() > 1);
}
