//! `huarong design frame`: the hardest puzzles of a frame.

use crate::cli::prelude::*;
use crate::{
    cli::{graph_args::coordinates, help::entry, numbers::wide_and_high},
    design::{FrameScope, FrameSurvey, GoalSpec, HardestPuzzle, count_boards, survey_frame},
    puzzle::Polyomino,
    tour::SquareNumbering,
};

use super::{OutputArgs, SurveyArgs, SurveyReport};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong design frame 4x4
  huarong design frame 4x5 --shapes 1x1,1x2,2x2 --empty 2 --goal exit:5,2/5,3
  huarong design frame 5x4 --work-dir my-run
  huarong design frame 4x3 --top 3 --metric step
  huarong design frame 5x3 --pieces 4..6 --output hardest.txt

Every way to cut the frame into connected pieces and empty cells is a board. Any piece may be the \
goal piece, drawn as X; other pieces of one shape are interchangeable. For each number of pieces, the \
hardest puzzle is printed: with this goal, no start of as many pieces takes more moves. Each set of \
pieces and each goal piece gives one puzzle; mirror images count as one.

A 4x4 frame takes a quarter of a minute, and each further cell triples the time. `--shapes`, \
`--pieces` and `--empty` shorten it.")]
pub struct FrameArgs {
    /// Width and height
    #[arg(value_name = "WxH")]
    size: Size,
    /// Number of pieces: 9, 5..9, ..9
    #[arg(long, value_name = "RANGE")]
    pieces: Option<NumberRange>,
    /// Shapes of pieces, in any rotation: 1x2,L3,##/.#
    ///
    /// Sizes like `1x2`, letters with a number of cells like `L3`, `T4` or `W5`, or rows like
    /// `##/.#`. Each is allowed in every rotation and reflection.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = shape)]
    shapes: Vec<Polyomino>,
    /// Number of empty cells: 2, 1..3
    #[arg(long, value_name = "RANGE")]
    empty: Option<NumberRange>,
    /// Goal: corner, exit:5,2/5,3 or anywhere
    ///
    /// `corner`: X starts on the first cell and has to cover the last one. `exit:5,2/5,3`: X has to
    /// cover these cells, each a row and a column. `anywhere`: X has to go from any place to any
    /// other.
    #[arg(long, value_name = "GOAL", value_parser = goal, default_value = "corner")]
    goal: GoalSpec,
    /// Number of walls, in all possible places
    #[arg(long, value_name = "N", value_parser = count, default_value = "0")]
    walls: usize,
    /// Unit of length
    #[arg(long, value_name = "METRIC", value_parser = common_metric(), default_value = "move",
          hide_possible_values = true)]
    metric: Metric,
    /// Number of puzzles for each number of pieces
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    top: NonZero<usize>,
    /// Save checkpoints of the survey in this new or empty directory
    #[arg(long, value_name = "DIR", help_heading = "Large runs")]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    common: SurveyArgs,
}

impl FrameArgs {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
        self.common.output.check()?;
        if self.pieces.is_some_and(|pieces| *pieces.range().end() == 0) {
            refuse!(
                "a puzzle has at least one piece",
                "give a larger number, like `--pieces 8`"
            );
        }
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        let range = |range: Option<NumberRange>| {
            let range = range.map_or(0..=u32::MAX, NumberRange::range);
            *range.start() as usize..=*range.end() as usize
        };
        let scope = FrameScope {
            walls: self.walls,
            pieces: range(self.pieces),
            empty: range(self.empty),
            shapes: self.shapes.clone(),
            aim: self.goal.clone(),
            metric: self.metric,
            top: self.top.get(),
            ..FrameScope::new(side(self.size.height), side(self.size.width))
        };
        let name = self.size.to_string();
        let folder = self.work_dir.as_deref();
        let survey = self.common.run(&name, folder, |options, observer| {
            survey_frame(&scope, options, observer)
        })?;
        FrameReport { scope, survey }.print(&self.common.output, folder, out)
    }
}

pub struct FrameReport {
    pub scope: FrameScope,
    pub survey: FrameSurvey,
}

impl FrameReport {
    /// Prints the survey. Without a puzzle, a complete one proves that none can be solved.
    pub fn print(
        &self,
        output: &OutputArgs,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<Exit> {
        let exit = output.report(self, self.survey.stopped, folder, out)?;
        Ok(exit.max(Exit::Impossible.when(self.survey.table.is_empty())))
    }

    fn size(&self) -> Size {
        Size {
            width: self.scope.columns.into(),
            height: self.scope.rows.into(),
        }
    }

    /// Returns a puzzle with its source and the claim that is proven.
    fn text(&self, hardest: &HardestPuzzle) -> String {
        let is_first = self
            .survey
            .table
            .iter()
            .filter(|it| it.pieces == hardest.pieces)
            .map(|it| it.moves)
            .max()
            == Some(hardest.moves);
        let proven = if self.survey.stopped.is_none() && is_first {
            let such = if self.is_restricted() { "such " } else { "" };
            format!(
                "no {such}start of {} takes more",
                counted(hardest.pieces, "piece")
            )
        } else {
            "nothing that can be reached takes more".to_owned()
        };
        let mut title = hardest.puzzle.title().clone();
        title.source = Some(format!("huarong design frame {}: {proven}", self.size()));
        hardest.puzzle.titled(title).to_string()
    }

    /// Whether other puzzles of this frame have as many pieces.
    fn is_restricted(&self) -> bool {
        let scope = &self.scope;
        let whole = FrameScope::new(scope.rows, scope.columns);
        let any_empty = scope.empty.contains(&1) && *scope.empty.end() >= whole.area();
        !scope.shapes.is_empty()
            || !any_empty
            || scope.aim != whole.aim
            || scope.walls != whole.walls
    }

    /// Returns the number of boards, if none is left out.
    fn all_boards(&self) -> Option<u128> {
        let scope = &self.scope;
        let is_whole = scope.shapes.is_empty()
            && [&scope.pieces, &scope.empty]
                .iter()
                .all(|it| it.contains(&1) && *it.end() >= scope.area());
        if is_whole {
            count_boards(scope).ok()
        } else {
            None
        }
    }
}

impl SurveyReport for FrameReport {
    fn object(&self) -> JsonObject {
        let FrameReport { scope, survey } = self;
        // As many boards as can be enumerated fit 64 bits.
        let boards = self
            .all_boards()
            .and_then(|boards| u64::try_from(boards).ok());
        object! {
            "schema": "huarong/design/1",
            "rows": scope.rows,
            "columns": scope.columns,
            "walls": scope.walls,
            "metric": scope.metric,
            "boards": boards,
            "just_solved": survey.just_solved,
            "states": survey.states,
            "seconds": survey.elapsed.as_secs_f64(),
            "table": survey.table.iter().map(|it| {
            object! { "pieces": it.pieces, "moves": it.moves, "puzzle": self.text(it) }
        }).collect::<Vec<_>>(),
        }
    }

    fn page(&self, out: &mut dyn Write, _: bool) -> Printed {
        let FrameReport { scope, survey } = self;
        let paint = PieceStyle::for_stdout();
        for hardest in &survey.table {
            let pieces = counted(hardest.pieces, "piece");
            let label = format!(
                "{pieces:>9}  {:>11}",
                counted(hardest.moves, scope.metric.word())
            );
            let board = drawing::start(&hardest.puzzle, paint);
            for (number, row) in board.lines().enumerate() {
                let label = if number == 0 { label.as_str() } else { "" };
                writeln!(out, "{label:<22}    {row}")?;
            }
            writeln!(out)?;
        }
        if survey.table.is_empty() {
            let so_far = if survey.stopped.is_some() {
                " so far"
            } else {
                ""
            };
            writeln!(out, "no puzzle can be solved{so_far}")?;
        }
        write!(out, "frame: {}", wide_and_high(self.size()))?;
        if let Some(boards) = self.all_boards() {
            write!(out, ", {} boards", grouped(boards))?;
        }
        let solved = grouped(survey.just_solved);
        let states = grouped(survey.states);
        let time = time(survey.elapsed);
        writeln!(
            out,
            "\n{solved} solved positions as roots, {states} states searched, {time}"
        )
    }

    fn texts(&self) -> (Notation, Vec<String>) {
        let texts = self.survey.table.iter().map(|it| self.text(it));
        (Notation::Huarong, texts.collect())
    }
}

fn goal(text: &str) -> Result<GoalSpec, String> {
    match text.split_once(':') {
        None if text == "corner" => Ok(GoalSpec::Corner),
        None if text == "anywhere" => Ok(GoalSpec::Anywhere),
        Some(("exit", cells)) => {
            let cells: Option<Vec<Cell>> = cells
                .split('/')
                .map(|text| {
                    let place = coordinates(text, SquareNumbering::FromOne)?;
                    Some(Cell::new(
                        place.row.try_into().ok()?,
                        place.column.try_into().ok()?,
                    ))
                })
                .collect();
            cells
                .map(GoalSpec::Exit)
                .ok_or_else(|| "write cells like `exit:4,2/4,3`".to_owned())
        }
        _ => Err("expected `corner`, `anywhere`, or cells like `exit:4,2/4,3`".to_owned()),
    }
}

/// The shapes with letters: the rows of each, `#` for a cell.
const NAMED: &str = "\
L3 V3: ##/#.
L4 J4: #./#./##
T4: ###/.#.
S4 Z4: .##/##.
O4: ##/##
F5: .##/##./.#.
L5 J5: #./#./#./##
N5 S5: .#/.#/##/#.
P5 Q5: ##/##/#.
T5: ###/.#./.#.
U5: #.#/###
V5: #../#../###
W5: #../##./.##
X5: .#./###/.#.
Y5: .#/##/.#/.#
Z5: ##./.#./.##";

fn shape(text: &str) -> Result<Polyomino, String> {
    let unknown = || {
        let text = sanitize(text);
        format!("`{text}` is not a shape: write `1x2`, `L3`, or rows like `##/.#`")
    };
    let rows = if let Ok(Size { width, height }) = text.parse() {
        if width.max(height) > 32 {
            return Err(unknown());
        }
        vec!["#".repeat(width as usize); height as usize].join("/")
    } else if let Some(cells) = text.strip_prefix(['I', 'i']) {
        let cells = cells.parse().ok().filter(|cells| (1..=32).contains(cells));
        "#".repeat(cells.ok_or_else(unknown)?)
    } else {
        let rows = entry(NAMED, &text.to_ascii_uppercase());
        rows.unwrap_or(text).to_owned()
    };
    let mut cells = Vec::new();
    for (row, line) in (0..).zip(rows.split('/')) {
        for (column, character) in (0..).zip(line.chars()) {
            match character {
                '#' => cells.push(Cell::new(row, column)),
                '.' => {}
                _ => return Err(unknown()),
            }
        }
    }
    if cells.is_empty() || !Polyomino::from_cells(&cells).is_connected() {
        return Err(unknown());
    }
    Ok(Polyomino::from_cells(&cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_given_as_a_size_a_letter_or_rows() {
        for (text, rows, area) in [
            ("2x1", 1, 2),
            ("2×2", 2, 4),
            ("I4", 1, 4),
            ("l3", 2, 3),
            ("T4", 2, 4),
            ("##/.#", 2, 3),
        ] {
            let shape = shape(text).expect(text);
            assert_eq!(
                (usize::from(shape.height()), shape.area()),
                (rows, area),
                "{text}"
            );
        }
        for text in ["", "0x1", "99x1", "Q9", "#.#", "##/.?", "I0", "40x40"] {
            assert!(shape(text).is_err(), "{text}");
        }
        let names = NAMED
            .split_whitespace()
            .map(|word| word.trim_end_matches(':'));
        for name in names.filter(|word| !word.contains('#')) {
            let cells: usize = name[1..].parse().expect("a number of cells");
            assert_eq!(shape(name).expect(name).area(), cells, "{name}");
        }
    }

    #[test]
    fn a_goal_is_given_as_a_word_or_cells() {
        assert_eq!(goal("corner"), Ok(GoalSpec::Corner));
        assert_eq!(goal("anywhere"), Ok(GoalSpec::Anywhere));
        assert_eq!(
            goal("exit:4,2/4,3"),
            Ok(GoalSpec::Exit(vec![Cell::new(3, 1), Cell::new(3, 2)]))
        );
        for text in ["exit", "exit:", "exit:4", "exit:0,1", "Corner", "exit:4,2/"] {
            assert!(goal(text).is_err(), "{text}");
        }
    }
}
