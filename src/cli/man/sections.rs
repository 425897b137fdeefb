//! The parts of the text below the options of a help.

/// A part with its heading.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Section<'a> {
    pub(super) heading: &'a str,
    pub(super) bodies: Vec<Body<'a>>,
}

/// What a part is made of.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Body<'a> {
    /// Text that may be broken anywhere.
    Prose(String),
    /// Lines that stay as they are, without the two spaces before them.
    Lines(Vec<&'a str>),
}

/// The heading of what has none.
const NOTES: &str = "Notes";

/// Headings of lists.
const LISTS: [&str; 2] = ["Examples", "Exit status"];

/// The sections of a text: paragraphs between empty lines. `Maps:` on a line of its own, or
/// `Exit status: ` before more, is a heading.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for paragraph in text.split("\n\n") {
        let (heading, rest) = headed(paragraph);
        let heading = heading.unwrap_or(NOTES);
        let bodies = bodies(rest, LISTS.contains(&heading));
        match sections.iter_mut().find(|section| section.heading == heading) {
            Some(section) => section.bodies.extend(bodies),
            None if bodies.is_empty() => {}
            None => sections.push(Section { heading, bodies }),
        }
    }
    // Notes are on all that is above them.
    let (notes, mut others): (Vec<_>, Vec<_>) =
        sections.into_iter().partition(|section| section.heading == NOTES);
    others.extend(notes);
    others
}

/// A paragraph without its heading.
fn headed(paragraph: &str) -> (Option<&str>, &str) {
    let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
    if let Some(heading) = first.strip_suffix(':') {
        return (Some(heading), rest);
    }
    let inline = LISTS.iter().find_map(|heading| {
        let rest = paragraph.strip_prefix(heading)?.strip_prefix(": ")?;
        Some((Some(*heading), rest))
    });
    inline.unwrap_or((None, paragraph))
}

/// What is indented in a list stays line by line; all else is prose.
fn bodies(text: &str, is_list: bool) -> Vec<Body<'_>> {
    let mut bodies = Vec::new();
    for line in text.lines() {
        let item = line.strip_prefix("  ").filter(|_| is_list);
        match (item, bodies.last_mut()) {
            (Some(item), Some(Body::Lines(lines))) => lines.push(item),
            (Some(item), _) => bodies.push(Body::Lines(vec![item])),
            (None, Some(Body::Prose(prose))) => {
                prose.push(' ');
                prose.push_str(line.trim());
            }
            (None, _) => bodies.push(Body::Prose(line.trim().to_owned())),
        }
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_part_the_text() {
        let text = "Maps:\n  Rows of 1\n  and 0.\n\nExamples:\n  huarong a\n    more\n\nA word.\n\n\
                    Exit status: 0 done,\n1 not.";
        let prose = |text: &str| Body::Prose(text.to_owned());
        let expected = [
            ("Maps", vec![prose("Rows of 1 and 0.")]),
            ("Examples", vec![Body::Lines(vec!["huarong a", "  more"])]),
            ("Exit status", vec![prose("0 done, 1 not.")]),
            ("Notes", vec![prose("A word.")]),
        ];
        let expected = expected.map(|(heading, bodies)| Section { heading, bodies });
        assert_eq!(sections(text), expected);
        assert_eq!(sections(""), []);
    }

    #[test]
    fn a_sentence_below_a_list_is_prose() {
        let text = "Exit status:\n  0  done\n  1  not\nThe worst counts.";
        let bodies = vec![
            Body::Lines(vec!["0  done", "1  not"]),
            Body::Prose("The worst counts.".to_owned()),
        ];
        assert_eq!(sections(text), [Section { heading: "Exit status", bodies }]);
    }
}
