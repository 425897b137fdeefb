//! Limits that hold: what the process takes, how soon it ends, and what it leaves behind.

use std::io::Read;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::cases::{cases, stride};
use super::interrupting::{ctrl_c, kill};
use super::*;

/// Eleven tiles on 3×4 cells in an order that cannot be reached: 239,500,800 positions. A second
/// empty cell, walled in, keeps the parity from telling that at once.
pub(super) const TILES: &str = "K J I # .\nH G F # #\nE D C # #\nB A . # #\n\n\
                     goal:\nA B C # .\nD E F # #\nG H I # #\nJ K . # #\n";

/// Runs the program; returns how it ended and the most memory that it took, in bytes, without the
/// pages of files: how many of those are mapped depends on what the system has in its cache.
fn measured(arguments: &[&str]) -> (ExitStatus, u64) {
    let mut child = started(arguments, Stdio::null());
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let taken = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let taken = taken.and_then(|taken| taken.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(taken.unwrap_or(0_u64) * 1024);
        if let Some(ended) = child.try_wait().expect("it is a child") {
            return (ended, most);
        }
        sleep(Duration::from_millis(2));
    }
}

fn started(arguments: &[&str], out: Stdio) -> Child {
    let mut command = program();
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::piped());
    command.spawn().expect("it runs")
}

/// The words of a line, each that stands for a file turned into its name.
fn words<'a>(line: &'a str, files: &[(&str, &'a str)]) -> Vec<&'a str> {
    let file = |word: &str| {
        files
            .iter()
            .find(|(name, _)| *name == word)
            .map(|&(_, path)| path)
    };
    line.split(' ')
        .map(|word| file(word).unwrap_or(word))
        .collect()
}

#[test]
fn the_memory_limit_applies_to_the_whole_process() {
    let (folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let run = folder.path().join("run");
    let run = run.to_str().expect("UTF-8");
    let distances = folder.path().join("distances");
    let distances = distances.to_str().expect("UTF-8");
    for line in [
        "solve TILES --metric step --engine parents",
        "solve TILES --metric step --engine both-ends --threads 2",
        "solve TILES --metric step --engine hashed",
        "solve TILES --metric step --algorithm dfs",
        "solve TILES --metric step --all",
        "explore TILES --metric step --engine hashed",
        "explore TILES --metric step --engine layered --work-dir RUN --timeout 1s",
        "explore TILES --metric step --save DISTANCES --timeout 1s",
        "tour 8x8 --closed --count",
    ] {
        let files = [("TILES", &*tiles), ("RUN", run), ("DISTANCES", distances)];
        let arguments = [words(line, &files), vec!["--max-memory", "15M"]].concat();
        let (ended, most) = measured(&arguments);
        assert_eq!(ended.code(), Some(3), "{line}");
        assert!(most <= 15_750_000 - CODE, "{line}: {most}");
    }
    huarong(&["solve", &tiles, "--max-memory", "1M"], "")
        .is_refused(&["the program alone needs 12M: allow more"]);
}

/// The least that the pages of the program itself take, in bytes: a limit on memory counts them.
const CODE: u64 = 6_000_000;

/// The memory of the program before it reads anything, without its own pages, in bytes.
const PROGRAM: u64 = 3_000_000;

/// Holds that commands keep to a limit on memory within a twentieth of it, whether they come to an
/// end or not.
fn hold_limits(lines: &[&str], megabytes: &[u64], timeout: &str) {
    let (folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let map = folder.path().join("cells.map");
    fs::write(&map, ("1".repeat(1000) + "\n").repeat(1000)).expect("it can be written");
    for (line, &limit) in lines
        .iter()
        .flat_map(|line| megabytes.iter().map(move |it| (line, it)))
    {
        let scratch = tempfile::tempdir().expect("a folder");
        let [run, saved, graph] =
            ["run", "saved", "graph.json"].map(|it| scratch.path().join(it).display().to_string());
        let map = map.display().to_string();
        let files = [
            ("TILES", &*tiles),
            ("RUN", &run),
            ("SAVED", &saved),
            ("GRAPH", &graph),
            ("MAP", &map),
        ];
        let limited = format!("{limit}M");
        let limits = ["--quiet", "--max-memory", &limited, "--timeout", timeout];
        let (_, most) = measured(&[&words(line, &files)[..], &limits].concat());
        let allowed = limit * 1_050_000;
        assert!(most <= allowed - CODE, "{line} with {limit}M: {most}");
    }
}

#[test]
fn an_abandoned_search_releases_its_memory() {
    let lines = [
        "compare TILES --metric step",
        "explore climb-24-pro-gnome",
        "solve eighty-1 --algorithm bfs",
    ];
    hold_limits(&lines, &[15], "2s");
}

/// Run by `cargo test -- --ignored`: some minutes.
#[test]
#[ignore = "it takes minutes, and a program that is optimized"]
fn every_command_respects_the_memory_limit() {
    let lines = [
        "solve climb-24-pro-gnome",
        "explore climb-24-pro-gnome",
        "compare climb-15-winter-gnome",
        "explore climb-15-winter-gnome",
        "solve climb-15-winter-gnome",
        "explore TILES --metric step --save SAVED",
        "explore TILES --metric step",
        "solve climb-15-winter-gnome --engine hashed",
        "explore climb-15-winter-gnome --engine hashed",
        "solve climb-15-winter-gnome --engine layered --work-dir RUN",
        "solve climb-15-winter-gnome --engine parents",
        "rate climb-15-winter-gnome",
        "solve climb-15-winter-gnome --all",
        "solve climb-24-pro-gnome --algorithm dfs",
        "explore mini-climb-pro --graph GRAPH",
        "hamilton MAP",
        "design frame 4x4",
        "design rush 6x6",
    ];
    hold_limits(&lines, &[32, 64, 128], "4s");
}

#[test]
fn a_map_without_a_search_takes_at_most_four_bytes_per_cell() {
    let bytes = 1 << 19;
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("large.map");
    let map = map.to_str().expect("UTF-8");
    for row in [
        "1".repeat(2047),
        ".".repeat(2046) + "#",
        ". ".repeat(1023) + "#",
    ] {
        let text = (row + "\n").repeat(bytes / 2048);
        fs::write(map, text).expect("there is room");
        let limited = ["hamilton", map, "--start", "1,1", "--max-memory", "20M"];
        let (ended, most) = measured(&limited);
        assert_eq!(ended.code(), Some(3));
        assert!(most <= PROGRAM + 4 * bytes as u64, "{most} bytes");
    }
    fs::write(map, ("1".repeat(2047) + "\n").repeat(512)).expect("there is room");
    let ran = huarong(&["hamilton", map, "--max-memory", "20M"], "");
    let told = "stopped: the limit on memory was reached (a search needs ";
    ran.begins(told);
}

#[test]
fn reading_a_text_takes_a_multiple_of_its_size() {
    let bytes = (1 << 17) * cases(1).min(4) as usize;
    let (folder, puzzle) = file("puzzle.txt", SMALL.as_bytes());
    let text = folder.path().join("text");
    let text = text.to_str().expect("UTF-8");
    for (command, repeated, status, multiple) in [
        ("verify PUZZLE TEXT", "\n", 2, 4),
        ("verify PUZZLE TEXT", "A B .\n. . .\n", 2, 4),
        ("verify PUZZLE TEXT", ". . ", 2, 4),
        ("verify PUZZLE TEXT", "r255 ", 2, 4),
        // Moves, which the reader keeps.
        ("verify PUZZLE TEXT", "Al ", 1, 4),
        ("verify PUZZLE TEXT", "A l\n", 1, 4),
        ("verify PUZZLE TEXT", "Alrlrlrlrlrlrlrl ", 1, 4),
        // Texts that are tried in many forms. Numbers may be a tour, of words for each of them.
        ("solve TEXT", "1 ", 2, 96),
        ("solve TEXT", "A", 2, 16),
    ] {
        let content = repeated.repeat(bytes / repeated.len());
        fs::write(text, content).expect("there is room");
        let (ended, most) = measured(&words(command, &[("PUZZLE", &puzzle), ("TEXT", text)]));
        assert_eq!(ended.code(), Some(status), "{command}: {repeated:?}");
        assert!(
            most <= PROGRAM + multiple * bytes as u64,
            "{command}: {repeated:?}: {most} bytes"
        );
    }
}

/// Runs a shell that first does `before` and then becomes the program.
fn shell(before: &str, arguments: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    let script = format!("{before}; exec \"$0\" \"$@\"");
    Ran::of(command.arg("-c").arg(script).arg(HUARONG).args(arguments))
}

/// The least limit on the address space with which the system loads the program, in kilobytes.
fn least_address_space() -> usize {
    static LEAST: OnceLock<usize> = OnceLock::new();
    *LEAST.get_or_init(|| {
        let is_too_small = |limit: &usize| {
            let version = "\"$0\" --version > /dev/null 2>&1; [ $? -lt 100 ] || exit 9";
            let before = format!("ulimit -v {limit}; {version}");
            let mut command = Command::new("sh");
            command.args(["-c", &before, HUARONG]);
            command.status().expect("a shell").code() == Some(9)
        };
        let limits: Vec<usize> = (20_000..200_000).step_by(400).collect();
        limits[limits.partition_point(is_too_small)]
    })
}

#[test]
fn failed_allocations_end_a_run_like_a_limit() {
    let (folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let run = folder.path().join("run");
    let run = run.to_str().expect("UTF-8");
    let least = least_address_space();
    for line in [
        "solve TILES --metric step --engine parents",
        "solve TILES --metric step --engine ranked",
        "solve TILES --metric step --algorithm dfs",
        "solve TILES --metric step --all",
        "explore TILES --metric step --engine hashed",
        "explore TILES --metric step --engine layered --work-dir RUN --timeout 1s",
        "explore climb-24-pro-gnome",
        "tour 8x8 --closed --count",
    ] {
        // A run with files has enough, and goes on to the end of its time; a count fills slowly.
        let (more, reason) = match line {
            line if line.contains("layered") => (30_000, "time"),
            line if line.starts_with("tour") => (10_000, "the machine has no more memory"),
            _ => (15_000, "the machine has no more memory"),
        };
        let ran = shell(
            &format!("ulimit -v {}", least + more),
            &words(line, &[("TILES", &tiles), ("RUN", run)]),
        );
        ran.is_stopped(&[reason]);
    }
}

#[test]
fn a_command_that_lacks_memory_for_the_collection_is_stopped() {
    let run = |limit: usize, arguments: &[&str]| shell(&format!("ulimit -v {limit}"), arguments);
    let mut stopped = 0;
    let least = (least_address_space()..200_000)
        .step_by(2_000)
        .find(|&limit| {
            let ran = run(limit, &["list"]);
            if ran.status != 0 {
                let expected = "stopped: the machine has no more memory\nhelp: ";
                assert!(ran.err.starts_with(expected), "{limit}: {}", ran.err);
                assert_eq!(ran.status, 3);
                stopped += 1;
            }
            ran.status == 0
        })
        .expect("a limit that suffices");
    assert!(stopped > 0);
    // What is left is too little for a search.
    let ran = run(least, &["solve", "fayaa#f*", "--quiet"]);
    assert!(!ran.out.contains(" refused"), "{}", ran.out);
}

#[test]
fn no_command_fails_at_an_allocation() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| {
        let path = folder.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    };
    let site = file("site");
    let graph = file("graph.json");
    let least = least_address_space();
    for line in [
        "make rush 6x6 --slides 10.. --timeout 300ms",
        "explore heng-dao-li-ma --quiet --graph GRAPH --timeout 1s",
        "site SITE --force",
    ] {
        for limit in (least..least + 30_000).step_by(1_300 * stride(6)) {
            let words = words(line, &[("SITE", &site), ("GRAPH", &graph)]);
            let before = format!("ulimit -v {limit}");
            let ran = shell(&before, &words);
            let is_ordinary = [0, 3].contains(&ran.status) && !ran.err.contains("allocation");
            assert!(is_ordinary, "{line}, {limit}: {}", ran.err);
        }
    }
}

/// Returns a certificate of few bytes that lists this many positions of ten tiles.
fn many_positions(count: u32) -> Vec<u8> {
    let board = "B # C D E F\n# # G H I J\n. . K L . .\n. . . . . .\n. . . . . .\n";
    let goal = ". # . . . .\n# # . . . .\n. . . . . .\n. . . . . .\n. . . . . B\n";
    let mut bytes = format!(
        "huarong certificate 1\nclaim: unsolvable\nmetric: move\nsizes: {count}\n\n{board}\ngoal:\n\
         {goal}\nsets:\n"
    )
    .into_bytes();
    // The ten lowest bits, and then the next greater number with ten bits, and so on.
    let tiles = std::iter::successors(Some(0x3ff_u32), |last| {
        let low = last & last.wrapping_neg();
        let carried = last + low;
        Some(carried | (((carried ^ last) / low) >> 2))
    });
    let mut positions = Vec::new();
    for tiles in tiles.take(count as usize) {
        let mut cells = (0..26).rev().map(|bit| (tiles >> bit & 1) as u8 * 2);
        positions.extend([0, 1, 0]);
        positions.extend(cells.by_ref().take(4));
        positions.extend([0, 0]);
        positions.extend(cells);
    }
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(&positions, 6));
    let checksum = crc32fast::hash(&bytes).to_le_bytes();
    bytes.extend(checksum);
    bytes
}

#[test]
fn a_small_certificate_of_many_positions_stops_at_the_end_of_memory() {
    let bytes = many_positions(400_000);
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    let (_folder, proof) = file("many.proof", &bytes);
    let least = least_address_space();
    let mut stopped = 0;
    for more in (6_000..18_000).step_by(2_000 * stride(4)) {
        let before = format!("ulimit -v {}", least + more);
        let ran = shell(&before, &["verify", &proof, "--quiet"]);
        assert!(!ran.err.contains("allocation"), "{more}: {}", ran.err);
        stopped += usize::from(
            ran.err
                .contains("no more memory; the certificate is not checked"),
        );
        assert!(
            [1, 3].contains(&ran.status),
            "{more}: {}{}",
            ran.out,
            ran.err
        );
    }
    assert!(stopped > 0);
}

#[test]
fn a_path_search_that_exceeds_memory_is_not_started() {
    let (_folder, map) = file(
        "big.map",
        (("1".repeat(1000) + "\n").repeat(1000)).as_bytes(),
    );
    for line in [
        "tour 4000x4000 --order warnsdorff --timeout 5",
        "tour 3000x3000 --order roth",
        "tour 2000x2000 --order warnsdorff",
        "tour 4000x4000",
        "hamilton MAP",
    ] {
        let words = words(line, &[("MAP", &map)]);
        let limited = huarong(
            &[&words[..], &["--json", "--max-memory", "30M"]].concat(),
            "",
        );
        limited.is_stopped(&[r#""reason":"memory""#]);
        let before = format!("ulimit -v {}", least_address_space() + 10_000);
        let ran = shell(&before, &words);
        ran.is_stopped(&["the machine has no more memory"]);
    }
}

#[test]
fn puzzles_are_solved_even_if_the_system_refuses_threads() {
    // No thread gets a stack of this size.
    let before = "ulimit -v 8000000; export RUST_MIN_STACK=16000000000";
    let line = "solve red-donkey century --quiet --threads 2";
    let ran = shell(before, &words(line, &[]));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.out.matches(" (proven shortest), ").count(), 2);
}

#[test]
fn the_time_limit_includes_setup() {
    let begun = Instant::now();
    let ran = run("tour 4000x4000 --order warnsdorff --timeout 100ms");
    ran.is_stopped(&["stopped: timed out"]);
    assert!(begun.elapsed() < Duration::from_secs(100));
}

#[test]
fn commands_with_a_long_setup_end_at_the_time_limit() {
    for line in [
        "design pieces shark-gnome",
        "design frame 5x6 --walls 12 --shapes 1x1",
        "design rush 7x7 --walls 9",
        "explore shark-gnome --all-components",
        "explore shark-gnome --engine ranked",
        "solve shark-gnome --engine ranked",
        "solve shark-gnome --engine both-ends",
        "solve climb-24-pro-gnome --algorithm anytime",
        "hamilton sierpinski 12",
        "hamilton grid 4096x4096",
    ] {
        let begun = Instant::now();
        let ran = run(&format!("{line} --timeout 100ms"));
        ran.is_stopped(&["stopped: ", "timed out"]);
        // A loaded machine may take a while.
        assert!(begun.elapsed() < Duration::from_secs(100), "{line}");
    }
}

#[test]
fn every_command_reports_a_too_small_memory_limit_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    let run = run.to_str().expect("UTF-8");
    for line in [
        "explore climb-15-winter-gnome --all-components",
        "solve climb-15-winter-gnome --engine layered --work-dir RUN",
        "solve climb-15-winter-gnome --engine ranked",
        "design pieces climb-15-winter-gnome",
        "design frame 4x5",
        "tour 600x600",
        "atlas 4x5",
    ] {
        let arguments = [&words(line, &[("RUN", run)])[..], &["--max-memory", "14M"]].concat();
        let ran = huarong(&arguments, "");
        ran.is_stopped(&["stopped: ", "the limit on memory was reached"]);
    }
}

#[test]
fn output_to_a_blocked_reader_can_be_interrupted() {
    let mut child = started(&["tour", "300x300"], Stdio::piped());
    let mut out = child.stdout.take().expect("it is a pipe");
    // As soon as there is something, it is writing.
    out.read_exact(&mut [0; 100]).expect("there is a tour");
    sleep(Duration::from_millis(200));
    kill(child.id(), ctrl_c());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&ended.stderr),
        "stopped: interrupted\n"
    );
}

#[test]
fn an_error_before_the_first_checkpoint_suggests_no_resume() {
    let (folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let run = folder.path().join("run");
    let run = run.to_str().expect("UTF-8");
    let line = "explore TILES --metric step --engine layered --work-dir RUN";
    let words = words(line, &[("TILES", &tiles), ("RUN", run)]);
    // Not one block may be written.
    let ran = shell("trap '' XFSZ; ulimit -f 0", &words);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(!ran.err.contains("--resume"), "{}", ran.err);
}
