//! Free memory of the machine, as its system tells it.

pub use system::free;

/// Linux, and systems that have its files.
#[cfg(not(any(target_os = "macos", windows)))]
mod system {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    /// Returns the memory of the machine or of the container, whichever is less.
    pub fn free() -> Option<usize> {
        free_by(Path::new("/"))
    }

    /// Returns the free memory by the files of Linux below `root`.
    fn free_by(root: &Path) -> Option<usize> {
        let of_machine = available(&fs::read_to_string(root.join("proc/meminfo")).ok()?)?;
        fs::read_to_string(root.join("proc/self/cgroup"))
            .unwrap_or_default()
            .lines()
            .flat_map(|line| left_in_groups(root, line))
            .chain([of_machine])
            .min()
    }

    /// Parses the bytes of `MemAvailable:   23456 kB`.
    fn available(text: &str) -> Option<usize> {
        let kibibytes: usize = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?
            .trim()
            .strip_suffix("kB")?
            .trim()
            .parse()
            .ok()?;
        Some(kibibytes.saturating_mul(1024))
    }

    /// Files of the limit and the usage of a control group, and the line of its statistics with the
    /// reclaimable file cache.
    type GroupFiles = [&'static str; 3];

    const VERSION_2: GroupFiles = ["memory.max", "memory.current", "inactive_file "];
    const VERSION_1: GroupFiles = [
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file ",
    ];

    /// Returns the memory left in a control group and its parents, by a line of
    /// `/proc/self/cgroup`: `0::/a/b`, or in version 1 `4:memory:/a/b`.
    fn left_in_groups(root: &Path, line: &str) -> Vec<usize> {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            return Vec::new();
        };
        let (mount, files) = match controllers {
            "" => ("sys/fs/cgroup", VERSION_2),
            _ if controllers.split(',').any(|it| it == "memory") => {
                ("sys/fs/cgroup/memory", VERSION_1)
            }
            _ => return Vec::new(),
        };
        PathBuf::from(path.trim_start_matches('/'))
            .ancestors()
            .filter_map(|group| left_in(&root.join(mount).join(group), files))
            .collect()
    }

    /// Returns the memory left in a control group, if it has a limit.
    fn left_in(group: &Path, [limit, usage, inactive]: GroupFiles) -> Option<usize> {
        let number = |file: &str| -> Option<usize> {
            fs::read_to_string(group.join(file))
                .ok()?
                .trim()
                .parse()
                .ok()
        };
        let files = fs::read_to_string(group.join("memory.stat"))
            .unwrap_or_default()
            .lines()
            .find_map(|line| line.strip_prefix(inactive)?.parse().ok());
        let taken = number(usage)
            .unwrap_or(0)
            .saturating_sub(files.unwrap_or(0));
        Some(number(limit)?.saturating_sub(taken))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

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

        const MACHINE: (&str, &str) = (
            "proc/meminfo",
            "MemTotal: 9000 kB\nMemAvailable:   8000 kB\nBuffers: 1 kB\n",
        );

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
            let files = (
                "sys/fs/cgroup/pod/memory.stat",
                "anon 1000000\ninactive_file 500000\n",
            );
            assert_eq!(free_with(&[MACHINE, inner, unlimited]), Some(8000 * 1024));
            let all = [MACHINE, inner, unlimited, outer, taken, files];
            assert_eq!(free_with(&all), Some(4_000_000));
            let root = ("sys/fs/cgroup/memory.max", "3000000\n");
            assert_eq!(
                free_with(&[MACHINE, ("proc/self/cgroup", "0::/\n"), root]),
                Some(3_000_000)
            );
        }

        #[test]
        fn containers_of_version_1_limit_free_memory() {
            let groups = (
                "proc/self/cgroup",
                "5:cpu,cpuacct:/a\n4:memory:/a\nnonsense\n",
            );
            let limit = ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "2000000\n");
            let taken = ("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3000000\n");
            assert_eq!(free_with(&[MACHINE, groups, limit]), Some(2_000_000));
            assert_eq!(free_with(&[MACHINE, groups, limit, taken]), Some(0));
        }
    }
}

#[cfg(target_os = "macos")]
mod system {
    use std::mem::zeroed;

    /// Returns the bytes of pages that are unused, or were not used for some time.
    #[expect(unsafe_code, reason = "functions of the system")]
    #[expect(deprecated, reason = "another crate has the same function")]
    pub fn free() -> Option<usize> {
        let mut count = libc::HOST_VM_INFO64_COUNT;
        // SAFETY: its fields are integers.
        let mut pages: libc::vm_statistics64 = unsafe { zeroed() };
        let words = (&raw mut pages).cast();
        // SAFETY: the system writes at most `count` words, and there are as many.
        let status = unsafe {
            let host = libc::mach_host_self();
            libc::host_statistics64(host, libc::HOST_VM_INFO64, words, &raw mut count)
        };
        // SAFETY: it may be called at any time.
        let size = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
        let pages = pages.free_count as usize + pages.inactive_count as usize;
        (status == libc::KERN_SUCCESS).then_some(pages.saturating_mul(size))
    }
}

#[cfg(windows)]
mod system {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

    /// Returns the bytes that are free in memory, or in memory and the page file together.
    #[expect(unsafe_code, reason = "a function of the system")]
    pub fn free() -> Option<usize> {
        let size = u32::try_from(size_of::<MEMORYSTATUSEX>()).ok()?;
        let mut status = MEMORYSTATUSEX {
            dwLength: size,
            ..MEMORYSTATUSEX::default()
        };
        // SAFETY: the structure tells its size.
        let is_known = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
        let free = status.ullAvailPhys.min(status.ullAvailPageFile);
        is_known.then_some(usize::try_from(free).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    #[test]
    fn the_free_memory_of_the_system_is_plausible() {
        let free = super::free().expect("it tells");
        assert!((1 << 20..1u64 << 50).contains(&(free as u64)), "{free}");
    }
}
