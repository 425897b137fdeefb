//! The file that says where the processes of a run are.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use crate::cli::diagnostics::{FileLocation, UserError};
use crate::cli::input;

/// The most bytes of the file.
const MAX_BYTES: usize = 1 << 20;

/// The addresses of the processes, in the order of the lines; lines that are empty or begin with
/// `#` count for nothing.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<String>> {
    let help = "it is to have a line `host:port` for each process";
    let (shown, bytes) = input::read_bytes(path.as_os_str(), MAX_BYTES, help)?;
    let text = String::from_utf8(bytes)
        .map_err(|error| UserError::new(format!("cannot read `{shown}`: {error}"), help))?;
    let (mut addresses, mut known) = (Vec::new(), HashSet::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let twice = !known.insert(line) && !line.ends_with(":0");
        let wrong = fault(line, addresses.is_empty());
        let wrong =
            wrong.or_else(|| twice.then_some((0..line.len(), "this address is there twice")));
        if let Some((span, what)) = wrong {
            let column = line[..span.start].chars().count() + 1;
            let place =
                FileLocation { origin: shown, line: number, text: line.to_owned(), span, column };
            let help = "write a host and a port, like `node-7:4000`".to_owned();
            let error = UserError { message: what.into(), place: Some(place), help: Some(help) };
            return Err(error.into());
        }
        addresses.push(line.to_owned());
    }
    if addresses.is_empty() {
        let help = "write a line `host:port` for each process";
        return Err(UserError::new(format!("`{shown}` names no hosts"), help).into());
    }
    Ok(addresses)
}

/// What is wrong with a line, and where. `is_first` says whether it is that of process 0, which all
/// others have to find.
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
        _ => Some((from..line.len(), "this is no port: they go up to 65535")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_text(text: &str) -> anyhow::Result<Vec<String>> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hosts");
        fs::write(&path, text).expect("there is room");
        read(&path)
    }

    #[test]
    fn a_line_is_a_process() {
        let text = "# ours\nnode-1:4000\n\n192.168.0.7:4001  \r\n[::1]:4002\nnode-1:0\nnode-1:0\n";
        let expected = ["node-1:4000", "192.168.0.7:4001", "[::1]:4002", "node-1:0", "node-1:0"];
        assert_eq!(read_text(text).expect("they are fine"), expected);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, line, column, what) in [
            ("a:1\nb\n", 2, 1, "no port here"),
            ("a:1\n\nb c:2\n", 3, 2, "no such mark"),
            ("a:1\nb:65536\n", 2, 3, "no port"),
            ("a:1\nb:+1\n", 2, 3, "no port"),
            ("a:1\nb:\n", 2, 3, "no port"),
            (":1\n", 1, 1, "no host"),
            ("a:0\n", 1, 3, "a port of its own"),
            ("a:1\nb:2\na:1\n", 3, 1, "twice"),
        ] {
            let error: UserError =
                read_text(text).expect_err(text).downcast().expect("one for the user");
            let place = error.place.expect("it has one");
            assert_eq!((place.line, place.column), (line, column), "{text}");
            assert!(error.message.contains(what), "{text}: {}", error.message);
        }
        assert!(read_text("# none\n").expect_err("none").to_string().contains("names no hosts"));
    }
}
