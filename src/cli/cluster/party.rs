//! The processes of a run: this one leads them, or works for the one that does.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use huarong::search::cluster::{ClusterError, News, Roster, Secret};
use huarong::sliding::{self, SolveError};
use tempfile::TempDir;

use super::{ClusterArgs, hosts};
use crate::cli::diagnostics::{self, UserError, sanitize};
use crate::cli::exit::Exit;
use crate::cli::kept::{self, KeepArgs};
use crate::cli::{interrupt, memory};

/// How long the other processes may take to end after process 0.
const TO_END: Duration = Duration::from_secs(3);

/// What this process is in a run of several.
enum Role {
    /// Process 0.
    Leads(Party),
    /// Another one, which has done its part.
    Served(Exit),
}

/// What is asked of a command that may run on many machines.
pub(crate) struct Asked<'a> {
    /// The command: `explore`.
    pub(crate) command: &'static str,
    pub(crate) cluster: &'a ClusterArgs,
    pub(crate) keeping: &'a KeepArgs,
    /// Whether an engine was named that is for one machine.
    pub(crate) has_other_engine: bool,
    pub(crate) max_memory: Option<usize>,
    pub(crate) is_quiet: bool,
}

/// Runs on many machines: process 0 does what `lead` has it do, the others what it wants done.
pub(crate) fn run(
    asked: &Asked<'_>,
    lead: impl FnOnce(&mut Party) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    match Role::find(asked)? {
        Role::Served(exit) => Ok(exit),
        Role::Leads(mut party) => {
            let exit = lead(&mut party);
            party.outcome(exit)
        }
    }
}

impl Role {
    /// Finds out, and if this is not process 0, does what there is to do.
    fn find(asked: &Asked<'_>) -> anyhow::Result<Self> {
        if !asked.cluster.is_given() {
            return Err(kept::refused(asked.command, SolveError::NoCluster));
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
        let Some(processes) = asked.cluster.local else { return Role::on_hosts(asked, folder) };
        Ok(Role::Leads(Party::local(asked, folder, processes.into())?))
    }

    fn on_hosts(asked: &Asked<'_>, folder: &Path) -> anyhow::Result<Self> {
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
            let help =
                "make one with `head -c 32 /dev/urandom > FILE`, and copy it to each machine";
            UserError::new(format!("cannot use the key `{}`: {error}", key.display()), help)
        })?;
        let roster = Roster::new(addresses, *process, secret)
            .map_err(|error| kept::refused(asked.command, error.into()))?;
        let roster = roster.with_patience(asked.cluster.wait);
        if *process > 0 {
            return serve(asked, roster, folder).map(Role::Served);
        }
        Ok(Role::Leads(Party::new(roster, Vec::new(), None)))
    }
}

/// Works for process 0, until that has its answer or the run is stopped.
fn serve(asked: &Asked<'_>, roster: Roster, folder: &Path) -> anyhow::Result<Exit> {
    interrupt::listen();
    let served = sliding::serve(roster, folder, asked.max_memory, &interrupt::pressed);
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
        Err(SolveError::Cluster(ClusterError::Failed(_))) if asked.is_quiet => Ok(Exit::Wrong),
        Err(error) => Err(kept::refused(asked.command, error)),
    }
}

/// The processes that this one leads.
pub(crate) struct Party {
    roster: Option<Roster>,
    news: News,
    children: Arc<Mutex<Vec<Child>>>,
    /// Where the children learn where the others are, and the key.
    files: Option<TempDir>,
    /// Whether it was said which process is gone.
    is_told: Cell<bool>,
}

impl Party {
    fn new(roster: Roster, children: Vec<Child>, files: Option<TempDir>) -> Self {
        let children = Arc::new(Mutex::new(children));
        let watched = Arc::clone(&children);
        let roster = roster.watching(move || {
            let mut children = locked(&watched);
            children.iter_mut().all(|child| matches!(child.try_wait(), Ok(None)))
        });
        Party {
            news: roster.news(),
            roster: Some(roster),
            children,
            files,
            is_told: Cell::new(false),
        }
    }

    /// Starts the other processes on this machine.
    fn local(asked: &Asked<'_>, folder: &Path, processes: usize) -> anyhow::Result<Self> {
        // The folder is that of the user alone.
        let files = tempfile::Builder::new().prefix("huarong-").tempdir()?;
        let (hosts, key) = (files.path().join("hosts"), files.path().join("key"));
        fs::write(&key, Secret::random_bytes()?)?;
        let roster = Roster::local(processes, Secret::read(&key)?)
            .map_err(|error| kept::refused(asked.command, error.into()))?;
        fs::write(&hosts, roster.addresses().join("\n"))?;
        let start = |process: usize| {
            let mut child = Command::new(std::env::current_exe()?);
            child
                .arg(asked.command)
                .arg("--quiet")
                .arg("--hosts")
                .arg(&hosts)
                .arg("--key")
                .arg(&key);
            child.arg("--process").arg(process.to_string()).arg("--work-dir").arg(folder);
            if let Some(bytes) = asked.max_memory {
                child.arg("--max-memory").arg(memory::of_program(bytes).to_string());
            }
            child.stdin(Stdio::null()).stdout(Stdio::null()).spawn()
        };
        let children = (1..processes).map(start).collect::<Result<Vec<_>, _>>()?;
        Ok(Party::new(roster, children, Some(files)))
    }

    /// The processes, for a search to meet them.
    pub(crate) fn roster(&mut self) -> Roster {
        self.roster.take().expect("a run has one search")
    }

    /// All have met: what they needed for that is needed no more.
    pub(crate) fn have_met(&mut self) {
        self.files = None;
    }

    /// Says which process is gone, once, if one is.
    pub(crate) fn note_loss(&self) {
        if let Some(what) = self.news.loss()
            && !self.is_told.replace(true)
        {
            diagnostics::note(format_args!("stopped: {}", sanitize(&what)));
        }
    }

    /// How the run has ended: whatever failed for want of a process that is gone was stopped by that.
    fn outcome(&self, exit: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        if exit.is_err() && self.news.loss().is_some() {
            self.note_loss();
            return Ok(Exit::Stopped);
        }
        exit
    }
}

impl Drop for Party {
    /// The others end when they are told so, or when this one is gone.
    fn drop(&mut self) {
        let begun = Instant::now();
        for child in locked(&self.children).iter_mut() {
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
