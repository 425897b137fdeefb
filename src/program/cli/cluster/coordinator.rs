//! A process of a run on many machines: process 0 coordinates the run, the others work for it.

use std::{
    cell::Cell,
    collections::HashSet,
    io::{self, BufRead, Read, Write},
    ops::Range,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{
    cli::{
        Result,
        diagnostics::{FileLocation, UserError, sanitize},
        exit::Exit,
        input, interrupt, memory,
        work_dir::{self, ClusterArgs, Processes, RunRequest, SavedRun},
    },
    parallel::lock,
    puzzle::Puzzle,
    search::cluster::{ClusterBuilder, ClusterError, ClusterStatus, Secret},
    sliding::{self, Engine, Place, SolveError},
};

/// The time in which the other processes must end after process 0.
const TO_END: Duration = Duration::from_secs(3);

/// The bytes of the key of processes on one machine.
const KEY: usize = 32;

/// Runs on many machines: process 0 does `work`, and the other processes serve it.
pub fn run(
    request: &RunRequest<'_>,
    work: impl FnOnce(&mut SavedRun<'_>) -> Result<Exit>,
) -> Result<Exit> {
    if !request.cluster.is_given() {
        return Err(work_dir::user_error(request.command, SolveError::NoCluster));
    }
    if request
        .engine
        .is_some_and(|engine| engine != Engine::Cluster)
    {
        refuse!(
            "this engine is for one machine",
            "omit `--engine`: on many machines there is one, `cluster`"
        );
    }
    let folder = request
        .keeping
        .work_dir
        .as_deref()
        .or(request.keeping.resume.as_deref());
    let Some(folder) = folder else {
        refuse!(
            "the engine `cluster` needs a work directory",
            "give `--work-dir DIR`: each process keeps its part of each layer there"
        );
    };
    let mut coordinator = match (
        request.cluster.local.map(usize::from),
        request.cluster.process,
    ) {
        (None, process) => {
            let builder = on_hosts(request)?;
            if process > Some(0) {
                return run_worker(request, builder, folder);
            }
            Coordinator::new(builder)
        }
        (Some(processes), Some(process)) => {
            return run_worker(request, invited(processes, process)?, folder);
        }
        (Some(processes), None) => Coordinator::local(request, folder, processes)?,
    };
    let exit = work(&mut SavedRun::new(request, Some(&mut coordinator)));
    coordinator.outcome(exit)
}

/// Prepares one of the processes in the file of hosts.
fn on_hosts(request: &RunRequest<'_>) -> Result<ClusterBuilder> {
    let ClusterArgs {
        hosts: Some(file),
        process: Some(process),
        key: Some(key),
        ..
    } = request.cluster
    else {
        refuse!(
            "the processes of the run are not known",
            "give `--hosts FILE`, `--process I` and `--key FILE`"
        );
    };
    let addresses = read_hosts(file)?;
    if *process >= addresses.len() {
        let shown = file.display();
        let many = addresses.len();
        refuse!(
            "there is no process {process}: `{shown}` has {many}",
            "the first line is that of process 0"
        );
    }
    let secret = Secret::read(key).map_err(|error| {
        let shown = key.display();
        // An error of the system has a number.
        let is_open_to_others =
            error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none();
        let help = if is_open_to_others {
            format!("run `chmod 600 {shown}`, or make another if it may have been read")
        } else {
            "make one with `(umask 077; head -c 32 /dev/urandom > FILE)`, and copy it to each \
             machine"
                .to_owned()
        };
        user_error!("cannot use the key `{shown}`: {error}", help)
    })?;
    Ok(ClusterBuilder::new(addresses, *process, secret)
        .map_err(|error| work_dir::user_error(request.command, error.into()))?
        .with_timeout(request.cluster.wait))
}

/// Prepares a process that process 0 has started on this machine: it reads the address of process 0
/// and the key on standard input, which stays open as long as process 0 lives.
fn invited(processes: usize, process: usize) -> Result<ClusterBuilder> {
    let mut input = io::stdin().lock().take(1 << 10);
    let mut address = String::new();
    let mut key = Vec::new();
    let read = input
        .read_line(&mut address)
        .and_then(|_| input.take(KEY as u64).read_to_end(&mut key));
    if read.is_err() || key.len() < KEY || !(1..processes).contains(&process) {
        refuse!(
            "`--process` is not for `--local`",
            "give it with `--hosts FILE` and `--key FILE`, or leave it out"
        );
    }
    let mut addresses = vec![address.trim_end().to_owned()];
    addresses.resize(processes, "127.0.0.1:0".to_owned());
    let is_led = Arc::new(AtomicBool::new(true));
    let still_led = Arc::clone(&is_led);
    interrupt::start_thread(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        is_led.store(false, Ordering::Relaxed);
    })?;
    Ok(ClusterBuilder::new(addresses, process, Secret::new(&key)?)?
        .with_liveness_check(move || still_led.load(Ordering::Relaxed)))
}

/// Works for process 0 until the run has ended.
fn run_worker(request: &RunRequest<'_>, builder: ClusterBuilder, folder: &Path) -> Result<Exit> {
    match sliding::run_worker(builder, folder, request.max_memory, &interrupt::pressed) {
        Ok(true) => Ok(Exit::Done),
        Ok(false) => Ok(Exit::Stopped),
        Err(SolveError::Cluster(ClusterError::Lost(what))) => {
            if !request.is_quiet {
                note!("stopped: {}", sanitize(&what));
            }
            Ok(Exit::Stopped)
        }
        // Process 0 reports this error.
        Err(SolveError::Cluster(ClusterError::Failed(_) | ClusterError::Fallen))
            if request.is_quiet =>
        {
            Ok(Exit::Wrong)
        }
        Err(error) => Err(work_dir::user_error(request.command, error)),
    }
}

/// Process 0, and the other processes if it has started them.
struct Coordinator {
    builder: Option<ClusterBuilder>,
    status: ClusterStatus,
    children: Arc<Mutex<Vec<Child>>>,
    /// Whether the lost process was reported.
    is_reported: Cell<bool>,
}

impl Coordinator {
    fn new(builder: ClusterBuilder) -> Self {
        let children = Arc::<Mutex<Vec<Child>>>::default();
        let watched = Arc::clone(&children);
        let builder = builder.with_liveness_check(move || {
            lock(&watched)
                .iter_mut()
                .all(|child| matches!(child.try_wait(), Ok(None)))
        });
        Coordinator {
            status: builder.status(),
            builder: Some(builder),
            children,
            is_reported: Cell::new(false),
        }
    }

    /// Starts the other processes on this machine.
    fn local(request: &RunRequest<'_>, folder: &Path, processes: usize) -> Result<Self> {
        let key: [u8; KEY] = Secret::random_bytes()?;
        let builder = ClusterBuilder::local(processes, Secret::new(&key)?)
            .map_err(|error| work_dir::user_error(request.command, error.into()))?;
        let invitation = [builder.addresses()[0].as_bytes(), b"\n", &key].concat();
        let coordinator = Coordinator::new(builder);
        for process in 1..processes {
            let mut child = Command::new(std::env::current_exe()?);
            child.args([
                request.command,
                "--quiet",
                "--local",
                &processes.to_string(),
            ]);
            child
                .args(["--process", &process.to_string(), "--work-dir"])
                .arg(folder);
            if let Some(bytes) = request.max_memory {
                child
                    .arg("--max-memory")
                    .arg(memory::of_program(bytes).to_string());
            }
            let mut child = child.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
            // If the child has ended, the liveness check finds out.
            let _ = child
                .stdin
                .as_mut()
                .map(|input| input.write_all(&invitation));
            lock(&coordinator.children).push(child);
        }
        Ok(coordinator)
    }

    /// Reports an error to the other processes. A run that fails because a process was lost counts
    /// as stopped.
    fn outcome(&self, exit: Result<Exit>) -> Result<Exit> {
        let Err(error) = exit else { return exit };
        self.status.fail(&format!("{error:#}"));
        if self.status.lost_process().is_none() {
            return Err(error);
        }
        self.note_loss();
        Ok(Exit::Stopped)
    }
}

impl Processes for Coordinator {
    fn place<'a>(&mut self, puzzle: Option<&'a Puzzle>, folder: &'a Path) -> Place<'a> {
        let builder = self.builder.take().expect("a run has one search");
        Place::Cluster(puzzle, folder, builder)
    }

    fn note_loss(&self) {
        if let Some(what) = self.status.lost_process()
            && !self.is_reported.replace(true)
        {
            note!("stopped: {}", sanitize(&what));
        }
    }
}

impl Drop for Coordinator {
    /// Ends the other processes: each ends when its standard input is closed.
    fn drop(&mut self) {
        (self.builder, self.status) = (None, ClusterStatus::default());
        let begun = Instant::now();
        let mut children = lock(&self.children);
        children
            .iter_mut()
            .for_each(|child| drop(child.stdin.take()));
        for child in children.iter_mut() {
            while begun.elapsed() < TO_END && matches!(child.try_wait(), Ok(None)) {
                sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

const MAX_HOSTS_BYTES: usize = 1 << 15;

/// Reads the addresses of the processes, one a line. Lines that are empty or begin with `#` are
/// comments.
fn read_hosts(path: &Path) -> Result<Vec<String>> {
    let help = "it is to have a line `host:port` for each process";
    let (shown, bytes) = input::read_bytes(path.as_os_str(), MAX_HOSTS_BYTES, help)?;
    let text = String::from_utf8(bytes)
        .map_err(|error| user_error!("cannot read `{shown}`: {error}", help))?;
    let mut addresses = Vec::new();
    let mut known = HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let twice = !known.insert(line) && !line.ends_with(":0");
        let wrong = fault(line, addresses.is_empty())
            .or_else(|| twice.then_some((0..line.len(), "this address is there twice")));
        if let Some((span, what)) = wrong {
            let place = FileLocation {
                origin: shown,
                line: number,
                text: line.to_owned(),
                column: line[..span.start].chars().count() + 1,
                span,
            };
            let help = "write a host and a port, like `node-7:4000`".to_owned();
            let error = UserError {
                place: Some(place),
                ..UserError::new(what, help)
            };
            return Err(error.into());
        }
        addresses.push(line.to_owned());
    }
    if addresses.is_empty() {
        refuse!(
            "`{shown}` names no hosts",
            "write a line `host:port` for each process"
        );
    }
    Ok(addresses)
}

/// Returns what is wrong with a line, and where. `is_first` says whether the line is that of
/// process 0, which all others must find.
fn fault(line: &str, is_first: bool) -> Option<(Range<usize>, &'static str)> {
    let Some((host, port)) = line.rsplit_once(':') else {
        return Some((0..line.len(), "there is no port here"));
    };
    let from = host.len() + 1;
    if let Some(at) = host.find(|mark: char| mark.is_whitespace() || mark.is_control()) {
        let width = host[at..].chars().next().map_or(1, char::len_utf8);
        return Some((at..at + width, "a host has no such mark"));
    }
    if host.is_empty() {
        return Some((0..1, "there is no host here"));
    }
    match port.parse::<u16>() {
        Ok(0) if is_first => Some((from..line.len(), "process 0 needs a port of its own")),
        Ok(_) if port.bytes().all(|mark| mark.is_ascii_digit()) => None,
        _ => Some((from..line.len(), "this is not a port: they go up to 65535")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_text(text: &str) -> Result<Vec<String>> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hosts");
        fs::write(&path, text).expect("there is room");
        read_hosts(&path)
    }

    #[test]
    fn each_line_of_a_hosts_file_is_one_process() {
        let text = "# ours\nnode-1:4000\n\n192.168.0.7:4001  \r\n[::1]:4002\nnode-1:0\nnode-1:0\n";
        let expected = [
            "node-1:4000",
            "192.168.0.7:4001",
            "[::1]:4002",
            "node-1:0",
            "node-1:0",
        ];
        assert_eq!(read_text(text).expect("they are fine"), expected);
    }

    #[test]
    fn errors_in_a_hosts_file_have_a_position() {
        for (text, line, column, what) in [
            ("a:1\nb\n", 2, 1, "no port here"),
            ("a:1\n\nb c:2\n", 3, 2, "no such mark"),
            ("a:1\nb:65536\n", 2, 3, "not a port"),
            ("a:1\nb:+1\n", 2, 3, "not a port"),
            ("a:1\nb:\n", 2, 3, "not a port"),
            (":1\n", 1, 1, "no host"),
            ("a:0\n", 1, 3, "a port of its own"),
            ("a:1\nb:2\na:1\n", 3, 1, "twice"),
        ] {
            let error: UserError = read_text(text)
                .expect_err(text)
                .downcast()
                .expect("one for the user");
            let place = error.place.expect("it has one");
            assert_eq!((place.line, place.column), (line, column), "{text}");
            assert!(error.message.contains(what), "{text}: {}", error.message);
        }
        assert!(
            read_text("# none\n")
                .expect_err("none")
                .to_string()
                .contains("names no hosts")
        );
    }
}
