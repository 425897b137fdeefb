//! Memory limits: `--max-memory`, and what the machine has free.

use super::prelude::*;
use crate::memory;

use super::free_memory::free;

/// Memory of the program itself, in bytes: code and small data.
const PROGRAM: usize = 12_000_000;

/// Memory that every command can take without a check: the collection of puzzles, and small data.
pub const COMMAND: usize = 4_000_000;

/// Checks that the machine has the memory of a command without its search. Without this check, the
/// first small block that is missing would end the program in the middle of its output.
pub fn check(bytes: usize) -> Result {
    memory::check_limit(bytes, &Limits::default()).map_err(|reason| {
        let help = "end other programs, or raise the limit on memory (`ulimit -v`)";
        UserError::too_small(reason.to_string(), help).into()
    })
}

/// Parses `--max-memory`, a limit on the whole program, and returns the bytes left for states,
/// tables and queues. From then on the allocator returns what is freed, as the limit supposes.
pub fn parse_limit(text: &str) -> Result<usize, String> {
    let least = "the program alone needs 12M: allow more";
    let size = text
        .parse()
        .ok()
        .and_then(|size: ByteSize| usize::try_from(size.as_u64()).ok());
    let left = size
        .ok_or("expected a size, like 500M or 2GiB")?
        .checked_sub(PROGRAM)
        .filter(|left| *left > 0);
    return_large_blocks();
    left.ok_or_else(|| least.to_owned())
}

/// Returns the limit on the whole program that leaves this many bytes to a search.
#[cfg(feature = "cluster")]
pub const fn of_program(bytes: usize) -> usize {
    bytes.saturating_add(PROGRAM)
}

/// Has the allocator of the GNU C library map each block of 64 KiB or more by itself from now on,
/// and return it to the system when it is freed.
///
/// The allocator begins with a bound of 128 KiB, but each freed block raises the bound to its own
/// size, up to 32 MiB. Smaller blocks come from heaps, one for each thread, where growing lists
/// leave holes. Under a bound of 256 KiB the lists of an abandoned engine still left up to 12 MB of
/// them. A fixed bound costs up to a tenth of the time, so it is fixed only if the user gives a
/// limit.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
fn return_large_blocks() {
    // SAFETY: `mallopt` may be called at any time; it does not change existing blocks.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 16) };
}

/// Does nothing for other allocators.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn return_large_blocks() {}

/// Returns the default limit of a search: three quarters of the free memory, if the system reports
/// it.
pub fn default_limit() -> Option<usize> {
    Some(free()? / 4 * 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_includes_the_program() {
        assert_eq!(parse_limit("500M"), Ok(488_000_000));
        assert_eq!(parse_limit("2GiB"), Ok((2 << 30) - 12_000_000));
        assert_eq!(parse_limit("12000001"), Ok(1));
        for little in ["0", "1M", "12M"] {
            assert!(parse_limit(little).is_err_and(|why| why.contains("allow more")));
        }
        assert!(parse_limit("much").is_err_and(|why| why.contains("like 500M or 2GiB")));
    }
}
