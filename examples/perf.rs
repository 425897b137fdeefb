use huarong::puzzle::{Draft, Drawing};
use huarong::*;
use std::time::Instant;
fn main() {
    let draft = Draft {
        frame: Drawing::from_lines(["ACCB", "ACCB", "DEEF", "DGHF", "I..J"]),
        goals: vec![Drawing::from_lines(["....", "....", "....", ".CC.", ".CC."])],
        ..Draft::default()
    };
    let puzzle = draft.check().unwrap();
    for metric in [Metric::Step, Metric::Slide, Metric::Move] {
        let mut s = Solver::new(&puzzle, &Options { metric, ..Options::default() }).unwrap();
        let mut go = |_: &huarong::control::Progress| std::ops::ControlFlow::Continue(());
        let t0 = Instant::now();
        let r = s.solve(&mut go).unwrap();
        let cold = t0.elapsed();
        let Outcome::Found(sol) = &r.outcome else { panic!() };
        let mut t: Vec<u128> = (0..std::env::args().nth(1).map_or(500, |n| n.parse().unwrap()))
            .map(|_| {
                let r = s.search(&mut go);
                r.statistics.elapsed.as_nanos()
            })
            .collect();
        t.sort();
        let c = s.explore(&mut go);
        println!(
            "{metric}: {} optimal {} cold {:?} {:?}\n   warm min {} med {}; component {} depth {} bytes/state {:.2} {:?}",
            sol.len(),
            r.optimal,
            cold,
            r.statistics,
            t[0],
            t[t.len() / 2],
            c.statistics.states,
            c.statistics.depth,
            c.statistics.bytes as f64 / c.statistics.states as f64,
            c.statistics.elapsed
        );
        let mut s = Solver::new(
            &puzzle,
            &Options { metric, mirroring: Mirroring::Off, ..Options::default() },
        )
        .unwrap();
        let c = s.explore(&mut go);
        println!(
            "   unmirrored component {} depth {} last layer {:?}",
            c.statistics.states,
            c.statistics.depth,
            c.layers.last()
        );
        let mut s = Solver::new(
            &puzzle,
            &Options { metric, algorithm: Algorithm::DepthFirst, ..Options::default() },
        )
        .unwrap();
        let r = s.solve(&mut go).unwrap();
        let Outcome::Found(sol) = &r.outcome else { panic!() };
        println!("   dfs {} {:?}", sol.len(), r.statistics);
    }
}
