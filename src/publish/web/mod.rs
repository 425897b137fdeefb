//! The library in a web page: requests in, JSON responses out.
//!
//! It runs as a WebAssembly module, whose exports are in `module`; the logic is
//! platform-independent. One module reads [`boards`], one searches [`puzzles`], one finds the state
//! [`map`](mod@map), certificates, and some solution soon, and one is about [`paths`]: a page loads
//! what it needs.

#![allow(
    clippy::result_large_err,
    reason = "one response is made for a request"
)]

#[cfg(any(feature = "web-boards", test))]
pub mod boards;
#[cfg(any(feature = "web-map", test))]
pub mod map;
#[cfg(any(feature = "web-boards", feature = "web-paths", test))]
mod map_problem;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod module;
#[cfg(any(feature = "web-paths", test))]
pub mod paths;
#[cfg(any(feature = "web", test))]
pub mod puzzles;
mod request;

// A module is built with one of the features.
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web-boards"))]
use self::boards::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web-map"))]
use self::map::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web-paths"))]
use self::paths::answer;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "web"))]
use self::puzzles::answer;

/// Returns the response to a request, which scripts write like this: `{"solve": {"text": "A ."}}`.
#[cfg(test)]
fn json_answer(
    answer: fn(&str, crate::control::Observer<'_>) -> String,
    request: &serde_json::Value,
) -> serde_json::Value {
    use serde_json::Value;

    fn words(value: &Value, separator: &str) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| words(item, ",")).collect();
                items.join(separator)
            }
            value => value.to_string(),
        }
    }
    let request = request.as_object().and_then(|tasks| tasks.iter().next());
    let (task, parameters) = request.expect("a task");
    let lines: Vec<_> = parameters
        .as_object()
        .expect("parameters")
        .iter()
        .filter(|(key, _)| *key != "text")
        .map(|(key, value)| format!("{key}: {}\n", words(value, " ")))
        .collect();
    let lines = lines.concat();
    let text = parameters["text"].as_str().unwrap_or_default();
    let response = answer(&format!("{task}\n{lines}\n{text}"), &mut |_| {
        std::ops::ControlFlow::Continue(())
    });
    serde_json::from_str(&response).expect("JSON")
}

/// Holds that each request of a table, in JSON, has a response with these fields, and with this
/// part in its `why`, if it is not `-`.
#[cfg(test)]
#[track_caller]
fn hold_responses(answer: fn(&str, crate::control::Observer<'_>) -> String, table: &str) {
    for [request, fields, why] in crate::cases::rows(table) {
        let response = json_answer(answer, &read_request(request));
        let fields: serde_json::Value = serde_json::from_str(fields).expect(fields);
        for (name, value) in fields.as_object().expect("fields") {
            assert_eq!(&response[name], value, "{request}: {response}");
        }
        let told = response["why"].as_str().unwrap_or_default();
        assert!(why == "-" || told.contains(why), "{request}: {response}");
    }
}

/// Reads a request. A `text` like `5x5` stands for a board of this size without holes.
#[cfg(test)]
fn read_request(text: &str) -> serde_json::Value {
    let mut request: serde_json::Value = serde_json::from_str(text).expect(text);
    for (_, parameters) in request.as_object_mut().expect("a task") {
        let text = parameters["text"].as_str().unwrap_or_default();
        let sides: Option<Vec<usize>> = text.split('x').map(|side| side.parse().ok()).collect();
        if let Some(&[rows, columns]) = sides.as_deref() {
            parameters["text"] = format!("{}\n", ".".repeat(columns)).repeat(rows).into();
        }
    }
    request
}
