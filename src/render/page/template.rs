//! Text with gaps, and what may be put into them.

/// The template with each `{{name}}` replaced by its value. Values are not searched for gaps.
///
/// # Panics
/// If a gap is not closed, or there is no value of its name: templates are part of the program.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("each gap of a template is closed");
        let value = values.iter().find(|(key, _)| *key == name);
        let (_, value) = value.unwrap_or_else(|| panic!("no value for the gap `{name}`"));
        text.push_str(value);
        text.push_str(rest);
    }
    text
}

/// JSON that may stand within a `script` element: no `<` ends the element or opens a comment.
pub(super) fn inert(json: &str) -> String {
    // A `<` can only be part of a string there, and `&` and `>` cost little.
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_once() {
        let values = [("a", "{{b}}"), ("b", "x")];
        assert_eq!(fill("{{a}}-{{b}}-{{b}}!", &values), "{{b}}-x-x!");
        assert_eq!(fill("none", &values), "none");
    }

    #[test]
    #[should_panic(expected = "no value for the gap `c`")]
    fn a_gap_without_a_value_is_an_error_of_the_template() {
        fill("{{c}}", &[("a", "")]);
    }

    #[test]
    fn no_name_ends_the_script_that_it_stands_in() {
        let json = serde_json::json!({"name": "</script><!--<b>"}).to_string();
        let inert = inert(&json);
        assert!(!inert.contains('<'));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&inert).expect("JSON"),
            serde_json::from_str::<serde_json::Value>(&json).expect("JSON")
        );
    }
}
