//! What `--json` prints is as its schema says, and the schema says nothing else.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;

/// Arguments of what prints JSON, and the exit status. `SMALL`, `STUCK`, `TILES`, `MAP`, `GRAPH`,
/// `SAVED`, `BAD`, `ANSWERS`, `MOVES`, `GATED`, `DOORS`, `PROOF` and `CUT` are files.
const PRINTING: &[(&str, i32)] = &[
    ("solve SMALL STUCK 4WVE1 simplicity", 1),
    ("solve SMALL --algorithm dfs --metric step", 0),
    ("solve SMALL --tablebase SAVED", 0),
    ("solve TILES", 0),
    ("solve DOORS", 0),
    ("explore DOORS", 0),
    ("solve SMALL --proof PROOF", 0),
    ("solve BAD SMALL", 2),
    ("verify SMALL ANSWERS", 0),
    ("verify 4WVE1 ANSWERS", 0),
    ("verify SMALL MOVES", 1),
    ("verify a3b1c3a2c1b3a1c2", 1),
    ("show SMALL heng-dao-li-ma 4WVE1 GATED --metric step", 0),
    ("verify --proof PROOF", 0),
    ("verify --proof CUT", 1),
    ("solve heng-dao-li-ma --max-states 500", 3),
    ("solve heng-dao-li-ma --max-memory 12001k", 3),
    ("solve heng-dao-li-ma --max-depth 12", 3),
    ("solve heng-dao-li-ma --algorithm dfs --timeout 0s", 3),
    ("solve SMALL STUCK 4WVE1 --all --limit 2", 1),
    ("solve heng-dao-li-ma --all --max-depth 12", 3),
    ("compare SMALL STUCK 4WVE1", 0),
    ("compare heng-dao-li-ma --max-states 500", 3),
    (
        "compare SMALL simplicity --algorithms iddfs,dfs-reverse,dfs-random --sort ratio",
        0,
    ),
    ("compare TILES --algorithms idastar --runs 1", 0),
    ("check KEPT", 0),
    ("explore --status KEPT", 0),
    ("explore --status SMALL", 2),
    ("check SAVED", 2),
    ("list", 0),
    ("list --search 横刀立马 --sort moves", 0),
    ("make 4x4 --seed 7", 0),
    ("make 4x2 --steps 30..33 --count 2", 0),
    ("make 3x3 --steps 32", 1),
    ("make zip 6x6 --numbers 2 --seed 1", 3),
    ("make 3x3 --moves 8..10 --seed 1", 0),
    ("make 3x3 --moves 8..10 --pieces 9", 1),
    ("make zip 4x4 --walls 2 --count 2", 0),
    ("make rush 5x5 --slides 12..", 0),
    ("make zip 4x4 --walls 10", 1),
    ("make doors 4x4 --moves 3..5 --seed 1", 0),
    ("rate DOORS", 0),
    ("design 3x2", 0),
    ("design 3x3 --shapes 2x2 --metric step", 0),
    ("design 4x4 --timeout 0s", 3),
    ("design 3x3 --search --seed 1 --timeout 300ms", 3),
    ("design rush 4x4 --top 2", 0),
    ("design rush 4x4 --top 2 --metric step", 0),
    ("design simplicity --metric step", 0),
    ("design heng-dao-li-ma --timeout 0s", 3),
    ("design 4WVE1 --timeout 0s", 3),
    ("design rush 6x6 --timeout 0s", 3),
    ("explore heng-dao-li-ma", 0),
    ("explore STUCK", 0),
    ("explore SMALL --from goals --engine ranked", 0),
    ("explore SMALL --layers-only --metric slide", 0),
    ("explore heng-dao-li-ma --max-depth 12", 3),
    ("explore 4WVE1 --max-depth 2", 3),
    ("explore SMALL --all-components", 0),
    ("explore STUCK --all-components", 0),
    ("explore heng-dao-li-ma --all-components --timeout 0s", 3),
    ("explore SMALL --at 1", 0),
    ("explore SMALL --at 9", 1),
    ("explore heng-dao-li-ma --at 9 --timeout 0s", 3),
    ("explore 4WVE1 --at 9 --timeout 0s", 3),
    ("explore 4WVE1 --all-components --timeout 0s", 3),
    ("rate SMALL STUCK", 0),
    ("rate heng-dao-li-ma --max-states 500", 3),
    ("rate 4WVE1 --max-states 500", 3),
    ("atlas 4x5 --pieces 1,6,0", 0),
    ("atlas 4x5 --pieces 1,6,0 --metric step --timeout 0s", 3),
    ("tour 5x5 --stats", 0),
    ("tour 1x1 --stats", 0),
    ("tour 5x5 --count", 0),
    ("tour 6x5 --closed --all --limit 2", 0),
    ("tour 5x5 --closed", 1),
    ("tour 5x5 --closed --all", 1),
    ("tour 5x5 --closed --count", 1),
    ("tour 6x6 --count --max-nodes 1000", 3),
    ("hamilton MAP --start 1,1", 0),
    ("hamilton MAP --all", 0),
    ("hamilton MAP --unique", 1),
    ("hamilton MAP --count", 0),
    ("hamilton MAP --every-start", 0),
    ("hamilton MAP --every-start --count", 0),
    ("hamilton MAP --every-start --max-nodes 5", 3),
    ("hamilton MAP --all --timeout 0s", 3),
    ("hamilton cat --cycle", 1),
    ("hamilton GRAPH --edges", 0),
    ("hamilton GRAPH --edges --directed --cycle", 0),
    ("graph MAP", 0),
    ("graph GRAPH --edges --directed --dfs", 0),
    ("graph GRAPH --edges", 0),
    ("graph knight 3x3 --neighbours 1,1", 0),
    ("graph knight 3x3 --bfs 1,1", 0),
    ("graph GRAPH --edges --euler", 0),
    ("graph knight 8x8 --euler", 1),
];

/// A puzzle with a gate, a note and a source.
const GATED: &str = "name: Gated\nsource: a book\nnote: narrow\npieces: axis\ngate: + = A\n\nA + .\nB . .\n\ngoal:\n. . A\n. . .\n";

/// A puzzle with a door.
const DOORS: &str = "layers: A = red blue\ndoor: red = right 1\ndoor: blue = right 1\n\nA .\nB .\n";

/// Commands that are refused and print no line.
const WRONG: [&str; 3] = [
    "list --family nosuch",
    "hamilton nosuch",
    "tour 8x8 --start z99",
];

/// The schema, and the place in it of each form.
struct Schema {
    root: Value,
    forms: BTreeMap<String, String>,
}

impl Schema {
    fn printed() -> Self {
        let ran = huarong(&["json"], "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let root = ran.object();
        let mut forms = BTreeMap::new();
        for form in root["oneOf"].as_array().expect("there are several") {
            let place = form["$ref"].as_str().expect("a form stands elsewhere");
            let found = root.pointer(&place[1..]).expect("there is one");
            let name = found["properties"]["schema"]["const"]
                .as_str()
                .expect("it has a name");
            forms.insert(name.to_owned(), place.to_owned());
        }
        Schema { root, forms }
    }

    /// Adds an error for each way in which a value, called `path`, contradicts a schema.
    ///
    /// # Panics
    /// If the schema uses a word that is not checked here.
    fn validate(&self, schema: &Value, value: &Value, path: &str, errors: &mut Vec<String>) {
        let found = errors.len();
        for (word, rule) in schema.as_object().expect("a schema is an object") {
            let strings = || {
                rule.as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
            };
            let limit = || rule.as_u64().expect("a limit is a number");
            let items = value.as_array();
            let is_met = match word.as_str() {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let place = rule.as_str().expect("a reference is a text");
                    let inner = self
                        .root
                        .pointer(&place[1..])
                        .expect("the schema has the place");
                    self.validate(inner, value, path, errors);
                    true
                }
                "type" => strings()
                    .chain(rule.as_str())
                    .any(|kind| is_of_type(value, kind)),
                "const" => value == rule,
                "enum" => rule.as_array().expect("a list").contains(value),
                "minimum" => value
                    .as_f64()
                    .is_none_or(|number| Some(number) >= rule.as_f64()),
                "minItems" => items.is_none_or(|items| items.len() as u64 >= limit()),
                "maxItems" => items.is_none_or(|items| items.len() as u64 <= limit()),
                "items" => {
                    let first = schema["prefixItems"].as_array().map_or(0, Vec::len);
                    for (at, item) in items.into_iter().flatten().enumerate().skip(first) {
                        match rule {
                            Value::Bool(is_allowed) if !is_allowed => {
                                errors.push(format!("{path}[{at}]: too many items"));
                            }
                            Value::Bool(_) => {}
                            rule => self.validate(rule, item, &format!("{path}[{at}]"), errors),
                        }
                    }
                    true
                }
                "prefixItems" => {
                    let rules = rule.as_array().expect("a list").iter();
                    for (rule, item) in rules.zip(items.into_iter().flatten()) {
                        self.validate(rule, item, &format!("{path}[]"), errors);
                    }
                    true
                }
                "properties" => {
                    for (key, rule) in rule.as_object().expect("an object") {
                        if let Some(inner) = value.get(key) {
                            self.validate(rule, inner, &format!("{path}.{key}"), errors);
                        }
                    }
                    true
                }
                "required" => strings().all(|key| !value.is_object() || value.get(key).is_some()),
                "additionalProperties" => {
                    let others = value.as_object().into_iter().flatten();
                    let mut others =
                        others.filter(|(key, _)| schema["properties"].get(key).is_none());
                    if *rule == false {
                        others.next().is_none()
                    } else {
                        others.for_each(|(_, value)| self.validate(rule, value, path, errors));
                        true
                    }
                }
                word => panic!("{path}: the schema uses `{word}`"),
            };
            if !is_met {
                errors.push(format!("{path}: {value} is not as `{word}`: {rule}"));
            }
        }
        errors[found..].sort();
    }

    /// Checks an object against its schema, and records the fields that are not null.
    #[track_caller]
    fn check(&self, object: &Value, seen: &mut BTreeSet<String>) {
        let name = object["schema"].as_str().expect("it says its form");
        let place = self
            .forms
            .get(name)
            .unwrap_or_else(|| panic!("{name}: no form"));
        let mut errors = Vec::new();
        self.validate(&json!({ "$ref": place }), object, name, &mut errors);
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        self.note(place, object, seen);
    }

    fn note(&self, place: &str, value: &Value, seen: &mut BTreeSet<String>) {
        let schema = self.root.pointer(&place[1..]).expect("there is one");
        if let Some(elsewhere) = schema["$ref"].as_str() {
            return self.note(elsewhere, value, seen);
        }
        for key in schema["properties"]
            .as_object()
            .into_iter()
            .flat_map(|it| it.keys())
        {
            let inner = &value[key];
            if !inner.is_null() {
                let place = format!("{place}/properties/{key}");
                seen.insert(place.clone());
                self.note(&place, inner, seen);
            }
        }
        if schema["items"].is_object() {
            for item in value.as_array().into_iter().flatten() {
                self.note(&format!("{place}/items"), item, seen);
            }
        }
    }
}

fn is_of_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        // Counts may have more digits than an integer of the parser.
        "integer" => {
            value.is_u64() || value.is_i64() || value.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
        kind => panic!("there is no type `{kind}`"),
    }
}

/// Every field that is described below here, and that each object is described in full.
fn described(schema: &Value, place: &str, fields: &mut BTreeSet<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        assert_eq!(schema["additionalProperties"], false, "{place}");
        for (key, inner) in properties {
            let place = format!("{place}/properties/{key}");
            described(inner, &place, fields);
            fields.insert(place);
        }
    }
    if schema["items"].is_object() {
        described(&schema["items"], &format!("{place}/items"), fields);
    }
}

#[test]
fn every_json_line_matches_its_schema_and_every_field_occurs() {
    let (folder, small) = file("small.txt", SMALL.as_bytes());
    let named = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("it can be written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let stuck = named("stuck.txt", STUCK);
    let map = named("small.map", "111\n111\n111\n");
    let tiles = named(
        "tiles.txt",
        "1 2 3 4 5\n6 7 . 8 9\n\ngoal:\n1 2 3 4 5\n6 7 8 9 .\n",
    );
    let graph = named("graph.txt", "a b\nb c\nc a\n");
    let saved = folder.path().join("saved").display().to_string();
    assert_eq!(
        huarong(&["explore", &small, "--save", &saved, "--quiet"], "").status,
        0
    );
    let kept = folder.path().join("kept").display().to_string();
    let keeping = ["explore", &small, "--work-dir", &kept, "--quiet"];
    assert_eq!(huarong(&keeping, "").status, 0);
    let answers = named(
        "answers.jsonl",
        &huarong(&["solve", &small, "4WVE1", "--json"], "").out,
    );
    let moves = named("moves.txt", "B down\n");
    let bad = named("bad.txt", "A?\n");
    let gated = named("gated.txt", GATED);
    let doors = named("doors.txt", DOORS);
    let proof = folder.path().join("small.proof").display().to_string();
    let cut = named("cut.proof", "huarong certificate 1\n");
    let schema = Schema::printed();
    let mut seen = BTreeSet::new();
    let run = |line: &str| {
        let file = |word| match word {
            "SMALL" => &small,
            "STUCK" => &stuck,
            "TILES" => &tiles,
            "MAP" => &map,
            "GRAPH" => &graph,
            "SAVED" => &saved,
            "KEPT" => &kept,
            "ANSWERS" => &answers,
            "MOVES" => &moves,
            "GATED" => &gated,
            "DOORS" => &doors,
            "BAD" => &bad,
            "PROOF" => &proof,
            "CUT" => &cut,
            word => word,
        };
        let words: Vec<&str> = line.split(' ').map(file).chain(["--json"]).collect();
        huarong(&words, "")
    };
    for (line, status) in PRINTING {
        let ran = run(line);
        let is_noted = ran
            .err
            .lines()
            .all(|it| it.starts_with("note: `4WVE1`: no goal is given"));
        let is_told = is_noted || *status == 2;
        assert!(
            ran.status == *status && is_told,
            "{line}: {} {}",
            ran.status,
            ran.err
        );
        assert!(!ran.out.is_empty(), "{line}");
        for object in ran.out.lines() {
            assert!(object.starts_with("{\"schema\":"), "{line}: {object}");
            schema.check(&serde_json::from_str(object).expect("an object"), &mut seen);
        }
    }
    for line in WRONG {
        run(line).is_refused(&["error: "]);
    }
    let mut fields = BTreeSet::new();
    for (name, inner) in schema.root["$defs"].as_object().expect("there are several") {
        described(inner, &format!("#/$defs/{name}"), &mut fields);
    }
    let dead: Vec<&String> = fields.difference(&seen).collect();
    assert!(dead.is_empty(), "described, and never printed: {dead:#?}");
}

#[test]
fn the_schema_checker_rejects_invalid_objects() {
    let root = json!({ "$defs": { "cell": { "type": "array", "items": { "minimum": 1 } } } });
    let schema = Schema {
        root,
        forms: BTreeMap::new(),
    };
    let object = json!({
        "type": "object",
        "properties": { "a": { "type": ["integer", "null"] }, "b": { "enum": ["x", "y"] } },
        "required": ["a"],
        "additionalProperties": false
    });
    let pair = json!({
        "prefixItems": [{ "type": "string" }], "items": { "const": 7 }, "minItems": 2, "maxItems": 3
    });
    for (rule, value, is_right) in [
        (&object, json!({ "a": null, "b": "x" }), true),
        (&object, json!({ "a": 1e30 }), true),
        (&object, json!({ "a": 1.5 }), false),
        (&object, json!({ "a": "1" }), false),
        (&object, json!({ "b": "x" }), false),
        (&object, json!({ "a": 1, "b": "z" }), false),
        (&object, json!({ "a": 1, "c": 1 }), false),
        (&object, json!([]), false),
        (&pair, json!(["a", 7]), true),
        (&pair, json!([7, 7]), false),
        (&pair, json!(["a", 8]), false),
        (&pair, json!(["a"]), false),
        (&pair, json!(["a", 7, 7, 7]), false),
        (&json!({ "$ref": "#/$defs/cell" }), json!([1, 2]), true),
        (&json!({ "$ref": "#/$defs/cell" }), json!([0]), false),
        (&json!({ "$ref": "#/$defs/cell" }), json!("1"), false),
        (&json!({ "type": "boolean" }), json!(true), true),
        (&json!({ "type": "number" }), json!(true), false),
    ] {
        let mut errors = Vec::new();
        schema.validate(rule, &value, "here", &mut errors);
        assert_eq!(errors.is_empty(), is_right, "{rule} {value} {errors:?}");
    }
}
