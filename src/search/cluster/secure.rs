//! Encrypted and authenticated connections between the processes of a run.
//!
//! Each connection begins with the handshake `NNpsk0` of the Noise protocol framework. Only a
//! process that has the key of the run completes it, and the session keys of each connection are
//! new. The process that is called sends nothing before the caller has shown that it has the key.
//! All later bytes travel in sealed records, which are numbered: bytes that were changed, dropped,
//! repeated or reordered on the way are an error of the kind `InvalidData`. The length of a record
//! is sealed as well, so that no reader waits for bytes that were never sent.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use snow::{Builder, StatelessTransportState};

/// The handshake and the ciphers.
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";
/// Both sides must begin with these bytes: they name the protocol above the handshake.
const PROLOGUE: &[u8] = b"huarong cluster 1";
/// What is appended to each sealed text.
const TAG: usize = 16;
/// A message of the handshake: a public key and a tag.
const HANDSHAKE_MESSAGE: usize = 32 + TAG;
/// The most text of a record, as Noise limits it.
const MAX_TEXT: usize = 65_535 - TAG;
/// A record begins with the sealed length of its text.
const HEADER: usize = 2 + TAG;
/// The longest message: the job and the addresses of many hosts.
const MAX_MESSAGE: usize = 1 << 24;

/// The least and the most bytes of a key file: a short key could be guessed.
const MIN_KEY: usize = 16;
const MAX_KEY: usize = 1 << 16;

/// The key of a run.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Makes a key of any bytes.
    ///
    /// # Errors
    /// If the bytes are so few that they could be guessed, or too many.
    pub fn new(bytes: &[u8]) -> io::Result<Self> {
        let why = match bytes.len() {
            0..MIN_KEY => format!("a key of {} bytes could be guessed", bytes.len()),
            MIN_KEY..=MAX_KEY => return Ok(Secret(*blake3::hash(bytes).as_bytes())),
            _ => format!("a key has at most {MAX_KEY} bytes"),
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, why))
    }

    /// Reads the key in a file.
    ///
    /// # Errors
    /// If the file cannot be read, other users can read it (kind `PermissionDenied`), or
    /// [`new`](Self::new) refuses its bytes.
    pub fn read(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        check_privacy(&file)?;
        let mut bytes = Vec::new();
        file.take(MAX_KEY as u64 + 1).read_to_end(&mut bytes)?;
        Secret::new(&bytes)
    }

    /// Returns the bytes of a new key.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random_bytes() -> io::Result<[u8; 32]> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(bytes)
    }

    /// Returns the identity of a run: that of its number, which nobody foresees, and its job.
    pub(super) fn run_id(&self, nonce: &[u8; 32], job: &[u8]) -> [u8; 32] {
        *blake3::Hasher::new_keyed(&self.0).update(nonce).update(job).finalize().as_bytes()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// Refuses a key file that others than its owner can read or write, as ssh does.
#[cfg(unix)]
fn check_privacy(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata()?;
    let mode = metadata.permissions().mode() & 0o777;
    if metadata.is_file() && mode & 0o077 != 0 {
        let why = format!("other users can read it, its mode is {mode:04o}");
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_privacy(_: &File) -> io::Result<()> {
    Ok(())
}

/// Which side of a handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoiseRole {
    Caller,
    Called,
}

/// A connection to a process that has the key. Clones are the same connection.
#[derive(Clone, Debug)]
pub(super) struct SecureStream(Arc<Connection>);

#[derive(Debug)]
struct Connection {
    socket: TcpStream,
    keys: StatelessTransportState,
    sealing: Mutex<Sealing>,
    opening: Mutex<Opening>,
}

/// What is sent.
#[derive(Default, Debug)]
struct Sealing {
    /// Counts what has been sealed.
    number: u64,
    record: Vec<u8>,
}

/// What is received.
#[derive(Debug)]
struct Opening {
    input: BufReader<TimedSocket>,
    /// Counts what has been opened.
    number: u64,
    sealed: Vec<u8>,
    text: Vec<u8>,
    /// How much of the text has been read.
    read: usize,
}

impl SecureStream {
    /// Shakes hands.
    ///
    /// # Errors
    /// If the other side has another key, or the deadline has passed.
    pub(super) fn establish(
        socket: TcpStream,
        secret: &Secret,
        side: NoiseRole,
        deadline: Instant,
    ) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_write_timeout(Some(deadline.saturating_duration_since(Instant::now())))?;
        let timed = TimedSocket { socket: socket.try_clone()?, deadline: Some(deadline) };
        let mut input = BufReader::with_capacity(2 * MAX_TEXT, timed);
        let builder = Builder::new(NOISE.parse().map_err(broken)?);
        let builder = builder.psk(0, &secret.0).map_err(broken)?;
        let builder = builder.prologue(PROLOGUE).map_err(broken)?;
        let handshake = match side {
            NoiseRole::Caller => builder.build_initiator(),
            NoiseRole::Called => builder.build_responder(),
        };
        let mut handshake = handshake.map_err(broken)?;
        let mut message = [0; HANDSHAKE_MESSAGE];
        while !handshake.is_handshake_finished() {
            if handshake.is_my_turn() {
                handshake.write_message(&[], &mut message).map_err(broken)?;
                (&socket).write_all(&message)?;
            } else {
                input.read_exact(&mut message)?;
                handshake.read_message(&message, &mut []).map_err(broken)?;
            }
        }
        let keys = handshake.into_stateless_transport_mode().map_err(broken)?;
        let opening = Opening { input, number: 0, sealed: Vec::new(), text: Vec::new(), read: 0 };
        let (sealing, opening) = (Mutex::default(), Mutex::new(opening));
        Ok(SecureStream(Arc::new(Connection { socket, keys, sealing, opening })))
    }

    /// Reads until this deadline, whatever arrives.
    pub(super) fn read_until(&self, deadline: Instant) {
        locked(&self.0.opening).input.get_mut().deadline = Some(deadline);
    }

    /// Reads and writes without a deadline, as long as bytes move within this time.
    pub(super) fn allow_silence(&self, silence: Duration) -> io::Result<()> {
        locked(&self.0.opening).input.get_mut().deadline = None;
        self.0.socket.set_read_timeout(Some(silence))?;
        self.0.socket.set_write_timeout(Some(silence))
    }

    /// Sends a message.
    pub(super) fn send(&self, message: &impl Serialize) -> io::Result<()> {
        let bytes = serde_json::to_vec(message)?;
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let sealing = &mut *locked(&self.0.sealing);
        let bytes = [&length.to_le_bytes()[..], &bytes].concat();
        bytes.chunks(MAX_TEXT).try_for_each(|text| self.0.write(sealing, text))
    }

    /// Receives a message.
    pub(super) fn receive<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        let mut length = [0; 4];
        self.read_exact(&mut length)?;
        let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
        if length > MAX_MESSAGE {
            return Err(altered());
        }
        let mut bytes = vec![0; length];
        self.read_exact(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// Sends an empty record, so that the other side hears something and a reader that waits for
    /// the rest of a record finds out what is missing. Does nothing while something else is being
    /// sent.
    pub(super) fn send_pulse(&self) {
        if let Ok(mut sealing) = self.0.sealing.try_lock() {
            let _ = self.0.write(&mut sealing, &[]);
        }
    }

    pub(super) fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.0.socket.shutdown(how)
    }

    pub(super) fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.0.socket.set_nonblocking(nonblocking)
    }
}

impl Connection {
    /// Sends a record.
    fn write(&self, sealing: &mut Sealing, text: &[u8]) -> io::Result<()> {
        let Sealing { number, record } = sealing;
        let length = u16::try_from(text.len()).map_err(io::Error::other)?.to_le_bytes();
        record.resize(HEADER + text.len() + TAG, 0);
        let (header, body) = record.split_at_mut(HEADER);
        self.keys.write_message(*number, &length, header).map_err(broken)?;
        let mut end = HEADER;
        if !text.is_empty() {
            end += self.keys.write_message(*number + 1, text, body).map_err(broken)?;
        }
        *number += 2;
        (&self.socket).write_all(&record[..end])
    }
}

impl Opening {
    /// Opens the next record; whether there was one before the end.
    fn advance(&mut self, keys: &StatelessTransportState) -> io::Result<bool> {
        let mut header = [0; HEADER];
        match self.input.read_exact(&mut header[..1]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            first => first?,
        }
        self.input.read_exact(&mut header[1..])?;
        let mut length = [0; 2];
        keys.read_message(self.number, &header, &mut length).map_err(|_| altered())?;
        let length = usize::from(u16::from_le_bytes(length));
        if length > 0 {
            self.sealed.resize(length + TAG, 0);
            self.input.read_exact(&mut self.sealed)?;
        }
        self.text.resize(length, 0);
        self.read = 0;
        if length > 0 && keys.read_message(self.number + 1, &self.sealed, &mut self.text).is_err() {
            // What may stand there now was not sent.
            self.text.clear();
            return Err(altered());
        }
        self.number += 2;
        Ok(true)
    }
}

impl Read for SecureStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let opening = &mut *locked(&self.0.opening);
        while opening.read == opening.text.len() {
            if !opening.advance(&self.0.keys)? {
                return Ok(0);
            }
        }
        let rest = &opening.text[opening.read..];
        let read = rest.len().min(bytes.len());
        bytes[..read].copy_from_slice(&rest[..read]);
        opening.read += read;
        Ok(read)
    }
}

impl Write for SecureStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = &bytes[..bytes.len().min(MAX_TEXT)];
        self.0.write(&mut locked(&self.0.sealing), text)?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A socket that is read until a deadline, if it has one.
#[derive(Debug)]
struct TimedSocket {
    socket: TcpStream,
    deadline: Option<Instant>,
}

impl Read for TimedSocket {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.socket.set_read_timeout(Some(left))?;
        }
        self.socket.read(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
            _ => error,
        })
    }
}

/// The bytes are not those that the other side has sent.
fn altered() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the bytes were changed on the way")
}

fn broken(error: snow::Error) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, error)
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn sockets() -> [TcpStream; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let there = TcpStream::connect(listener.local_addr().expect("bound")).expect("it listens");
        [there, listener.accept().expect("it called").0]
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    /// The caller's stream, and that of the called.
    fn shake([there, here]: [TcpStream; 2], keys: [&str; 2]) -> [io::Result<SecureStream>; 2] {
        let [ours, theirs] = keys.map(|key| Secret::new(key.as_bytes()).expect("long enough"));
        let caller =
            thread::spawn(move || SecureStream::establish(there, &ours, NoiseRole::Caller, soon()));
        let answered = SecureStream::establish(here, &theirs, NoiseRole::Called, soon());
        [caller.join().expect("no panic"), answered]
    }

    const KEY: &str = "known to these threads only";

    fn streams() -> [SecureStream; 2] {
        shake(sockets(), [KEY, KEY]).map(|stream| stream.expect("one key"))
    }

    #[test]
    fn two_processes_that_have_the_key_hear_each_other() {
        let [mut there, mut here] = streams();
        let long = vec![7_u64; 100_000];
        let sent = long.clone();
        let sender = thread::spawn(move || there.send(&sent).map(|()| there));
        here.send_pulse();
        assert_eq!(here.receive::<Vec<u64>>().expect("it was sent"), long);
        there = sender.join().expect("no panic").expect("it was received");
        here.send(&"a word").expect("it is sent");
        assert_eq!(there.receive::<String>().expect("it was sent"), "a word");
        drop(here);
        assert_eq!(there.read(&mut [0; 9]).expect("the end"), 0);
    }

    #[test]
    fn a_process_with_another_key_hears_nothing() {
        let [there, here] = sockets();
        let mut listening = there.try_clone().expect("a socket");
        let [ours, theirs] = shake([there, here], [KEY, "known to some others only"]);
        assert!(ours.is_err());
        assert_eq!(theirs.expect_err("a stranger").kind(), io::ErrorKind::PermissionDenied);
        let mut heard = Vec::new();
        let _ = listening.read_to_end(&mut heard);
        assert!(heard.is_empty());
    }

    #[test]
    fn a_handshake_that_was_recorded_opens_nothing() {
        let [there, here] = sockets();
        let secret = Secret::new(KEY.as_bytes()).expect("long enough");
        // The first message of the caller, twice.
        let builder = Builder::new(NOISE.parse().expect("a pattern")).psk(0, &secret.0);
        let builder = builder.and_then(|it| it.prologue(PROLOGUE)).expect("as above");
        let mut message = [0; HANDSHAKE_MESSAGE];
        let mut handshake = builder.build_initiator().expect("as above");
        handshake.write_message(&[], &mut message).expect("there is room");
        (&there).write_all(&message).expect("it is sent");
        let mut here =
            SecureStream::establish(here, &secret, NoiseRole::Called, soon()).expect("fresh");
        // Whoever sends it does not know the session keys.
        (&there).write_all(&[0; HEADER]).expect("it is sent");
        let heard = here.receive::<String>().expect_err("no session key");
        assert_eq!(heard.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_handshake_ends_at_its_deadline_however_slowly_bytes_come() {
        let [there, here] = sockets();
        let dripping = thread::spawn(move || {
            while (&there).write_all(&[0]).is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let secret = Secret::new(KEY.as_bytes()).expect("long enough");
        let begun = Instant::now();
        let deadline = begun + Duration::from_millis(200);
        let error = SecureStream::establish(here, &secret, NoiseRole::Called, deadline);
        assert_eq!(error.expect_err("late").kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() < Duration::from_millis(700), "{:?}", begun.elapsed());
        dripping.join().expect("no panic");
    }

    /// What arrives of three words after this was done to the sealed bytes of each of them.
    fn heard_after(change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Vec<io::Result<String>> {
        let [there, here] = sockets();
        let mut wire = here.try_clone().expect("a socket");
        let [there, here] = shake([there, here], [KEY, KEY]).map(|it| it.expect("one key"));
        let mut records: Vec<Vec<u8>> = Vec::new();
        for word in ["one", "two", "six"] {
            there.send(&word).expect("it is sent");
            let mut record = vec![0; HEADER + 4 + 5 + TAG];
            wire.read_exact(&mut record).expect("it arrives");
            records.push(record);
        }
        change(&mut records);
        // The same bytes again, for the stream to read.
        (&there.0.socket).write_all(&records.concat()).expect("it is sent");
        there.shutdown(Shutdown::Write).expect("it is open");
        let mut here = here;
        records.iter().map(|_| here.receive()).collect()
    }

    #[test]
    fn whatever_is_done_to_the_bytes_is_found_out() {
        let all = heard_after(|_| {});
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        let changes: [fn(&mut Vec<Vec<u8>>); 7] = [
            |records| records[1][3] ^= 1,
            |records| records[1][HEADER + 2] ^= 0x80,
            |records| drop(records.remove(1)),
            |records| drop(records[1].drain(4..6)),
            |records| records.insert(1, records[0].clone()),
            |records| records.swap(1, 2),
            |records| records[1].insert(20, 0),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let heard = heard_after(change);
            assert_eq!(heard[0].as_ref().expect("it is whole"), "one");
            let error = heard[1].as_ref().expect_err("it is not what was sent");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "change {number}");
        }
    }

    #[test]
    fn a_key_is_neither_short_nor_endless() {
        assert!(Secret::new(b"1234").expect_err("short").to_string().contains("of 4 bytes"));
        #[cfg(unix)]
        let endless = Secret::read(Path::new("/dev/zero")).expect_err("endless").to_string();
        #[cfg(unix)]
        assert!(endless.contains("at most 65536 bytes"), "{endless}");
    }
}
