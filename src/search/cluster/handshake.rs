//! How two processes prove to each other that they belong to the same run, before a word is said.
//!
//! Who is called sends 32 bytes that nobody foresees. Who calls answers with 32 of its own, with who
//! it is and what the connection is for, and with the keyed hash (BLAKE3) of all of that; only who
//! knows the key can make it. Then the one that was called proves the same. Nothing that a stranger
//! sends is ever interpreted; his connection is closed.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// How long a handshake may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The least length of a key file: what can be guessed is no secret.
const LEAST_SECRET: usize = 16;

/// The first bytes of what a caller says: the protocol and its version.
const PROTOCOL: [u8; 8] = *b"huarong1";

/// What all processes of a run know, and nobody else.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret in a file, whatever bytes it holds.
    ///
    /// # Errors
    /// If the file cannot be read, or is so short that it could be guessed.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        if bytes.len() < LEAST_SECRET {
            let why = format!("a key of {} bytes could be guessed", bytes.len());
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(Secret(*blake3::hash(&bytes).as_bytes()))
    }

    /// The bytes of a new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random_bytes() -> io::Result<[u8; 32]> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(bytes)
    }

    fn proof(&self, role: &[u8], words: &[&[u8]]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(role);
        // All words have a fixed length, so that none can pass for a part of another.
        for word in words {
            hasher.update(word);
        }
        hasher.finalize()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Whether the other is alive, and when to stop.
    Control,
    /// What the workers exchange.
    Data,
}

/// Who calls, and what for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Caller {
    pub(super) process: usize,
    /// How many processes there are.
    pub(super) processes: usize,
    /// The process that is called.
    pub(super) called: usize,
    /// Where the caller itself can be called.
    pub(super) port: u16,
    pub(super) purpose: Purpose,
}

const CALLER: usize = 8 + 8 + 8 + 8 + 2 + 1;

impl Caller {
    fn bytes(&self) -> [u8; CALLER] {
        let mut bytes = [0; CALLER];
        bytes[..8].copy_from_slice(&PROTOCOL);
        for (place, number) in [self.process, self.processes, self.called].into_iter().enumerate() {
            let place = 8 + 8 * place;
            bytes[place..place + 8].copy_from_slice(&(number as u64).to_le_bytes());
        }
        bytes[32..34].copy_from_slice(&self.port.to_le_bytes());
        bytes[34] = u8::from(self.purpose == Purpose::Data);
        bytes
    }

    fn read(bytes: &[u8; CALLER]) -> io::Result<Self> {
        let number = |place: usize| {
            let bytes = bytes[place..place + 8].try_into().expect("eight bytes");
            usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX)
        };
        if bytes[..8] != PROTOCOL {
            return Err(refused("a huarong of another version calls"));
        }
        Ok(Caller {
            process: number(8),
            processes: number(16),
            called: number(24),
            port: u16::from_le_bytes([bytes[32], bytes[33]]),
            purpose: if bytes[34] == 1 { Purpose::Data } else { Purpose::Control },
        })
    }
}

/// Proves to whoever was called that this process belongs to the run, and has it prove the same.
/// Says in the error why it was sent away.
pub(super) fn call(stream: &mut TcpStream, secret: &Secret, caller: &Caller) -> io::Result<()> {
    begin(stream)?;
    let mut theirs = [0; 32];
    stream.read_exact(&mut theirs)?;
    let (ours, caller) = (Secret::random_bytes()?, caller.bytes());
    let proof = secret.proof(b"call", &[&theirs, &ours, &caller]);
    stream.write_all(&[&ours[..], &caller, proof.as_bytes()].concat())?;
    let mut answer = [0; 32];
    stream.read_exact(&mut answer)?;
    // Such hashes are compared in constant time.
    if secret.proof(b"answer", &[&ours, &theirs, &caller]) != answer {
        return Err(refused("what answers there does not know the key"));
    }
    let why = read_text(stream)?;
    if why.is_empty() { end(stream) } else { Err(refused(&why)) }
}

/// The same for the process that was called. `admit` says why a process that belongs to the run is
/// sent away all the same.
pub(super) fn answer(
    stream: &mut TcpStream,
    secret: &Secret,
    admit: impl FnOnce(&Caller) -> Result<(), String>,
) -> io::Result<Caller> {
    begin(stream)?;
    let ours = Secret::random_bytes()?;
    stream.write_all(&ours)?;
    let (mut theirs, mut caller, mut proof) = ([0; 32], [0; CALLER], [0; 32]);
    stream.read_exact(&mut theirs)?;
    stream.read_exact(&mut caller)?;
    stream.read_exact(&mut proof)?;
    if secret.proof(b"call", &[&ours, &theirs, &caller]) != proof {
        return Err(refused("a stranger calls"));
    }
    stream.write_all(secret.proof(b"answer", &[&theirs, &ours, &caller]).as_bytes())?;
    let admitted = Caller::read(&caller)
        .map_err(|error| error.to_string())
        .and_then(|caller| admit(&caller).map(|()| caller));
    match admitted {
        Ok(caller) => {
            write_text(stream, "")?;
            end(stream)?;
            Ok(caller)
        }
        Err(why) => {
            write_text(stream, &why)?;
            Err(refused(&why))
        }
    }
}

fn begin(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))
}

fn end(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)
}

fn write_text(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(&text.as_bytes()[..usize::from(length)])
}

fn read_text(stream: &mut TcpStream) -> io::Result<String> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let mut text = vec![0; usize::from(u16::from_le_bytes(length))];
    stream.read_exact(&mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let there = TcpStream::connect(listener.local_addr().expect("bound")).expect("it listens");
        (there, listener.accept().expect("it called").0)
    }

    const CALLER: Caller =
        Caller { process: 2, processes: 3, called: 1, port: 4711, purpose: Purpose::Data };

    /// What both sides make of it.
    fn meet(
        ours: &'static str,
        theirs: &'static str,
        admit: fn(&Caller) -> Result<(), String>,
    ) -> (io::Result<()>, io::Result<Caller>) {
        let secret = |text: &str| Secret(*blake3::hash(text.as_bytes()).as_bytes());
        let (mut there, mut here) = pair();
        let caller = thread::spawn(move || call(&mut there, &secret(ours), &CALLER));
        let answered = answer(&mut here, &secret(theirs), admit);
        drop(here);
        (caller.join().expect("no panic"), answered)
    }

    #[test]
    fn who_knows_the_key_is_let_in_and_nobody_else() {
        let (admitted, answered) = meet("open sesame", "open sesame", |_| Ok(()));
        assert!(admitted.is_ok());
        assert_eq!(answered.expect("let in"), CALLER);
        let (admitted, answered) = meet("open barley", "open sesame", |_| Ok(()));
        assert!(admitted.is_err());
        assert_eq!(answered.expect_err("sent away").to_string(), "a stranger calls");
    }

    #[test]
    fn who_belongs_and_is_not_wanted_is_told_why() {
        let (admitted, answered) = meet("key", "key", |_| Err("there is one already".to_owned()));
        assert_eq!(admitted.expect_err("sent away").to_string(), "there is one already");
        assert!(answered.is_err());
    }

    #[test]
    fn what_was_heard_of_one_handshake_is_of_no_use_in_another() {
        let secret = Secret([7; 32]);
        let (mut there, mut here) = pair();
        let replay = thread::spawn(move || {
            let mut theirs = [0; 32];
            there.read_exact(&mut theirs)?;
            let (ours, caller) = ([1; 32], CALLER.bytes());
            // Of a challenge that is not this one.
            let proof = secret.proof(b"call", &[&[0; 32], &ours, &caller]);
            there.write_all(&[&ours[..], &caller, proof.as_bytes()].concat())?;
            there.read_exact(&mut theirs)
        });
        assert!(answer(&mut here, &Secret([7; 32]), |_| Ok(())).is_err());
        drop(here);
        assert!(replay.join().expect("no panic").is_err(), "nothing is said to a stranger");
    }
}
