use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{cases::stride, puzzle::PublishedOptimum, solution::verify};

const CLASSIC: &str = "\
name: Heng Dao Li Ma
name.zh: 横刀立马
AA.\ngoal:\n.AA\n===
name: Nineteen (19)
alias: 横刀立马的变局、Nineteen Minutes
AA.\ngoal:\n.AA\n";

const SET: &str = "\
name: Twin
AA.\ngoal:\n.AA\n===
name: Twin
AA.\ngoal:\n.AA\n===
name: Nineteen Minutes
AA.\ngoal:\n.AA\n===
name: a#b
AA.\ngoal:\n.AA\n===
name: 2
AA.\ngoal:\n.AA\n===
AA.\ngoal:\n.AA\n";

const LONE: &str = "name: Twin\nAA.\ngoal:\n.AA\n";

fn collection() -> Collection {
    Collection::new(vec![
        File {
            family: "klotski",
            stem: "classic",
            bytes: CLASSIC.as_bytes(),
        },
        File {
            family: "klotski",
            stem: "set",
            bytes: SET.as_bytes(),
        },
        File {
            family: "rush",
            stem: "lone",
            bytes: LONE.as_bytes(),
        },
        File {
            family: "rush",
            stem: "both",
            bytes: LONE.as_bytes(),
        },
        File {
            family: "klotski",
            stem: "both",
            bytes: LONE.as_bytes(),
        },
    ])
}

/// Returns the puzzles that `name` finds as `family/stem index`, or else the error and its help.
fn find(name: &str) -> String {
    match collection().find(name) {
        Ok(entries) => {
            let place = |e: &Entry| format!("{}/{} {}", e.file.family, e.file.stem, e.index);
            entries.iter().map(place).collect::<Vec<_>>().join(", ")
        }
        Err(error @ FindError::Unknown { .. }) => {
            let similar = collection().suggestions(name);
            format!("{error} / {}", did_you_mean(&similar).unwrap_or_default())
        }
        Err(error) => format!("{error} / {}", error.help().unwrap_or_default()),
    }
}

#[test]
fn a_puzzle_is_found_by_each_of_its_names() {
    let table = crate::cases::rows(include_str!(
        "tables/a_puzzle_is_found_by_each_of_its_names.txt"
    ));
    for [name, wanted] in table {
        assert_eq!(find(name), wanted, "{name}");
    }
}

#[test]
fn an_unknown_or_ambiguous_name_gets_help() {
    let table = crate::cases::rows(include_str!(
        "tables/an_unknown_or_ambiguous_name_gets_help.txt"
    ));
    for [name, wanted] in table {
        assert_eq!(find(name), wanted, "{name}");
    }
}

#[test]
fn each_entry_has_a_name_that_finds_it_alone() {
    let collection = collection();
    for entry in collection.entries() {
        let name = collection.name_of(&entry);
        assert_eq!(
            collection.find(&name).as_deref(),
            Ok(&[entry][..]),
            "{name}"
        );
    }
}

#[test]
fn each_built_in_puzzle_can_be_picked_from_its_file_and_reads_back_unchanged() {
    for file in Collection::built_in().files() {
        let puzzles = file.puzzles();
        assert!(!puzzles.is_empty(), "{}", file.stem);
        for (index, label) in labels(&puzzles).iter().enumerate().step_by(stride(7)) {
            assert_eq!(pick(&puzzles, label), Ok(index), "{}#{label}", file.stem);
            assert_eq!(
                puzzles[index].to_string().parse().as_ref(),
                Ok(&puzzles[index])
            );
        }
    }
}

#[test]
fn the_most_similar_names_are_suggested_in_order() {
    let names = ["red donkey", "Red Monkey", "red", "reddonkey", "blue"];
    let alike = |wanted: &str| suggestions(wanted, &names);
    assert_eq!(
        alike("red donkez"),
        ["red-donkey", "red-monkey", "reddonkey"]
    );
    assert!(alike(&"x".repeat(65)).is_empty());
}

#[test]
fn titles_are_the_same_with_and_without_parsing_the_puzzles() {
    for file in Collection::built_in().files() {
        let puzzles = file.puzzles();
        let titles = file.titles();
        assert_eq!(titles.len(), puzzles.len(), "{}", file.stem);
        for (index, (title, puzzle)) in titles.iter().zip(&puzzles).enumerate() {
            let names = |title: &PuzzleInfo| title.names().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(names(title), names(puzzle.title()), "{}", file.stem);
            if index % 20 == 0 {
                assert_eq!(file.entry(index).puzzle, *puzzle, "{}", file.stem);
            }
        }
    }
}

#[test]
fn the_family_list_equals_the_families_of_the_files() {
    let families: BTreeSet<&str> = Collection::built_in()
        .files()
        .iter()
        .map(|it| it.family)
        .collect();
    assert_eq!(Collection::families().collect::<BTreeSet<_>>(), families);
}

#[test]
fn every_stored_solution_has_the_known_optimal_length() {
    let table = PUZZLES
        .get_file("solutions.tsv")
        .and_then(|file| file.contents_utf8());
    let table = table.expect("it is there");
    for (pick, _) in table.lines().filter_map(|line| line.split_once('\t')) {
        let found = Collection::built_in().find(pick).expect("a puzzle");
        let [Entry { puzzle, .. }] = &found[..] else {
            panic!("{pick} is several puzzles")
        };
        let solution = stored_solution(pick, puzzle).unwrap_or_else(|| panic!("{pick}: moves"));
        verify(puzzle, &solution).unwrap_or_else(|error| panic!("{pick}: {error}"));
        if let PublishedOptimum::Known(best) = puzzle.best() {
            assert_eq!(
                best.get(Metric::Move),
                solution.len().try_into().ok(),
                "{pick}"
            );
        }
    }
}

#[test]
fn traditional_characters_and_initials_find_a_puzzle() {
    assert_eq!(find("橫刀立馬"), find("横刀立马"));
    assert_eq!(find("HDLM"), find("Heng Dao Li Ma"));
    let built_in = Collection::built_in();
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    for title in built_in.files().iter().flat_map(File::titles) {
        if let Some(name) = initials(&title) {
            *owners.entry(name).or_default() += 1;
        }
    }
    let (shared, _) = owners
        .iter()
        .find(|&(_, &count)| count > 1)
        .expect("some are shared");
    let several = built_in.find(shared).map(|found| found.len());
    assert!(
        matches!(several, Err(FindError::Pick(_))),
        "{shared}: {several:?}"
    );
}
