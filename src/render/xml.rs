//! Text within XML.

use std::fmt::{self, Display, Formatter, Write};

/// Text that XML takes as text, in elements and in double quotes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for mark in self.0.chars() {
            match mark {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no place for these, not even escaped.
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                mark if mark.is_control() => f.write_char('\u{fffd}')?,
                mark => f.write_char(mark)?,
            }
        }
        Ok(())
    }
}
