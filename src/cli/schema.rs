//! `huarong json`: prints the JSON Schema of `--json`. Its long help is a page made from the
//! schema.

use std::fmt::Write as _;
use std::io::Write;

use clap::{Args, Command};
use serde_json::Value;

use super::exit::Exit;

/// The schema of every output.
const SCHEMA: &str = include_str!("schema.json");

const WIDTH: usize = 80;

const EXAMPLES: &str = "\
Examples:
  huarong json > huarong.schema.json
  huarong solve heng-dao-li-ma --json | jq .length

Exit status: 0 done, 2 wrong usage.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct JsonArgs {}

pub fn run(out: &mut dyn Write) -> anyhow::Result<Exit> {
    out.write_all(SCHEMA.as_bytes())?;
    Ok(Exit::Done)
}

/// Returns the command with the page as its long help.
pub fn documented(command: Command) -> Command {
    command.mut_subcommand("json", |json| json.after_long_help(page() + EXAMPLES))
}

/// Returns the page: every form, field by field.
fn page() -> String {
    let root: Value = serde_json::from_str(SCHEMA).expect("a test holds it");
    let mut page = format!("Lines:\n{}", wrapped("", described(&root)));
    page += &wrapped(
        "",
        "Optional fields are present only on request. Unknown and inapplicable values are `null`. \
         `[]` stands for each item of a list.",
    );
    for form in root["oneOf"].as_array().expect("there are several") {
        let form = resolved(form, &root);
        let name = form["properties"]["schema"]["const"].as_str().expect("it has a name");
        write!(page, "\n{name}:\n{}", wrapped("", described(form))).expect("a string takes it all");
        let mut fields = Vec::new();
        collect(form, &root, "", &mut fields);
        let width = fields.iter().map(|(path, _)| path.len()).max().unwrap_or(0);
        for (path, text) in &fields {
            page += &wrapped(&format!("{path:<width$}  "), text);
        }
    }
    page + "\n"
}

fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    name.and_then(|path| root.pointer(path)).unwrap_or(schema)
}

fn described(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Collects the fields of an object or of the items of a list, required ones first.
fn collect(schema: &Value, root: &Value, path: &str, fields: &mut Vec<(String, String)>) {
    let dot = if path.is_empty() { "" } else { "." };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let Some(properties) = schema["properties"].as_object() else {
        if let Some(items) = schema.get("items").map(|items| resolved(items, root)) {
            let path = format!("{path}[]");
            if !described(items).is_empty() {
                fields
                    .push((path.clone(), format!("{}. {}", words(items, root), described(items))));
            }
            collect(items, root, &path, fields);
        }
        return;
    };
    let optional = properties.keys().map(String::as_str).filter(|key| !required.contains(key));
    for key in required.iter().copied().chain(optional) {
        let field = resolved(&properties[key], root);
        let optional = if required.contains(&key) { "" } else { ", optional" };
        let path = format!("{path}{dot}{key}");
        let stop = if described(field).is_empty() { "" } else { ". " };
        let text = format!("{}{optional}{stop}{}", words(field, root), described(field));
        fields.push((path.clone(), text));
        collect(field, root, &path, fields);
    }
}

/// Describes the type of a value: `integer or null`, `null or list of strings`.
fn words(schema: &Value, root: &Value) -> String {
    if let Some(only) = schema.get("const") {
        return only.to_string();
    }
    if let Some(title) = schema["title"].as_str() {
        return title.to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return alternatives(values.iter().map(Value::to_string).collect());
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.as_slice(),
        kind => std::slice::from_ref(kind),
    };
    let mut kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
    let Some(items) = schema.get("items").map(|items| words(resolved(items, root), root)) else {
        return alternatives(kinds.iter().map(|kind| (*kind).to_owned()).collect());
    };
    // The list comes last, because its items may have alternatives.
    kinds.retain(|kind| *kind != "array");
    let list = match items.strip_suffix(" or null") {
        _ if items.contains('"') => format!("list of {items}"),
        Some(item) => format!("list of {item}s, some of them null"),
        None => match items.split_once(" of ") {
            Some((first, rest)) => format!("list of {first}s of {rest}"),
            None => format!("list of {items}s"),
        },
    };
    alternatives(kinds.into_iter().map(str::to_owned).chain([list]).collect())
}

/// `a, b or c`.
fn alternatives(mut words: Vec<String>) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
}

/// Wraps a text behind a margin and a head.
pub fn wrapped(head: &str, text: &str) -> String {
    let margin = " ".repeat(2 + head.len());
    let (mut lines, mut line) = (String::new(), format!("  {head}"));
    for word in text.split(' ') {
        let gap = if line.ends_with(' ') { "" } else { " " };
        if line.len() > margin.len() && line.len() + gap.len() + word.len() > WIDTH {
            lines.extend([line.trim_end(), "\n"]);
            line = format!("{margin}{word}");
        } else {
            line.extend([gap, word]);
        }
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_every_form_is_on_the_page() {
        let page = page();
        for line in [
            "huarong/solve/1:",
            "  schema            \"huarong/solve/1\"",
            "  length            integer or null. Units of the metric in the solution",
            "  solution          null or list of objects. The moves, in order",
            "  solution[].path   list of \"up\", \"down\", \"left\" or \"right\". Its single steps",
            "  path            null or list of cells. The vertices of the first path or",
            "  bfs.predecessors  list of integers, some of them null. From where each vertex",
        ] {
            assert!(page.lines().any(|it| it == line), "{line}\n{page}");
        }
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
        let undescribed = page.lines().find(|line| line.ends_with(". "));
        assert_eq!(undescribed, None);
    }
}
