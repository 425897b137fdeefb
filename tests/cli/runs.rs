//! Runs of the program as data. A line of `runs/*.txt` begins with what it is:
//!
//! | line | meaning |
//! |---|---|
//! | `# title` | a group of runs, which share a new folder |
//! | `* size 3x3 4x4` | this group once for each of these words, which `{size}` stands for |
//! | `0 solve small.txt` | a run: its exit status and its arguments |
//! | `@ small.txt` | a file in the folder |
//! | `- small.txt` | this file or folder is deleted |
//! | `%CAT` | a text with a name, for all groups below |
//! | `< A B .` | a line of the input of this run, of this file, or of this text |
//! | `<%CAT`, `<-`, `<=moves` | the input is this text, what the run before has printed, or a value |
//! | `> 81 moves` | a part of standard output; `!` is standard error, `/map.svg >` a file |
//! | `>^`, `>$`, `>=`, `>!` | its beginning, its end, the whole, or a part that it lacks |
//! | `>#2`, `>*2 moves`, `>+`, `>` | two lines, a part that it has twice, some output, none |
//! | `>~ b c`, `>@ map.svg` | a part, if spaces in a row count as one; a file of `tests/pictures` |
//! | `.layers.# = 3` | a value of the object, or list of objects, on standard output |
//! | `!=`, `<=`, `>=`, `has`, `:` | another value, at most, at least, a part of a text, any number |
//! | `= code hardest.code` | `{code}` is this value, in all lines below; without a path all output |
//! | `~ code` | the object is `{code}` but for what depends on the engine, the file and the time |
//! | `? slide 290 rush.txt` | this file (`-`: the output) has as many lengths, each of which holds |
//! | `/ map.svg`, `/! map.svg` | there is such a file, or none |
//! | `\| text` | one more line of the text above |
//!
//! `\n`, `\u{3000}` are escaped as in Rust; a last line that ends with `\` has no line feed.
//! If no line says otherwise, standard error is empty, and standard output if the status is 2.

use std::collections::HashMap;

use super::cases::unescaped;
use super::*;

/// A line that does something, with the lines below that belong to it.
struct Step {
    number: usize,
    head: String,
    input: Input,
    checks: Vec<Check>,
}

/// What a run or a file is fed with.
enum Input {
    Lines(String),
    /// What this names, as written behind `<`.
    Named(String),
}

/// The place to look at, how to compare, and the text.
struct Check {
    place: String,
    how: String,
    text: String,
}

/// A line with its number.
type Line = (usize, String);

/// A line with its line feed, if it has one.
fn line_of(text: &str) -> String {
    let slashes = text.len() - text.trim_end_matches('\\').len();
    if slashes % 2 == 1 {
        unescaped(&text[..text.len() - 1])
    } else {
        unescaped(text) + "\n"
    }
}

fn check(line: &str) -> Check {
    let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
    let (place, how, text) = match &line[..1] {
        "." => (line, "", ""),
        "/" if mark.len() > 2 => {
            let (how, text) = text.split_once(' ').unwrap_or((text, ""));
            (mark, &how[1..], text)
        }
        place => (place, &mark[1..], text),
    };
    let is_empty = how.is_empty() && text.is_empty();
    let how = if is_empty && "!>".contains(place) {
        "="
    } else {
        how
    };
    Check {
        place: place.to_owned(),
        how: how.to_owned(),
        text: if how == "=" && !is_empty {
            line_of(text)
        } else {
            unescaped(text)
        },
    }
}

fn steps(lines: &[Line]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in lines.iter().filter(|(_, line)| !line.is_empty()) {
        let last = steps.last_mut();
        let mark = line.chars().next().unwrap_or_default();
        match mark {
            '<' => {
                let input = &mut last.expect("a run or file above").input;
                match (input, line[1..].split_at_checked(1)) {
                    (Input::Lines(above), None) => above.push('\n'),
                    (Input::Lines(above), Some((" ", text))) => *above += &line_of(text),
                    (input, _) => *input = Input::Named(line[1..].to_owned()),
                }
            }
            '|' => {
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
            '>' | '!' | '.' | '/' | '=' | '~' | '?' => {
                last.expect("a run above").checks.push(check(line));
            }
            _ => steps.push(Step {
                number: *number,
                head: line.clone(),
                input: Input::Lines(String::new()),
                checks: Vec::new(),
            }),
        }
    }
    steps
}

/// Returns the lines of a group, once for each of the words that it is to be run with.
fn repeated(lines: &[Line]) -> Vec<Vec<Line>> {
    let Some(at) = lines.iter().position(|(_, line)| line.starts_with("* ")) else {
        return vec![lines.to_vec()];
    };
    let choices = words(&lines[at].1[2..]);
    let name = format!("{{{}}}", choices[0]);
    let mut all = Vec::new();
    for word in &choices[1..] {
        let mut copy = lines.to_vec();
        copy.remove(at);
        for (_, line) in &mut copy {
            *line = line.replace(&name, word);
        }
        all.extend(repeated(&copy));
    }
    all
}

/// Whether a text is as a check wants it.
fn holds(check: &Check, text: &str) -> bool {
    let part = check.text.as_str();
    let number = || check.how[1..].parse().ok();
    let squeezed = |text: &str| {
        text.split(' ')
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match check.how.chars().next() {
        None => text.contains(part),
        Some('^') => text.starts_with(part),
        Some('$') => text.ends_with(part),
        Some('=') => text == part,
        Some('!') => !text.contains(part),
        Some('+') => !text.is_empty(),
        Some('@') => text == written(format!("tests/pictures/{part}")),
        Some('~') => squeezed(text).contains(&squeezed(part)),
        Some('#') => Some(text.lines().count()) == number(),
        Some('*') => Some(text.matches(part).count()) == number(),
        Some(how) => panic!("`{how}` is no way to compare"),
    }
}

/// Returns the value at a path such as `layers.#` of an object, or of a list of one a line. `#` is
/// a length.
fn value_at(path: &str, text: &str) -> Value {
    let object = |line| serde_json::from_str(line).unwrap_or(Value::Null);
    let mut found = match text.lines().count() {
        0 | 1 => object(text),
        _ => text.lines().map(object).collect(),
    };
    for key in path.split('.').filter(|key| !key.is_empty()) {
        found = match (key.parse::<usize>(), key) {
            (Ok(index), _) => found[index].take(),
            (_, "#") => found
                .as_array()
                .map_or(Value::Null, |list| list.len().into()),
            _ => found[key].take(),
        };
    }
    found
}

/// Whether an object has the value that a check names: `layers.# = 3`, `seconds : number`.
fn has_value(check: &str, printed: &str) -> bool {
    let mut parts = check.splitn(3, ' ');
    let found = value_at(parts.next().expect("a path"), printed);
    let sign = parts.next().expect("how to compare");
    if sign == ":" {
        return found.is_number();
    }
    let value = parts.next().expect("a value");
    let value: Value = serde_json::from_str(value).expect("a value in JSON");
    match sign {
        "=" => found == value,
        "!=" => found != value,
        "<=" => found.as_f64().is_some() && found.as_f64() <= value.as_f64(),
        ">=" => found.as_f64().is_some() && found.as_f64() >= value.as_f64(),
        "has" => found
            .as_str()
            .zip(value.as_str())
            .is_some_and(|(text, part)| text.contains(part)),
        sign => panic!("`{sign}` is no way to compare"),
    }
}

/// Parses a report, without the fields that depend on the file, the engine and the time.
fn answer(text: &str) -> Value {
    let mut answer: Value = serde_json::from_str(text).expect("an object");
    for field in FIELDS_OF_A_RUN {
        answer[field].take();
    }
    answer
}

/// The runs of a group: its folder, and the texts and values that have a name.
struct Group<'a> {
    folder: tempfile::TempDir,
    texts: &'a mut HashMap<String, String>,
    values: HashMap<String, String>,
    printed: String,
}

impl Group<'_> {
    /// A text with the values that it names.
    fn filled(&self, text: &str) -> String {
        self.values
            .iter()
            .fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), value)
            })
    }

    /// The input of a step: its lines, or what they name.
    fn input(&self, input: &Input) -> String {
        match input {
            Input::Lines(text) => self.filled(text),
            Input::Named(name) => match name.split_at(1) {
                ("-", _) => self.printed.clone(),
                ("%", name) => self.texts[name].clone(),
                (_, name) => self.values[name].clone(),
            },
        }
    }

    /// Whether a run has done what a check says. Names the value that the check asks for.
    fn meets(&mut self, check: &Check, ran: &Ran) -> bool {
        let file = |name: &str| self.folder.path().join(name);
        match (&check.place[..1], &*check.place) {
            (">", _) => holds(check, &ran.out),
            ("!", _) => holds(check, &ran.err),
            ("/", "/") => file(&check.text).exists() == check.how.is_empty(),
            ("/", place) => fs::read(file(&place[1..]))
                .is_ok_and(|bytes| holds(check, &String::from_utf8_lossy(&bytes))),
            ("~", _) => answer(&ran.out) == answer(&self.values[&check.text]),
            ("?", _) => {
                let parts: Vec<&str> = check.text.split(' ').collect();
                let text = match parts[2] {
                    "-" => ran.out.clone(),
                    name => written(file(name)),
                };
                let metric = serde_json::from_value(parts[0].into()).expect("a metric");
                let checked = checked_numbers(&text, metric).to_string();
                assert_eq!(checked, parts[1], "lengths in {}", parts[2]);
                true
            }
            ("=", _) => {
                let (name, path) = check.text.split_once(' ').unwrap_or((&check.text, ""));
                let value = match path {
                    "" => Value::from(&*ran.out),
                    path => value_at(path, &ran.out),
                };
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                self.values.insert(name.to_owned(), text);
                true
            }
            _ => has_value(&check.place[1..], &ran.out),
        }
    }

    /// Runs a command, and returns why it has not done what its checks say.
    fn run(&mut self, step: &Step) -> Result<(), String> {
        let (status, line) = step.head.split_at(1);
        let line = self.filled(line);
        let mut command = program();
        command.args(words(&line)).current_dir(self.folder.path());
        command.env("XDG_DATA_HOME", self.folder.path());
        command.env("XDG_CACHE_HOME", self.folder.path());
        let ran = Ran::fed(&mut command, self.input(&step.input));
        let is_silent = |place: &str| step.checks.iter().all(|it| it.place != place);
        let mut missed = String::new();
        if ran.status.to_string() != status {
            missed = format!("status {status}");
        } else if is_silent("!") && !ran.err.is_empty() {
            missed += "nothing on standard error";
        } else if is_silent(">") && status == "2" && !ran.out.is_empty() {
            missed += "nothing on standard output";
        }
        for check in &step.checks {
            let check = Check {
                place: self.filled(&check.place),
                how: check.how.clone(),
                text: self.filled(&check.text),
            };
            if !self.meets(&check, &ran) {
                missed = format!("{}{} {}", check.place, check.how, check.text);
            }
        }
        self.printed.clone_from(&ran.out);
        if missed.is_empty() {
            return Ok(());
        }
        let Ran { status, out, err } = ran;
        Err(format!(
            "`huarong{line}` ends with {status}, without {missed:?}\n{out}{err}\n"
        ))
    }

    /// Does what a line says.
    fn step(&mut self, step: &Step) -> Result<(), String> {
        let (kind, head) = step.head.split_at(1);
        let path = self.folder.path().join(head.trim());
        match kind {
            "%" => {
                let text = self.input(&step.input);
                self.texts.insert(head.to_owned(), text);
            }
            "@" => {
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, self.input(&step.input)).expect("a file");
            }
            "-" if path.is_dir() => fs::remove_dir_all(path).expect("it is there"),
            "-" => fs::remove_file(path).expect("it is there"),
            _ => return self.run(step),
        }
        Ok(())
    }
}

fn check_runs(name: &str) {
    let text = written(format!("tests/cli/runs/{name}.txt"));
    let lines: Vec<Line> = (1..).zip(text.lines().map(str::to_owned)).collect();
    let known = [("SMALL", SMALL), ("STUCK", STUCK)];
    let mut texts = HashMap::from(known.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let mut failures = String::new();
    for group in lines.chunk_by(|_, (_, line)| !line.starts_with('#')) {
        let (title, lines) = match &group[0].1 {
            title if title.starts_with('#') => (title.as_str(), &group[1..]),
            _ => ("", group),
        };
        for lines in repeated(lines) {
            let mut group = Group {
                folder: tempfile::tempdir().expect("a folder"),
                texts: &mut texts,
                values: HashMap::new(),
                printed: String::new(),
            };
            for step in steps(&lines) {
                if let Err(why) = group.step(&step) {
                    failures += &format!("runs/{name}.txt:{}:{title}: {why}", step.number);
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

macro_rules! runs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check_runs(stringify!($name));
        })*

        #[test]
        fn every_file_of_runs_is_run() {
            let files = fs::read_dir("tests/cli/runs").expect("a folder").count();
            assert_eq!(files, [$(stringify!($name)),*].len());
        }
    };
}

runs! {
    atlas convert design errors exploring export folders forms graph hamilton inputs large_boards limits listing
    make naming output pages play proofs rating resuming shell solution_notations stopping strangers tiles
    tour typing verifying
}
