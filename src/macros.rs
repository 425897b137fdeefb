//! Macros for public types.

/// Implements `with_…` setters. Other crates build options from their defaults, so that more can be
/// added.
macro_rules! setters {
    ($type:ident $(<$life:lifetime>)? { $($setter:ident = $field:ident: $value:ty,)* }) => {
        impl $(<$life>)? $type $(<$life>)? {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $setter(self, $field: $value) -> Self {
                    $type { $field, ..self }
                }
            )*
        }
    };
}

/// Implements `Display` and `FromStr` of an enum by the `word`, or another name, of each of `ALL`
/// its values, or of those of another list.
macro_rules! words {
    ($type:ident) => {
        words!($type, word);
    };
    ($type:ident, $name:ident) => {
        words!($type, $name, ALL);
    };
    ($type:ident, $name:ident, $all:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::excerpt::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let mut all = $type::$all.into_iter();
                all.find(|value| value.$name() == text)
                    .ok_or_else(|| crate::excerpt::UnknownWord {
                        word: text.to_owned(),
                        known: $type::$all.map($type::$name).to_vec(),
                    })
            }
        }
    };
}

/// Implements `Debug` with the listed fields only.
macro_rules! debug_fields {
    ($type:ident $(<$life:lifetime>)? $(, $field:ident)*) => {
        impl $(<$life>)? std::fmt::Debug for $type $(<$life>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
}
