//! JSON for pages, written without a serializer: the modules of pages must be small.

/// A value that is written as JSON.
pub trait Json {
    fn write(&self, json: &mut String);
}

/// A text that is JSON already.
pub struct Written(pub String);

impl Json for Written {
    fn write(&self, json: &mut String) {
        json.push_str(&self.0);
    }
}

/// An object with these keys and values, in order.
macro_rules! object {
    ($($key:literal: $value:expr),* $(,)?) => {
        $crate::render::json::written(&[$(($key, &$value)),*])
    };
}
pub(crate) use object;

/// Returns an object with these keys and values.
pub fn written(fields: &[(&str, &dyn Json)]) -> Written {
    let mut json = String::new();
    for (key, value) in fields {
        json.push(if json.is_empty() { '{' } else { ',' });
        key.write(&mut json);
        json.push(':');
        value.write(&mut json);
    }
    json.push('}');
    Written(json)
}

fn list(json: &mut String, items: &mut dyn Iterator<Item = &dyn Json>) {
    json.push('[');
    let begin = json.len();
    for item in items {
        if json.len() > begin {
            json.push(',');
        }
        item.write(json);
    }
    json.push(']');
}

impl Json for str {
    fn write(&self, json: &mut String) {
        json.push('"');
        for letter in self.chars() {
            match letter {
                '"' | '\\' => json.extend(['\\', letter]),
                '\n' => json.push_str("\\n"),
                ..' ' => *json += &format!("\\u{:04x}", u32::from(letter)),
                _ => json.push(letter),
            }
        }
        json.push('"');
    }
}

impl Json for String {
    fn write(&self, json: &mut String) {
        self.as_str().write(json);
    }
}

impl Json for char {
    fn write(&self, json: &mut String) {
        self.encode_utf8(&mut [0; 4]).write(json);
    }
}

impl Json for bool {
    fn write(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }
}

impl Json for u64 {
    fn write(&self, json: &mut String) {
        *json += &self.to_string();
    }
}

impl Json for i32 {
    fn write(&self, json: &mut String) {
        *json += &self.to_string();
    }
}

macro_rules! widened {
    ($($number:ty as $wide:ty),*) => {$(
        impl Json for $number {
            fn write(&self, json: &mut String) {
                (*self as $wide).write(json);
            }
        }
    )*};
}

widened!(u8 as i32, i8 as i32, u32 as u64, usize as u64);

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, json: &mut String) {
        (**self).write(json);
    }
}

impl<T: Json> Json for Option<T> {
    fn write(&self, json: &mut String) {
        match self {
            Some(value) => value.write(json),
            None => json.push_str("null"),
        }
    }
}

impl<T: Json> Json for [T] {
    fn write(&self, json: &mut String) {
        list(json, &mut self.iter().map(|item| item as &dyn Json));
    }
}

impl<T: Json, const N: usize> Json for [T; N] {
    fn write(&self, json: &mut String) {
        self.as_slice().write(json);
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, json: &mut String) {
        self.as_slice().write(json);
    }
}

impl<A: Json, B: Json> Json for (A, B) {
    fn write(&self, json: &mut String) {
        list(json, &mut [&self.0 as &dyn Json, &self.1].into_iter());
    }
}

#[cfg(test)]
mod tests {
    use super::Written;

    #[test]
    fn values_are_written_as_json() {
        let text = "\"\\\n\r\u{1}<华";
        let Written(json) = object! {
            "text": text,
            "pairs": vec![(1_usize, 'R'), (2, 'L')],
            "none": None::<bool>,
            "some": Some([-1, 2]),
            "inner": object! { "is": true },
            "empty": Vec::<Written>::new(),
        };
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let expected = serde_json::json!({
            "text": text, "pairs": [[1, "R"], [2, "L"]], "none": null, "some": [-1, 2],
            "inner": {"is": true}, "empty": [],
        });
        assert_eq!(value, expected);
    }
}
