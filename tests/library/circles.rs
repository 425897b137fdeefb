//! The architecture between files: following what each file uses from the others never leads back
//! to where one began.
//!
//! A file uses another if it names something that is defined there, wherever it is re-exported.
//! A module that only declares or re-exports another does not use it, and a module and the parts
//! that it is made of may share what it defines: what a part takes from it does not count. Nor does
//! what is there for tests alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Write as _;

use super::layers::sources;

/// Circles that are still there, each as the list of its files in alphabetical order. It may only
/// shrink: a new circle fails the test, and so does one that is listed here and is gone.
const KNOWN: &[&[&str]] = &[];

/// A word or a sign of a source, and its line.
type Token<'a> = (usize, &'a str);

/// The length of what `text` begins with, and whether it is a token.
fn lexeme(text: &str) -> (usize, bool) {
    let end_of = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
    };
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let first = text.chars().next().unwrap_or(' ');
    let hashes = text.trim_start_matches(['b', 'r']).bytes().take_while(|&b| b == b'#').count();
    let raw = text.trim_start_matches(['b', 'r']).trim_start_matches('#').starts_with('"');
    if text.starts_with("//") {
        (text.find('\n').unwrap_or(text.len()), false)
    } else if text.starts_with("/*") {
        (end_of("*/", 2), false)
    } else if raw && (text.starts_with('r') || text.starts_with("br")) {
        let open = text.find('"').unwrap_or(0) + 1;
        (end_of(&format!("\"{}", "#".repeat(hashes)), open), false)
    } else if first == '"' || first == '\'' {
        quoted(text, first)
    } else if is_word(first) {
        (text.find(|c| !is_word(c)).unwrap_or(text.len()), true)
    } else if text.starts_with("::") {
        (2, true)
    } else {
        (first.len_utf8(), !first.is_whitespace())
    }
}

/// The length of a literal in quotes, or of a lifetime's apostrophe.
fn quoted(text: &str, quote: char) -> (usize, bool) {
    let mut inside = text[1..].char_indices();
    let mut count = 0;
    while let Some((at, c)) = inside.next() {
        if c == quote {
            return (1 + at + 1, false);
        }
        count += 1;
        if c == '\\' {
            inside.next();
        } else if quote == '\'' && count == 1 && !text[1 + at + c.len_utf8()..].starts_with('\'') {
            return (1, false);
        }
    }
    (text.len(), false)
}

/// The source without comments and literals.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    while at < text.len() {
        let (length, is_token) = lexeme(&text[at..]);
        let word = &text[at..at + length];
        if is_token {
            tokens.push((line, word));
        }
        line += word.matches('\n').count();
        at += length;
    }
    tokens
}

/// The tokens of what is there for the program, without what is for tests alone, and the names of
/// the modules in other files that are for tests alone.
fn without_tests<'a>(tokens: &[Token<'a>]) -> (Vec<Token<'a>>, Vec<&'a str>) {
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.1 == word);
    let (mut kept, mut of_tests, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        if !["#", "[", "cfg", "(", "test", ")", "]"].iter().zip(at..).all(|(w, at)| is(at, w)) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let (mut depth, begun) = (0_usize, at + 7);
        at = begun;
        while at < tokens.len() {
            let word = tokens[at].1;
            at += 1;
            match word {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 && (word == ";" || word == "}") {
                break;
            }
        }
        if is(begun, "mod") && is(begun + 2, ";") {
            of_tests.push(tokens[begun + 1].1);
        }
    }
    (kept, of_tests)
}

/// A path as it is written: `["super", "grid", "Cell"]`.
type Names<'a> = Vec<&'a str>;

/// One name that a `use` brings in.
struct Import<'a> {
    line: usize,
    name: &'a str,
    path: Names<'a>,
    /// It is there for others too, and may be there for others only.
    is_public: bool,
}

/// What is said about other files in one.
struct Module<'a> {
    file: &'a str,
    imports: Vec<Import<'a>>,
    /// The paths in the rest of its code, and single words.
    paths: Vec<(usize, Names<'a>)>,
}

/// Reads the tree of a `use` from `at` on, up to `;`, and returns where it ends.
fn read_tree<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    prefix: &[&'a str],
    found: &mut Vec<(usize, &'a str, Names<'a>)>,
) -> usize {
    let mut path = prefix.to_vec();
    while let Some(&(line, word)) = tokens.get(at) {
        at += 1;
        match word {
            "::" => {}
            "{" => {
                while tokens.get(at).is_some_and(|token| token.1 != "}") {
                    at = read_tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at).is_some_and(|token| token.1 == ","));
                }
                return at + 1;
            }
            "as" => {
                let alias = tokens.get(at).map_or("", |token| token.1);
                found.push((line, alias, path));
                return at + 1;
            }
            _ => {
                if word != "self" || path.is_empty() {
                    path.push(word);
                }
                let next = tokens.get(at).map_or(";", |token| token.1);
                if matches!(next, ";" | "," | "}") {
                    found.push((line, path.last().copied().unwrap_or_default(), path));
                    return at;
                }
            }
        }
    }
    at
}

fn module<'a>(file: &'a str, tokens: &[Token<'a>]) -> Module<'a> {
    let mut module = Module { file, imports: Vec::new(), paths: Vec::new() };
    let is_name = |word: &str| word.starts_with(|c: char| c == '_' || c.is_alphabetic());
    let mut at = 0;
    while at < tokens.len() {
        let (line, word) = tokens[at];
        let before = at.checked_sub(1).map_or("", |before| tokens[before].1);
        // Not the `use<'a>` of a bound.
        if word == "use" && tokens.get(at + 1).is_some_and(|token| token.1 != "<") {
            let mut found = Vec::new();
            at = read_tree(tokens, at + 1, &[], &mut found);
            let is_public = matches!(before, "pub" | ")");
            let imports = found.into_iter();
            module.imports.extend(imports.map(|(line, name, path)| Import {
                line,
                name,
                path,
                is_public,
            }));
        } else if is_name(word) && before != "." {
            let mut path = vec![word];
            while tokens.get(at + 1).is_some_and(|token| token.1 == "::")
                && tokens.get(at + 2).is_some_and(|token| is_name(token.1))
            {
                at += 2;
                path.push(tokens[at].1);
            }
            module.paths.push((line, path));
            at += 1;
        } else {
            at += 1;
        }
    }
    module
}

/// All the modules, by their paths from the root.
struct Tree<'a> {
    modules: HashMap<Names<'a>, Module<'a>>,
}

/// What a path leads to.
enum Leads<'a> {
    Module(Names<'a>),
    /// Something defined in the module of this path.
    Item(Names<'a>),
}

impl<'a> Tree<'a> {
    fn new(sources: &'a [(String, String)]) -> Self {
        let mut modules = HashMap::new();
        let mut of_tests: Vec<Names> = Vec::new();
        for (file, text) in sources {
            let place = file.trim_end_matches(".rs");
            let mut path: Names = place.split('/').collect();
            if matches!(path.last(), Some(&("mod" | "lib" | "main"))) {
                path.pop();
            }
            let (tokens, tests) = without_tests(&tokens(text));
            of_tests.extend(tests.iter().map(|test| [&path[..], &[test]].concat()));
            // The program is a short file beside the library and has no names for others.
            if file != "main.rs" {
                modules.insert(path, module(file, &tokens));
            }
        }
        modules.retain(|path: &Names, _| !of_tests.iter().any(|test| path.starts_with(test)));
        Tree { modules }
    }

    /// Where a path leads that is written in the module `from`; nowhere if to another crate. Gives
    /// up after some re-exports of re-exports.
    fn resolve(&self, from: &[&'a str], path: &[&'a str], patience: u32) -> Option<Leads<'a>> {
        let patience = patience.checked_sub(1)?;
        let (&first, mut rest) = path.split_first()?;
        let mut here = match first {
            "crate" | "huarong" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            _ => {
                rest = path;
                from.to_vec()
            }
        };
        let is_relative = rest.len() == path.len();
        for (number, &name) in rest.iter().enumerate() {
            if name == "super" {
                here.pop()?;
                continue;
            }
            let inner = [&here[..], &[name]].concat();
            if self.modules.contains_key(&inner) {
                here = inner;
                continue;
            }
            let imports = &self.modules.get(&here)?.imports;
            match imports.iter().find(|import| import.name == name) {
                Some(import) => match self.resolve(&here, &import.path, patience)? {
                    Leads::Module(module) => here = module,
                    item @ Leads::Item(_) => return Some(item),
                },
                None if is_relative && number == 0 => return None,
                None => return Some(Leads::Item(here)),
            }
        }
        Some(Leads::Module(here))
    }

    /// The files that one uses, and where first.
    fn used_by(&self, path: &[&'a str]) -> BTreeMap<&'a str, usize> {
        let module = &self.modules[path];
        let words: BTreeSet<&str> = module.paths.iter().map(|(_, path)| path[0]).collect();
        let imports = module.imports.iter();
        let imports = imports.filter(|import| !import.is_public || words.contains(import.name));
        let imports = imports.map(|import| (import.line, &import.path));
        let paths = module.paths.iter().filter(|(_, path)| path.len() > 1);
        let mut used = BTreeMap::new();
        for (line, names) in imports.chain(paths.map(|(line, path)| (*line, path))) {
            if let Some(Leads::Item(at)) = self.resolve(path, names, 20)
                && !path.starts_with(&at)
            {
                let first = used.entry(self.modules[&at].file).or_insert(line);
                *first = line.min(*first);
            }
        }
        used
    }
}

/// What each file uses, and where.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

/// The shortest way from one file to another, both named.
fn way<'a>(uses: &Uses<'a>, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let mut queue: VecDeque<Vec<&str>> = VecDeque::from([vec![from]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = queue.pop_front() {
        for next in uses.get(way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
            let onward = [&way[..], &[next]].concat();
            if *next == to {
                return Some(onward);
            }
            if seen.insert(next) {
                queue.push_back(onward);
            }
        }
    }
    None
}

/// The files that one leads to.
fn reached<'a>(uses: &Uses<'a>, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(file) = stack.pop() {
        let next = uses.get(file).into_iter().flat_map(BTreeMap::keys);
        stack.extend(next.filter(|next| reached.insert(**next)));
    }
    reached
}

/// The sets of files that lead to each other.
fn circles<'a>(uses: &Uses<'a>) -> Vec<Vec<&'a str>> {
    let reached: BTreeMap<&str, _> = uses.keys().map(|file| (*file, reached(uses, file))).collect();
    let mut circles: Vec<Vec<&str>> = Vec::new();
    for (file, others) in &reached {
        let back = others.iter().filter(|other| reached[**other].contains(file));
        let circle: Vec<&str> = back.copied().collect();
        if !circle.is_empty() && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

/// A circle told: its files, and a way round.
fn told(uses: &Uses, circle: &[&str]) -> String {
    let mut told = format!("{} files use each other: {}\n", circle.len(), circle.join(", "));
    let ways = circle.iter().filter_map(|file| way(uses, file, file));
    let round = ways.min_by_key(Vec::len).unwrap_or_default();
    for pair in round.windows(2) {
        let line = uses[pair[0]][pair[1]];
        writeln!(told, "    src/{}:{line} uses src/{}", pair[0], pair[1]).expect("a string");
    }
    told
}

/// What is wrong: circles that are not known, and known ones that are gone.
fn complaints(sources: &[(String, String)], known: &[&[&str]]) -> String {
    let tree = Tree::new(sources);
    let modules = tree.modules.iter();
    let uses: Uses = modules.map(|(path, module)| (module.file, tree.used_by(path))).collect();
    let circles = circles(&uses);
    let new = circles.iter().filter(|circle| !known.contains(&&circle[..]));
    let gone = known.iter().filter(|known| !circles.iter().any(|circle| circle == *known));
    let gone = gone.map(|circle| format!("no circle any more, or another: {circle:?}\n"));
    new.map(|circle| told(&uses, circle)).chain(gone).collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let found = complaints(&sources(), KNOWN);
    assert!(found.is_empty(), "\n{found}");
}

/// The complaints about files with these texts.
fn about(files: &[(&str, &str)], known: &[&[&str]]) -> String {
    let sources = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
    complaints(&sources.collect::<Vec<_>>(), known)
}

#[test]
fn a_circle_is_told_with_its_files_and_a_way_round() {
    let files = [
        ("a.rs", "//! See crate::b.\n\nuse crate::{\n    b::{self, One},\n    c::Two,\n};\n"),
        ("b.rs", "use std::fmt;\n\nfn f() -> crate::c::Two {}\n"),
        ("c.rs", "fn f() {\n    huarong::a::g::<Three>();\n}\n"),
    ];
    let told = "3 files use each other: a.rs, b.rs, c.rs\n    src/a.rs:5 uses src/c.rs\n    \
                src/c.rs:2 uses src/a.rs\n";
    assert_eq!(about(&files, &[]), told);
    assert_eq!(about(&files, &[&["a.rs", "b.rs", "c.rs"]]), "");
    let gone = about(&files[..2], &[&["a.rs", "b.rs", "c.rs"]]);
    assert_eq!(gone, "no circle any more, or another: [\"a.rs\", \"b.rs\", \"c.rs\"]\n");
}

#[test]
fn what_is_reexported_is_used_where_it_is_defined() {
    let leaf = ("a/leaf.rs", "use super::Other;\n");
    let other = ("a/other.rs", "pub struct Other;\n");
    // `mod.rs` only hands on what the others define.
    let named = ("a/mod.rs", "mod leaf;\nmod other;\npub use leaf::Leaf;\npub use other::Other;\n");
    assert_eq!(about(&[leaf, other, named], &[]), "");
    // It uses what a part of it defines, and the part what it defines.
    let shared = ("a/mod.rs", "mod leaf;\npub use leaf::Leaf;\nstruct Other(Leaf);\n");
    assert_eq!(about(&[leaf, shared], &[]), "");
    // Two parts of which one uses the other through the whole.
    let through = ("a/other.rs", "pub struct Other(super::Leaf);\n");
    for parent in [
        "mod leaf;\nmod other;\npub use leaf::Leaf;\npub use other::Other;\n",
        "mod leaf;\nmod other;\nuse self::leaf::{Leaf};\nuse other::{Other as It, Other};\n",
    ] {
        let told = about(&[leaf, through, ("a/mod.rs", parent)], &[]);
        assert!(told.starts_with("2 files use each other: a/leaf.rs, a/other.rs\n"), "{told}");
    }
    // A folder that uses what lies beside it, by the name of a module.
    let parent = ("a/mod.rs", "mod leaf;\nuse crate::b;\nstruct Two { it: b::One }\n");
    let told = about(&[parent, ("b.rs", "struct One(super::a::Two);\n")], &[]);
    assert!(told.starts_with("2 files use each other: a/mod.rs, b.rs\n"), "{told}");
}

#[test]
fn comments_literals_and_tests_use_nothing() {
    let other = ("b.rs", "use crate::a::One;\n");
    for text in [
        "/// As [`crate::b::Two`].\nstruct One;\n",
        "/* crate::b::Two */ const TEXT: &str = \"\\\"crate::b::Two\";\n",
        "const TEXT: &str = r#\"\"crate::b::Two\"#; const C: [char; 2] = ['\"', '\\''];\n",
        "#[cfg(test)]\nmod tests {\n    use crate::b::Two;\n    fn f() { {} }\n}\n",
        "#[cfg(test)]\nuse crate::b::{Two, Three};\n",
        "#[cfg(test)]\nmod tests;\n",
    ] {
        let files = [("a.rs", text), ("a/tests.rs", "use crate::b::Two;\n"), other];
        let files = if text.contains("mod tests;") { &files } else { &[files[0], other][..] };
        assert_eq!(about(files, &[]), "", "{text}");
    }
    let lifetime = "fn f<'a>(it: &'a str) -> crate::b::Two<'a> {}\n";
    assert_ne!(about(&[("a.rs", lifetime), other], &[]), "");
    let after = "#[cfg(test)]\nmod tests {}\nuse crate::b::Two;\n";
    assert_ne!(about(&[("a.rs", after), other], &[]), "");
}
