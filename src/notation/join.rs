//! Several puzzles in one text.

use super::Notation;

/// The text that holds the puzzles of these texts, each as [`write`](super::write()) gives it;
/// `None` where there are several, and a text in that notation holds one only.
///
/// ```
/// use huarong::notation::{Notation, join};
///
/// let codes = ["4WVE1\n".to_owned(), "AXCZN\n".to_owned()];
/// assert_eq!(join(Notation::ShortCode, &codes).as_deref(), Some("4WVE1\nAXCZN\n"));
/// assert_eq!(join(Notation::Jimslide, &codes), None);
/// ```
#[must_use]
pub fn join(notation: Notation, texts: &[String]) -> Option<String> {
    if let [text] = texts {
        return Some(text.clone());
    }
    match notation {
        Notation::Huarong => Some(texts.join("\n===\n\n")),
        // An empty line ends a map.
        Notation::Gnome => Some(texts.join("\n")),
        Notation::Blocks => {
            let blocks: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
            Some(format!("[\n{}\n]\n", blocks.join(",\n")))
        }
        Notation::CommonCode
        | Notation::ShortCode
        | Notation::Rush
        | Notation::Cells20
        | Notation::SlideId => Some(texts.concat()),
        Notation::Jimslide => None,
    }
}
