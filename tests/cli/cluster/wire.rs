//! Faults between two processes: a relay flips, drops, repeats, reorders and delays bytes, and
//! strangers call. The result is right, or both processes report the same error.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::*;
use crate::cases::cases;

/// Tiles with a short run.
const TILES_2X4: &str = "A B C D\nE F G .\n\ngoal:\nA B C D\nE F . G\n";

/// `SplitMix64`, so that a failure is reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27) % bound
    }

    fn index(&mut self, length: u64) -> usize {
        usize::try_from(self.below(length)).expect("few")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Damage {
    Flip,
    Drop,
    Repeat,
    Reorder,
    Delay,
}

/// The one fault of a relay.
#[derive(Clone, Copy, Debug)]
struct Fault {
    damage: Damage,
    /// Whether the bytes go to process 0.
    is_up: bool,
    /// The offset of the byte in the connection.
    at: u64,
}

impl Fault {
    fn random(random: &mut Random) -> Self {
        use Damage::{Delay, Drop, Flip, Reorder, Repeat};
        let damage = [Flip, Flip, Drop, Repeat, Reorder, Delay][random.index(6)];
        // All magnitudes of the offset are equally frequent.
        let magnitude = 4 + random.below(14);
        Fault {
            damage,
            is_up: random.below(2) == 0,
            at: random.below(1 << magnitude),
        }
    }

    /// Damages or delays these bytes.
    fn apply(&self, bytes: &mut Vec<u8>) {
        let at = usize::try_from(self.at).expect("few") % bytes.len();
        let end = bytes.len().min(at + 8);
        match self.damage {
            Damage::Flip => bytes[at] ^= 1 << (self.at % 8),
            Damage::Drop => drop(bytes.drain(at..end)),
            Damage::Repeat => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            Damage::Reorder => bytes[at..end].reverse(),
            Damage::Delay => sleep(Duration::from_millis(700)),
        }
    }
}

/// Forwards the bytes of one side, and applies the fault when its byte comes.
fn pass_on(
    mut from: TcpStream,
    mut to: TcpStream,
    pending: &Mutex<Option<Fault>>,
    is_faulty: bool,
) {
    let mut bytes = vec![0; 1 << 16];
    let mut passed = 0;
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut chunk = bytes[..count].to_vec();
        passed += count as u64;
        let mut fault = pending.lock().unwrap_or_else(PoisonError::into_inner);
        if is_faulty && fault.is_some_and(|fault| fault.at < passed) {
            fault.take().expect("just seen").apply(&mut chunk);
        }
        drop(fault);
        if to.write_all(&chunk).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Starts a relay to a port. Returns the port of the relay.
fn relay(to: u16, fault: Fault) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let pending = Arc::new(Mutex::new(Some(fault)));
    thread::spawn(move || {
        for caller in listener.incoming() {
            let Ok(caller) = caller else { continue };
            // If process 0 does not listen yet, its caller retries.
            let Ok(target) = TcpStream::connect(("127.0.0.1", to)) else {
                continue;
            };
            let both = [(&caller, &target, true), (&target, &caller, false)];
            for (from, to, is_up) in both {
                let [from, to] = [from, to].map(|it| it.try_clone().expect("a socket"));
                let pending = Arc::clone(&pending);
                thread::spawn(move || pass_on(from, to, &pending, fault.is_up == is_up));
            }
        }
    });
    port
}

/// Runs two processes. The second one calls process 0 at this port.
fn run_by(hosts: &Hosts, port: u16) -> [Output; 2] {
    let first = start(&hosts.arguments("0", "key", "60s"));
    let relayed = format!("127.0.0.1:{port}\n127.0.0.1:0\n");
    // Process 0 has its own file, with its own port.
    fs::write(hosts.at("relayed"), relayed).expect("there is room");
    let mut arguments = hosts.arguments("1", "key", "60s");
    let file = arguments
        .iter_mut()
        .find(|it| it.ends_with("/hosts"))
        .expect("it is given");
    *file = hosts.at("relayed");
    let second = start(&arguments);
    [first, second].map(|child| child.wait_with_output().expect("it ends"))
}

/// Returns the reason why a process was stopped, from its messages.
fn reason(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    let reasons = told
        .lines()
        .filter_map(|line| line.strip_prefix("stopped: "));
    reasons.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_fault_gives_a_correct_result_or_one_reason_on_both_processes() {
    let (_folder, tiles) = file("tiles.txt", TILES_2X4.as_bytes());
    let alone = huarong(&["explore", &tiles, "--metric", "step", "--json"], "");
    let alone = answer(alone.out.as_bytes());
    let mut random = Random(42);
    let faults: Vec<Fault> = (0..cases(5)).map(|_| Fault::random(&mut random)).collect();
    let next = AtomicUsize::new(0);
    let stopped = AtomicUsize::new(0);
    let work = || {
        while let Some(&fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            stopped.fetch_add(usize::from(is_stopped_by(fault, &alone)), Ordering::Relaxed);
        }
    };
    // Most processes only wait for a deadline, so four runs share the machine.
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    println!("{stopped:?} of {} runs were stopped", faults.len());
}

/// Runs two processes with a faulty relay between them, and checks their results. Returns whether
/// they were stopped.
fn is_stopped_by(fault: Fault, alone: &Value) -> bool {
    let hosts = Hosts::new(2);
    fs::write(hosts.at("tiles.txt"), TILES_2X4).expect("there is room");
    let [first, second] = run_by(&hosts, relay(hosts.port, fault));
    let told = [&first, &second].map(|output| String::from_utf8_lossy(&output.stderr));
    let context = format!("{fault:?}: {told:?}");
    assert!(
        told.iter().all(|told| !told.contains("panicked")),
        "{context}"
    );
    match (first.status.code(), second.status.code()) {
        // Process 0 may have its result before process 1 is lost.
        (Some(0), Some(0 | 3)) => assert_eq!(answer(&first.stdout), *alone, "{context}"),
        (Some(3), Some(3)) => {
            assert_ne!(reason(&first), "", "{context}");
            assert_eq!(reason(&first), reason(&second), "{context}");
        }
        other => panic!("{other:?}, {context}"),
    }
    first.status.code() == Some(3)
}

#[test]
fn both_processes_report_a_flipped_bit() {
    for (is_up, sender) in [(true, "process 1"), (false, "process 0")] {
        let hosts = Hosts::new(2);
        let fault = Fault {
            damage: Damage::Flip,
            is_up,
            at: 20_000,
        };
        let both = run_by(&hosts, relay(hosts.port, fault));
        for output in both {
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{is_up}: {told}");
            assert!(
                told.contains(&format!("stopped: the bytes from {sender} at ")),
                "{told}"
            );
            assert!(told.contains(" were altered in transit\n"), "{told}");
        }
    }
}

#[test]
fn silent_strangers_do_not_block_a_process_of_the_run() {
    let hosts = Hosts::new(2);
    let first = start(&hosts.arguments("0", "key", "60s"));
    let _strangers: Vec<TcpStream> = (0..300).map(|_| hosts.knock()).collect();
    let second = start(&hosts.arguments("1", "key", "60s"));
    for child in [first, second] {
        succeeds(&child.wait_with_output().expect("it ends"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_connects_despite_dropped_connections_and_paused_peers() {
    let hosts = Hosts::new(2);
    // The first listener drops its calls without a reply.
    let first = TcpListener::bind(("127.0.0.1", hosts.port)).expect("it is free");
    let second = start(&hosts.arguments("1", "key", "60s"));
    for _ in 0..2 {
        drop(first.accept().expect("it calls"));
    }
    drop(first);
    let first = start(&hosts.arguments("0", "key", "60s"));
    kill(first.id(), "-STOP");
    sleep(Duration::from_millis(300));
    kill(first.id(), "-CONT");
    for child in [first, second] {
        succeeds(&child.wait_with_output().expect("it ends"));
    }
}

#[test]
fn a_failing_process_ends_all_processes_with_its_error() {
    let hosts = Hosts::new(2);
    // The folder of an earlier run, with a file where process 1 needs a folder.
    fs::create_dir(hosts.at("run-1")).expect("there is room");
    for name in ["run-1/lock-1", "run-1/layers"] {
        fs::write(hosts.at(name), "").expect("there is room");
    }
    let both = ["0", "1"].map(|process| start(&hosts.arguments(process, "key", "60s")));
    for output in both.map(|child| child.wait_with_output().expect("it ends")) {
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: process 1 at 127.0.0.1:"), "{told}");
        assert!(told.contains("run-1/layers"), "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_failure_of_process_0_ends_all_processes() {
    let hosts = Hosts::new(2);
    let folder = hosts.at("plots");
    let plot = hosts.at("plots/plot.svg");
    fs::create_dir(&folder).expect("there is room");
    let mut arguments = hosts.arguments("0", "key", "60s");
    arguments.extend(["--plot", &plot].map(str::to_owned));
    let both = [
        start(&arguments),
        start(&hosts.arguments("1", "key", "60s")),
    ];
    while !Path::new(&hosts.at("run-1/layers/sweep-1")).exists() {
        sleep(Duration::from_millis(5));
    }
    fs::remove_dir(&folder).expect("it is empty");
    let [first, second] = both.map(|child| child.wait_with_output().expect("it ends"));
    let told = [&first, &second].map(|output| String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        [first.status.code(), second.status.code()],
        [Some(2); 2],
        "{told:?}"
    );
    assert!(
        told.iter().all(|told| told.contains("plot.svg")),
        "{told:?}"
    );
}
