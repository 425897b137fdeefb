//! The program prints what the transcripts of the documentation show, and draws its pictures.
//!
//! `TRYCMD=overwrite cargo test --test cli readme` rewrites the transcripts.

use assert_cmd::Command;

#[test]
fn the_transcripts_of_the_documentation_are_true() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("benches/README.md")
        .case("puzzles/README.md")
        .case("src/publish/guide/*.md");
}

#[test]
fn the_pictures_in_the_readme_are_drawn_by_the_program() {
    for (picture, arguments) in [
        (
            include_str!("../pictures/heng-dao-li-ma.svg"),
            "export heng-dao-li-ma --to - --format svg",
        ),
        (
            include_str!("../pictures/designed-5x5.svg"),
            "export designed-5x5 --to - --format svg",
        ),
        (
            include_str!("../pictures/designed-rush.svg"),
            "export designed-rush --to - --format svg",
        ),
        (
            include_str!("../pictures/tour-8x8.svg"),
            "tour 8x8 --closed --quiet --to - --format svg",
        ),
    ] {
        let mut huarong = Command::new(env!("CARGO_BIN_EXE_huarong"));
        let drawn = huarong
            .args(arguments.split(' '))
            .output()
            .expect("it runs")
            .stdout;
        assert!(drawn == picture.as_bytes(), "huarong {arguments}");
    }
}

#[test]
fn the_state_maps_in_the_readme_are_drawn_by_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for (picture, arguments) in [
        (
            &include_bytes!("../pictures/map.png")[..],
            "explore --theme light",
        ),
        (
            include_bytes!("../pictures/map-dark.png"),
            "explore --theme dark",
        ),
        (
            include_bytes!("../pictures/searches.png"),
            "compare --runs 1 --theme light",
        ),
        (
            include_bytes!("../pictures/searches-dark.png"),
            "compare --runs 1 --theme dark",
        ),
    ] {
        let mut huarong = Command::new(env!("CARGO_BIN_EXE_huarong"));
        let path = folder
            .path()
            .join(format!("{}.png", arguments.replace(' ', "")));
        huarong
            .args(arguments.split(' '))
            .args(["heng-dao-li-ma", "-q", "--map"])
            .arg(&path);
        huarong.output().expect("it runs");
        assert!(
            std::fs::read(path).is_ok_and(|drawn| drawn == picture),
            "huarong {arguments}"
        );
    }
}
