use huarong::puzzle::{Draft, Drawing};
use huarong::*;
fn main() {
    let draft = Draft {
        frame: Drawing::from_lines(["ACCB", "ACCB", "DEEF", "DGHF", "I..J"]),
        goals: vec![Drawing::from_lines(["....", "....", "....", ".CC.", ".CC."])],
        ..Draft::default()
    };
    let puzzle = draft.check().unwrap();
    let metric = match std::env::args().nth(1).as_deref() {
        Some("move") => Metric::Move,
        Some("slide") => Metric::Slide,
        _ => Metric::Step,
    };
    let mut s = Solver::new(&puzzle, &Options { metric, ..Options::default() }).unwrap();
    let mut go = |_: &huarong::control::Progress| std::ops::ControlFlow::Continue(());
    let mut t: Vec<u128> = (0..std::env::args().nth(2).map_or(2000, |n| n.parse().unwrap()))
        .map(|_| {
            let r = s.search(&mut go);
            r.statistics.elapsed.as_nanos()
        })
        .collect();
    t.sort();
    println!("{metric} warm min {} med {}", t[0], t[t.len() / 2]);
}
