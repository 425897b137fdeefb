//! A puzzle as drawn, not yet checked.
