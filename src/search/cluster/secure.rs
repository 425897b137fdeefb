//! Encrypted and authenticated connections between the processes of a run.
//!
//! Each connection begins with the handshake `NNpsk0` of the Noise protocol framework. Only a
//! process that has the key of the run completes it, and the session keys of each connection are
//! new. The called process sends nothing before the caller has proven that it has the key.
//! All messages travel in sealed, numbered records: changed, dropped, repeated or reordered bytes
//! are an error of the kind `InvalidData`. The length of a record is sealed as well, so that no
//! reader waits for bytes that were never sent. A message ends with the first record that is not
//! full.

#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    path::Path,
    sync::Mutex,
    time::{Duration, Instant},
};

use bincode::{Decode, Encode, config};
use snow::{Builder, StatelessTransportState};

use crate::parallel::lock;

/// The handshake and the ciphers.
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";
/// Both sides must begin with these bytes, which name the protocol above the handshake.
const PROLOGUE: &[u8] = b"huarong cluster 3";
/// Bytes of the authentication tag behind each sealed text.
const TAG: usize = 16;
/// Bytes of a handshake message: a public key and a tag.
const HANDSHAKE_MESSAGE: usize = 32 + TAG;
/// The longest text of a record, as Noise limits it.
const MAX_TEXT: usize = 65_535 - TAG;
/// The most bytes of a message, and of what its lengths may claim.
const MAX_MESSAGE: usize = 1 << 26;
/// Bytes of the sealed header of a record: the length of its text.
const HEADER: usize = 2 + TAG;

/// The least and the most bytes of a key. A shorter key could be guessed.
const MIN_KEY: usize = 16;
const MAX_KEY: usize = 1 << 16;

/// The key of a run.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Derives a key from bytes.
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
        // As ssh does.
        #[cfg(unix)]
        {
            let metadata = file.metadata()?;
            let mode = PermissionsExt::mode(&metadata.permissions()) & 0o777;
            if metadata.is_file() && mode & 0o077 != 0 {
                let why = format!("other users can read it, its mode is {mode:04o}");
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
            }
        }
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
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The role of a process in a handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoiseRole {
    Caller,
    Called,
}

/// A connection to a process that has the key.
#[derive(Debug)]
pub struct SecureStream {
    socket: TcpStream,
    keys: StatelessTransportState,
    /// The number of sealed texts.
    sealed: Mutex<u64>,
    input: Mutex<Input>,
}

#[derive(Debug)]
struct Input {
    reader: BufReader<TimedSocket>,
    /// The number of opened texts.
    opened: u64,
}

impl SecureStream {
    /// Performs the handshake for a run; `run` is empty while the run is unknown.
    ///
    /// # Errors
    /// If the other side has another key or run, or the deadline has passed.
    pub fn establish(
        socket: TcpStream,
        secret: &Secret,
        run: &[u8],
        side: NoiseRole,
        deadline: Instant,
    ) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        let left = deadline.saturating_duration_since(Instant::now());
        socket.set_write_timeout(Some(left.max(Duration::from_millis(1))))?;
        let timed = TimedSocket {
            socket: socket.try_clone()?,
            deadline: Some(deadline),
        };
        let mut reader = BufReader::with_capacity(2 * MAX_TEXT, timed);
        let builder = Builder::new(NOISE.parse().map_err(refused)?)
            .psk(0, &secret.0)
            .map_err(refused)?;
        let prologue = [PROLOGUE, run].concat();
        let builder = builder.prologue(&prologue).map_err(refused)?;
        let handshake = match side {
            NoiseRole::Caller => builder.build_initiator(),
            NoiseRole::Called => builder.build_responder(),
        };
        let mut handshake = handshake.map_err(refused)?;
        let mut message = [0; HANDSHAKE_MESSAGE];
        while !handshake.is_handshake_finished() {
            if handshake.is_my_turn() {
                handshake
                    .write_message(&[], &mut message)
                    .map_err(refused)?;
                (&socket).write_all(&message)?;
            } else {
                reader.read_exact(&mut message)?;
                handshake.read_message(&message, &mut []).map_err(refused)?;
            }
        }
        let keys = handshake.into_stateless_transport_mode().map_err(refused)?;
        let input = Mutex::new(Input { reader, opened: 0 });
        Ok(SecureStream {
            socket,
            keys,
            sealed: Mutex::default(),
            input,
        })
    }

    /// Removes the deadline. A read then fails if no byte arrives within this time. A write waits
    /// as long as the other side has other work.
    pub fn allow_silence(&self, silence: Duration) -> io::Result<()> {
        lock(&self.input).reader.get_mut().deadline = None;
        self.socket.set_read_timeout(Some(silence))?;
        self.socket.set_write_timeout(None)
    }

    /// Sends a message. After an error it closes the stream, as a part may have been sent.
    ///
    /// # Errors
    /// If the message is too long (kind `InvalidInput`), or the other side is gone.
    pub fn send(&self, message: &impl Encode) -> io::Result<()> {
        let text = bincode::encode_to_vec(message, config::standard()).map_err(io::Error::other)?;
        if text.len() > MAX_MESSAGE {
            let why = format!("a message has at most {MAX_MESSAGE} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let mut number = lock(&self.sealed);
        let last = text.chunks_exact(MAX_TEXT).remainder();
        for part in text.chunks_exact(MAX_TEXT).chain([last]) {
            let [low, high, ..] = part.len().to_le_bytes();
            let mut record = vec![0; HEADER + part.len() + TAG];
            let (head, body) = record.split_at_mut(HEADER);
            self.keys
                .write_message(*number, &[low, high], head)
                .map_err(refused)?;
            self.keys
                .write_message(*number + 1, part, body)
                .map_err(refused)?;
            *number += 2;
            (&self.socket)
                .write_all(&record)
                .inspect_err(|_| self.shutdown(Shutdown::Write))?;
        }
        Ok(())
    }

    /// Receives a message.
    pub fn receive<T: Decode<()>>(&self) -> io::Result<T> {
        let input = &mut *lock(&self.input);
        let mut text = Vec::new();
        loop {
            let start = text.len();
            let mut head = [0; HEADER];
            let mut length = [0; HEADER - TAG];
            input.reader.read_exact(&mut head)?;
            self.keys
                .read_message(input.opened, &head, &mut length)
                .map_err(|_| altered())?;
            let length = usize::from(u16::from_le_bytes(length));
            text.resize(start + length, 0);
            let mut sealed = vec![0; length + TAG];
            input.reader.read_exact(&mut sealed)?;
            self.keys
                .read_message(input.opened + 1, &sealed, &mut text[start..])
                .map_err(|_| altered())?;
            input.opened += 2;
            if text.len() > MAX_MESSAGE {
                return Err(altered());
            }
            if length < MAX_TEXT {
                break;
            }
        }
        let format = config::standard().with_limit::<MAX_MESSAGE>();
        bincode::decode_from_slice(&text, format).map_or_else(|_| Err(altered()), |it| Ok(it.0))
    }

    pub fn shutdown(&self, how: Shutdown) {
        let _ = self.socket.shutdown(how);
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

/// The error for received bytes that differ from the sent ones.
fn altered() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the bytes were altered in transit",
    )
}

fn refused(error: snow::Error) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, error)
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use super::*;
    use crate::search::cluster::links::PeerMessage;

    fn sockets() -> [TcpStream; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let there = TcpStream::connect(listener.local_addr().expect("bound")).expect("it listens");
        [there, listener.accept().expect("it called").0]
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    /// Performs a handshake and returns both streams. The called process has this key and run.
    fn shake(
        [there, here]: [TcpStream; 2],
        (key, run): (&str, &str),
    ) -> [io::Result<SecureStream>; 2] {
        let [ours, theirs] = [KEY, key].map(|it| Secret::new(it.as_bytes()).expect("long enough"));
        let caller = thread::spawn(move || {
            SecureStream::establish(there, &ours, RUN, NoiseRole::Caller, soon())
        });
        let answered =
            SecureStream::establish(here, &theirs, run.as_bytes(), NoiseRole::Called, soon());
        [caller.join().expect("no panic"), answered]
    }

    const KEY: &str = "known to these threads only";
    const RUN: &[u8] = b"this run";

    #[test]
    fn messages_arrive_in_both_directions_in_one_record_or_several() {
        let [there, here] =
            shake(sockets(), (KEY, "this run")).map(|stream| stream.expect("one key"));
        // The length takes three bytes.
        for length in [MAX_TEXT - 4, MAX_TEXT - 3, MAX_TEXT - 2, 2 * MAX_TEXT - 5] {
            let long = vec![7_u8; length];
            there.send(&long).expect("a socket holds as much");
            assert_eq!(here.receive::<Vec<u8>>().expect("it was sent"), long);
        }
        let refused = there
            .send(&vec![7_u8; MAX_MESSAGE])
            .expect_err("a byte too many");
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
        here.send(&"a word").expect("it is sent");
        assert_eq!(there.receive::<String>().expect("it was sent"), "a word");
        drop(here);
        let end = there.receive::<String>().expect_err("the end");
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }

    /// Bytes that are sent as they are.
    struct Raw<'a>(&'a [u8]);

    impl Encode for Raw<'_> {
        fn encode<E: bincode::enc::Encoder>(
            &self,
            encoder: &mut E,
        ) -> Result<(), bincode::error::EncodeError> {
            bincode::enc::write::Writer::write(encoder.writer(), self.0)
        }
    }

    #[test]
    fn malformed_messages_of_authenticated_processes_are_errors() {
        let [there, here] =
            shake(sockets(), (KEY, "this run")).map(|stream| stream.expect("one key"));
        // A length of 2^64 - 1, by itself and after the number of each kind of message.
        let long = [&[253][..], &[u8::MAX; 8]].concat();
        let mut texts = vec![Vec::new(), long.clone(), vec![u8::MAX; 40], vec![9; 3]];
        texts.extend((0..8).map(|kind| [&[kind][..], &long].concat()));
        texts.extend((0..4).map(|kind| [&[3, kind][..], &long].concat()));
        // Five hundred million addresses of no length.
        texts.push([&[2, 252][..], &500_000_000_u32.to_le_bytes(), &[0; 1000]].concat());
        for text in &texts {
            there.send(&Raw(text)).expect("it is sent");
            let heard = here.receive::<PeerMessage>();
            // No more bytes than these are needed for two kinds and for two outcomes.
            let is_whole = matches!(text[..], [0 | 1, ..] | [3, 0 | 1, ..]);
            match heard {
                Ok(_) => assert!(is_whole, "{text:?}"),
                Err(error) => {
                    assert!(!is_whole, "{text:?}");
                    assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{text:?}");
                }
            }
        }
        // Any bytes are a message or an error.
        let mut random = 42_u64;
        for length in 0..2000 {
            let text: Vec<u8> = (0..length % 50)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (random >> 56) as u8 >> (random >> 40 & 7)
                })
                .collect();
            there.send(&Raw(&text)).expect("it is sent");
            let _ = here.receive::<PeerMessage>();
        }
        there.send(&"a word").expect("it is sent");
        assert_eq!(here.receive::<String>().expect("it was sent"), "a word");
    }

    #[test]
    fn processes_with_another_key_or_run_receive_no_data() {
        for other in [
            ("known to some others only", "this run"),
            (KEY, "another run"),
        ] {
            let [there, here] = sockets();
            let mut listening = there.try_clone().expect("a socket");
            let [ours, theirs] = shake([there, here], other);
            assert!(ours.is_err());
            assert_eq!(
                theirs.expect_err("a stranger").kind(),
                io::ErrorKind::PermissionDenied
            );
            let mut heard = Vec::new();
            let _ = listening.read_to_end(&mut heard);
            assert!(heard.is_empty());
        }
    }

    #[test]
    fn a_replayed_handshake_is_rejected() {
        let [there, here] = sockets();
        let secret = Secret::new(KEY.as_bytes()).expect("long enough");
        // The first message of the caller, twice.
        let builder = Builder::new(NOISE.parse().expect("a pattern")).psk(0, &secret.0);
        let builder = builder
            .and_then(|it| it.prologue(PROLOGUE))
            .expect("as above");
        let mut message = [0; HANDSHAKE_MESSAGE];
        let mut handshake = builder.build_initiator().expect("as above");
        handshake
            .write_message(&[], &mut message)
            .expect("there is room");
        (&there).write_all(&message).expect("it is sent");
        let here =
            SecureStream::establish(here, &secret, &[], NoiseRole::Called, soon()).expect("fresh");
        // A sender without the session keys.
        (&there).write_all(&[0; HEADER]).expect("it is sent");
        let heard = here.receive::<String>().expect_err("no session key");
        assert_eq!(heard.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_slow_handshake_ends_at_its_deadline() {
        let [there, here] = sockets();
        let secret = Secret::new(KEY.as_bytes()).expect("long enough");
        let deadline = Instant::now() + Duration::from_millis(200);
        let late = thread::spawn(move || {
            SecureStream::establish(here, &secret, &[], NoiseRole::Called, deadline)
        });
        // One byte fewer than a handshake message has.
        for _ in 1..HANDSHAKE_MESSAGE {
            let _ = (&there).write_all(&[0]);
            thread::sleep(Duration::from_millis(if late.is_finished() {
                0
            } else {
                50
            }));
        }
        assert!(late.is_finished(), "each byte extended the deadline");
        let error = late.join().expect("no panic").expect_err("late");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    /// Sends three words, changes their sealed records, and returns the received words.
    fn heard_after(change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Vec<io::Result<String>> {
        let [there, here] = sockets();
        let mut wire = here.try_clone().expect("a socket");
        let [there, here] = shake([there, here], (KEY, "this run")).map(|it| it.expect("one key"));
        let mut records: Vec<Vec<u8>> = Vec::new();
        for word in ["one", "two", "six"] {
            there.send(&word).expect("it is sent");
            let mut record = vec![0; HEADER + 1 + word.len() + TAG];
            wire.read_exact(&mut record).expect("it arrives");
            records.push(record);
        }
        change(&mut records);
        // Sends the bytes that the stream then reads.
        (&there.socket)
            .write_all(&records.concat())
            .expect("it is sent");
        there.shutdown(Shutdown::Write);
        records.iter().map(|_| here.receive()).collect()
    }

    #[test]
    fn every_change_of_the_bytes_is_an_error() {
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
    fn a_record_with_any_damaged_or_missing_byte_is_an_error() {
        let length = HEADER + 1 + 3 + TAG;
        for at in 0..length {
            let heard = heard_after(|records| records[1][at] ^= 1 << (at % 8));
            assert_eq!(heard[0].as_ref().expect("it is whole"), "one");
            let error = heard[1].as_ref().expect_err("it is damaged");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "byte {at}");
            // The sender ends within its second record.
            let heard = heard_after(|records| {
                records[1].truncate(at);
                records.truncate(2);
            });
            assert_eq!(heard[0].as_ref().expect("it is whole"), "one");
            let error = heard[1].as_ref().expect_err("it is cut off");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{at} bytes");
        }
    }
}
