use proptest::prelude::*;

use super::*;
use crate::{
    backtrack::hamilton::{self, Options},
    cases::rows,
    control::unobserved,
    graph::{CellMap, Constraints, MapCell, Shape, euler_trail, naive_paths, two_colouring},
};

const CAT: &str = "111111\n101101\n111111\n101101\n111111\n000000\n";

fn map(text: &str) -> CellMap {
    parse_map(text.as_bytes()).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn edges(graph: &Graph) -> Vec<(Vertex, Vertex)> {
    graph.edges(EdgeDirection::Undirected).collect()
}

/// Holds that each text is refused at a line and a column with a message, and that there is help.
#[track_caller]
fn refused<T>(parse: impl Fn(&[u8]) -> Result<T, ParseError>, table: &str) {
    for [text, expected] in rows(table) {
        let error = parse(text.as_bytes()).err().expect(text);
        let found = format!("{}:{} {}", error.line, error.column, error.message);
        assert_eq!(found, expected, "{text}");
        assert!(!error.help.is_empty());
    }
}

#[test]
fn the_map_of_the_cat_has_26_cells_row_by_row() {
    let map = map(CAT);
    assert_eq!(
        (map.graph().vertices(), map.rows(), map.columns()),
        (26, 6, 6)
    );
    assert_eq!(map.graph().neighbours(14), [13, 15]);
    assert_eq!(map.cells()[14], MapCell { row: 2, column: 4 });
    assert!(two_colouring(map.graph()).is_some());
}

#[test]
fn rows_may_contain_spaces_and_have_any_line_ending() {
    let expected = map("110\n111\n100");
    for text in [
        "\u{feff}1 1 0\r\n1 1 1\r\n\r\n1 0 0\r\n",
        "; a cat\n110\n\n 111\n1\t0 0",
        "# a cat\n// of bits\n1,1,0\n1,1,1\n1,0,0",
        "[[1,1,0],[1,1,1],[1,0,0]]",
        "[\n  [1, 1, 0],\n  [1, 1, 1], [1, 0, 0],\n]\n",
    ] {
        assert_eq!(edges(map(text).graph()), edges(expected.graph()), "{text}");
    }
}

#[test]
fn a_drawn_map_defines_start_end_and_waypoints() {
    let map = map("S.2\n.#.\n.1E");
    assert_eq!((map.start, map.end), (Some(0), Some(7)));
    assert_eq!(map.waypoints, [6, 2]);
    assert_eq!(map.graph().neighbours(3), [0, 5]);
}

#[test]
fn numbers_of_steps_decide_whether_a_step_may_lead_over_a_corner() {
    // 1 4 7, 2 5 8, 3 6 9 in columns, and the magic square.
    for (text, steps, neighbours) in [
        ("1 . 7\n. . .\n. . 9", &[1, 7, 9][..], &[1, 3][..]),
        ("6 . 9\n. 2 .\n1 . .", &[1, 2, 6, 9], &[1, 3, 4]),
    ] {
        let map = map(text);
        assert_eq!(map.steps, steps, "{text}");
        assert_eq!(map.graph().neighbours(0), neighbours, "{text}");
        assert_eq!((map.start.is_some(), map.end.is_some()), (true, true));
        assert_eq!(map, self::map(&draw_map(&map)), "{text}");
    }
    // A forgotten stop, too many steps, a wall beside a corner, and an end.
    for text in [
        "1 2 4\n. . .\n. . .",
        "1 12\n. .",
        "1|.\n. 2\n3 9",
        "1 E\n4 .",
    ] {
        assert!(parse_map(text.as_bytes()).is_err(), "{text}");
    }
}

/// The paths of a king over a board of three rows and columns.
fn kings_paths() -> Vec<Vec<Vertex>> {
    let king = map("6 . 9\n. 2 .\n1 . .");
    naive_paths(king.graph(), &Constraints::default())
}

#[test]
fn paths_at_given_steps_are_those_that_an_exhaustive_search_finds() {
    let all = kings_paths();
    let is_side = |path: &[Vertex]| {
        path.windows(2).all(|pair| {
            matches!(pair[0].abs_diff(pair[1]), 1 | 3) && pair[0] / 3 == pair[1] / 3
                || pair[0] % 3 == pair[1] % 3
        })
    };
    for (at, path) in all.iter().enumerate().step_by(97) {
        // The end, and two other steps.
        let given = [at % 7, 7, 8].map(|step| path[step]);
        let word = |vertex: Vertex| match path.iter().position(|it| *it == vertex) {
            Some(step) if given.contains(&vertex) => (step + 1).to_string(),
            _ => ".".to_owned(),
        };
        let words: Vec<String> = (0..9).map(word).collect();
        let text = words
            .chunks(3)
            .map(|row| row.join(" ") + "\n")
            .collect::<String>();
        let map = map(&text);
        let has_corners = map.graph().neighbours(0).contains(&4);
        let is_alike = |other: &&Vec<Vertex>| {
            (has_corners || is_side(other))
                && (0..9).all(|step| other[step] == path[step] || !given.contains(&path[step]))
        };
        let constraints = map.constraints(Shape::Path);
        let found = hamilton::count(
            map.graph(),
            &constraints,
            &Options::default(),
            &mut unobserved,
        );
        let found = found.expect("its own cells").outcome.sequences;
        assert_eq!(found, all.iter().filter(is_alike).count() as u64, "{text}");
    }
}

#[test]
fn first_and_last_numbers_are_start_and_end_without_letters() {
    let zip = map("1 . 10\n2 3 4\n5 6 7\n8 9 .");
    assert_eq!(
        (zip.start, zip.end, zip.waypoints.len()),
        (Some(0), Some(2), 10)
    );
    let with_start = map("S 1\n3 2");
    assert_eq!((with_start.start, with_start.end), (Some(0), None));
    let alone = map("1.\n..");
    assert_eq!(
        (alone.start, alone.end, &alone.waypoints[..]),
        (Some(0), None, &[0][..])
    );
}

#[test]
fn a_column_is_a_map_whose_numbers_may_have_several_digits() {
    let column = map(" 1\n 2\n 3\n");
    assert_eq!(
        (column.rows(), column.columns(), column.waypoints),
        (3, 1, vec![0, 1, 2])
    );
    let long = map(&format!("{}10\n", "1\n.\n2\n3\n4\n5\n6\n7\n8\n9\n"));
    assert_eq!((long.rows(), long.start, long.end), (11, Some(0), Some(10)));
    assert_eq!(
        map("1\n0\n1\n").graph().vertices(),
        2,
        "ones and zeros are cells and holes"
    );
}

#[test]
fn map_walls_separate_neighbouring_cells() {
    let boxed = map("+-+-+-+\n|1 . .|\n+ +-+ +\n|. 3|2|\n+-+-+-+");
    assert_eq!(
        edges(boxed.graph()),
        [(0, 1), (0, 3), (1, 2), (2, 5), (3, 4)]
    );
    assert_eq!(boxed.waypoints, [0, 5, 4]);
    let dense = map(".|..\n-\n...");
    assert_eq!(
        edges(dense.graph()),
        [(1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]
    );
    let wide = map("1 . . 10\n      --\n2 3 4 5\n6 7 8 9");
    assert_eq!(wide.graph().neighbours(3), [2]);
    // Where a line of cells is shorter, so is its number.
    let none = map(". .\n\n. .");
    assert_eq!(none.graph().arcs(), 8);
}

#[test]
fn every_map_error_has_its_position() {
    refused(parse_map, include_str!("tables/maps.txt"));
    let latin = parse_map(b"\xef\xbb\xbf111\n1\xe91\n").expect_err("no UTF-8");
    assert_eq!((latin.line, latin.column), (2, 2));
    assert_eq!(latin.message, "byte 0xe9 is not UTF-8");
}

#[test]
fn adjacency_lists_keep_their_order() {
    let text = "A: D, B\nB: C D\nC:\nD: E\nE: B F\nF: C\n";
    let named = parse_adjacency(text.as_bytes(), EdgeDirection::Directed).expect("a graph");
    assert_eq!(named.names, ["A", "B", "C", "D", "E", "F"]);
    assert_eq!(named.graph.neighbours(0), [3, 1]);
    let without_lines = parse_adjacency(b"b: a c\n", EdgeDirection::Directed).expect("a graph");
    assert_eq!(without_lines.names, ["b", "a", "c"]);
    let both = parse_adjacency("甲: 乙 甲\n乙: 甲".as_bytes(), EdgeDirection::Undirected);
    let both = both.expect("a graph").graph;
    assert!(both.is_undirected());
    assert_eq!(edges(&both), [(0, 1), (0, 0)]);
}

#[test]
fn every_adjacency_list_error_has_its_position() {
    refused(
        |text| parse_adjacency(text, EdgeDirection::Undirected),
        include_str!("tables/adjacency_lists.txt"),
    );
}

#[test]
fn a_matrix_has_numbers_for_names() {
    for text in [
        "010\n101\n010",
        "0 1 0\n1,0,1\n0\t1 0\n",
        "# of a path\n[[0,1,0],[1,0,1],[0,1,0]]",
    ] {
        let named = parse_matrix(text.as_bytes(), EdgeDirection::Undirected).expect("a graph");
        assert_eq!(named.names, ["0", "1", "2"]);
        assert_eq!(edges(&named.graph), [(0, 1), (1, 2)]);
    }
    let named = parse_matrix(b"11\n00", EdgeDirection::Directed).expect("a graph");
    assert_eq!(named.graph.arc_list().collect::<Vec<_>>(), [(0, 0), (0, 1)]);
}

#[test]
fn every_matrix_error_has_its_position() {
    refused(
        |text| parse_matrix(text, EdgeDirection::Undirected),
        include_str!("tables/matrices.txt"),
    );
}

#[test]
fn the_bridges_of_koenigsberg_are_a_list_of_edges() {
    let text = "north island\nnorth island\nnorth east\nisland south\nisland south\n\
                island east\nsouth east\n";
    let named = parse_edges(text.as_bytes(), EdgeDirection::Undirected).expect("a graph");
    assert_eq!(named.names, ["north", "island", "east", "south"]);
    let degrees: Vec<usize> = (0..4).map(|vertex| named.graph.degree(vertex)).collect();
    assert_eq!(degrees, [3, 5, 3, 3]);
    let trail = euler_trail(&named.graph, EdgeDirection::Undirected);
    assert!(matches!(trail, crate::graph::EulerTrail::None(_)));
}

#[test]
fn a_line_has_two_vertices_of_an_edge_or_an_isolated_vertex() {
    let named = parse_edges(b"a b\nc\nb, b\n", EdgeDirection::Undirected).expect("a graph");
    assert_eq!(
        (named.names.len(), edges(&named.graph)),
        (3, vec![(0, 1), (1, 1)])
    );
    refused(
        |text| parse_edges(text, EdgeDirection::Directed),
        include_str!("tables/edges.txt"),
    );
}

#[test]
fn a_list_of_edges_has_these_names_edges_and_notes() {
    for [text, names, expected, notes] in rows(include_str!("tables/edge_lists.txt")) {
        let named = parse_edges(text.as_bytes(), EdgeDirection::Undirected).expect(text);
        let pairs = edges(&named.graph);
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(one, other)| format!("{one}-{other}"))
            .collect();
        assert_eq!(named.names.join(" "), names, "{text}");
        assert_eq!(pairs.join(" "), expected, "{text}");
        let told = Some(named.notes.join("; ")).filter(|notes| !notes.is_empty());
        assert_eq!(told.as_deref().unwrap_or("-"), notes, "{text}");
    }
}

const PATH: &[(Vertex, Vertex)] = &[(0, 1), (1, 2)];
#[test]
fn brackets_around_edges_are_left_out() {
    for text in [
        "(A,B)\n(B,C)",
        "{A, B},\n{B, C}",
        "(A B) (B C)\n",
        "[(A, B), (B, C)]",
        "[\n  [A,B],\n  [B,C]\n]\n",
        "[[\"A\",\"B\"],[\"B\",\"C\"]]",
        "(A-B), (B-C)",
    ] {
        let parsed = parse_any(text.as_bytes(), EdgeDirection::Undirected);
        let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
        let MapOrGraph::Graph(named) = parsed.subject else {
            panic!("{text}: a map")
        };
        assert_eq!(named.names, ["A", "B", "C"], "{text}");
        assert_eq!(
            named.graph.edges(named.direction).collect::<Vec<_>>(),
            PATH,
            "{text}"
        );
    }
    // Pairs of coordinates are vertices, and names have no commas.
    refused(
        |text| parse_edges(text, EdgeDirection::Undirected),
        "(0,0) (0,1)\\n(0,1) (0,2)\\n => 1:7 this line has 4 vertices, an edge has 2\n\
         4 6\\nD/C\\nC/A\\n => 2:1 this line has 1 vertex, an edge has 2\n\
         - D/C\\n- C/A\\n => 1:3 this line has 1 vertex, an edge has 2\n",
    );
}

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn parsers_of_graphs_and_maps_never_panic(
        marks in "[01259SE.#|+\\- :,猫\n\r;AB]{0,60}",
        wild in prop::collection::vec(any::<u8>(), 0..60),
        is_wild in any::<bool>(),
    ) {
        let text = if is_wild { wild } else { marks.into_bytes() };
        if let Ok(found) = parse_map(&text) {
            let again = map(&draw_map(&found));
            prop_assert_eq!((again.graph(), again.cells()), (found.graph(), found.cells()));
            prop_assert_eq!(again.waypoints, found.waypoints);
        }
        for direction in [EdgeDirection::Directed, EdgeDirection::Undirected] {
            if let Ok(named) = parse_adjacency(&text, direction) {
                prop_assert!(direction == EdgeDirection::Directed || named.graph.is_undirected());
            }
            if let Ok(named) = parse_edges(&text, direction) {
                prop_assert!(direction == EdgeDirection::Directed || named.graph.is_undirected());
            }
            drop(parse_matrix(&text, direction));
        }
    }
}

#[test]
fn a_hole_in_place_of_a_cell_is_reported() {
    let hole = |map: &str, row, column| hole_at(map.as_bytes(), MapCell { row, column });
    let found = hole("; a cat\n111\n1 0 1\n111", 1, 1).expect("a hole");
    assert_eq!(
        (
            found.line,
            found.column,
            found.to_string().ends_with("this is a hole")
        ),
        (3, 3, true)
    );
    assert_eq!(
        hole("S . 10\n- -\n. # .", 1, 1).map(|found| (found.line, found.column)),
        Some((3, 3))
    );
    for (row, column) in [(0, 0), (0, 2), (1, 2), (2, 0)] {
        assert_eq!(hole("S . 10\n- -\n. # .", row, column), None);
    }
}

#[test]
fn a_file_of_several_maps_is_split_and_line_numbers_are_preserved() {
    let booklet = b"; one\n; made\n+-+-+\n|1 2|\n+-+-+\n\n; two\n+-+-+\n|1 ?|\n+-+-+\n";
    let maps = split_maps(booklet);
    assert_eq!(maps.len(), 2);
    assert_eq!(
        parse_map(&maps[0].padded()).expect("a map").waypoints,
        [0, 1]
    );
    let error = parse_map(&maps[1].padded()).expect_err("a wrong mark");
    assert_eq!((error.line, error.column), (9, 4));
    for one in [&b"1 .\n\n. 2\n"[..], b"; a\n\n; b\n111\n; c\n111", b""] {
        let maps = split_maps(one);
        assert_eq!((maps.len(), &*maps[0].padded()), (1, one), "{one:?}");
    }
}

#[test]
fn a_map_in_another_form_carries_notes() {
    for (text, notes) in [
        ("11\n11\n", &[][..]),
        ("S.\n.E\n", &[]),
        ("1,1\n1,1\n", &["`,` separates the cells"]),
        (
            "[[1,1],[1,1]]",
            &["brackets enclose the rows", "`,` separates the cells"],
        ),
        (
            "[[1,0],[2,-1]]",
            &["1 is the start, the last number the end, 0 a cell and -1 none"],
        ),
    ] {
        assert_eq!(
            parse_map(text.as_bytes()).expect(text).notes,
            notes,
            "{text}"
        );
    }
}
