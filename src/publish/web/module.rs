//! The exports of the WebAssembly module: bytes in, bytes out.
//!
//! A page gets a buffer, writes its request there, and calls `answer`; it then reads the response.
//! Requests follow one another on one thread.
#![allow(
    unsafe_code,
    reason = "a function that a page calls by its name is unsafe to name"
)]

use std::{cell::RefCell, ops::ControlFlow};

use crate::control::Progress;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Reports the progress of a search: moves and positions.
        pub safe fn progress(depth: u32, states: f64);
    }
}

/// Returns a buffer for a request of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn room_for_question(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the request in the buffer. Returns the length of the response in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let question = QUESTION.take();
    let mut tell = |progress: &Progress| {
        #[expect(clippy::cast_precision_loss, reason = "it is only shown")]
        page::progress(progress.depth, progress.states as f64);
        ControlFlow::Continue(())
    };
    let answer = super::answer(&String::from_utf8_lossy(&question), &mut tell);
    let bytes = answer.len();
    ANSWER.set(answer);
    bytes
}

/// Returns the response, which stays valid until the next request.
#[unsafe(no_mangle)]
extern "C" fn place_of_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
