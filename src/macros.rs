//! What public types have in common: setters and `Debug`.

/// Setters of options: programs outside of this crate build them from their defaults, so that more
/// can be added.
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

/// `Debug` for types that hold tables or trait objects: a few fields tell which one it is.
macro_rules! debug_fields {
    ($type:ident $(, $field:ident)*) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    };
}
