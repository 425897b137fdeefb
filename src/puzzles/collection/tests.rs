use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::puzzle::PublishedOptimum;
use crate::solution::verify;

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
            text: CLASSIC,
        },
        File {
            family: "klotski",
            stem: "set",
            text: SET,
        },
        File {
            family: "rush",
            stem: "lone",
            text: LONE,
        },
        File {
            family: "rush",
            stem: "both",
            text: LONE,
        },
        File {
            family: "klotski",
            stem: "both",
            text: LONE,
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
    let table = [
        ("classic", "klotski/classic 0, klotski/classic 1"),
        ("Klotski/Classic", "klotski/classic 0, klotski/classic 1"),
        ("rush/both", "rush/both 0"),
        ("classic#2", "klotski/classic 1"),
        ("classic#横刀立马", "klotski/classic 0"),
        ("classic#nineteen-19", "klotski/classic 1"),
        ("klotski/set#a#b", "klotski/set 3"),
        ("set#2", "klotski/set 1"),
        ("横刀立马", "klotski/classic 0"),
        ("横刀立马的变局", "klotski/classic 1"),
        ("heng-dao-li-ma", "klotski/classic 0"),
        ("HENG DAO LI MA", "klotski/classic 0"),
        // A name counts for more than an alias.
        ("Nineteen Minutes", "klotski/set 2"),
        ("nineteen-minutes", "klotski/set 2"),
    ];
    for (name, wanted) in table {
        assert_eq!(find(name), wanted, "{name}");
    }
}

#[test]
fn an_unknown_or_ambiguous_name_gets_help() {
    let table = [
        (
            "clasic",
            "the collection has no puzzle `clasic` / did you mean `classic`?",
        ),
        (
            "Heng Dao",
            "the collection has no puzzle `Heng Dao` / did you mean `heng-dao-li-ma`?",
        ),
        (
            "横刀立",
            "the collection has no puzzle `横刀立` / did you mean `横刀立马` or `横刀立马的变局`?",
        ),
        ("xyz", "the collection has no puzzle `xyz` / "),
        ("", "the collection has no puzzle `` / "),
        ("no#1", "the collection has no puzzle `no#1` / "),
        (
            "both",
            "2 puzzles of the collection are called `both` / write one of `klotski/both`, `rush/both`",
        ),
        (
            "twin",
            "5 puzzles of the collection are called `twin` / write one of `klotski/both`, `set#1`, `set#2`, `rush/both`, `lone`",
        ),
        (
            "classic#3",
            "in `classic` of the collection: there is no puzzle number 3 among the 2 / take a number from 1 to 2",
        ),
        (
            "classic#0",
            "in `classic` of the collection: there is no puzzle number 0 among the 2 / take a number from 1 to 2",
        ),
        (
            "set#twin",
            "in `set` of the collection: 2 puzzles are called `twin` / write one of `1`, `2`",
        ),
        (
            "set#nineten",
            "in `set` of the collection: no puzzle is called `nineten` / ",
        ),
        (
            "set#",
            "in `set` of the collection: no puzzle is called `` / ",
        ),
        (
            "classic#heng dao li",
            "in `classic` of the collection: no puzzle is called `heng dao li` / did you mean `heng-dao-li-ma`?",
        ),
    ];
    for (name, wanted) in table {
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
        for (index, label) in labels(&puzzles).iter().enumerate() {
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
fn titles_are_read_without_the_puzzles_as_with_them() {
    for file in Collection::built_in().files() {
        let puzzles = file.puzzles();
        let titles = file.titles();
        assert_eq!(titles.len(), puzzles.len(), "{}", file.stem);
        for (index, (title, puzzle)) in titles.iter().zip(&puzzles).enumerate() {
            let names = |title: &PuzzleInfo| title.names().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(names(title), names(puzzle.title()), "{}", file.stem);
            if index % 20 == 0 {
                assert_eq!(file.entry(index, &titles).puzzle, *puzzle, "{}", file.stem);
            }
        }
    }
}

#[test]
fn the_families_are_those_of_the_files() {
    let families: BTreeSet<&str> = Collection::built_in()
        .files()
        .iter()
        .map(|it| it.family)
        .collect();
    assert_eq!(Collection::families().collect::<BTreeSet<_>>(), families);
}

#[test]
fn every_stored_solution_solves_its_puzzle_in_as_few_moves_as_are_known() {
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
