//! How much memory there is.

use std::fs;

/// Three quarters of the memory that is free for programs, in bytes; none where the system does not
/// tell.
pub(crate) fn most() -> Option<usize> {
    let kibibytes = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(kibibytes.saturating_mul(1024) / 4 * 3)
}

/// What a Linux kernel says, in KiB: `MemAvailable:   23456 kB`.
fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_understood() {
        let text = "MemTotal:       24689764 kB\nMemAvailable:   18001234 kB\nBuffers: 1 kB\n";
        assert_eq!(available(text), Some(18_001_234));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(available("MemAvailable: much\n"), None);
    }
}
