//! `explore`, and every shortest solution.

use super::*;

#[test]
fn state_maps_have_a_point_for_each_position_and_a_line_for_each_move() {
    let (folder, _) = file("unused", b"");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let known = huarong(&["explore", "-", "--json"], SMALL).object();
    let number = |value: &Value| value.as_u64().expect("a number");
    let positions = number(&known["states"]);
    let moves = number(&known["moves"]["edges"]);
    let caption = format!(">{positions} positions, {moves} moves</text>");
    for command in ["explore", "compare"] {
        let written = |name: &str| {
            let path = at(&format!("{command}-{name}"));
            let ran = huarong(&[command, "-", "--map", &path, "-q"], SMALL);
            assert_eq!((ran.status, &ran.err[..]), (0, ""), "{name}");
            fs::read(path).expect("it is there")
        };
        let svg = String::from_utf8(written("map.svg")).expect("UTF-8");
        let document = roxmltree::Document::parse(&svg).expect("well formed");
        let data = document
            .descendants()
            .filter_map(|node| node.attribute("d"));
        let data: Vec<&str> = data.collect();
        let count = |mark| {
            data.iter()
                .map(|path| path.matches(mark).count() as u64)
                .sum::<u64>()
        };
        let panels = if command == "explore" { 1 } else { 2 };
        assert!(count("h0") >= panels * positions, "{svg}");
        assert!(count("m") >= panels * (positions + moves), "{svg}");
        let told = [">dfs: ", ">bfs: 1 move, ", &caption];
        let shown = told.map(|text| svg.contains(text));
        assert_eq!(
            shown,
            if panels == 1 {
                [false, false, true]
            } else {
                [true, true, false]
            }
        );
        assert!(svg.contains("prefers-color-scheme:dark"));
        assert!(written("map.png").starts_with(b"\x89PNG"));
        let html = String::from_utf8(written("map.html")).expect("UTF-8");
        assert!(html.contains("id=\"map-data\"") && html.contains("\"name\":\"dfs\""));
    }
    let dark = at("dark.svg");
    let ran = fed(&format!("explore - --map '{dark}' --theme dark -q"), SMALL);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!written(dark).contains("prefers-color-scheme"));
}
