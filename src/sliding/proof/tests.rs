use super::*;
use crate::{
    control::{Outcome, unobserved},
    sliding::Options,
};

const SMALL: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

fn options(metric: Metric) -> Options {
    Options::default().with_metric(metric)
}

fn certificate(text: &str, metric: Metric) -> Certificate {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut solver = Certificate::solver(&puzzle, &options(metric)).expect("it has layers");
    let report = solver.solve().expect("a small puzzle");
    match write(&solver, &report, &mut unobserved) {
        Outcome::Found(certificate) => certificate,
        other => panic!("{other:?}"),
    }
}

fn checked(bytes: &[u8]) -> Result<Verified, ProofError> {
    match check(bytes, &mut unobserved)? {
        Outcome::Found(verified) => Ok(verified),
        other => panic!("{other:?}"),
    }
}

/// Returns why a certificate is refused.
fn refusal(bytes: &[u8]) -> String {
    checked(bytes).expect_err("it is wrong").to_string()
}

/// The header of a certificate and its positions in order, to be changed.
fn opened(bytes: &[u8]) -> (Header, Vec<Vec<u8>>) {
    let (header, stream) = Header::read(bytes).expect("a certificate");
    let raw = miniz_oxide::inflate::decompress_to_vec_zlib(stream).expect("a stream");
    let cells = header.puzzle.grid().area();
    let mut rest = &raw[..];
    let mut position = vec![0; cells];
    let mut positions = Vec::new();
    while let Some((&kept, behind)) = rest.split_first() {
        let (changed, behind) = behind.split_at(cells - usize::from(kept));
        position[usize::from(kept)..].copy_from_slice(changed);
        positions.push(position.clone());
        rest = behind;
    }
    (header, positions)
}

fn closed(header: &Header, positions: &[Vec<u8>]) -> Vec<u8> {
    let raw: Vec<u8> = positions
        .iter()
        .flat_map(|it| [&[0][..], it].concat())
        .collect();
    let mut bytes = header.to_string().into_bytes();
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(&raw, 6));
    let checksum = crc32fast::hash(&bytes).to_le_bytes();
    bytes.extend(checksum);
    bytes
}

/// Returns the number of positions of the solution.
fn solution_len(header: &Header) -> usize {
    if let Claim::Shortest(length) = header.claim {
        length + 1
    } else {
        0
    }
}

#[test]
fn a_certificate_proves_the_length_of_the_shortest_solution() {
    for (metric, length) in [(Metric::Move, 1), (Metric::Slide, 2), (Metric::Step, 3)] {
        let certificate = certificate(SMALL, metric);
        assert_eq!(certificate.claim, Claim::Shortest(length));
        let verified = checked(&certificate.bytes).expect("it is right");
        assert_eq!(
            (verified.claim, verified.metric),
            (certificate.claim, metric)
        );
        assert_eq!(verified.positions, certificate.positions);
        assert_eq!(certificate.sets, length);
    }
}

#[test]
fn the_classic_layout_takes_81_moves() {
    let text = crate::cases::CLASSIC;
    let certificate = certificate(text, Metric::Move);
    assert_eq!(certificate.claim, Claim::Shortest(81));
    assert_eq!((certificate.positions, certificate.sets), (23_792, 81));
    assert!(
        certificate.bytes.len() < 60_000,
        "{} bytes",
        certificate.bytes.len()
    );
    assert_eq!(
        checked(&certificate.bytes).expect("it is right").claim,
        Claim::Shortest(81)
    );
}

#[test]
fn the_certificate_of_a_solved_start_has_no_sets() {
    let certificate = certificate("A .\n\ngoal:\nA .\n", Metric::Move);
    assert_eq!(
        (certificate.claim, certificate.sets),
        (Claim::Shortest(0), 0)
    );
    assert!(checked(&certificate.bytes).is_ok());
}

#[test]
fn a_closed_set_proves_that_there_is_no_solution() {
    let certificate = certificate("A . # .\n\ngoal:\n. . # A\n", Metric::Step);
    assert_eq!(
        (certificate.claim, certificate.positions),
        (Claim::Unsolvable, 2)
    );
    assert!(checked(&certificate.bytes).is_ok());
}

#[test]
fn parity_proves_that_there_is_no_solution() {
    let certificate = certificate("1 2 3\n4 5 6\n8 7 .\n", Metric::Step);
    assert_eq!((certificate.claim, certificate.sets), (Claim::Parity, 0));
    assert!(checked(&certificate.bytes).is_ok());
    let (header, _) = opened(&certificate.bytes);
    for (board, why) in [
        ("1 2 3\n4 5 6\n7 8 .\n", "parity does not forbid goal 1"),
        ("A B .\nC D .\n\ngoal:\nB A .\nC D .\n", "one empty cell"),
        ("A A B\nC D .\n\ngoal:\n. . .\nD C .\n", "tiles of one cell"),
        (
            "distinct: C D E\n\nA B C\nD E .\n\ngoal:\nB A .\n. . .\n",
            "parity does not forbid goal 1",
        ),
    ] {
        let puzzle = board.parse().expect("a puzzle");
        let lie = refusal(&closed(
            &Header {
                puzzle,
                ..header.clone()
            },
            &[],
        ));
        assert!(lie.contains(why), "{lie}");
    }
}

#[test]
fn tile_puzzles_that_need_ida_have_no_certificate() {
    let puzzle: Puzzle = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n"
        .parse()
        .expect("a puzzle");
    let error = Certificate::solver(&puzzle, &options(Metric::Step)).expect_err("IDA*");
    assert!(error.to_string().starts_with("IDA*"), "{error}");
}

#[test]
fn every_missing_position_is_detected() {
    for text in [SMALL, "A . # .\nB . # .\n\ngoal:\n. . # A\n. . # .\n"] {
        let (header, positions) = opened(&certificate(text, Metric::Step).bytes);
        for missing in solution_len(&header)..positions.len() {
            let mut header = header.clone();
            let mut end = solution_len(&header) as u64;
            let ends: Vec<u64> = header
                .sizes
                .iter()
                .map(|size| (end += size, end).1)
                .collect();
            let set = ends
                .iter()
                .position(|&end| end > missing as u64)
                .expect("a set");
            header.sizes[set] -= 1;
            let mut positions = positions.clone();
            positions.remove(missing);
            let why = refusal(&closed(&header, &positions));
            let is_told = why.starts_with("rule 2 fails") || why.starts_with("rule 1 fails");
            assert!(is_told, "{why}");
        }
    }
}

#[test]
fn every_changed_byte_is_detected() {
    let bytes = certificate(SMALL, Metric::Step).bytes;
    for at in 0..bytes.len() {
        for change in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            refusal(&damaged);
        }
        refusal(&bytes[..at]);
    }
    refusal(&[&bytes[..], b"x"].concat());
}

#[test]
fn every_changed_position_is_detected() {
    let (header, positions) = opened(&certificate(SMALL, Metric::Step).bytes);
    for number in 0..positions.len() {
        for cell in 0..positions[0].len() {
            for code in 0..4 {
                let mut changed = positions.clone();
                changed[number][cell] = code;
                if changed != positions {
                    refusal(&closed(&header, &changed));
                }
            }
        }
        let again = [&positions[..=number], &positions[number..]].concat();
        refusal(&closed(&header, &again));
    }
    let mut swapped = positions.clone();
    let last = swapped.len() - 1;
    swapped.swap(last, last - 1);
    assert!(refusal(&closed(&header, &swapped)).contains("is not in ascending order"));
}

#[test]
fn a_short_certificate_that_expands_to_very_many_positions_is_refused() {
    const MANY: usize = 300_000;
    let (mut header, mut positions) = opened(&certificate(SMALL, Metric::Step).bytes);
    positions.resize(MANY, positions[0].clone());
    let bomb = closed(&header, &positions);
    assert!(bomb.len() < MANY / 20, "{} bytes", bomb.len());
    assert!(refusal(&bomb).contains("more positions than its text says"));
    *header.sizes.last_mut().expect("a set") += MANY as u64;
    assert!(refusal(&closed(&header, &positions)).contains("is not in ascending order"));
}

#[test]
fn an_inconsistent_certificate_header_is_refused() {
    let (header, positions) = opened(&certificate(SMALL, Metric::Step).bytes);
    let lie = |change: &dyn Fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        refusal(&closed(&header, &positions))
    };
    assert!(lie(&|it| it.claim = Claim::Shortest(2)).contains("takes 2 sets, and there are 3"));
    assert!(lie(&|it| it.claim = Claim::Unsolvable).contains("takes 1 sets"));
    assert!(lie(&|it| it.metric = Metric::Slide).contains("rule 2 fails"));
    assert!(lie(&|it| it.sizes[1] += 1).contains("S(1) is not in ascending order"));
    assert!(lie(&|it| it.sizes[2] -= 1).contains("rule 2 fails"));
    assert!(lie(&|it| it.sizes[2] += 1).contains("a position is missing"));
    let other = "A . .\nB B .\n\ngoal:\nA . .\n. . .\n"
        .parse::<Puzzle>()
        .expect("a puzzle");
    let longer = [&positions[..], &positions[..1]].concat();
    assert!(refusal(&closed(&header, &longer)).contains("more positions than its text says"));
    assert!(lie(&|it| it.puzzle = other.clone()).contains("does not solve the puzzle"));
}

#[test]
fn other_files_and_unknown_certificate_versions_are_refused() {
    assert_eq!(refusal(b"A .\n"), "this is not a certificate of huarong");
    assert!(refusal(b"huarong certificate 2\n").contains("version 2"));
    assert!(refusal(b"huarong certificate 1\n").contains("damaged"));
}

/// Numbered tiles in order, but for two neighbours that are exchanged.
fn square_of_tiles(side: usize, exchanged: usize) -> Puzzle {
    let mut tiles: Vec<String> = (1..side * side).map(|tile| tile.to_string()).collect();
    tiles.push(".".to_owned());
    tiles.swap(exchanged, exchanged + 1);
    let rows: Vec<String> = tiles.chunks(side).map(|row| row.join(" ")).collect();
    rows.join("\n").parse().expect("numbered tiles")
}

#[test]
fn tiles_with_more_kinds_than_a_board_holds_have_no_certificate() {
    let solvable = square_of_tiles(17, 17 * 17 - 2);
    let refused = Certificate::solver(&solvable, &Options::default());
    assert!(matches!(refused, Err(ProofError::NoLayers("anytime"))));
    let unsolvable = square_of_tiles(17, 0);
    let refused = Certificate::solver(&unsolvable, &Options::default());
    let message = refused.expect_err("no board").to_string();
    assert!(message.contains("kinds of pieces"), "{message}");
}
