//! Setters for options: programs outside of this crate build them from their defaults, so that
//! options can be added.

macro_rules! setters {
    ($type:ident { $($setter:ident = $field:ident: $value:ty,)* }) => {
        impl $type {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $setter(self, $field: $value) -> Self {
                    $type { $field, ..self }
                }
            )*
        }
    };
}

pub(crate) use setters;
