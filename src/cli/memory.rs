//! Memory limits: `--max-memory`, and what the machine has free.

use std::fs;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;

/// Memory of the program itself, in bytes: code and small data.
const PROGRAM: usize = 12_000_000;

/// Parses `--max-memory`, a limit on the whole program, and returns the bytes left for states,
/// tables and queues. From then on the allocator returns what is freed, as the limit supposes.
pub(crate) fn limit(text: &str) -> Result<usize, String> {
    let least = "the program alone needs 12M: allow more";
    let left = size(text)?.checked_sub(PROGRAM).filter(|left| *left > 0);
    return_large_blocks();
    left.ok_or_else(|| least.to_owned())
}

/// Returns the limit on the whole program that leaves this many bytes to a search.
#[cfg(feature = "cluster")]
pub(crate) const fn of_program(bytes: usize) -> usize {
    bytes.saturating_add(PROGRAM)
}

fn size(text: &str) -> Result<usize, String> {
    let wanted = || "expected a size, like 500M or 2GiB".to_owned();
    let size: ByteSize = text.parse().map_err(|_| wanted())?;
    usize::try_from(size.as_u64()).map_err(|_| wanted())
}

/// Has the allocator of the GNU C library map each block of 256 KiB or more by itself from now on,
/// and return it to the system when it is freed.
///
/// The allocator begins with a bound of 128 KiB, but each freed block raises the bound to its own
/// size, up to 32 MiB. Smaller blocks then come from a heap, where growing blocks leave holes: the
/// process takes up to two fifths more than the search asked for. A fixed bound costs up to a tenth
/// of the time, so it is fixed only if the user gives a limit.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
fn return_large_blocks() {
    // SAFETY: `mallopt` may be called at any time; it does not change existing blocks.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 18) };
}

/// Does nothing for other allocators.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
const fn return_large_blocks() {}

/// Returns the default limit of a search: three quarters of the free memory, if the system reports
/// it.
pub(crate) fn most() -> Option<usize> {
    Some(free()? / 4 * 3)
}

/// Returns the free memory in bytes, of the machine or of the container, whichever is less.
fn free() -> Option<usize> {
    free_by(Path::new("/"))
}

/// Returns the free memory by the files of Linux below `root`.
fn free_by(root: &Path) -> Option<usize> {
    let of_machine = available(&fs::read_to_string(root.join("proc/meminfo")).ok()?)?;
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let of_groups = groups.lines().flat_map(|line| left_in_groups(root, line));
    of_groups.chain([of_machine]).min()
}

/// Parses the bytes of `MemAvailable:   23456 kB`.
fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}

/// Files of the limit and the usage of a control group, and the line of its statistics with the
/// reclaimable file cache.
type GroupFiles = [&'static str; 3];

const VERSION_2: GroupFiles = ["memory.max", "memory.current", "inactive_file "];
const VERSION_1: GroupFiles =
    ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "];

/// Returns the memory left in a control group and its parents, by a line of `/proc/self/cgroup`:
/// `0::/a/b`, or in version 1 `4:memory:/a/b`.
fn left_in_groups(root: &Path, line: &str) -> Vec<usize> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return Vec::new() };
    let (mount, files) = match controllers {
        "" => ("sys/fs/cgroup", VERSION_2),
        _ if controllers.split(',').any(|it| it == "memory") => ("sys/fs/cgroup/memory", VERSION_1),
        _ => return Vec::new(),
    };
    let inner = PathBuf::from(path.trim_start_matches('/'));
    inner.ancestors().filter_map(|group| left_in(&root.join(mount).join(group), files)).collect()
}

/// Returns the memory left in a control group, if it has a limit.
fn left_in(group: &Path, [limit, usage, inactive]: GroupFiles) -> Option<usize> {
    let number = |file: &str| -> Option<usize> {
        fs::read_to_string(group.join(file)).ok()?.trim().parse().ok()
    };
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let files = statistics.lines().find_map(|line| line.strip_prefix(inactive)?.parse().ok());
    let taken = number(usage).unwrap_or(0).saturating_sub(files.unwrap_or(0));
    Some(number(limit)?.saturating_sub(taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_includes_the_program() {
        assert_eq!(limit("500M"), Ok(488_000_000));
        assert_eq!(limit("2GiB"), Ok((2 << 30) - 12_000_000));
        assert_eq!(limit("12000001"), Ok(1));
        for little in ["0", "1M", "12M"] {
            assert!(limit(little).is_err_and(|why| why.contains("allow more")));
        }
        assert!(limit("much").is_err_and(|why| why.contains("like 500M or 2GiB")));
    }

    /// The free memory of a machine with these files.
    fn free_with(files: &[(&str, &str)]) -> Option<usize> {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
            fs::write(path, text).expect("there is room");
        }
        free_by(root.path())
    }

    const MACHINE: (&str, &str) =
        ("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:   8000 kB\nBuffers: 1 kB\n");

    #[test]
    fn free_memory_is_read_from_the_machine() {
        assert_eq!(free_with(&[MACHINE]), Some(8000 * 1024));
        assert_eq!(free_with(&[("proc/meminfo", "MemTotal: 1 kB\n")]), None);
        assert_eq!(free_with(&[("proc/meminfo", "MemAvailable: much\n")]), None);
        assert_eq!(free_with(&[]), None);
    }

    #[test]
    fn containers_limit_free_memory() {
        let inner = ("proc/self/cgroup", "0::/pod/box\n");
        let unlimited = ("sys/fs/cgroup/pod/box/memory.max", "max\n");
        let outer = ("sys/fs/cgroup/pod/memory.max", "5000000\n");
        let taken = ("sys/fs/cgroup/pod/memory.current", "1500000\n");
        let files = ("sys/fs/cgroup/pod/memory.stat", "anon 1000000\ninactive_file 500000\n");
        assert_eq!(free_with(&[MACHINE, inner, unlimited]), Some(8000 * 1024));
        let all = [MACHINE, inner, unlimited, outer, taken, files];
        assert_eq!(free_with(&all), Some(4_000_000));
        let root = ("sys/fs/cgroup/memory.max", "3000000\n");
        assert_eq!(free_with(&[MACHINE, ("proc/self/cgroup", "0::/\n"), root]), Some(3_000_000));
    }

    #[test]
    fn containers_of_version_1_limit_free_memory() {
        let groups = ("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/a\nnonsense\n");
        let limit = ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "2000000\n");
        let taken = ("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3000000\n");
        assert_eq!(free_with(&[MACHINE, groups, limit]), Some(2_000_000));
        assert_eq!(free_with(&[MACHINE, groups, limit, taken]), Some(0));
    }
}
