use proptest::prelude::*;

use super::*;
use crate::{
    cases::pairs,
    graph::{CellMap, MapCell, euler_trail, two_colouring},
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
    for (text, expected) in pairs(table) {
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

/// Returns the names, the edges and the notes of a list of edges.
fn edge_list(text: &str) -> (String, Vec<(Vertex, Vertex)>, String) {
    let named = parse_edges(text.as_bytes(), EdgeDirection::Undirected).expect(text);
    (
        named.names.join(" "),
        edges(&named.graph),
        named.notes.join("; "),
    )
}

/// A text, the names of its vertices, its edges, and the notes.
type EdgeListCase<'a> = (&'a str, &'a str, &'a [(Vertex, Vertex)], &'a str);

/// Checks that each text is read as these edges, from 0 on in the order of names, with these notes.
#[track_caller]
fn edge_lists(cases: &[EdgeListCase<'_>]) {
    for &(text, names, edges, notes) in cases {
        assert_eq!(
            edge_list(text),
            (names.into(), edges.to_vec(), notes.into()),
            "{text}"
        );
    }
}

const PATH: &[(Vertex, Vertex)] = &[(0, 1), (1, 2)];
const TRIANGLE: &[(Vertex, Vertex)] = &[(0, 1), (0, 2), (1, 2)];

#[test]
fn the_vertices_of_all_edges_may_have_the_same_separator() {
    for mark in ["-", "--", ";", " - ", " -- ", " ; "] {
        let text = format!("0{mark}1\n1{mark}2\n2{mark}0\n");
        let note = format!("edges are written `A{}B`", mark.trim());
        edge_lists(&[(&text, "0 1 2", TRIANGLE, &note)]);
    }
    let arrow =
        |mark| format!("edges are written `A{mark}B`, which lead both ways without `--directed`");
    edge_lists(&[
        ("0,1\n1, 2\n2 0\n", "0 1 2", TRIANGLE, ""),
        ("a->b\nb->c\nc->a\n", "a b c", TRIANGLE, &arrow("->")),
        ("a --> b\nb --> c\nc-->a", "a b c", TRIANGLE, &arrow("-->")),
        ("a→b\nb→c\nc→a", "a b c", TRIANGLE, &arrow("→")),
        // Names with a hyphen or brackets, and numbers below zero.
        ("x-1 y-1\ny-1 z-1\n", "x-1 y-1 z-1", PATH, ""),
        ("(a) (b)\n(b) f(c)\n", "(a) (b) f(c)", PATH, ""),
        ("()() (())\n", "()() (())", &[(0, 1)], ""),
        ("x-1,y-1\ny-1,z-1\n", "x-1 y-1 z-1", PATH, ""),
        ("-1 -2\n1 -2\n", "-1 -2 1", PATH, ""),
        (
            "0-1\n2\n1-3\n",
            "0 1 2 3",
            &[(0, 1), (1, 3)],
            "edges are written `A-B`; lines of one word are vertices: 1",
        ),
    ]);
}

#[test]
fn a_line_may_hold_several_edges_and_chains() {
    let written = |example| format!("edges are written `{example}`, several in a line");
    let arrow = format!(
        "{}, which lead both ways without `--directed`",
        written("A->B")
    );
    edge_lists(&[
        ("0-1 1-2", "0 1 2", PATH, &written("A-B")),
        ("0-1,1-2", "0 1 2", PATH, &written("A-B")),
        ("0 - 1; 1 - 2;", "0 1 2", PATH, &written("A-B")),
        ("0--1, 1--2\n2--0", "0 1 2", TRIANGLE, &written("A--B")),
        ("0-1-2", "0 1 2", PATH, &written("A-B")),
        ("A->B->C", "A B C", PATH, &arrow),
        ("A -> B -> C -> A", "A B C", TRIANGLE, &arrow),
        ("0;1 1;2", "0 1 2", PATH, &written("A;B")),
        ("0 1; 1 2; 2 0", "0 1 2", TRIANGLE, &written("A B; C D")),
        ("0 1, 1 2\n2 0", "0 1 2", TRIANGLE, &written("A B, C D")),
        ("0,1 1,2", "0 1 2", PATH, &written("A,B C,D")),
        ("0,1;1,2;2,0", "0 1 2", TRIANGLE, &written("A B; C D")),
    ]);
}

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

#[test]
fn marks_around_every_edge_are_left_out() {
    let note = "marks around edges, as of a list, are left out";
    let several = |example| format!("{note}; edges are written `{example}`");
    let arrow = several("A->B") + ", which lead both ways without `--directed`";
    let counted = "the list begins with its number of vertices; if it is a vertex, move it down";
    let counted = format!("{note}; {counted}");
    edge_lists(&[
        ("1. A B\n2. B C", "A B C", PATH, note),
        ("3\n1) A B\n2) B C", "A B C", PATH, &counted),
        ("- A-B\n- B-C", "A B C", PATH, &several("A-B")),
        ("* A B\n* B C", "A B C", PATH, note),
        ("\"A->B\"\n\"B->C\"", "A B C", PATH, &arrow),
        ("\"A B\",\n\"B C\"", "A B C", PATH, note),
        // What ends an edge belongs to no name.
        ("A B;\nB C;\n", "A B C", PATH, ""),
        ("A, B,\nB, C,\n", "A B C", PATH, ""),
        ("\"A\" \"B\"\n\"B\" \"C\"", "A B C", PATH, ""),
    ]);
}

#[test]
fn comments_are_left_out_with_a_note() {
    let note = |count| format!("comments, from `#`, `//` or `%` on, are left out: {count}");
    edge_lists(&[
        ("# comment\nA B\nB C", "A B C", PATH, &note(1)),
        ("// comment\nA B\nB C", "A B C", PATH, &note(1)),
        ("%% graph\nA B\n%\nB C", "A B C", PATH, &note(2)),
        ("# edges\n0 1\n1 2", "0 1 2", PATH, &note(1)),
        (
            "#comment\n# three words here\nA B\nB C",
            "A B C",
            PATH,
            &note(2),
        ),
        ("A B # the first\nB C //the last\n", "A B C", PATH, &note(2)),
        // Marks inside names, and before each of them.
        ("C# http://b\nhttp://b 5%", "C# http://b 5%", PATH, ""),
        ("#1 #2\n#2 #3", "#1 #2 #3", PATH, ""),
    ]);
}

#[test]
fn a_first_line_whose_titles_or_numbers_fit_is_a_header() {
    let header = "the list begins with titles";
    let counts = |more| {
        format!(
            "the list begins with its numbers of vertices and edges{more}; if they are an edge, \
             move it down"
        )
    };
    let spare = |count| counts(format!(" (vertices without edges: {count})"));
    let edge = &counts(String::new());
    let vertex = "the list begins with its number of vertices; if it is a vertex, move it down";
    let written = "edges are written `A-B`";
    for link in ["-", " - ", "--"] {
        let text = format!("from{link}to\nA{link}B\nB{link}C");
        let link = link.trim();
        let note = format!("{header}; edges are written `A{link}B`");
        edge_lists(&[(&text, "A B C", PATH, &note)]);
    }
    edge_lists(&[
        ("3 3\n0 1\n1 2\n2 0\n", "0 1 2", TRIANGLE, edge),
        (
            "3 3\n0-1-2-0",
            "0 1 2",
            TRIANGLE,
            &format!("{edge}; {written}, several in a line"),
        ),
        (
            "5 3\n1-2\n2-3\n3-1\n",
            "1 2 3 4 5",
            TRIANGLE,
            &format!("{}; {written}", spare(2)),
        ),
        ("4 1\n0 2\n", "0 2 1 3", &[(0, 1)], &spare(2)),
        ("4 2\n0 1\n1 2\n", "0 1 2 3", PATH, &spare(1)),
        ("3\n0 1\n1 2\n", "0 1 2", PATH, vertex),
        ("3\n2\n0 1\n1 2\n", "0 1 2", PATH, edge),
        ("node,to\n0,1\n1,2\n2,0\n", "0 1 2", TRIANGLE, header),
        ("from,to\nA,B\nB,C", "A B C", PATH, header),
        ("source target\nA B\nB C", "A B C", PATH, header),
        ("\"Node1\",\"Node2\"\nA,B\nB,C", "A B C", PATH, header),
        (
            "From;To\nA;B\nB;C",
            "A B C",
            PATH,
            &format!("{header}; edges are written `A;B`"),
        ),
        // Of the two readings of these edges of a triangle the header is far more likely; in
        // another order they are a triangle.
        ("3 2\n3 1\n2 1\n", "3 1 2", PATH, edge),
        ("3 1\n3 2\n2 1\n", "3 1 2", TRIANGLE, ""),
        // These first lines are edges or vertices: the numbers or the names do not fit.
        ("0 2\n0 1\n1 2\n", "0 2 1", TRIANGLE, ""),
        ("3 3\n3 4\n", "3 4", &[(0, 0), (0, 1)], ""),
        ("9 1\n9 a\n", "9 1 a", &[(0, 1), (0, 2)], ""),
        ("a b\nb c\n", "a b c", PATH, ""),
        ("from to\nto a\n", "from to a", PATH, ""),
        ("v1 v2\nv3 v4\n", "v1 v2 v3 v4", &[(0, 1), (2, 3)], ""),
        ("From,To\nv1,v2\nv2,v3\n", "v1 v2 v3", PATH, header),
        ("a b\n", "a b", &[(0, 1)], ""),
        (
            "9\n1 2\n2 a\n",
            "9 1 2 a",
            &[(1, 2), (2, 3)],
            "lines of one word are vertices: 1",
        ),
    ]);
}

proptest! {
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
