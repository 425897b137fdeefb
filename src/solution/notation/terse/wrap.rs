//! Words in lines.

use unicode_width::UnicodeWidthStr;

/// The most columns of a line, unless one word needs more.
const WIDTH: usize = 80;

/// The words with spaces between them, as many on a line as find room; each line ends in a line
/// break.
pub(super) fn wrap(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut filled = 0;
    for word in words {
        let width = word.width();
        if filled > 0 && filled + 1 + width > WIDTH {
            text.push('\n');
            filled = 0;
        } else if filled > 0 {
            text.push(' ');
            filled += 1;
        }
        text += &word;
        filled += width;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(word: &str, times: usize) -> String {
        wrap(std::iter::repeat_n(word.to_owned(), times))
    }

    #[test]
    fn lines_are_filled_and_not_overfilled() {
        let full = format!("{}\n", ["Cd2"; 20].join(" "));
        assert_eq!(wrapped("Cd2", 20), full);
        assert_eq!(wrapped("Cd2", 21), format!("{full}Cd2\n"));
        assert_eq!(wrapped("Cd2", 0), "");
    }

    #[test]
    fn chinese_characters_take_two_columns() {
        let full = format!("{}\n", ["曹操下二"; 9].join(" "));
        assert_eq!(wrapped("曹操下二", 10), format!("{full}曹操下二\n"));
    }
}
