//! The processes of a run: this one leads them, or works for the one that does.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use huarong::search::cluster::{ClusterBuilder, ClusterError, ClusterStatus, Secret};
use huarong::sliding::{self, SolveError};

use super::{ClusterArgs, hosts};
use crate::cli::diagnostics::{self, UserError, sanitize};
use crate::cli::exit::Exit;
use crate::cli::work_dir::{self, WorkDirArgs};
use crate::cli::{interrupt, memory};

/// How long the other processes may take to end after process 0.
const TO_END: Duration = Duration::from_secs(3);

/// The bytes of the key of processes on one machine.
const KEY: usize = 32;

/// What this process is in a run of several.
enum ProcessRole {
    /// Process 0.
    Leads(Coordinator),
    /// Another one, which has done its part.
    Served(Exit),
}

/// What is asked of a command that may run on many machines.
pub(crate) struct ClusterRequest<'a> {
    /// The command: `explore`.
    pub(crate) command: &'static str,
    pub(crate) cluster: &'a ClusterArgs,
    pub(crate) keeping: &'a WorkDirArgs,
    /// Whether an engine was named that is for one machine.
    pub(crate) has_other_engine: bool,
    pub(crate) max_memory: Option<usize>,
    pub(crate) is_quiet: bool,
}

/// Runs on many machines: process 0 does what `lead` has it do, the others what it wants done.
pub(crate) fn run(
    asked: &ClusterRequest<'_>,
    lead: impl FnOnce(&mut Coordinator) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    match ProcessRole::find(asked)? {
        ProcessRole::Served(exit) => Ok(exit),
        ProcessRole::Leads(mut coordinator) => {
            let exit = lead(&mut coordinator);
            coordinator.outcome(exit)
        }
    }
}

impl ProcessRole {
    /// Finds out, and if this is not process 0, does what there is to do.
    fn find(asked: &ClusterRequest<'_>) -> anyhow::Result<Self> {
        if !asked.cluster.is_given() {
            return Err(work_dir::refused(asked.command, SolveError::NoCluster));
        }
        if asked.has_other_engine {
            let help = "do without `--engine`: on many machines there is one, `cluster`";
            return Err(UserError::new("this engine is for one machine", help).into());
        }
        let Some(folder) = asked.keeping.work_dir.as_deref().or(asked.keeping.resume.as_deref())
        else {
            let help = "give `--work-dir DIR`: each process keeps its part of each layer there";
            return Err(UserError::new("the engine `cluster` needs a work directory", help).into());
        };
        let ClusterArgs { local, process, .. } = *asked.cluster;
        match (local.map(usize::from), process) {
            (None, _) => ProcessRole::on_hosts(asked, folder),
            (Some(processes), None) => {
                Ok(ProcessRole::Leads(Coordinator::local(asked, folder, processes)?))
            }
            (Some(processes), Some(process)) => {
                let builder = invited(processes, process)?;
                run_worker(asked, builder, folder).map(ProcessRole::Served)
            }
        }
    }

    fn on_hosts(asked: &ClusterRequest<'_>, folder: &Path) -> anyhow::Result<Self> {
        let ClusterArgs { hosts: Some(file), process: Some(process), key: Some(key), .. } =
            asked.cluster
        else {
            let help = "give `--hosts FILE`, `--process I` and `--key FILE`";
            return Err(UserError::new("the processes of the run are not known", help).into());
        };
        let addresses = hosts::read(file)?;
        if *process >= addresses.len() {
            let (shown, many) = (file.display(), addresses.len());
            let message = format!("there is no process {process}: `{shown}` has {many}");
            return Err(UserError::new(message, "the first line is that of process 0").into());
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
            UserError::new(format!("cannot use the key `{shown}`: {error}"), help)
        })?;
        let builder = ClusterBuilder::new(addresses, *process, secret)
            .map_err(|error| work_dir::refused(asked.command, error.into()))?;
        let builder = builder.with_timeout(asked.cluster.wait);
        if *process > 0 {
            return run_worker(asked, builder, folder).map(ProcessRole::Served);
        }
        Ok(ProcessRole::Leads(Coordinator::new(builder, Vec::new())))
    }
}

/// The processes of a run on this machine, for one that process 0 has started: it reads the address
/// of process 0 and the key on standard input, which stays open as long as process 0 lives.
fn invited(processes: usize, process: usize) -> anyhow::Result<ClusterBuilder> {
    let mut input = io::stdin().lock().take(1 << 10);
    let (mut address, mut key) = (String::new(), Vec::new());
    let read = input.read_line(&mut address);
    let read = read.and_then(|_| input.take(KEY as u64).read_to_end(&mut key));
    if read.is_err() || key.len() < KEY || !(1..processes).contains(&process) {
        let help = "give it with `--hosts FILE` and `--key FILE`, or leave it out";
        return Err(UserError::new("`--process` is not for `--local`", help).into());
    }
    let mut addresses = vec![address.trim_end().to_owned()];
    addresses.resize(processes, "127.0.0.1:0".to_owned());
    let is_led = Arc::new(AtomicBool::new(true));
    let still_led = Arc::clone(&is_led);
    thread::Builder::new().spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        is_led.store(false, Ordering::Relaxed);
    })?;
    let builder = ClusterBuilder::new(addresses, process, Secret::new(&key)?)?;
    Ok(builder.with_liveness_check(move || still_led.load(Ordering::Relaxed)))
}

/// Works for process 0, until that has its answer or the run is stopped.
fn run_worker(
    asked: &ClusterRequest<'_>,
    builder: ClusterBuilder,
    folder: &Path,
) -> anyhow::Result<Exit> {
    let served = sliding::run_worker(builder, folder, asked.max_memory, &interrupt::pressed);
    match served {
        Ok(true) => Ok(Exit::Done),
        Ok(false) => Ok(Exit::Stopped),
        Err(SolveError::Cluster(ClusterError::Lost(what))) => {
            if !asked.is_quiet {
                diagnostics::note(format_args!("stopped: {}", sanitize(&what)));
            }
            Ok(Exit::Stopped)
        }
        // Process 0 tells it.
        Err(SolveError::Cluster(ClusterError::Failed(_) | ClusterError::Fallen))
            if asked.is_quiet =>
        {
            Ok(Exit::Wrong)
        }
        Err(error) => Err(work_dir::refused(asked.command, error)),
    }
}

/// The processes that this one leads.
pub(crate) struct Coordinator {
    builder: Option<ClusterBuilder>,
    status: ClusterStatus,
    children: Arc<Mutex<Vec<Child>>>,
    /// Whether it was said which process is gone.
    is_told: Cell<bool>,
}

impl Coordinator {
    fn new(builder: ClusterBuilder, children: Vec<Child>) -> Self {
        let children = Arc::new(Mutex::new(children));
        let watched = Arc::clone(&children);
        let builder = builder.with_liveness_check(move || {
            let mut children = locked(&watched);
            children.iter_mut().all(|child| matches!(child.try_wait(), Ok(None)))
        });
        Coordinator {
            status: builder.status(),
            builder: Some(builder),
            children,
            is_told: Cell::new(false),
        }
    }

    /// Starts the other processes on this machine.
    fn local(asked: &ClusterRequest<'_>, folder: &Path, processes: usize) -> anyhow::Result<Self> {
        let key: [u8; KEY] = Secret::random_bytes()?;
        let builder = ClusterBuilder::local(processes, Secret::new(&key)?)
            .map_err(|error| work_dir::refused(asked.command, error.into()))?;
        let invitation = [builder.addresses()[0].as_bytes(), b"\n", &key].concat();
        let coordinator = Coordinator::new(builder, Vec::new());
        for process in 1..processes {
            let mut child = Command::new(std::env::current_exe()?);
            child.args([asked.command, "--quiet", "--local", &processes.to_string()]);
            child.args(["--process", &process.to_string(), "--work-dir"]).arg(folder);
            if let Some(bytes) = asked.max_memory {
                child.arg("--max-memory").arg(memory::of_program(bytes).to_string());
            }
            let mut child = child.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
            // If the child has ended, that shows when it does not come.
            let _ = child.stdin.as_mut().map(|input| input.write_all(&invitation));
            locked(&coordinator.children).push(child);
        }
        Ok(coordinator)
    }

    /// The processes, for a search to meet them.
    pub(crate) fn builder(&mut self) -> ClusterBuilder {
        self.builder.take().expect("a run has one search")
    }

    /// Says which process is gone, once, if one is.
    pub(crate) fn note_loss(&self) {
        if let Some(what) = self.status.lost_process()
            && !self.is_told.replace(true)
        {
            diagnostics::note(format_args!("stopped: {}", sanitize(&what)));
        }
    }

    /// How the run has ended, for the other processes as well: whatever failed for want of a
    /// process that is gone was stopped by that.
    fn outcome(&self, exit: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        if let Err(error) = &exit {
            self.status.fail(&format!("{error:#}"));
        }
        if exit.is_err() && self.status.lost_process().is_some() {
            self.note_loss();
            return Ok(Exit::Stopped);
        }
        exit
    }
}

impl Drop for Coordinator {
    /// The others end when they are told so, or when this one is gone.
    fn drop(&mut self) {
        (self.builder, self.status) = (None, ClusterStatus::default());
        let begun = Instant::now();
        let mut children = locked(&self.children);
        children.iter_mut().for_each(|child| drop(child.stdin.take()));
        for child in children.iter_mut() {
            while begun.elapsed() < TO_END && matches!(child.try_wait(), Ok(None)) {
                sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
