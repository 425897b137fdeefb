//! The format of puzzle files.
