//! What `list` lists, and in which order.

use super::*;

/// The lines of a table that are puzzles: all but the headings, which are two a family.
fn picks(table: &str) -> Vec<&str> {
    let groups = table.split("\n\n").flat_map(|group| group.lines().skip(2));
    groups
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

fn listed(arguments: &[&str]) -> String {
    let ran = huarong(&[&["list"], arguments].concat(), "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.out
}

/// A folder with a family in it.
fn shelf() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("cars")).expect("it can be made");
    let cards = "name: Card 10\nbest: move=30\n\nA .\n\ngoal:\n. A\n\n===\n\n\
                 name: Card 2\nname.zh: 红马\nbest: move=8\n\nA . B\n\ngoal:\n. A B\n";
    fs::write(folder.path().join("cars/cards.txt"), cards).expect("it can be written");
    fs::write(folder.path().join("z.txt"), STUCK).expect("it can be written");
    folder
}

#[test]
fn the_collection_is_listed_by_family() {
    let out = listed(&[]);
    let headings: Vec<&str> = out
        .split("\n\n")
        .map(|group| group.split_once(':').map_or(group, |(family, _)| family))
        .collect();
    assert_eq!(
        headings,
        ["doors", "klotski", "polyomino", "rush-hour", "tiles"]
    );
    let alone = listed(&["--family", "Rush Hour"]);
    let group = out.split("\n\n").nth(3).expect("there are five");
    assert_eq!(alone.trim_end(), group);
    assert!(
        alone.starts_with("rush-hour: 437 puzzles\npuzzle "),
        "{}",
        &alone[..80]
    );
}

#[test]
fn list_filters_and_sorting_can_be_combined() {
    let out = listed(&["--family=rush-hour", "--moves", "51..", "--sort", "moves"]);
    let moves: Vec<&str> = out
        .lines()
        .skip(2)
        .filter_map(|line| line.split_whitespace().nth_back(2))
        .collect();
    assert_eq!(
        moves,
        [
            "51", "51", "51", "52", "53", "53", "54", "54", "55", "55", "58", "60"
        ]
    );
    let small = listed(&["--size", "3x3", "--moves", "..1"]);
    assert_eq!(picks(&small).len(), 1, "{small}");
}

#[test]
fn ratings_are_stored_and_unrated_puzzles_are_listed_last() {
    let out = listed(&["--family", "klotski", "--sort", "rating"]);
    let ratings: Vec<&str> = out
        .lines()
        .skip(2)
        .filter_map(|line| line.split_whitespace().next_back())
        .collect();
    let numbers: Vec<f64> = ratings.iter().map_while(|text| text.parse().ok()).collect();
    assert!(numbers.len() > 300 && numbers.is_sorted(), "{ratings:?}");
    assert!(
        ratings[numbers.len()..]
            .iter()
            .all(|text| matches!(*text, "unrated" | "none"))
    );
    let json = listed(&["--family", "tiles", "--sort", "rating", "--json"]);
    assert!(
        json.lines().all(|line| line.contains("\"rating\":null")),
        "{json}"
    );
    let object: Value = serde_json::from_str(
        listed(&["--search", "横刀立马", "--json"])
            .lines()
            .next()
            .expect("it"),
    )
    .expect("an object");
    let rated: Value =
        serde_json::from_str(&huarong(&["rate", "heng-dao-li-ma", "--json"], "").out).expect("one");
    let [stored, found] = [&object, &rated].map(|it| it["rating"].as_f64().expect("a number"));
    assert!((stored - found).abs() < 0.051, "{stored} {found}");
}

#[test]
fn puzzles_are_found_by_their_rating() {
    let cards = listed(&["--search", "card", "--rating", "40..60", "--json"]);
    let ratings: Vec<f64> = cards
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"))
        .map(|object| object["rating"].as_f64().expect("a number"))
        .collect();
    assert!(ratings.len() > 3, "{cards}");
    assert!(
        ratings.iter().all(|rating| (39.5..60.5).contains(rating)),
        "{ratings:?}"
    );
}

#[test]
fn json_lists_the_same_puzzles_in_the_same_order() {
    let filters = ["--search", "马", "--sort", "moves"];
    let table = listed(&filters);
    let json = listed(&[&filters[..], &["--json"]].concat());
    let object = |line| serde_json::from_str::<Value>(line).expect("an object");
    let objects: Vec<Value> = json.lines().map(object).collect();
    let names: Vec<&str> = objects
        .iter()
        .filter_map(|object| object["puzzle"].as_str())
        .collect();
    assert_eq!(names, picks(&table));
    assert!(names.len() > 5, "{names:?}");
    assert!(
        objects
            .iter()
            .all(|object| object["schema"] == "huarong/list/1")
    );
    assert!(objects.iter().any(|object| object["family"] == "klotski"));
}

#[test]
fn a_folder_is_listed_like_the_collection() {
    let folder = shelf();
    let path = folder.path().to_str().expect("UTF-8");
    let names = |out: &str| -> Vec<String> {
        let object = |line| serde_json::from_str::<Value>(line).expect("an object");
        let name = |object: Value| object["names"][0].as_str().unwrap_or_default().to_owned();
        out.lines().map(object).map(name).collect()
    };
    let all = listed(&[path, "--json"]);
    assert_eq!(names(&all), ["Card 10", "Card 2", "Stuck"]);
    assert_eq!(
        names(&listed(&[path, "--json", "--sort", "name"])),
        ["Card 2", "Card 10", "Stuck"]
    );
    assert_eq!(
        names(&listed(&[path, "--json", "--family", "cars"])),
        ["Card 10", "Card 2"]
    );
    assert_eq!(
        names(&listed(&[path, "--json", "--search", "马"])),
        ["Card 2"]
    );
    let table = listed(&[path]);
    assert!(table.starts_with("cars: 2 puzzles\n"), "{table}");
    let own = folder
        .path()
        .file_name()
        .and_then(|name| name.to_str())
        .expect("UTF-8");
    assert!(table.contains(&format!("\n\n{own}: 1 puzzle\n")), "{table}");
}
