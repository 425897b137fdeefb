//! Every command that writes files, with a fault at the nth call: only whole files are left, an
//! existing one is unharmed unless it is replaced whole, and the message names what failed.

use std::collections::BTreeMap;

use super::*;

/// Texts that the commands read.
const INPUTS: [(&str, &str); 4] = [
    ("small.txt", super::super::SMALL),
    ("tiles.txt", TILES),
    ("cells.map", "...\n.#.\n...\n"),
    ("puzzles/small.txt", super::super::SMALL),
];

/// The commands. `atlas` stores what it finds like `explore --save`, but after minutes. `play`
/// reads its moves from standard input and keeps what it knows in `data`.
const COMMANDS: &str = "
solve small.txt --output a.solution --proof a.proof
solve small.txt --tablebase known
solve tiles.txt --algorithm idastar --heuristic patterns
explore small.txt --output a.solution --hardest-out hardest.txt --save distances --plot a.svg
explore small.txt --graph a.json --map b.svg
explore small.txt --graph a.csv --map b.png
explore small.txt --map b.html
compare small.txt --map a.svg --plot times.svg
export small.txt --to a.svg
export small.txt --to a.png
export small.txt --to a.gif
export small.txt --to a.html
export small.txt --to sheet.html --sheet
export cells.map --to a.svg
export puzzles --to booklet.html
export puzzles --to folder/ --format png
convert small.txt a.txt
convert puzzles folder/
make tiles 3x3 --seed 1 --output a.txt
make zip 3x3 --seed 1 --output a.txt
make rush 4x4 --seed 1 --slides 3.. --output a.txt
make blocks 3x3 --seed 1 --moves 2.. --output a.txt
design frame 3x2 --output a.txt
design rush 3x3 --output a.txt
design pieces small.txt --output a.txt
tour 5x5 --to a.svg
tour 5x5 --to a.png
tour 5x5 --to a.html
hamilton cells.map --to a.svg
man --dir folder
site folder --puzzles puzzles
play small.txt --plain
";

/// The files below a folder, by their names from there on.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it is below");
            let bytes = fs::read(&path).expect("it is there");
            found.insert(name.display().to_string(), bytes);
        }
    }
    found
}

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("there is room");
    fs::write(path, bytes).expect("there is room");
}

/// The files that the commands read, by name.
fn inputs() -> BTreeMap<String, Vec<u8>> {
    let room = tempfile::tempdir().expect("a folder");
    for (name, text) in INPUTS {
        put(room.path(), name, text.as_bytes());
    }
    let known = ["explore", "small.txt", "--save", "known", "--quiet"];
    let ran = Ran::of(program().args(known).current_dir(room.path()));
    assert_eq!(ran.status, 0, "{}", ran.err);
    files(room.path())
}

/// Returns a new folder with these files.
fn room(before: &BTreeMap<String, Vec<u8>>) -> TempDir {
    let room = tempfile::tempdir().expect("a folder");
    for (name, bytes) in before {
        put(room.path(), name, bytes);
    }
    room
}

/// Runs a command in a folder, with these variables for the library that lets calls fail.
fn run_in(room: &Path, line: &str, variables: &[(&str, &str)]) -> Ended {
    let log = tempfile::tempdir().expect("a folder");
    let log = log.path().join("log");
    let mut command = program();
    command
        .args(words(line))
        .current_dir(room)
        .env("LD_PRELOAD", shim().expect("a C compiler"))
        .env("FAULT_LOG", &log)
        .env("XDG_DATA_HOME", room.join("data"))
        .env("XDG_CACHE_HOME", room.join("data"))
        .envs(variables.iter().copied());
    ended(&mut command, "A d r2 u\nq\n", &log)
}

/// Whether the file holds a time, so that it is never the same.
fn is_timed(name: &str) -> bool {
    name.starts_with("data/") && name.contains(".json") || name.starts_with("times")
}

/// What is there, before the command runs, with the names of its outputs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Old {
    Nothing,
    /// Other files, which are not to be replaced.
    Kept,
    /// Other files, which may be replaced.
    Replaced,
}

/// A command, the files that are there before it and after it without a fault, and the number of
/// its calls.
struct Case<'a> {
    line: &'a str,
    before: &'a BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
    calls: u32,
}

impl<'a> Case<'a> {
    fn new(line: &'a str, before: &'a BTreeMap<String, Vec<u8>>) -> Self {
        let room = room(before);
        let ended = run_in(room.path(), line, &[("FAULT_NTH", "1000000000")]);
        assert_eq!(ended.status, Ok(0), "{line}: {}", ended.err);
        let calls = ended.calls().expect("fewer calls");
        let after = files(room.path());
        Case {
            line,
            before,
            after,
            calls,
        }
    }

    /// Runs the command with a fault.
    fn holds(&self, fault: &[(&str, &str)], old: Old) {
        let room = room(self.before);
        let is_output = |name: &&String| !self.before.contains_key(*name);
        let outputs = self.after.keys().filter(is_output);
        let outputs: Vec<_> = outputs.filter(|name| !name.starts_with("data/")).collect();
        if old != Old::Nothing {
            for name in &outputs {
                put(room.path(), name, b"mine");
            }
        }
        let force = format!("{} --force", self.line);
        let line = match old {
            Old::Replaced => &force,
            Old::Nothing | Old::Kept => self.line,
        };
        let ended = run_in(room.path(), line, fault);
        let told = format!(
            "{line}, {fault:?}, {old:?}, {:?}: {:?} {}{}",
            ended.failed, ended.status, ended.out, ended.err
        );
        assert!(matches!(ended.status, Ok(0 | 2 | 3)), "{told}");
        for part in ["panicked", "uncategorized", "did you mean"] {
            assert!(!ended.err.contains(part), "{told}");
        }
        let found = files(room.path());
        let cannot_remove = ended.failed.as_deref() == Some("unlink");
        for (name, bytes) in &found {
            let is_left = name.contains(".huarong-") && cannot_remove;
            let is_old = old != Old::Nothing && bytes == b"mine";
            let is_whole = self.after.get(name) == Some(bytes) || is_timed(name);
            assert!(is_old || is_whole || is_left, "`{name}` is left: {told}");
            let is_kept = is_old || old != Old::Kept || !outputs.contains(&name);
            assert!(is_kept, "`{name}` is replaced: {told}");
        }
        if ended.status == Ok(0) {
            let is_missing = |name: &&String| !found.contains_key(*name);
            let missing: Vec<_> = self.after.keys().filter(is_missing).collect();
            // A failure to keep caches or records is reported, and the command goes on.
            let may_miss = missing.iter().all(|name| name.starts_with("data/"));
            let is_told = !ended.err.is_empty() || ended.out.contains("no records are kept");
            assert!(missing.is_empty() || may_miss && is_told, "{told}");
            return;
        }
        let names = self.after.keys().map(|name| name.split('/').next());
        let names = names.flatten().chain(line.split(' ').skip(1));
        let mut names = names.chain(["a temporary folder"]);
        assert!(names.any(|name| ended.err.contains(name)), "{told}");
        let again = run_in(room.path(), &force, &[]);
        assert_eq!(again.status, Ok(0), "{told}\n{}", again.err);
        let found = files(room.path());
        let mut all = self.after.iter();
        assert!(
            all.all(|(name, bytes)| is_timed(name) || found.get(name) == Some(bytes)),
            "{told}"
        );
    }
}

#[test]
fn every_output_is_whole_or_unchanged_after_any_injected_fault() {
    if shim().is_none() {
        return;
    }
    let is_long = cases(1) > 1;
    let before = inputs();
    let olds = [Old::Replaced, Old::Nothing, Old::Kept];
    for (number, line) in (0..).zip(COMMANDS.lines().skip(1)) {
        let case = Case::new(line, &before);
        let may_keep = ["play", "man"].iter().all(|it| !line.starts_with(it));
        let numbers = if is_long {
            1..=case.calls
        } else {
            let nth = 1 + (5 * number + 17) % case.calls;
            nth..=nth
        };
        for nth in numbers {
            for (turn, error) in [EIO, ENOSPC].into_iter().enumerate() {
                let old = olds[(nth as usize + turn) % 3];
                if old == Old::Kept && !may_keep || !is_long && turn > 0 {
                    continue;
                }
                let [nth, error] = [nth.to_string(), error.to_string()];
                case.holds(&[("FAULT_NTH", &nth), ("FAULT_ERRNO", &error)], old);
            }
        }
        if is_long {
            println!("{line}: each of {} calls failed", case.calls);
        }
    }
}
