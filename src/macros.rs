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

/// Implements `Debug` with the listed fields only.
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
