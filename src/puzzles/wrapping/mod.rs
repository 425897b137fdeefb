//! Boards, maps and graphs as people type them: the removal of code fences, comments, brackets,
//! quotation marks and borders around them, the [forms](Form) of other programs, and the notes on
//! all of that.

mod literal;

use std::{cmp::Reverse, collections::HashSet, fmt, mem::take, ops::Range};

use crate::excerpt::{is_number, joined, key, number, numbers, only_char, words_between};

pub use literal::{
    BoardRole, Item, Literal, boards, boards_and_exit, lists_in_code, literal, role,
};

/// An assumption about a text that is incomplete or not in our format. Its display form is a
/// sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    meaning: String,
    is_goal: bool,
}

impl Assumption {
    /// The only 2×2 of a 4×5 frame leaves through the middle of the bottom.
    pub(crate) fn classic_exit(letter: char) -> Self {
        Assumption::goal(format!(
            "the classic one: `{letter}` in the middle of the bottom"
        ))
    }

    /// Cars move lengthwise, and the red one leaves to the right.
    pub(crate) fn rush_hour(letter: char) -> Self {
        Assumption::goal(format!("Rush Hour: `{letter}` leaves to the right"))
    }

    /// Numbered tiles are put in order, the empty cell last.
    pub(crate) fn tiles_in_order() -> Self {
        Assumption::goal("tiles to be put in order, the empty cell last")
    }

    fn goal(meaning: impl fmt::Display) -> Self {
        Assumption {
            meaning: format!("taken for {meaning}"),
            is_goal: true,
        }
    }

    /// The text asks for this goal in words.
    pub(crate) fn in_words(self, said: &str) -> Self {
        Assumption::note(format!("`{said}` is {}", self.meaning))
    }

    /// Words stand for a line of our format.
    pub(crate) fn words(said: &str, meaning: &str) -> Self {
        Assumption::note(format!("`{said}` is read as `{meaning}`"))
    }

    /// Something around the board is not part of it.
    pub(crate) fn left_out(what: &str) -> Self {
        Assumption::note(format!("left out: {what}"))
    }

    /// A second board draws the goal.
    pub(crate) fn second_board() -> Self {
        Assumption::note("the second board is the goal")
    }

    /// Anything else.
    pub(crate) fn note(meaning: impl Into<String>) -> Self {
        Assumption {
            meaning: meaning.into(),
            is_goal: false,
        }
    }

    /// Whether this is an assumed goal.
    pub const fn is_goal(&self) -> bool {
        self.is_goal
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_goal {
            "no goal is given; "
        } else {
            ""
        })?;
        f.write_str(&self.meaning)
    }
}

/// A form in which other programs write puzzles, maps or graphs.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name of the form.
    pub name: &'static str,
    /// A text in this form.
    pub example: &'static str,
    /// The sentence that tells how the text is read. `{}` is a part of the text.
    pub note: &'static str,
    /// Rewrites a text.
    pub rewrite: fn(&str) -> Reading,
}

/// Returns a form by its name, an example, the note and the function that rewrites a text.
pub const fn form(
    name: &'static str,
    example: &'static str,
    note: &'static str,
    rewrite: fn(&str) -> Reading,
) -> Form {
    Form {
        name,
        example,
        note,
        rewrite,
    }
}

/// A text in simpler words, and the part of the original that the note shows.
pub type Rewritten = (String, String);

/// What a form makes of a text; `None` unless the whole text has this form.
pub type Reading = Option<Rewritten>;

/// What stands around [lists in code](lists_in_code).
pub const CODE: &str = "the code around the lists";

/// The largest length of a text that someone typed.
pub const MAX_BYTES: usize = 1 << 16;

impl Form {
    /// Returns the text in simpler words and the sentence of the note; `None` unless the whole
    /// text has this form.
    pub fn read(&self, text: &str) -> Reading {
        let (rewritten, part) = (text.len() <= MAX_BYTES).then(|| (self.rewrite)(text))??;
        Some((rewritten, self.note.replace("{}", &part)))
    }
}

/// Returns the form with the example that looks most like a text, if it looks much like it: by
/// the sequences of three kinds of characters, among which a word and a number are one.
pub fn nearest_form<'a>(text: &str, forms: impl Iterator<Item = &'a Form>) -> Option<&'a Form> {
    const LEAST_COMMON: usize = 5;
    const LEAST_PERCENT: usize = 70;
    let sequences = |text: &str| -> HashSet<Vec<char>> {
        let kind = |mark: char| match mark {
            '\n' => mark,
            _ if mark.is_alphabetic() => 'a',
            _ if mark.is_numeric() => '0',
            _ if mark.is_whitespace() => ' ',
            _ => mark,
        };
        let mut kinds: Vec<char> = text.trim().chars().take(MAX_BYTES).map(kind).collect();
        kinds.dedup();
        kinds.windows(3).map(<[char]>::to_vec).collect()
    };
    let wanted = sequences(text);
    let likeness = |form: &Form| {
        let known = sequences(form.example);
        let common = known.intersection(&wanted).count();
        let percent = 200 * common / (known.len() + wanted.len()).max(1);
        (common >= LEAST_COMMON && percent >= LEAST_PERCENT).then_some(percent)
    };
    let alike = forms.filter_map(|form| Some((likeness(form)?, form)));
    // The first of several.
    Some(alike.min_by_key(|(percent, _)| Reverse(*percent))?.1)
}

/// Returns a text without a part to show.
#[expect(clippy::unnecessary_wraps, reason = "the result of a form that fits")]
pub fn plainly(text: impl Into<String>) -> Reading {
    Some((text.into(), String::new()))
}

/// Returns the lines of a text that are not empty, without the spaces around them.
pub fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Whether all rows have this width.
pub fn are_wide<T>(rows: &[Vec<T>], width: usize) -> bool {
    rows.iter().all(|row| row.len() == width)
}

/// Returns the two sides in a line, or twice the only one.
pub fn sides(line: &str) -> Option<[usize; 2]> {
    match numbers(words_between(line, |mark| " xX×,\t".contains(mark)))?[..] {
        [side] => Some([side; 2]),
        [one, other] => Some([one, other]),
        _ => None,
    }
}

/// Holds that each form reads its own example and no other, and that the example is in this folder
/// of the corpora.
#[cfg(test)]
pub fn hold_forms_apart(forms: &[Form], folder: &str) {
    for form in forms {
        let words = form.name.split(|mark: char| !mark.is_alphanumeric());
        let name = words.collect::<Vec<_>>().join("-").to_lowercase();
        let path = format!(
            "{}/tests/corpus/{folder}/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(text, form.example, "{path}");
    }
    for reader in forms {
        for form in forms {
            let read = reader.read(form.example);
            let is_own = reader.name == form.name;
            assert_eq!(
                read.is_some(),
                is_own,
                "{}: {}: {read:?}",
                reader.name,
                form.name
            );
        }
    }
}

/// The lines of a text.
type Lines = Vec<String>;

/// Removes or rewrites one kind of wrapping around a board.
type RewriteStep = fn(&mut Lines);

/// Removes all wrappings around a board.
pub fn remove(text: &str) -> (Lines, Vec<Assumption>) {
    const STEPS: [(RewriteStep, &str); 14] = [
        (unstring, "left out: all but the strings of several lines"),
        (unjudge, "left out: `Input:` and the output"),
        (unmark, "left out: the commands of HTML or LaTeX"),
        (break_lines, "`\\n` is read as `/`"),
        (narrow, "full-width characters are read as narrow ones"),
        (uncircle, "circled numbers are read as numbers"),
        (unfence, "left out: signs of Markdown"),
        (unquote, "left out: `>` at the start of each line"),
        (uncomment, "left out: comments"),
        (unlabel, "left out: labels of rows and columns"),
        (unlist, "left out: brackets"),
        (uncode, "only the rows in quotation marks are read"),
        (strip_quotes, "left out: quotation marks"),
        (unframe, "left out: borders"),
    ];
    let mut lines: Lines = text.lines().map(str::to_owned).collect();
    let mut assumptions = Vec::new();
    for (step, meaning) in STEPS {
        let before = lines.clone();
        step(&mut lines);
        if lines != before {
            assumptions.push(Assumption::note(meaning));
        }
    }
    (lines, assumptions)
}

/// Removes the words around the input in an example of a judge.
fn unjudge(lines: &mut Lines) {
    let line_of = |word: &str| {
        let is_of = |line: &String| line.trim_start().to_lowercase().starts_with(word);
        lines.iter().position(is_of)
    };
    let Some(at) = line_of("input:") else { return };
    let end = line_of("output").unwrap_or(lines.len()).max(at + 1);
    *lines = lines[at..end].to_vec();
    lines[0] = lines[0].trim_start()["input:".len()..].to_owned();
}

/// Keeps strings of several lines, between three quotation marks, backticks or the marks of a
/// here-document.
fn unstring(lines: &mut Lines) {
    const MARK: &str = "\"\"\"";
    let mut text = lines.join("\n").replace("'''", MARK);
    if !text.contains("```") {
        text = text.replace('`', MARK);
    }
    let here = || {
        let (before, rest) = text.split_once("<<")?;
        let (head, body) = rest.split_once('\n')?;
        let word = words_between(head, |mark| !mark.is_alphabetic()).next()?;
        let (inner, after) = body.split_once(word)?;
        Some([before, inner, after].join(MARK))
    };
    let text = here().unwrap_or(text);
    let mut parts = text.split(MARK);
    let mut found = String::new();
    while let (Some(code), Some(inner)) = (parts.next(), parts.next()) {
        if inner.contains('\n') {
            let is_goal = role(code.lines().last().unwrap_or_default()) == Some(BoardRole::Goal);
            found += if is_goal { "goal:\n" } else { "" };
            found += inner.trim_matches('\n');
            found += "\n\n";
        }
    }
    if !found.is_empty() {
        *lines = found.lines().map(str::to_owned).collect();
    }
}

/// Replaces tags of HTML and commands of LaTeX by lines and by bars between cells.
fn unmark(lines: &mut Lines) {
    const BREAKS: [&str; 4] = ["\\\\", "</tr>", "<br", "pre>"];
    const MARKS: [[&str; 2]; 9] = [
        ["$", ""],
        ["&nbsp;", " "],
        ["\\\\", "\n"],
        ["</tr", "\n</tr"],
        ["<br", "\n<br"],
        ["</t", "|</t"],
        ["&", "|"],
        ["|</tr", "</tr"],
        ["|</table", "</table"],
    ];
    let text = lines.join(" ");
    if !BREAKS.iter().any(|mark| text.contains(mark)) {
        return;
    }
    let glue = if text.contains("pre>") { "\n" } else { " " };
    let mut text = lines.join(glue);
    for [mark, meaning] in MARKS {
        text = text.replace(mark, meaning);
    }
    let (first, tags) = text.split_once('<').unwrap_or((&text, ""));
    let tags = tags
        .split('<')
        .map(|tag| tag.split_once('>').unwrap_or_default().1);
    let text = first.to_owned() + &tags.collect::<String>();
    let (first, commands) = text.split_once('\\').unwrap_or((&text, ""));
    let commands = commands.split('\\').map(|command| {
        let mut rest = command.trim_start_matches(char::is_alphabetic);
        // The arguments of the command.
        while let Some(("", after)) = rest.split_once('{') {
            rest = after.split_once('}').unwrap_or_default().1;
        }
        rest
    });
    let text = first.to_owned() + &commands.collect::<String>();
    *lines = text.lines().map(|line| line.trim().to_owned()).collect();
}

/// Breaks `ACCB\nACCB`, as a program prints it, into lines.
fn break_lines(lines: &mut Lines) {
    if let [line] = &lines[..] {
        *lines = line.split("\\n").map(str::to_owned).collect();
    }
}

/// Replaces full-width characters and the signs of keys by narrow ones if digits are among them.
fn narrow(lines: &mut Lines) {
    const KEY: [char; 2] = ['\u{fe0f}', '\u{20e3}'];
    let is_digit = |mark: char| ('０'..='９').contains(&mark) || mark == KEY[1];
    let has_digits = lines.iter().any(|line| line.contains(is_digit));
    let narrowed = |mark: char| match u32::from(mark) {
        0x3000 => ' ',
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(mark),
        _ => mark,
    };
    for line in lines.iter_mut().filter(|_| has_digits) {
        *line = line.replace(KEY, "").chars().map(narrowed).collect();
    }
}

/// Replaces circled numbers, `①` to `⑳` and `❶` to `❿`, each of which is a cell.
fn uncircle(lines: &mut Lines) {
    for line in lines.iter_mut() {
        for mark in line.clone().chars() {
            let number = match u32::from(mark) {
                0x24ea => 0,
                code @ 0x2460..=0x2473 => code - 0x245f,
                code @ 0x2776..=0x277f => code - 0x2775,
                _ => continue,
            };
            let spaced = line.replace(mark, &format!(" {number} "));
            *line = joined(spaced.split_whitespace(), " ");
        }
    }
}

fn unfence(lines: &mut Lines) {
    for line in lines.iter_mut() {
        if line.matches('`').count() == 2 {
            *line = line.replace('`', "");
        }
        let end = line.strip_suffix('\\').unwrap_or(line).len();
        line.truncate(end);
    }
    let has = |line: &str, fence| line.trim_start().starts_with(fence);
    lines.retain(|line| !has(line, "```") && !has(line, "~~~"));
}

/// Removes `>`, which quotes the lines of a mail.
fn unquote(lines: &mut Lines) {
    let is_quoted = |line: &String| line.trim().is_empty() || line.trim_start().starts_with('>');
    if !lines.iter().all(is_quoted) {
        return;
    }
    for line in lines {
        let inner = line.trim_start().trim_start_matches('>');
        *line = inner.strip_prefix(' ').unwrap_or(inner).to_owned();
    }
}

/// Removes `// …`, `# …`, `% …` and `$ …`. As `#` is also a wall, it begins a comment only in a
/// line that cannot be a row of the board. A title remains.
fn uncomment(lines: &mut Lines) {
    let has_gate = has_gate(lines);
    // Spaces separate numbers.
    let cells = |line: &str| {
        let words = line.split_whitespace();
        let is_cell = |word: &str| word.len() == 1 || is_number(word);
        if line.contains(' ') && words.clone().all(is_cell) {
            words.count()
        } else {
            words.map(|word| word.chars().count()).sum()
        }
    };
    let rows = lines.iter().map(|line| line.trim());
    let rows = rows.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let widths: HashSet<usize> = rows.map(cells).collect();
    lines.retain_mut(|line| {
        if let Some((row, _)) = line.split_once("//")
            && (row.is_empty() || row.ends_with(char::is_whitespace))
        {
            line.truncate(row.trim_end().len());
            return !line.is_empty();
        }
        let is_word = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_lowercase());
        let row = line.trim();
        let title = row.trim_start_matches(['#', '%', '$']).trim();
        let is_comment = row.starts_with(['%', '$']);
        if is_comment || row.starts_with("##") {
            let is_list = title.contains(['(', '[']);
            let is_short = title.split_whitespace().nth(2).is_none();
            if role(title).is_some() && (is_list || is_short) {
                *line = title.to_owned() + if is_list { "" } else { ":" };
                return true;
            }
            if is_comment && title.split_whitespace().any(is_word) {
                return false;
            }
        }
        let Some(remark) = row.strip_prefix('#') else {
            if let Some((row, remark)) = line.split_once(" #")
                && remark.split_whitespace().any(is_word)
            {
                line.truncate(row.len());
            }
            return true;
        };
        let is_cell =
            |mark: char| mark.is_alphanumeric() || mark.is_whitespace() || "._#".contains(mark);
        let is_row = widths.contains(&cells(row)) || widths.is_empty();
        let is_remark = !remark.trim_matches('#').trim().is_empty() && !row.ends_with('#');
        !(is_remark && (!is_row || !has_gate && !row.chars().all(is_cell)))
    });
}

fn has_gate(lines: &[String]) -> bool {
    let is_gate = |line| key(line).is_some_and(|key| key.trim().eq_ignore_ascii_case("gate"));
    lines.iter().any(|line| is_gate(line))
}

fn unlabel(lines: &mut Lines) {
    if let Some((rows, _)) = labelled(&lines.join("\n")) {
        *lines = rows;
    }
}

/// Returns the rows of a table without the labels above and before them, letters or numbers in
/// order or the same in both places; and those before them.
pub fn labelled(text: &str) -> Option<(Lines, Lines)> {
    let words = |line| -> Lines {
        let is_gap = |mark: char| mark.is_whitespace() || ",;|".contains(mark);
        let word = |word| str::trim_matches(word, ['[', ']', '(', ')']).to_owned();
        let words = words_between(line, is_gap).map(word);
        words.filter(|word| !word.is_empty()).collect()
    };
    let lines = lines(text).filter(|line| !is_rule(line));
    let lines = lines.map(|line| {
        // Data of AMPL have a name above.
        let titles = line.strip_suffix(":=").and_then(|it| it.rsplit(':').next());
        titles.unwrap_or(line)
    });
    let lines: Vec<&str> = lines.collect();
    // Two rows tell that a large map is no such table.
    let [first, .., last] = lines[..] else {
        return None;
    };
    if words(first).len().abs_diff(words(last).len()) != 1 {
        return None;
    }
    let mut rows: Vec<Lines> = lines.into_iter().map(words).collect();
    if rows.len() < 3 {
        return None;
    }
    // The ranks of a chessboard go up.
    if rows[0].len() > rows[rows.len() - 1].len() {
        rows.rotate_right(1);
    }
    let above = rows.remove(0);
    if above.len() < 2 || !are_wide(&rows, above.len() + 1) {
        return None;
    }
    let before: Lines = rows.iter_mut().map(|row| row.remove(0)).collect();
    let are_in_order = |labels: &[String]| {
        let place = |label: &String| number(label).or(only_char(label).map(u32::from));
        let places: Option<Vec<u32>> = labels.iter().map(place).collect();
        let mut places = places.unwrap_or_default();
        if places.last() < places.first() {
            places.reverse();
        }
        let starts = [0, 1, 'a'.into(), 'A'.into()];
        let is_start = places.first().is_some_and(|first| starts.contains(first));
        is_start && places.windows(2).all(|pair| pair[0] + 1 == pair[1])
    };
    let are_labels = above == before || are_in_order(&above) && are_in_order(&before);
    are_labels.then(|| (rows.iter().map(|row| row.join(" ")).collect(), before))
}

/// Writes the rows of a list of lists, `[[8,6,7],[2,5,4]]`, or of two lists, a start and a goal.
fn unlist(lines: &mut Lines) {
    let Some(boards) = boards(&lines.join("\n")) else {
        return;
    };
    let are_several = boards.len() > 2 || literal::is_numbered(&boards[0].0);
    let titled = |(name, rows): literal::NamedRows| {
        let title = are_several.then(|| format!("board {name}:"));
        title.into_iter().chain(filled(rows)).collect()
    };
    let boards: Vec<Lines> = boards.into_iter().map(titled).collect();
    *lines = boards.join(&String::new());
}

/// Returns quoted rows with `.` for a space if one of them has nothing but spaces, which would not
/// be a row without its quotation marks.
fn filled(rows: Lines) -> Lines {
    let is_blank = |row: &String| !row.is_empty() && row.trim().is_empty();
    if !rows.iter().any(is_blank) {
        return rows;
    }
    rows.iter().map(|row| row.replace(' ', ".")).collect()
}

/// Returns a word without the quotation marks around it.
pub fn bare(word: &str) -> String {
    let word = word.trim();
    for pair in ["\"\"", "''", "``", "“”", "‘’", "「」"] {
        let is_mark = |mark| pair.contains(mark);
        if let Some(inner) = word.strip_prefix(is_mark)
            && let Some(inner) = inner.strip_suffix(is_mark)
            && !inner.contains(is_mark)
        {
            return inner.to_owned();
        }
    }
    word.to_owned()
}

/// Keeps the rows of a board that stand in quotation marks, one in each line of code, or in the
/// lines below a name.
fn uncode(lines: &mut Lines) {
    const QUOTES: [char; 2] = ['"', '\''];
    let row = |line| match str::split(line, QUOTES).collect::<Vec<_>>()[..] {
        [_, row, _] => Some(row.trim_end_matches("\\n")),
        _ => None,
    };
    let text = lines.join("\n");
    let rows = self::lines(&text).skip_while(|line| line.ends_with('='));
    let rows = rows.map(row).collect::<Option<Vec<_>>>();
    let rows = rows.and_then(|rows| literal::even(1, rows.into_iter()));
    let code = text.split(QUOTES).next().unwrap_or_default();
    let is_start = code.contains(char::is_alphabetic) && role(code) != Some(BoardRole::Goal);
    if let Some(rows) = rows.filter(|_| is_start) {
        *lines = filled(rows);
    }
}

/// Removes quotation marks and commas: `"ACCB",` in each line.
fn strip_quotes(lines: &mut Lines) {
    let before = lines.clone();
    for line in lines.iter_mut() {
        let word = line.trim().trim_end_matches([',', ';']);
        let inner = bare(word);
        if inner != word {
            *line = inner;
        }
    }
    if *lines != before {
        *lines = filled(take(lines));
    }
}

/// Whether the words are these numbers, each once.
pub fn are_numbers<'a>(words: impl IntoIterator<Item = &'a str>, all: Range<usize>) -> bool {
    numbers(words).is_some_and(|mut numbers: Vec<usize>| {
        numbers.sort_unstable();
        numbers.into_iter().eq(all)
    })
}

/// Characters of an empty cell that no piece can have.
pub const BLANKS: &str = "_*@-–—−~·•．。□▢◻◽⬜▫░○◯⬚␣";

/// Whether a word of a program, or `__`, is an empty cell.
pub fn is_blank_word(word: &str) -> bool {
    [
        "null", "none", "nothing", "empty", "nil", "blank", "-1", "__", "[]",
    ]
    .contains(&&*word.to_lowercase())
}

const SIDES: &str = "|│║┃｜";

const RULES: &str = "-=+─═━┄┌┐└┘├┤┼┬┴╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫╋┳┻╭╮╰╯";

/// Removes the lines and the sides of a border, unless the text has a gate, whose mark may be among
/// them.
fn unframe(lines: &mut Lines) {
    if has_gate(lines) {
        return;
    }
    let is_row = |line: &String| is_rule(line) || !line.trim().is_empty() && key(line).is_none();
    for line in lines.iter_mut().filter(|line| line.contains("| **")) {
        *line = line.replace("**", "");
    }
    let blocks = lines.chunk_by(|one, other| is_row(one) == is_row(other));
    *lines = blocks.flat_map(unframed).collect();
}

/// Whether a line is a part of a border or parts rows.
pub fn is_rule(line: &str) -> bool {
    let is_mark = |mark: char| RULES.contains(mark) || SIDES.contains(mark) || " :".contains(mark);
    line.contains(|mark| RULES.contains(mark)) && line.chars().all(is_mark)
}

fn unframed(block: &[String]) -> Lines {
    let lines: Vec<&str> = block.iter().map(|line| line.trim()).collect();
    if let [first, inner @ .., last] = &lines[..]
        && first == last
        && first.len() > 2
        && let Some(sign) = ['#', '*', 'x']
            .into_iter()
            .find(|it| first.trim_matches(*it).is_empty())
        && inner.iter().all(|row| row.starts_with(sign))
    {
        let is_gap = |row: &&str| row.chars().skip(1).step_by(2).all(|mark| mark == ' ');
        // Spaces are cells, unless they stand between all cells.
        let space = if inner.iter().all(is_gap) { " " } else { "." };
        let row = |row: &&str| {
            let cells: String = row.chars().skip(1).take(first.len() - 2).collect();
            let exit = if row.ends_with(sign) { "" } else { " >" };
            cells.replace(' ', space) + exit
        };
        return inner.iter().map(row).collect();
    }
    let is_side = |mark: char| SIDES.contains(mark);
    let is_begun = |line: &&str| line.starts_with(is_side) && line.chars().nth(1).is_some();
    let is_open = |line: &&&str| !line.ends_with(is_side);
    // A table in Markdown begins with a head, which may be empty.
    let is_blank = |line: &str| {
        line.trim_matches(|mark| is_side(mark) || mark == ' ')
            .is_empty()
    };
    let has_head = matches!(&lines[..], [head, rule, ..] if is_blank(head) && is_rule(rule));
    let rows = lines.iter().copied().skip(usize::from(has_head));
    let rows: Vec<&str> = rows.filter(|line| !is_rule(line)).collect();
    // The exit may stand in place of one side.
    let are_sided = !rows.is_empty()
        && rows.iter().all(is_begun)
        && rows.iter().filter(is_open).count() <= rows.len() / 4;
    let is_edge = |line: &str| is_rule(line) && line.contains(|mark| mark != '-' && mark != ' ');
    let is_framed = matches!(&lines[..], [first, .., last] if is_edge(first) && is_rule(last)
        && first.chars().count() == last.chars().count());
    // Rules may part rows in which sides part the cells.
    let are_parted =
        rows.len() > 1 && rows.len() < lines.len() && rows.iter().all(|row| row.contains(is_side));
    if !are_sided && !is_framed && !are_parted {
        return block.to_vec();
    }
    let inner = |row: &str| {
        let inner = row.strip_prefix(is_side).unwrap_or(row);
        let inner = inner.strip_suffix(is_side).unwrap_or(inner);
        if are_sided { inner } else { row }.to_owned()
    };
    rows.into_iter().map(inner).collect()
}
