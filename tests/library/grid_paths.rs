//! Maps of up to 30 × 30 cells, one per line in `grid-paths.jsonl`: a path is found, or proven
//! impossible.

use huarong::Outcome;
use huarong::backtrack::hamilton::{self, Constraints, Method, Options};
use huarong::control::unobserved;
use huarong::graph::text::parse_map;
use huarong::graph::{CellMap, MapCell, verify};
use serde::Deserialize;

#[derive(Deserialize)]
struct Instance {
    name: String,
    rows: Vec<String>,
    start: [u32; 2],
    solvable: bool,
}

fn instances() -> impl Iterator<Item = (Instance, CellMap)> {
    include_str!("../grid-paths.jsonl").lines().map(|line| {
        let instance: Instance = serde_json::from_str(line).expect("an instance");
        let map = parse_map(instance.rows.join("\n").as_bytes()).expect("a map");
        (instance, map)
    })
}

fn check(instance: &Instance, map: &CellMap, method: Method) {
    let [row, column] = instance.start;
    let start = map.vertex_at(MapCell { row, column });
    assert!(start.is_some(), "{}: the start is a cell", instance.name);
    let constraints = Constraints::default().with_start(start);
    let options = Options::default().with_method(method);
    let search = hamilton::first(map.graph(), &constraints, &options, &mut unobserved);
    match search.expect("the start is a cell").outcome {
        Outcome::Found(path) => {
            assert_eq!(
                verify(map.graph(), &path, &constraints),
                Ok(()),
                "{}",
                instance.name
            );
            assert!(instance.solvable, "{}", instance.name);
        }
        Outcome::Exhausted => assert!(!instance.solvable, "{}", instance.name),
        Outcome::Stopped(reason) => panic!("{}: {reason}", instance.name),
    }
}

#[test]
fn grid_maps_are_solved_or_proven_impossible() {
    let mut solvable = [0, 0];
    for (instance, map) in instances() {
        solvable[usize::from(instance.solvable)] += 1;
        check(&instance, &map, Method::Auto);
        check(&instance, &map, Method::Edges);
    }
    assert_eq!(solvable, [17, 50]);
}

#[test]
fn path_extension_solves_small_maps_too() {
    for (instance, map) in instances().filter(|(instance, _)| instance.rows.len() <= 12) {
        check(&instance, &map, Method::Grow);
    }
}
