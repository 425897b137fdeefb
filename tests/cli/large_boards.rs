//! Boards of more cells than the engines of small boards take.

use super::*;

#[test]
#[ignore = "20 s without optimization"]
fn rush_hour_of_twelve_by_twelve_has_a_solution_with_a_proven_bound() {
    let line = "solve - --algorithm anytime --timeout 20s --metric slide --json";
    let ran = fed(line, RUSH);
    let report = ran.object();
    let length = report["length"].as_u64().expect("a solution");
    let bound = report["bound"].as_u64().expect("a bound");
    assert!(length <= 97 && (4..=length).contains(&bound), "{report}");
}

const RUSH: &str = "\
C.....DAAABB
C....GD...IJ
EEEFFGOHH.IJ
QR...NOKKLL.
QRMMMNOPPP..
QRXXTU......
SSSWTUeZ.arr
VVVWYYeZ.abb
ccgdddefff.j
..ghhhm.iipj
......m..opq
.kklllmnnopq
";
