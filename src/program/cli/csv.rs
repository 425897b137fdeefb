//! Comma-separated values, made from the objects of `--json`.

use super::prelude::*;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// Writes the fields of an object that `columns` names, separated by commas: `best.step` is a field
/// of the field `best`. A `null` is empty, and the texts of a list are separated by semicolons.
pub fn line(out: &mut dyn Write, columns: &str, object: &impl Serialize) -> Printed {
    let object = serde_json::to_string(object)?;
    let fields = fields(&object)?;
    let cells: Vec<String> = columns
        .split(',')
        .map(|column: &str| -> io::Result<String> {
            let Some((name, inner)) = column.split_once('.') else {
                return value(fields.get(column));
            };
            let outer = fields.get(name).map_or("{}", |field| field.get());
            value(self::fields(outer)?.get(inner))
        })
        .collect::<io::Result<_>>()?;
    writeln!(out, "{}", cells.join(","))
}

/// Returns the fields of an object as they are written: numbers may have any length.
fn fields(object: &str) -> io::Result<BTreeMap<&str, &RawValue>> {
    Ok(serde_json::from_str(object)?)
}

fn value(field: Option<&&RawValue>) -> io::Result<String> {
    let written = field.map_or("null", |field| field.get());
    Ok(match written.as_bytes()[0] {
        b'n' => String::new(),
        b'"' => text(&serde_json::from_str::<String>(written)?),
        b'[' => text(&serde_json::from_str::<Vec<String>>(written)?.join("; ")),
        _ => written.to_owned(),
    })
}

/// Returns a cell with a text, which may contain anything; spreadsheets must not read a formula,
/// nor terminals a command.
pub fn text(text: &str) -> String {
    let text = sanitize(text);
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let apostrophe = if is_formula { "'" } else { "" };
    format!("\"{apostrophe}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_fields_become_escaped_csv_cells() {
        let object = json!({
            "name": "=1+1", "said": "a \"b\", c", "count": 123, "is": true, "none": null,
            "names": ["one", "two"], "file": "e\u{1b}]0;x\u{7}.txt", "best": { "move": 81, "step": null }
        });
        let columns = "name,said,count,is,none,names,best.move,best.step,not.here,file";
        let mut out = Vec::new();
        line(&mut out, columns, &object).expect("it can be written");
        let line = String::from_utf8(out).expect("UTF-8");
        let expected = "\"'=1+1\",\"a \"\"b\"\", c\",123,true,,\"one; two\",81,,,\"e\u{fffd}]0;x\u{fffd}.txt\"\n";
        assert_eq!(line, expected);
    }

    #[test]
    fn numbers_keep_their_digits() {
        let digits = "123456789012345678901234567890";
        let number = RawValue::from_string(digits.to_owned()).expect("a number");
        let mut out = Vec::new();
        line(&mut out, "count", &BTreeMap::from([("count", number)])).expect("it is short");
        assert_eq!(out, format!("{digits}\n").into_bytes());
    }
}
