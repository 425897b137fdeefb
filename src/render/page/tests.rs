//! What pages say, in both languages.

use super::site::SCRIPTS as SITE;
use super::template::COMMON;

const CHINESE: &str = include_str!("chinese.js");

/// The texts that a script has translated, with `{}` for each value in them.
fn texts(script: &str) -> Vec<String> {
    script.split("tr`").skip(1).map(text).collect()
}

/// The text that ends with the next mark that is in no value.
fn text(rest: &str) -> String {
    let (mut text, mut depth, mut is_quoted) = (String::new(), 0, false);
    let mut marks = rest.chars().peekable();
    while let Some(mark) = marks.next() {
        match mark {
            '`' if depth == 0 => break,
            '`' => is_quoted = !is_quoted,
            '$' if depth == 0 && marks.peek() == Some(&'{') => text.push_str("{}"),
            '{' if !is_quoted => depth += 1,
            '}' if !is_quoted => depth -= 1,
            _ if depth == 0 => text.push(mark),
            _ => {}
        }
    }
    text
}

#[test]
fn texts_are_read_with_gaps_for_their_values() {
    let script = "say(tr`One.`); say(tr`${one} of ${two({ x: 1 })}: ${`${three}!`}.`);";
    assert_eq!(texts(script), ["One.", "{} of {}: {}."]);
}

#[test]
fn every_text_of_the_scripts_has_its_chinese() {
    let scripts: Vec<&str> = COMMON.into_iter().chain(SITE.iter().copied()).collect();
    // The one that translates has an example.
    let scripts: Vec<&str> =
        scripts.into_iter().filter(|it| !it.contains("function tr(")).collect();
    let texts: Vec<String> = scripts.iter().flat_map(|script| texts(script)).collect();
    assert!(texts.len() > 100, "{}", texts.len());
    let is_missing = |text: &&String| !CHINESE.contains(&format!("\n  \"{text}\": \""));
    let missing: Vec<&String> = texts.iter().filter(is_missing).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

#[test]
fn every_sentence_of_the_pages_has_its_chinese() {
    let pages = [
        include_str!("page.html"),
        include_str!("transport.html"),
        include_str!("puzzle/puzzle.html"),
        include_str!("path/path.html"),
        include_str!("site/paths.html"),
        include_str!("site/site.html"),
    ];
    let is_told = |text: &str| {
        let is_text = text.contains(|mark: char| mark.is_ascii_lowercase());
        is_text && !text.contains("{{")
    };
    for page in pages {
        let body = page.split_once("</noscript>").map_or(page, |(_, body)| body);
        // Sentences with keys in them stand as a whole.
        for item in body.split("<li>").skip(1).filter_map(|rest| rest.split("</li>").next()) {
            assert!(CHINESE.contains(&format!("\n  \"{item}\": \"")), "{item}");
        }
        for attribute in ["aria-label=\"", "title=\"", "placeholder=\""] {
            let values = body.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
            for value in values.filter(|value| is_told(value)) {
                assert!(CHINESE.contains(&format!("\n  \"{value}\": \"")), "{value}");
            }
        }
        let outside = body.split("<li>").map(|rest| rest.rsplit("</li>").next().unwrap_or(rest));
        let texts =
            outside.flat_map(|part| part.split('<').filter_map(|rest| rest.split('>').nth(1)));
        for text in texts.map(str::trim).filter(|text| is_told(text)) {
            assert!(CHINESE.contains(&format!("\n  \"{text}\": \"")), "{text}");
        }
    }
}
