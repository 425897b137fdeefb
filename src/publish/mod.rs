//! What others read and see: pictures, pages, the answers to pages, and the guide.

pub mod guide;
pub mod render;
#[cfg(any(
    feature = "web",
    feature = "web-boards",
    feature = "web-map",
    feature = "web-paths",
    test
))]
pub mod web;
