//! Runs of the program as data. A line of `runs/*.txt` begins with what it is:
//!
//! | line | meaning |
//! |---|---|
//! | `# title` | a group of runs, which share a new folder |
//! | `0 solve small.txt` | a run: its exit status and its arguments |
//! | `@ small.txt` | a file in the folder |
//! | `%CAT` | a text with a name, for all groups below |
//! | `< A B .` | a line of the input of this run, of this file, or of this text |
//! | `<%CAT`, `<-` | the input is the text with this name, or what the run before has printed |
//! | `> 81 moves` | a part of standard output; `!` is standard error, `/map.svg >` a file |
//! | `>^`, `>$`, `>=`, `>!` | its beginning, its end, the whole, or a part that it lacks |
//! | `>#2`, `>*2 moves`, `>+`, `>` | two lines, a part that it has twice, some output, none |
//! | `.layers.# = 3` | a value of the object on standard output; `#` is a length |
//! | `/ map.svg`, `/! map.svg` | there is such a file, or none |
//! | `\| text` | one more line of the text above |
//!
//! `\n`, `\u{3000}` are escaped as in Rust; a last line that ends with `\` has no line feed.
//! If no line says otherwise, standard error is empty, and standard output if the status is 2.

use std::collections::HashMap;

use super::cases::unescaped;
use super::readme::words;
use super::*;

/// A line that does something, with the lines below that belong to it.
struct Step<'a> {
    number: usize,
    head: &'a str,
    input: String,
    checks: Vec<Check<'a>>,
}

/// The place to look at, how to compare, and the text.
struct Check<'a> {
    place: &'a str,
    how: &'a str,
    text: String,
}

/// A line with its line feed, if it has one.
fn line_of(text: &str) -> String {
    let slashes = text.len() - text.trim_end_matches('\\').len();
    if slashes % 2 == 1 {
        unescaped(&text[..text.len() - 1])
    } else {
        unescaped(text) + "\n"
    }
}

fn check(line: &str) -> Check<'_> {
    let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
    let (place, how, text) = match &line[..1] {
        "." => (&line[1..], "", ""),
        "/" if mark.len() > 2 => {
            let (how, text) = text.split_once(' ').unwrap_or((text, ""));
            (mark, &how[1..], text)
        }
        place => (place, &mark[1..], text),
    };
    let is_empty = how.is_empty() && text.is_empty();
    Check {
        place,
        how: if is_empty && place != "/" { "=" } else { how },
        text: if how == "=" {
            line_of(text)
        } else {
            unescaped(text)
        },
    }
}

fn steps<'a>(text: &'a str) -> Vec<Step<'a>> {
    let mut steps: Vec<Step<'a>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
        let last = steps.last_mut();
        match &line[..1] {
            "<" => {
                let input = &mut last.expect("a run or file above").input;
                match line[1..]
                    .strip_prefix(' ')
                    .or(line[1..].is_empty().then_some(""))
                {
                    Some(text) => *input += &line_of(text),
                    None => line[1..].clone_into(input),
                }
            }
            "|" => {
                let above = last
                    .and_then(|step| step.checks.last_mut())
                    .expect("a text above");
                let text = line[1..].strip_prefix(' ').unwrap_or_default();
                if above.how == "=" {
                    above.text += &line_of(text);
                } else {
                    above.text += "\n";
                    above.text += &unescaped(text);
                }
            }
            ">" | "!" | "." | "/" => last.expect("a run above").checks.push(check(line)),
            _ => steps.push(Step {
                number,
                head: line,
                input: String::new(),
                checks: Vec::new(),
            }),
        }
    }
    steps
}

/// Whether a text is as a check wants it.
fn holds(check: &Check<'_>, text: &str) -> bool {
    let part = check.text.as_str();
    let number = || check.how[1..].parse().ok();
    match check.how.chars().next() {
        None => text.contains(part),
        Some('^') => text.starts_with(part),
        Some('$') => text.ends_with(part),
        Some('=') => text == part,
        Some('!') => !text.contains(part),
        Some('+') => !text.is_empty(),
        Some('#') => Some(text.lines().count()) == number(),
        Some('*') => Some(text.matches(part).count()) == number(),
        Some(how) => panic!("`{how}` is no way to compare"),
    }
}

/// Whether an object has the value that a check names: `layers.#  = 3`.
fn has_value(check: &str, object: &str) -> bool {
    let (path, value) = check.split_once(' ').expect("a path and a value");
    let mut found = serde_json::from_str(object).unwrap_or(Value::Null);
    for key in path.split('.').filter(|key| !key.is_empty()) {
        found = match (key.parse::<usize>(), key) {
            (Ok(index), _) => found[index].take(),
            (_, "#") => found
                .as_array()
                .map_or(Value::Null, |list| list.len().into()),
            _ => found[key].take(),
        };
    }
    match value.strip_prefix("= ") {
        Some(value) => serde_json::from_str::<Value>(value).is_ok_and(|value| value == found),
        None => found.is_number(),
    }
}

/// Whether a run has done what a check says.
fn is_met(check: &Check<'_>, ran: &Ran, folder: &Path) -> bool {
    let file = |name: &str| folder.join(name);
    match (&check.place[..1], check.place) {
        (">", _) => holds(check, &ran.out),
        ("!", _) => holds(check, &ran.err),
        ("/", "/") => file(&check.text).exists() == check.how.is_empty(),
        ("/", place) => fs::read_to_string(file(&place[1..])).is_ok_and(|it| holds(check, &it)),
        _ => has_value(check.place, &ran.out),
    }
}

fn check_runs(name: &str, text: &str) {
    let mut folder = tempfile::tempdir().expect("a folder");
    let mut named = HashMap::new();
    let mut group = "";
    let mut printed = String::new();
    let mut failures = String::new();
    for step in steps(text) {
        let input = match step.input.strip_prefix('%') {
            Some(name) => named.get(name).expect("a text with this name"),
            None if step.input == "-" => &printed,
            None => &step.input,
        };
        let (kind, head) = step.head.split_at(1);
        match kind {
            "#" => {
                group = head;
                folder = tempfile::tempdir().expect("a folder");
            }
            "%" => drop(named.insert(head, step.input)),
            "@" => {
                let path = folder.path().join(head.trim());
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, input).expect("a file");
            }
            status => {
                let mut command = program();
                command.args(words(head)).current_dir(folder.path());
                command.env("XDG_DATA_HOME", folder.path());
                command.env("XDG_CACHE_HOME", folder.path());
                let ran = Ran::fed(&mut command, input.as_str());
                let is_silent = |place: &str| step.checks.iter().all(|it| it.place != place);
                let is_right = ran.status.to_string() == status
                    && (ran.err.is_empty() || !is_silent("!"))
                    && (ran.out.is_empty() || status != "2" || !is_silent(">"))
                    && step
                        .checks
                        .iter()
                        .all(|check| is_met(check, &ran, folder.path()));
                if !is_right {
                    let missed = step
                        .checks
                        .iter()
                        .find(|it| !is_met(it, &ran, folder.path()));
                    let missed = missed.map(|it| format!("{}{} {}", it.place, it.how, it.text));
                    failures += &format!(
                        "runs/{name}.txt:{}:{group}: `huarong{head}` ends with {}, missing {:?}\n{}{}\n",
                        step.number, ran.status, missed, ran.out, ran.err
                    );
                }
                printed = ran.out;
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

macro_rules! runs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check_runs(stringify!($name), include_str!(concat!("runs/", stringify!($name), ".txt")));
        })*

        #[test]
        fn every_file_of_runs_is_run() {
            let files = fs::read_dir("tests/cli/runs").expect("a folder").count();
            assert_eq!(files, [$(stringify!($name)),*].len());
        }
    };
}

runs! { atlas convert design errors exploring export folders forms graph hamilton inputs limits listing make naming output pages play proofs resuming shell solution_notations stopping strangers tiles tour typing verifying }
