//! Tests of the format.
