//! Pictures of paths: `--svg`.

use std::collections::HashSet;
use std::fs;

use super::tour::tour;

#[test]
fn a_picture_has_a_point_for_each_square() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tour.svg");
    let name = file.to_str().expect("UTF-8");
    for (board, element, points, numbers) in [
        ("8x8", "polyline", 64, 64),
        ("5x6 --closed", "polygon", 30, 30),
        ("60x50", "polyline", 3000, 0),
    ] {
        let ran = tour(&format!("{board} --quiet --svg {name}"));
        assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (0, "", 1));
        let picture = fs::read_to_string(&file).expect("a picture");
        assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="));
        assert!(picture.ends_with("</svg>\n") && picture.contains("<title>Knight's tour of the "));
        let line = picture.lines().find(|line| line.starts_with(&format!("<{element} ")));
        let drawn = line.and_then(|line| line.split('"').nth(3)).expect("points");
        assert_eq!(drawn.split(' ').collect::<HashSet<&str>>().len(), points);
        assert_eq!(picture.matches("<text").count(), numbers);
        let tags = |mark| picture.matches(mark).count();
        assert_eq!(tags("<"), tags(">"));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_picture_on_standard_output_stands_alone() {
    let ran = tour("8x8 --svg - --stats");
    assert_eq!(ran.status, 0);
    assert!(ran.out.starts_with("<svg ") && ran.out.ends_with("</svg>\n"), "{}", ran.out);
    assert!(ran.err.contains("vertices:") && ran.err.contains("open tour over 64 squares"));
    let ran = tour("4x4 --svg -");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("impossible: "), "{}", ran.err);
}
