//! Small numbers as Chinese numerals.

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The number: `二`, `十一`, `二十`, `一百零三`; from 1,000 on in Arabic digits.
pub(super) fn write(number: usize) -> String {
    if number >= 1000 {
        return number.to_string();
    }
    let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10);
    let mut text = String::new();
    if hundreds > 0 {
        text.extend([DIGITS[hundreds], '百']);
        if tens == 0 && ones > 0 {
            text.push(DIGITS[0]);
        }
    }
    if tens > 1 || tens == 1 && hundreds > 0 {
        text.push(DIGITS[tens]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || number == 0 {
        text.push(DIGITS[ones]);
    }
    text
}

/// The number from 1 to 255 that is written so, or with `两` for `二`.
pub(super) fn read(text: &str) -> Option<u8> {
    let plain = text.replace('两', "二");
    (1..=u8::MAX).find(|&number| write(usize::from(number)) == plain)
}

/// Whether numerals are made of this.
pub(super) fn is_part(mark: char) -> bool {
    DIGITS.contains(&mark) || matches!(mark, '两' | '十' | '百')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_spoken() {
        let table = [
            (1, "一"),
            (2, "二"),
            (10, "十"),
            (11, "十一"),
            (20, "二十"),
            (99, "九十九"),
            (100, "一百"),
            (103, "一百零三"),
            (110, "一百一十"),
            (215, "二百一十五"),
            (1000, "1000"),
        ];
        for (number, text) in table {
            assert_eq!(write(number), text);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for number in 1..=u8::MAX {
            let text = write(usize::from(number));
            assert!(text.chars().all(is_part));
            assert_eq!(read(&text), Some(number));
        }
        assert_eq!(read("两"), Some(2));
        for other in ["", "零", "二二", "十零", "二百五十六", "2"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
