//! Laws of all notations.
