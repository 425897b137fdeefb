//! What `--json` prints is as its schema says, and the schema says nothing else.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;

/// The exit status and the arguments of what prints JSON.
const PRINTING: &str = include_str!("tables/json.txt");

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
    let folder = folder_to_print_from();
    let schema = Schema::printed();
    let mut seen = BTreeSet::new();
    let run = |line: &str| {
        let mut command = program();
        command.current_dir(&folder).args(words(line));
        Ran::of(command.arg("--json"))
    };
    for row in PRINTING.lines() {
        let (status, line) = row.split_once(' ').expect("a status");
        let ran = run(line);
        let is_noted = ran
            .err
            .lines()
            .all(|it| it.starts_with("note: `4WVE1`: no goal is given"));
        assert_eq!(ran.status.to_string(), status, "{line}: {}", ran.err);
        assert!(is_noted || status == "2", "{line}: {}", ran.err);
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
