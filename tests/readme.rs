//! The transcripts in `README.md` are what the program prints.
//!
//! `TRYCMD=overwrite cargo test --test readme` writes them anew.

#[test]
fn the_transcripts_in_the_readme_are_true() {
    trycmd::TestCases::new().case("README.md");
}
