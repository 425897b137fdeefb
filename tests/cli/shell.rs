//! Integration with shells: completions, the manual, versions, and colour.

use std::collections::BTreeSet;

use super::cases::{rows, skip};
use super::*;

/// The commands that the help names, but for `help`.
pub(super) fn commands() -> Vec<String> {
    let help = huarong(&["--help"], "").out;
    let list = help
        .split("\n\n")
        .find(|part| part.starts_with("Solve and play:\n"));
    let names = list.expect("there are commands").lines();
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<String> = names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 8, "{names:?}");
    names
}

fn huarong_where(variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let mut command = program();
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    Ran::of(command.args(arguments))
}

#[test]
fn colour_follows_the_option_and_the_environment() {
    const MISTYPED: [&str; 2] = ["solve", "heng-dao-lima"];
    for (variables, choice, is_coloured) in [
        (&[][..], &[][..], false),
        (&[], &["--color", "always"], true),
        (&[], &["--color=never"], false),
        (&[("CLICOLOR_FORCE", "1")], &[], true),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[], false),
        (&[("CLICOLOR_FORCE", "1")], &["--color", "never"], false),
        (&[("NO_COLOR", "1")], &["--color", "always"], true),
    ] {
        let ran = |arguments: &[&str]| huarong_where(variables, &[arguments, choice].concat());
        let has_colour = |text: &str| text.contains('\u{1b}');
        let case = format!("{variables:?} {choice:?}");
        // Errors of our own, those of the arguments, help, and boards.
        assert_eq!(has_colour(&ran(&MISTYPED).err), is_coloured, "{case}");
        assert_eq!(
            has_colour(&ran(&["solve", "--bords"]).err),
            is_coloured,
            "{case}"
        );
        assert_eq!(has_colour(&ran(&["--help"]).out), is_coloured, "{case}");
        assert_eq!(
            has_colour(&ran(&["show", "century"]).out),
            is_coloured,
            "{case}"
        );
    }
}

#[test]
fn the_long_version_lists_the_built_in_features() {
    let short = huarong(&["-V"], "");
    let long = huarong(&["--version"], "");
    assert_eq!((short.status, long.status), (0, 0));
    assert_eq!(
        short.out,
        format!("huarong {}\n", env!("CARGO_PKG_VERSION"))
    );
    long.begins(&short.out);
    let told = |heading: &str| {
        let line = long.out.lines().find_map(|line| line.strip_prefix(heading));
        line.unwrap_or_else(|| panic!("{heading} {}", long.out))
            .to_owned()
    };
    assert_eq!(
        told("commands: ").replace(", help", ""),
        commands().join(", ")
    );
    assert!(
        told("build: ").contains(std::env::consts::ARCH),
        "{}",
        long.out
    );
    assert!(told("build: ").contains("rustc 1."), "{}", long.out);
    assert_eq!(
        told("algorithms: "),
        "auto, bfs, dfs, dfs-reverse, dfs-random, iddfs, idastar, anytime"
    );
    let engines = told("engines: ");
    assert_eq!(
        engines.contains("cluster"),
        cfg!(feature = "cluster"),
        "{engines}"
    );
    assert_eq!(told("metrics: "), "move, slide, step, push");
    assert_eq!(
        told("solutions: "),
        "words, compact, ascii, fogleman, chinese, pushes"
    );
    assert!(told("puzzles: ").contains("shortcode"), "{}", long.out);
    let listed = huarong(&["list", "--json"], "")
        .out
        .lines()
        .count()
        .to_string();
    let all = told("collection: ");
    assert_eq!(
        all.split(' ').next().map(|number| number.replace(',', "")),
        Some(listed)
    );
    assert!(
        all.contains(", klotski (347)") && all.contains("rush-hour (437)"),
        "{all}"
    );
    assert!(
        long.out.lines().all(|line| !line.trim_end().ends_with(':')),
        "{}",
        long.out
    );
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let ran = huarong(&["man", "--dir", path], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let pages = fs::read_dir(folder.path()).expect("a folder");
    let name = |page: fs::DirEntry| page.file_name().into_string().expect("UTF-8");
    let pages: BTreeSet<String> = pages.map(|page| name(page.expect("a page"))).collect();
    let kinds = [
        ("make", "tiles blocks rush doors zip"),
        ("design", "frame search rush pieces"),
    ];
    let kinds = kinds.into_iter().flat_map(|(command, kinds)| {
        kinds
            .split(' ')
            .map(move |kind| format!("{command}-{kind}"))
    });
    let wanted = commands()
        .into_iter()
        .chain(kinds)
        .map(|page| format!("huarong-{page}.1"));
    assert_eq!(
        pages,
        wanted
            .chain(["huarong-help.1", "huarong.1"].map(str::to_owned))
            .collect()
    );
    assert_eq!(ran.out.lines().count(), pages.len(), "{}", ran.out);
    for page in pages {
        let text = fs::read_to_string(folder.path().join(&page)).expect("a page");
        assert!(text.contains("Examples:\n"), "{page}");
        let command = page
            .strip_prefix("huarong-")
            .and_then(|name| name.strip_suffix(".1"));
        let alone: Vec<&str> = ["man"].into_iter().chain(command).collect();
        assert_eq!(huarong(&alone, "").out, text, "{page}");
    }
    let ran = huarong(&["man", "--dir", &format!("{path}/none/man1")], "");
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (0, ""),
        "a missing folder is made"
    );
    let in_a_file = format!("{path}/huarong.1/man1");
    huarong(&["man", "--dir", &in_a_file], "").is_refused(&["cannot make the folder `"]);
}

/// The search path with the folder of the program, which completion scripts run.
#[cfg(unix)]
fn path_with_huarong() -> std::ffi::OsString {
    let folder = Path::new(HUARONG).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = [folder].into_iter().chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("no folder has a colon")
}

/// Has bash complete the last of these words, and gives what it offers.
#[cfg(unix)]
fn completed_by_bash(words: &[&str]) -> Option<Vec<String>> {
    let script = huarong(&["completions", "bash"], "").out;
    let array: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let array = array.join(" ");
    let last = words.len() - 1;
    let ask = format!(
        "{script}\nCOMP_WORDS=({array}); COMP_CWORD={last}; COMP_LINE='{}'\n\
         _clap_complete_huarong huarong '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.join(" "),
        words[last],
        words[last - 1],
    );
    let mut bash = Command::new("bash");
    bash.env("PATH", path_with_huarong());
    // Without bash there is nothing to check.
    let output = bash.args(["--norc", "-c", &ask]).output().ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let offered = String::from_utf8(output.stdout).expect("UTF-8");
    Some(offered.lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_values_and_puzzles() {
    for [line, offered] in rows(include_str!("tables/bash_completes.txt")) {
        let words: Vec<&str> = line.split(' ').collect();
        let Some(mut told) = completed_by_bash(&words) else {
            return skip("completion by bash", "no bash is installed");
        };
        told.sort();
        let told = Some(told.join(" ")).filter(|told| !told.is_empty());
        assert_eq!(told.as_deref().unwrap_or("-"), offered, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn fish_completes_puzzles_and_puzzles_of_a_file() {
    let (_folder, script) = file(
        "huarong.fish",
        huarong(&["completions", "fish"], "").out.as_bytes(),
    );
    for [line, offered] in rows(include_str!("tables/fish_completes.txt")) {
        let ask = format!("source '{script}'; complete -C '{line}'");
        let mut fish = Command::new("fish");
        fish.env("PATH", path_with_huarong())
            .args(["--no-config", "-c", &ask]);
        let ran = fish.output();
        let Ok(ran) = ran else {
            return skip("completion by fish", "no fish is installed");
        };
        assert_eq!(String::from_utf8_lossy(&ran.stdout), offered, "{line}");
    }
}
