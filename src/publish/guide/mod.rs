//! The guide: chapters about subjects that concern several commands.
//!
//! `huarong help TOPIC` prints the same texts in a terminal.

/// Declares one documented module for each chapter, and the list of all chapters.
macro_rules! chapters {
    ($($name:ident),* $(,)?) => {
        $(
            #[doc = include_str!(concat!(stringify!($name), ".md"))]
            pub mod $name {}
        )*

        /// The chapters in reading order: the name of each and its text in Markdown.
        pub const CHAPTERS: &[(&str, &str)] =
            &[$((stringify!($name), include_str!(concat!(stringify!($name), ".md")))),*];
    };
}

chapters![
    boards, notations, metrics, engines, proofs, large, cluster, tiles, rating, making, paths
];
