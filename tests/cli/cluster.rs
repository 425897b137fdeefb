//! Searches on many machines, or on several processes of this one.

mod wire;

use std::fs::Permissions;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::cases::skip;
use super::interrupting::{ctrl_c, kill, start};
use super::*;

/// Numbered tiles, of which only the last must move.
const TILES_3X3: &str = "A B C\nD E F\nG H .\n\ngoal:\nA B C\nD E F\nG . H\n";
const TILES_2X5: &str = "A B C D E\nF G H I .\n\ngoal:\nA B C D E\nF G H . I\n";
const TILES_3X4: &str = "A B C D\nE F G H\nI J K .\n\ngoal:\nA B C D\nE F G H\nI J . K\n";

/// Parses a report, without the fields that depend on the time, the engine or the file.
#[track_caller]
fn answer(out: &[u8]) -> Value {
    let mut answer: Value = serde_json::from_slice(out).expect("one object");
    let fields = answer.as_object_mut().expect("an object");
    for field in FIELDS_OF_A_RUN {
        fields.remove(field);
    }
    answer
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Compares the report of one process with that of several.
#[track_caller]
fn same(arguments: &[&str], processes: &str, threads: &str) {
    let alone = huarong(&[arguments, &["--json"]].concat(), "");
    assert_eq!(alone.status, 0, "{}", alone.err);
    let folder = tempfile::tempdir().expect("a folder");
    let several = [
        "--json",
        "--local",
        processes,
        "--threads",
        threads,
        "--work-dir",
    ];
    let ran = huarong(&[arguments, &several, &[text(folder.path())]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.shows("\"engine\":\"cluster\"");
    assert_eq!(
        answer(ran.out.as_bytes()),
        answer(alone.out.as_bytes()),
        "{arguments:?}"
    );
}

#[test]
fn the_result_does_not_depend_on_processes_and_threads() {
    let (_folder, tiles) = file("tiles.txt", TILES_3X3.as_bytes());
    for (processes, threads) in [("1", "1"), ("1", "2"), ("2", "1"), ("3", "2")] {
        same(&["explore", &tiles, "--metric", "step"], processes, threads);
    }
    same(&["explore", "heng-dao-li-ma", "--layers-only"], "2", "1");
    same(&["explore", "heng-dao-li-ma", "--metric", "step"], "2", "1");
    same(&["explore", "red-donkey"], "2", "1");
}

#[test]
#[ignore = "10 s"]
fn several_processes_find_the_same_result_in_larger_spaces() {
    let (_folder, tiles) = file("tiles.txt", TILES_2X5.as_bytes());
    same(&["explore", &tiles, "--metric", "step"], "2", "1");
    same(&["explore", "fogleman-15", "--metric", "slide"], "2", "1");
    // With so little memory, runs are merged several times.
    let little = ["--max-memory", "16700000", "--layers-only"];
    same(
        &[&["explore", &tiles, "--metric", "step"], &little[..]].concat(),
        "2",
        "1",
    );
}

/// Returns the parts of a report that are the same for each solution of that length.
fn solved(ran: &Ran) -> (i32, Value, Value, Value) {
    let answer = ran.object();
    let field = |name: &str| answer[name].clone();
    (
        ran.status,
        field("outcome"),
        field("length"),
        field("optimal"),
    )
}

#[test]
fn several_processes_find_a_shortest_solution_or_prove_that_none_exists() {
    let (_folder, stuck) = file("stuck.txt", STUCK.as_bytes());
    for puzzle in ["heng-dao-li-ma", &stuck] {
        let folder = tempfile::tempdir().expect("a folder");
        let several = [
            "--local",
            "2",
            "--threads",
            "1",
            "--work-dir",
            text(folder.path()),
        ];
        let ran = huarong(&[&["solve", puzzle, "--json"][..], &several].concat(), "");
        assert_eq!(ran.err, "");
        let alone = huarong(&["solve", puzzle, "--json"], "");
        assert_eq!(solved(&ran), solved(&alone));
        assert_eq!(ran.object()["engine"], "cluster");
    }
}

#[test]
#[ignore = "two minutes, and a machine that does nothing else"]
fn two_processes_take_at_most_half_again_as_long_as_two_threads() {
    let (folder, tiles) = file("tiles.txt", TILES_3X4.as_bytes());
    let arguments = [
        "explore",
        &tiles,
        "--metric",
        "step",
        "--layers-only",
        "--json",
    ];
    let hashed = huarong(
        &[&arguments[..], &["--engine", "hashed", "--threads", "2"]].concat(),
        "",
    );
    let run = folder.path().join("run");
    let several = ["--local", "2", "--threads", "1", "--work-dir", text(&run)];
    let ran = huarong(&[&arguments[..], &several].concat(), "");
    assert_eq!(answer(ran.out.as_bytes()), answer(hashed.out.as_bytes()));
    assert_eq!(ran.object()["states"], 239_500_800);
    let seconds = |ran: &Ran| ran.object()["seconds"].as_f64().expect("a number");
    let several = seconds(&ran);
    let alone = seconds(&hashed);
    println!("{several:.1} s on two processes, {alone:.1} s on two threads");
    assert!(several <= 1.5 * alone, "{several} s and {alone} s");
}

/// A run of several processes of this machine that a test disturbs.
struct Disturbed {
    folder: TempDir,
    tiles: String,
}

impl Disturbed {
    fn new(tiles: &str) -> Self {
        let (folder, tiles) = file("tiles.txt", tiles.as_bytes());
        Disturbed { folder, tiles }
    }

    fn directory(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    /// Begins or resumes the run.
    fn start(&self, processes: &str, more: &[&str]) -> Child {
        let directory = self.directory();
        let several = ["explore", "--json", "--local", processes, "--threads", "1"];
        let what = if directory.join("checkpoint").exists() {
            vec!["--resume", text(&directory)]
        } else {
            vec![
                &*self.tiles,
                "--metric",
                "step",
                "--work-dir",
                text(&directory),
            ]
        };
        start(&[&several[..], &what, more].concat())
    }

    /// Returns the number of files of layers.
    fn layers(&self) -> usize {
        let sweeps = [1, 2].map(|sweep| self.directory().join(format!("layers/sweep-{sweep}")));
        sweeps
            .iter()
            .filter_map(|sweep| Some(fs::read_dir(sweep).ok()?.count()))
            .sum()
    }

    /// Waits for this number of further files. Returns `None` if the run ends before.
    fn wait_for_layers(&self, more: usize, child: &mut Child) -> Option<()> {
        let wanted = self.layers() + more;
        while self.layers() < wanted {
            if child.try_wait().expect("it can be asked").is_some() {
                return None;
            }
            sleep(Duration::from_millis(2));
        }
        Some(())
    }
}

/// Returns the processes that a process has started.
fn children_of(process: u32) -> Vec<u32> {
    let output = Command::new("pgrep")
        .args(["-P", &process.to_string()])
        .output();
    let text = String::from_utf8(output.expect("pgrep runs").stdout).expect("numbers");
    text.lines()
        .map(|line| line.parse().expect("a number"))
        .collect()
}

/// Waits until these processes have ended.
fn wait_for_end(processes: &[u32]) {
    let until = Instant::now() + Duration::from_secs(60);
    let lives = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.rsplit(") ")
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    while processes.iter().any(lives) {
        assert!(Instant::now() < until, "{processes:?} do not end");
        sleep(Duration::from_millis(5));
    }
}

/// Checks that a run has succeeded with the report of one process.
#[track_caller]
fn finds_the_same(output: &Output, tiles: &str) {
    succeeds(output);
    let alone = huarong(&["explore", tiles, "--metric", "step", "--json"], "");
    assert_eq!(answer(&output.stdout), answer(alone.out.as_bytes()));
}

#[track_caller]
fn succeeds(output: &Output) {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[track_caller]
fn is_stopped(output: &Output, reason: &str) {
    assert_eq!(
        output.status.code(),
        Some(3),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(answer(&output.stdout)["reason"], reason);
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_process_ends_the_others_and_the_run_is_resumed() {
    let run = Disturbed::new(TILES_2X5);
    // First another process is killed, then process 0.
    for (processes, kills_first) in [("3", false), ("2", true)] {
        let mut child = run.start(processes, &[]);
        run.wait_for_layers(1, &mut child)
            .expect("there are more layers");
        let others = children_of(child.id());
        run.wait_for_layers(8, &mut child)
            .expect("there are more layers");
        kill(if kills_first { child.id() } else { others[0] }, "-KILL");
        let output = child.wait_with_output().expect("it ends");
        wait_for_end(&others);
        if !kills_first {
            is_stopped(&output, "lost");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.contains("stopped: process 1 at 127.0.0.1:"), "{told}");
            assert!(told.contains(" has ended\n"), "{told}");
            assert!(
                told.contains("resume with: huarong explore --resume "),
                "{told}"
            );
            assert!(!told.contains("panicked"), "{told}");
        }
    }
    let output = run.start("2", &[]).wait_with_output().expect("it ends");
    finds_the_same(&output, &run.tiles);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "20 s"]
fn a_cluster_run_killed_ten_times_can_be_resumed() {
    let run = Disturbed::new(TILES_2X5);
    let mut killed = 0;
    let output = loop {
        let processes = if killed == 5 { "3" } else { "2" };
        let mut child = run.start(processes, &[]);
        if killed == 10 {
            break child.wait_with_output().expect("it ends");
        }
        run.wait_for_layers(10, &mut child)
            .expect("there are more layers");
        let others = children_of(child.id());
        let who = if killed % 3 == 2 {
            child.id()
        } else {
            others[killed % others.len()]
        };
        kill(who, "-KILL");
        child.wait_with_output().expect("it ends");
        wait_for_end(&others);
        killed += 1;
    };
    finds_the_same(&output, &run.tiles);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "10 s"]
fn a_silent_process_ends_the_others() {
    let run = Disturbed::new(TILES_2X5);
    let mut child = run.start("2", &[]);
    run.wait_for_layers(9, &mut child)
        .expect("there are more layers");
    let others = children_of(child.id());
    kill(others[0], "-STOP");
    let output = child.wait_with_output().expect("it ends");
    is_stopped(&output, "lost");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("has been silent for 8 s"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_and_limits_stop_all_processes_and_the_run_is_resumed() {
    let run = Disturbed::new(TILES_3X4);
    let mut child = run.start("2", &[]);
    run.wait_for_layers(9, &mut child)
        .expect("there are more layers");
    let others = children_of(child.id());
    kill(child.id(), ctrl_c());
    is_stopped(&child.wait_with_output().expect("it ends"), "interrupted");
    wait_for_end(&others);
    for (limits, reason) in [
        (["--max-states", "20000"], "states"),
        (["--max-depth", "20"], "depth"),
        (["--timeout", "1ms"], "time"),
        (["--max-memory", "12100000"], "memory"),
    ] {
        let child = run.start("2", &limits);
        is_stopped(&child.wait_with_output().expect("it ends"), reason);
    }
    // Ctrl-C works in other processes than process 0, too.
    let run = Disturbed::new(TILES_3X4);
    let mut child = run.start("2", &[]);
    run.wait_for_layers(5, &mut child)
        .expect("there are more layers");
    kill(children_of(child.id())[0], ctrl_c());
    is_stopped(&child.wait_with_output().expect("it ends"), "interrupted");
}

/// Writes a file that no other user can read.
fn write_key(path: &Path, key: &str) {
    fs::write(path, key).expect("there is room");
    fs::set_permissions(path, Permissions::from_mode(0o600)).expect("it is ours");
}

/// Returns a port that no other test of this program uses, below those that systems choose.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + std::process::id() % 8_000;
    let ports = || u16::try_from(first).expect("small") + NEXT.fetch_add(1, Ordering::Relaxed);
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::iter::repeat_with(ports)
        .find(is_free)
        .expect("endless")
}

/// A folder with a hosts file, a key file, a puzzle and the work directories of processes.
struct Hosts {
    folder: TempDir,
    port: u16,
}

impl Hosts {
    fn new(processes: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port();
        let others = "127.0.0.1:0\n".repeat(processes - 1);
        let hosts = format!("127.0.0.1:{port}\n{others}");
        fs::write(folder.path().join("hosts"), hosts).expect("there is room");
        write_key(&folder.path().join("key"), "correct horse battery staple");
        fs::write(folder.path().join("tiles.txt"), TILES_3X3).expect("there is room");
        Hosts { folder, port }
    }

    fn at(&self, name: &str) -> String {
        text(&self.folder.path().join(name)).to_owned()
    }

    /// Returns the arguments of a process with its own work directory. It waits for the others
    /// during `wait`.
    fn arguments(&self, process: &str, key: &str, wait: &str) -> Vec<String> {
        let tiles = self.at("tiles.txt");
        let start = [
            "explore",
            &tiles,
            "--metric",
            "step",
            "--json",
            "--threads",
            "1",
        ];
        let hosts = self.at("hosts");
        let key = self.at(key);
        let place = [
            "--hosts",
            &hosts,
            "--process",
            process,
            "--key",
            &key,
            "--wait",
            wait,
        ];
        let folder = self.at(&format!("run-{process}"));
        let all = [&start[..], &place, &["--work-dir", &folder]].concat();
        all.into_iter().map(str::to_owned).collect()
    }

    /// Connects to process 0 as soon as it listens.
    fn knock(&self) -> TcpStream {
        loop {
            match TcpStream::connect(("127.0.0.1", self.port)) {
                Ok(stream) => return stream,
                Err(_) => sleep(Duration::from_millis(10)),
            }
        }
    }

    fn run(&self, process: &str, key: &str, wait: &str) -> Ran {
        let arguments = self.arguments(process, key, wait);
        huarong(
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            "",
        )
    }
}

#[test]
fn processes_with_their_own_folders_connect_and_strangers_are_rejected() {
    let hosts = Hosts::new(3);
    write_key(Path::new(&hosts.at("wrong")), "wrong horse battery staple");
    let first = start(&hosts.arguments("0", "key", "60s"));
    // One stranger is silent, one sends garbage, one has another key.
    let _silent = hosts.knock();
    let mut loud = hosts.knock();
    loud.write_all(&[0xFF; 4096]).expect("it can be sent");
    let mut heard = Vec::new();
    // The connection ends without a reply.
    let _ = loud.read_to_end(&mut heard);
    assert!(heard.is_empty(), "{}", heard.len());
    let ran = hosts.run("1", "wrong", "1s");
    assert_eq!(ran.status, 2, "{}", ran.err);
    ran.warns("rejected the connection: it has another key");
    let others = ["1", "2"].map(|process| start(&hosts.arguments(process, "key", "60s")));
    for other in others {
        let output = other.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
    let output = first.wait_with_output().expect("it ends");
    finds_the_same(&output, &hosts.at("tiles.txt"));
}

#[test]
fn a_run_is_resumed_with_more_processes_and_new_folders() {
    let hosts = Hosts::new(2);
    let limited = |process: &str| {
        let mut arguments = hosts.arguments(process, "key", "60s");
        arguments.extend(["--max-depth", "20"].map(str::to_owned));
        start(&arguments)
    };
    let both = ["0", "1"]
        .map(limited)
        .map(|child| child.wait_with_output().expect("it ends"));
    assert_eq!(both.map(|output| output.status.code()), [Some(3), Some(3)]);
    let text = format!("127.0.0.1:{}\n127.0.0.1:0\n127.0.0.1:0\n", hosts.port);
    fs::write(hosts.at("hosts"), text).expect("there is room");
    let go_on = |process: &str| {
        let file = hosts.at("hosts");
        let key = hosts.at("key");
        let folder = hosts.at(&format!("run-{process}"));
        let place = ["--hosts", &file, "--process", process, "--key", &key];
        let how = ["explore", "--json", "--threads", "1", "--resume", &folder];
        start(&[&how[..], &place].concat())
    };
    let [first, ..] = ["0", "1", "2"]
        .map(go_on)
        .map(|child| child.wait_with_output().expect("it ends"));
    finds_the_same(&first, &hosts.at("tiles.txt"));
}

#[test]
fn the_error_of_a_failed_connection_has_a_hint() {
    let hosts = Hosts::new(2);
    let cannot = "process 0 at 127.0.0.1:";
    hosts.run("1", "key", "2s").is_refused(&[
        cannot,
        "cannot be reached, after 2 s of trying",
        "start it",
    ]);
    hosts
        .run("0", "key", "2s")
        .is_refused(&["process 1 at 127.0.0.1:0 did not connect within 2 s"]);
    hosts
        .run("2", "key", "2s")
        .is_refused(&["there is no process 2", "has 2"]);
    hosts
        .run("0", "no-key", "2s")
        .is_refused(&["cannot use the key", "head -c 32 /dev/urandom"]);
    write_key(Path::new(&hosts.at("short")), "1234");
    hosts
        .run("0", "short", "2s")
        .is_refused(&["a key of 4 bytes could be guessed"]);
    fs::set_permissions(hosts.at("key"), Permissions::from_mode(0o640)).expect("it is ours");
    let open = ["other users can read it", "mode is 0640", "chmod 600 "];
    hosts.run("0", "key", "2s").is_refused(&open);
    write_key(Path::new(&hosts.at("key")), "correct horse battery staple");
    let taken = TcpListener::bind(("127.0.0.1", hosts.port)).expect("it is free");
    hosts
        .run("0", "key", "2s")
        .is_refused(&["cannot listen on 127.0.0.1:", "an unused port"]);
    drop(taken);
    fs::write(hosts.at("hosts"), "localhost:4000\nnode 7:4000\n").expect("there is room");
    hosts.run("0", "key", "2s").is_refused(&[
        "a host has no such mark",
        "hosts:2:5",
        "node-7:4000",
    ]);
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let run = Disturbed::new(TILES_2X5);
    let mut child = run.start("2", &[]);
    run.wait_for_layers(3, &mut child)
        .expect("there are more layers");
    let directory = run.directory();
    let again = ["--local", "2", "--work-dir", text(&directory)];
    let again = huarong(&[&["explore", &run.tiles][..], &again].concat(), "");
    again.is_refused(&["is in use by another huarong process"]);
    kill(child.id(), ctrl_c());
    child.wait_with_output().expect("it ends");
    let again = ["--local", "2", "--work-dir", text(&directory)];
    let again = huarong(&[&["explore", &run.tiles][..], &again].concat(), "");
    again.is_refused(&["already holds a run", "huarong explore --resume "]);
    let alone = huarong(&["explore", "--resume", text(&directory)], "");
    alone.is_refused(&["needs a list of processes", "--local N"]);
}

#[cfg(target_os = "linux")]
#[test]
fn local_processes_store_their_key_in_no_file() {
    let run = Disturbed::new(TILES_2X5);
    let temporary = run.folder.path().join("temporary");
    fs::create_dir(&temporary).expect("there is room");
    let mut command = program();
    command.args([
        "explore",
        &run.tiles,
        "--local",
        "3",
        "--threads",
        "1",
        "--work-dir",
    ]);
    let command = command.arg(run.directory()).env("TMPDIR", &temporary);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    run.wait_for_layers(3, &mut child)
        .expect("there are more layers");
    assert_eq!(fs::read_dir(&temporary).expect("it is there").count(), 0);
    let others = children_of(child.id());
    for other in &others {
        let arguments = fs::read(format!("/proc/{other}/cmdline")).expect("it runs");
        let arguments = String::from_utf8_lossy(&arguments).into_owned();
        assert!(!arguments.contains("--key"), "{arguments}");
    }
    kill(child.id(), "-KILL");
    child.wait().expect("it ends");
    wait_for_end(&others);
}

#[cfg(target_os = "linux")]
#[test]
fn a_local_process_ends_with_its_parent_even_before_connecting() {
    let hosts = Hosts::new(1);
    let mut command = program();
    command.args([
        "explore",
        "--quiet",
        "--local",
        "2",
        "--process",
        "1",
        "--work-dir",
    ]);
    let mut command = command
        .arg(hosts.at("run"))
        .stdin(Stdio::piped())
        .spawn()
        .expect("it runs");
    let invitation = format!(
        "127.0.0.1:{}\nthirty-two bytes, neither more...",
        hosts.port
    );
    let mut input = command.stdin.take().expect("it is piped");
    input.write_all(invitation.as_bytes()).expect("it reads");
    sleep(Duration::from_millis(500));
    assert!(command.try_wait().expect("it can be asked").is_none());
    drop(input);
    assert_eq!(command.wait().expect("it ends").code(), Some(2));
}

#[test]
fn endless_files_are_refused() {
    let hosts = Hosts::new(2);
    let mut arguments = hosts.arguments("0", "key", "2s");
    for name in ["/hosts", "/key"] {
        let place = arguments
            .iter()
            .position(|it| it.ends_with(name))
            .expect("it is given");
        let file = std::mem::replace(&mut arguments[place], "/dev/zero".to_owned());
        let ran = huarong(
            &arguments.iter().map(String::as_str).collect::<Vec<_>>(),
            "",
        );
        ran.is_refused(&["/dev/zero"]);
        arguments[place] = file;
    }
}

#[test]
fn conflicting_cluster_options_are_refused() {
    huarong(&["explore", "red-donkey", "--engine", "cluster"], "")
        .is_refused(&["needs a list of processes", "--local N"]);
    huarong(&["solve", "red-donkey", "--local", "2"], "")
        .is_refused(&["needs a work directory", "--work-dir DIR"]);
    run("solve red-donkey --local 2 --engine hashed --work-dir x").is_refused(&["for one machine"]);
    let folder = tempfile::tempdir().expect("a folder");
    let place = [
        "--local",
        "2",
        "--process",
        "1",
        "--work-dir",
        text(folder.path()),
    ];
    huarong(&[&["solve", "red-donkey"][..], &place].concat(), "")
        .is_refused(&["`--process` is not for `--local`"]);
    let ran = huarong(&["solve", "red-donkey", "--process", "1"], "");
    assert!(
        ran.status == 2 && ran.err.contains("--hosts"),
        "{}",
        ran.err
    );
    let ran = huarong(&["solve", "red-donkey", "--hosts", "x"], "");
    assert!(
        ran.status == 2 && ran.err.contains("--process"),
        "{}",
        ran.err
    );
}

/// Two network namespaces with a cable between them, which the drop of this value deletes.
#[cfg(target_os = "linux")]
struct Namespaces([String; 2]);

#[cfg(target_os = "linux")]
impl Namespaces {
    /// Returns `None` if the system does not allow them.
    fn new() -> Option<Self> {
        let id = std::process::id();
        let names = ["a", "b"].map(|end| format!("huarong-{id}-{end}"));
        let [a, b] = &names;
        let [cable_a, cable_b] = ["a", "b"].map(|end| format!("hr{id}{end}"));
        let made = Namespaces(names.clone());
        ip(&["netns", "add", a])?;
        ip(&["netns", "add", b])?;
        ip(&[
            "link", "add", &cable_a, "netns", a, "type", "veth", "peer", &cable_b, "netns", b,
        ])?;
        for (name, cable, address) in [(a, &cable_a, "10.77.0.1/24"), (b, &cable_b, "10.77.0.2/24")]
        {
            ip(&["-n", name, "address", "add", address, "dev", cable])?;
            ip(&["-n", name, "link", "set", cable, "up"])?;
        }
        Some(made)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Namespaces {
    fn drop(&mut self) {
        for name in &self.0 {
            let _ = ip(&["netns", "delete", name]);
        }
    }
}

#[cfg(target_os = "linux")]
fn ip(arguments: &[&str]) -> Option<()> {
    let status = Command::new("ip")
        .args(arguments)
        .stderr(Stdio::null())
        .status();
    status.ok()?.success().then_some(())
}

#[cfg(target_os = "linux")]
#[test]
fn two_processes_in_different_networks_find_the_same_result() {
    let Some(spaces) = Namespaces::new() else {
        return skip("two networks", "it needs root and `ip`");
    };
    let hosts = Hosts::new(2);
    fs::write(hosts.at("hosts"), "10.77.0.1:4000\n10.77.0.2:4000\n").expect("there is room");
    let start = |(process, name): (&str, &String)| {
        let mut command = Command::new("ip");
        command
            .args(["netns", "exec", name])
            .arg(HUARONG)
            .args(hosts.arguments(process, "key", "60s"));
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    let [first, second] = [("0", &spaces.0[0]), ("1", &spaces.0[1])].map(start);
    let output = first.wait_with_output().expect("it ends");
    assert_eq!(
        second.wait_with_output().expect("it ends").status.code(),
        Some(0)
    );
    finds_the_same(&output, &hosts.at("tiles.txt"));
}
