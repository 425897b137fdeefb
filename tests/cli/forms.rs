//! Boards in the forms of courses, judges and other programs: command line, standard input, exit
//! status, a part of the output and a part of the notes.

use super::{file, huarong};

const LETTERS: &str = "Z\nBBC...\n..C.DD\n.ZZE..\nF..E..\nF.GG..\n......\n";
const TABLE: &str = "car,orientation,col,row,length\nA,H,2,1,2\nB,H,4,1,3\nC,H,2,2,2\nD,H,5,2,2\n\
                     E,V,4,2,2\nF,H,1,4,2\nG,V,3,3,2\nH,H,4,4,2\nI,V,6,3,2\nJ,H,5,5,2\nK,V,1,5,2\n\
                     L,V,3,5,2\nX,H,1,3,2\n";
const OBJECTS: &str = r#"{"cars": [
    {"player": false, "position": 10, "length": 2, "id": "0", "orientation": "vertical"},
    {"player": false, "position": 5, "length": 3, "id": "7", "orientation": "vertical"},
    {"player": true, "position": 14, "length": 2, "id": "r", "orientation": "horizontal"}
]}"#;
const TRAY: &str = "5 4\n2 1 0 0\n2 1 0 3\n2 1 2 0\n2 1 2 3\n2 2 0 1\n1 2 2 1\n1 1 3 1\n1 1 3 2\n\
                    1 1 4 0\n1 1 4 3\n";
const ARROWS: &str = "^11^\nv11v\n^<>^\nv22v\n2..2\n";
const CODES: &str = "2442\n2442\n2332\n2112\n1001\n";
const DIGITS: &str = "234400\n230050\n211050\n770050\n000000\n000000\n";

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn forms_of_other_programs_are_read_and_a_note_tells_how() {
    let spaced = |text: &str| -> String {
        let rows = text.lines().map(|row| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            cells.join(" ") + "\n"
        });
        rows.collect()
    };
    let table: &[(&str, &str, i32, &str, &str)] = &[
        (
            "-",
            "3\n 0  1  3\n 4  2  5\n 7  8  6\n",
            0,
            "4 moves",
            "is the size of the board",
        ),
        (
            "-",
            "3 3\n0 1 3\n4 2 5\n7 8 6\n",
            0,
            "4 moves",
            "is the size of the board",
        ),
        (
            "-",
            "2 3\n4 1 3\n2 0 5\n",
            0,
            "moves (proven",
            "is the size of the board",
        ),
        (
            "-",
            "3\n013\n425\n786\n",
            0,
            "4 moves",
            "is the size of the board",
        ),
        ("-", "3\n0 1 3\n4 2 5\n7 8\n", 2, "", "error: "),
        (
            "-",
            "2\n1 2 3\n4 0 6\n7 5 8\n1 2 3\n4 5 6\n7 0 8\n",
            0,
            "-#2: 1 move ",
            "number of boards",
        ),
        (
            "-",
            "1\n1 2 3\n4 0 6\n7 5 8\n",
            0,
            "2 moves",
            "number of boards",
        ),
        (
            "-",
            "1 2\n3 0\n\n1 2\n0 3\n\n0 2\n1 3\n",
            0,
            "-#3: 2 moves",
            "empty lines separate",
        ),
        (
            "-",
            "2 4 3\n7 1 6\n5 8 X\n",
            0,
            "10 moves",
            "`X` is an empty cell",
        ),
        (
            "-",
            "2 3 4\n1 5 x\n7 6 8\n",
            0,
            "19 moves",
            "`x` is an empty cell",
        ),
        (
            "2 3 4 1 5 x 7 6 8",
            "",
            0,
            "19 moves",
            "`x` is an empty cell",
        ),
        (
            "2 3 4/1 5 */7 6 8",
            "",
            0,
            "19 moves",
            "`*` is an empty cell",
        ),
        ("23415x768", "", 0, "19 moves", "`x` is an empty cell"),
        (
            "-",
            "2 8 6\n7 1 3\n-1 5 4\n",
            0,
            " moves",
            "`-1` is an empty cell",
        ),
        (
            "-",
            "1 2 3\n4 9 6\n7 5 8\n",
            0,
            "2 moves",
            "`9` is an empty cell",
        ),
        (
            "-",
            "12345678X\n\n123456X78\n",
            0,
            "2 moves",
            "`X` is an empty cell",
        ),
        (
            "-",
            "1 2 3\n4 5 6\n7 8 9 \n",
            0,
            "0 moves",
            "`9` is an empty cell",
        ),
        ("1 2 3/4 5 6/7 8", "", 0, "0 moves", "left out of row 3"),
        (
            "-",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15\n",
            0,
            "0 moves",
            "left out of row 4",
        ),
        (
            "-",
            "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15\n",
            0,
            "0 moves",
            "is the size",
        ),
        (
            "2 8 6|7 1 3|-1 5 4",
            "",
            0,
            " moves",
            "`|` separates the rows",
        ),
        ("2 8 3|1 0 4|7 6 5", "", 1, "", "`|` separates the rows"),
        (
            "fe169b4c0a73d852",
            "",
            0,
            "52 moves",
            "taken for 4 rows of 4 tiles",
        ),
        (
            "Puzzle([[1, 2, 3], [4, 0, 5]])",
            "",
            0,
            "1 move ",
            "left out: brackets",
        ),
        ("-", LETTERS, 0, "2 slides", "names the car"),
        ("-", DIGITS, 0, "2 slides", "`1` leaves to the right"),
        (
            "-",
            &spaced(DIGITS),
            0,
            "2 slides",
            "`1` leaves to the right",
        ),
        (
            "-",
            &LETTERS[2..].replace('Z', "+"),
            0,
            "2 slides",
            "`++` is the red car",
        ),
        ("-", TABLE, 0, "21 slides", "read as a table of cars"),
        (
            "-",
            &TABLE.replace(',', ";"),
            0,
            "21 slides",
            "read as a table of cars",
        ),
        ("-", OBJECTS, 0, "3 slides", "read as a list of cars"),
        ("-", ARROWS, 0, "81 moves", "`<>` are pieces of two cells"),
        ("-", TRAY, 0, "81 moves", "read as a tray"),
        (
            "-",
            &format!("{TRAY}\n2 2 3 1\n"),
            0,
            "81 moves",
            "read as a tray",
        ),
        ("-", CODES, 0, "81 moves", "`4` the square"),
        ("-", &spaced(CODES), 0, "81 moves", "`2` upright pairs"),
        (
            "2442/2442/2332/2112/1001",
            "",
            0,
            "81 moves",
            "`1` single cells",
        ),
        (
            "-",
            "VCCV\nVCCV\nVHHV\nVSSV\nS00S\n",
            0,
            "81 moves",
            "`C` the square",
        ),
        (
            "abbcabbcdeefdghfi00j",
            "",
            0,
            "81 moves",
            "five rows of four cells",
        ),
        (
            "ABBCABBCDEEFDGHFI--J",
            "",
            0,
            "81 moves",
            "five rows of four cells",
        ),
        (
            "-",
            "876543210 // 012345678\n",
            0,
            "28 moves",
            "the second board is the goal",
        ),
        (
            "-",
            "8 7 6/5 4 3/2 1 0 // 0 1 2/3 4 5/6 7 8\n",
            0,
            "28 moves",
            "the second board is the goal",
        ),
        (
            "-",
            "AB./C.. // ..A/C.B\n",
            0,
            "2 moves",
            "the second board is the goal",
        ),
        (
            "876543210 // 012345678",
            "",
            0,
            "28 moves",
            "the second board is the goal",
        ),
        (
            "123/405/786 -> 123/456/780",
            "",
            0,
            "2 moves",
            "the second board is the goal",
        ),
        (
            "123/405/786 // easy",
            "",
            0,
            "2 moves",
            "left out: comments",
        ),
        (
            "-",
            "1/2/3\n4/0/5\n7/8/6\n",
            0,
            "2 moves",
            "`/` separates the cells",
        ),
        (
            "1/2/3\\n4/0/5\\n7/8/6",
            "",
            0,
            "2 moves",
            "`/` separates the cells",
        ),
        (
            "-",
            "1-2-3\n4-0-5\n7-8-6\n\n1-2-3\n4-5-6\n7-8-0\n",
            0,
            "2 moves",
            "`-` separates the cells",
        ),
        (
            "-",
            "1 2 3 4\n5 6 -- 8\n9 10 7 11\n13 14 15 12\n",
            0,
            "3 moves",
            "`--` is an empty cell",
        ),
        (
            "-",
            "１２３\n４０５\n７８６\n",
            0,
            "2 moves",
            "full-width characters",
        ),
        (
            "-",
            "１　２　３\n４　０　５\n７　８　６\n",
            0,
            "2 moves",
            "full-width characters",
        ),
        (
            "-",
            "{\"start\": [[1,2,3],[4,0,5],[7,8,6]], \"goal\": [[1,2,3],[4,5,6],[7,8,0]]}",
            0,
            "2 moves",
            "is the name of the goal",
        ),
        (
            "-",
            "start = [[1,2,3],[4,0,5]]\ngoal = [[1,2,3],[4,5,0]]\n",
            0,
            "1 move ",
            "is the name of the goal",
        ),
        (
            "-",
            "int start[2][3] = {{1,2,3},{4,0,5}};\nint target[2][3] = {{1,2,3},{4,5,0}};\n",
            0,
            "1 move ",
            "`target` is the name of the goal",
        ),
        (
            "-",
            "[[1,2,3],[4,-1,5],[7,8,6]]\n",
            0,
            "2 moves",
            "`-1` is an empty cell",
        ),
        (
            "-",
            "np.array([[1,2,3],[4,0,5],[7,8,6]])\n",
            0,
            "2 moves",
            "left out: brackets;",
        ),
        (
            "-",
            "int a[3][3] = {{1,2,3},{4,0,5},{7,8,6}};\n",
            0,
            "2 moves",
            "left out: brackets;",
        ),
        (
            "-",
            "1, 2, 3;\n4, 0, 5;\n7, 8, 6;\n",
            0,
            "2 moves",
            "`,` separates the cells",
        ),
        (
            "-",
            "[1] [2] [3]\n[4] [0] [5]\n[7] [8] [6]\n",
            0,
            "2 moves",
            "left out: brackets; no goal",
        ),
        (
            "-",
            " 1  2  3  4\n 5  6     8\n 9 10  7 11\n13 14 15 12\n",
            0,
            "3 moves",
            "left out of row 2",
        ),
        (
            "-",
            "1  2  3\n4     5\n7  8  6\n",
            0,
            "2 moves",
            "left out of row 2",
        ),
        (
            "-",
            "1 2 3\n4 5 6\n7   8\n",
            0,
            "1 move ",
            "left out of row 3",
        ),
        (
            "-",
            "1,2,3\n4,5,6\n7,,8\n",
            0,
            "1 move ",
            "`,` separates the cells",
        ),
        (
            "-",
            "1234\n5608\n9A7C\nDEBF\n",
            0,
            "3 moves",
            "hexadecimal digits",
        ),
        (
            "1234/56.8/9A7C/DEBF",
            "",
            0,
            "3 moves",
            "hexadecimal digits",
        ),
        (
            "-",
            "+------+\n|BBC...|\n|..C.DD|\n|.XXE..>\n|F..E..|\n|F.GG..|\n|......|\n+------+\n",
            0,
            "2 slides",
            "the exit of `X` is beside its row",
        ),
        (
            "-",
            "+------+\n|BBC...|\n|..C.DD|\n|.XXE.. \n|F..E..|\n|F.GG..|\n|......|\n+------+\n",
            0,
            "2 slides",
            "left out: borders",
        ),
        (
            "-",
            "BBC...\n..C.DD\n.HHE.. <- exit\nF..E..\nF.GG..\n......\n",
            0,
            "2 slides",
            "the exit of `H` is beside its row",
        ),
        (
            "-",
            "exit: X = right\nBBC...\n..C.DD\n.XXE..\nF..E..\nF.GG..\n......\n",
            0,
            "2 slides",
            "is read as `exit: X=right`",
        ),
        (
            "-",
            "exit: X=Right\nBBC...\n..C.DD\n.XXE..\nF..E..\nF.GG..\n......\n",
            0,
            "2 slides",
            "is read as `exit: X=right`",
        ),
        (
            "-",
            "Level 3:\n1 2 3\n4 0 5\n7 8 6\n",
            0,
            "2 moves",
            "left out: the title `Level 3:`",
        ),
        (
            "-",
            "Puzzle\n\nACCB\nACCB\nDEEF\nDGHF\nI..J\n",
            0,
            "81 moves",
            "left out: the title `Puzzle`",
        ),
        (
            "-",
            "exit to the right\n\nHHB\n..B\n...\n",
            2,
            "",
            "error: ",
        ),
        (
            "-",
            "nmae: Foo\n1 2 3\n4 0 5\n7 8 6\n",
            2,
            "",
            "unknown key `nmae`",
        ),
        (
            "4 1 2 5 0 3",
            "",
            0,
            "5 moves",
            "taken for 2 rows of 3 tiles",
        ),
        ("1 2 3 4 5 6 7 0", "", 2, "", "write numbered tiles in rows"),
        ("0 1 2", "", 0, "2 moves", "tiles to be put in order"),
        ("-", "0 1 2\n", 0, "2 moves", "tiles to be put in order"),
        ("120", "", 2, "", "no file or puzzle is called `120`"),
        (
            "-",
            "横刀立马\nACCB\nACCB\nDEEF\nDGHF\nI..J\n",
            0,
            "81 moves",
            "left out: the title `横刀立马`",
        ),
        (
            "-",
            "横刀立马\n\n张曹曹赵\n张曹曹赵\n马关关黄\n马兵兵黄\n兵..兵\n",
            0,
            "81 moves",
            "left out: the title `横刀立马`",
        ),
        // A row that is too short is no title.
        (
            "-",
            "张曹曹\n张曹曹赵\n马关关黄\n马兵兵黄\n兵..兵\n",
            2,
            "",
            "this row has 4 cells, the first one has 3",
        ),
        ("-", "1 _\n2 _\n", 0, "1 move ", "tiles to be put in order"),
        ("-", "1 0\n2 0\n", 0, "1 move ", "tiles to be put in order"),
        (
            "-",
            "1 2 3\n4 0 5\n7 8 6\n===\n1 _\n2 _\n",
            0,
            "-#2: 1 move ",
            "tiles to be put in order",
        ),
        (
            "-",
            "1 2 3\n4 0 5\n7 8 6\n===\nAB.\nC..\n",
            2,
            "",
            "the puzzle has no goal",
        ),
    ];
    for &(argument, input, status, output, note) in table {
        let metric = if output.contains("slide") {
            "slide"
        } else {
            "move"
        };
        let words = [
            "solve",
            "-q",
            "--max-states",
            "300000",
            "--metric",
            metric,
            argument,
        ];
        let ran = huarong(&words, input);
        assert_eq!(
            ran.status, status,
            "{argument} {input}: {}{}",
            ran.out, ran.err
        );
        assert!(
            ran.out.contains(output),
            "{argument} {input}: {}{}",
            ran.out,
            ran.err
        );
        assert!(
            ran.err.contains(note),
            "{argument} {input}: {}{}",
            ran.out,
            ran.err
        );
        let lines = ran.err.lines().count();
        assert!(
            status == 2 || lines == 1,
            "one note: {argument} {input}: {}",
            ran.err
        );
    }
}

#[test]
fn a_goal_may_be_one_row_or_the_place_of_the_empty_cell() {
    for (start, goal, output) in [
        ("1 2 3/4 0 5/7 8 6", ". . ./. . ./. . 0", "2 moves"),
        ("1 2 3/4 0 5/7 8 6", ". . ./. . ./. . _", "2 moves"),
        ("A.B", ".AB", "1 move "),
    ] {
        let ran = huarong(&["solve", "-q", start, "--goal", goal], "");
        assert!(
            ran.out.starts_with(output),
            "{goal}: {}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn the_goal_of_a_tray_may_be_a_file_of_its_own() {
    let (_folder, start) = file("tray.init", TRAY.as_bytes());
    let (_other, goal) = file("tray.goal", b"2 2 3 1\n");
    let ran = huarong(&["solve", "-q", &start, "--goal", &goal], "");
    assert!(ran.out.starts_with("81 moves"), "{}{}", ran.out, ran.err);
    // Any two single blocks may stand there.
    let (_other, goal) = file("tray.goal", b"1 1 4 1\n1 1 4 2\n");
    let ran = huarong(&["solve", "-q", &start, "--goal", &goal], "");
    assert!(ran.out.starts_with("2 moves"), "{}{}", ran.out, ran.err);
    let ran = huarong(&["solve", "heng-dao-li-ma", "--goal", &goal], "");
    ran.is_refused(&["lists blocks of a tray", "draw the board to reach"]);
}

#[test]
fn the_help_shows_an_example_of_each_form() {
    let help = huarong(&["help", "notations"], "").out;
    for part in [
        "size in the first line",
        "      car,orientation,col,row,length",
        "      ^11^",
    ] {
        assert!(help.contains(part), "{help}");
    }
    assert!(!help.contains("<!--"), "{help}");
}

#[test]
fn a_pattern_is_for_commands_of_several_puzzles_and_an_address_is_no_pattern() {
    huarong(&["play", "--plain", "heng-*"], "")
        .is_refused(&["is a pattern; this command takes one"]);
    huarong(&["solve", "https://example.org/?a=1"], "").is_refused(&["save the page"]);
    huarong(&["play", "--plain", "src"], "").is_refused(&["is a folder, not a puzzle"]);
}
