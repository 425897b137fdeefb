//! `--map`: the state map of a puzzle as a picture or a page.

use super::prelude::*;
use crate::{
    explore::{Dimensions, MAX_MAP_POSITIONS, Options, Point, SearchOrder, StateMap},
    render::{
        MapMark, StateMapPanel, StateMapPicture,
        page::{self, PageSolution, PuzzlePage},
    },
    sliding::MoveOrder,
};

use super::export::theme;

#[derive(Args)]
pub struct MapArgs {
    /// Draw the state map: `.html`, `.svg` or `.png`
    ///
    /// Every position is a point, every move a line.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub map: Option<PathBuf>,
    /// Colours of the state map [default: as the reader's system; for PNG, light]
    #[arg(long, value_name = "THEME", value_parser = theme(), requires = "map",
          help_heading = "Output", hide_short_help = true)]
    theme: Option<Theme>,
}

/// The file of `--map`.
pub const FILE: FileContent = FileContent::Named("--map", &["html", "svg", "png"]);

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MapColours<'a> {
    /// The distance of each position to the nearest solution.
    Distance,
    /// The order in which each of these searches discovers positions.
    Searches(&'a [Algorithm]),
}

/// Draws the state map of a puzzle; returns the reason of a stop.
pub fn write(
    args: &MapArgs,
    path: &Path,
    source: &Source,
    options: &Options,
    colours: MapColours<'_>,
    quiet: bool,
) -> Result<Option<StopReason>> {
    let ending = output::ending(path);
    let is_page = ending == "html";
    if is_page {
        output::check_modules()?;
    }
    let line = ProgressLine::new(&source.title(), "drawing the state map, layer", quiet);
    let observer = &mut |progress: &_| line.update(progress);
    let map = match StateMap::find(&source.puzzle, options, observer)? {
        Outcome::Found(map) => map,
        Outcome::Stopped(StopReason::States)
            if options
                .limits
                .max_states
                .is_none_or(|most| most >= MAX_MAP_POSITIONS) =>
        {
            let most = grouped(MAX_MAP_POSITIONS);
            refuse!(
                "the state map has more than {most} positions",
                "a smaller puzzle has a map; `huarong explore --layers-only` counts the \
                        positions of this one"
            );
        }
        Outcome::Stopped(reason) => return Ok(Some(reason)),
        Outcome::Exhausted => return Ok(None),
    };
    let two_searches = [
        Algorithm::DepthFirst(MoveOrder::Fixed),
        Algorithm::BreadthFirst,
    ];
    let algorithms = match colours {
        MapColours::Searches(algorithms) => algorithms,
        MapColours::Distance if is_page => &two_searches,
        MapColours::Distance => &[],
    };
    let mut searches = Vec::new();
    for &algorithm in algorithms {
        let found = map.search(algorithm, options.mirroring, &options.limits, observer)?;
        searches.push((algorithm.word(), found));
    }
    let dimensions = if is_page {
        Dimensions::Three
    } else {
        Dimensions::Two
    };
    let limits = options.limits.with_max_states(None);
    let points = match map.layout(dimensions, 0, limits, observer) {
        Ok(points) => points,
        Err(reason) => return Ok(Some(reason)),
    };
    let drawing = MapDrawing {
        map,
        points,
        searches,
        metric: options.metric,
        is_first: colours != MapColours::Distance,
    };
    if is_page {
        output::store(path, drawing.page(source, args.theme))?;
        return Ok(None);
    }
    let panels = drawing.panels();
    let picture = StateMapPicture {
        title: &source.title(),
        points: &drawing.points,
        edges: drawing.map.edges(),
        panels: &panels,
        theme: args.theme,
    };
    if ending == "png" {
        output::store(path, picture.png()?)?;
    } else {
        output::store(path, picture.to_string())?;
    }
    Ok(None)
}

/// A state map with a place for each position.
struct MapDrawing {
    map: StateMap,
    points: Vec<Point>,
    searches: Vec<(&'static str, SearchOrder)>,
    metric: Metric,
    /// Whether the page begins with the searches.
    is_first: bool,
}

impl MapDrawing {
    fn page(&self, source: &Source, theme: Option<Theme>) -> String {
        let map = &self.map;
        let puzzle = &source.puzzle;
        let json = map.page_json(&self.points, &self.searches);
        let optimum = Some(map.shortest().len())
            .filter(|&it| it > 0)
            .map(|it| it - 1);
        let guide = PageSolution::None(self.metric);
        page::puzzle(
            &PuzzlePage::new(puzzle, guide)
                .with_optimum(optimum)
                .with_theme(theme)
                .with_map(Some(&json))
                .with_map_first(self.is_first),
        )
    }

    fn panels(&self) -> Vec<StateMapPanel> {
        if self.searches.is_empty() {
            return vec![self.distances()];
        }
        self.searches
            .iter()
            .map(|(name, found)| self.search(name, found))
            .collect()
    }

    /// Colours each position by its distance to the nearest solution, or from the start if no
    /// solution exists.
    fn distances(&self) -> StateMapPanel {
        let map = &self.map;
        let metric = self.metric;
        let is_solvable = map.to_goal().first().is_some_and(|&it| it < u16::MAX);
        let distances = if is_solvable {
            map.to_goal()
        } else {
            map.from_start()
        };
        // From a position that pieces have left, no goal may be reachable.
        let places = (0..).zip(distances).filter(|(_, it)| **it < u16::MAX);
        let most = places.clone().map(|(_, &it)| it).max().unwrap_or(0);
        let value = |&it: &u16| (it < u16::MAX).then(|| f32::from(it) / f32::from(most.max(1)));
        let mut marks: Vec<(u32, MapMark)> = Vec::new();
        if is_solvable {
            let goals = places.clone().filter(|(_, it)| **it == 0);
            marks.extend(goals.map(|(at, _)| (at, MapMark::Goal)));
            let hardest = places.max_by_key(|(_, it)| **it);
            marks.extend(hardest.map(|(at, _)| (at, MapMark::Hardest)));
        }
        marks.push((0, MapMark::Start));
        let far = length(usize::from(most), metric);
        let scale = if is_solvable {
            [
                "solved".to_owned(),
                format!("{far} from the nearest solution"),
            ]
        } else {
            ["start".to_owned(), format!("{far} from the start")]
        };
        let positions = map.len();
        let moves = map.edges().len();
        StateMapPanel {
            caption: format!(
                "{}, {}",
                counted(positions, "position"),
                counted(moves, "move")
            ),
            values: distances.iter().map(value).collect(),
            scale,
            path: map.shortest(),
            marks,
        }
    }

    fn search(&self, name: &str, found: &SearchOrder) -> StateMapPanel {
        let all = found.statistics.states;
        #[expect(clippy::cast_precision_loss, reason = "a colour")]
        let value = |it: u32| it as f32 / all.max(1) as f32;
        let goal = found.path.last().map(|&at| (at, MapMark::Goal));
        let moves = found.path.len().saturating_sub(1);
        let way = if found.path.is_empty() {
            "no solution".to_owned()
        } else {
            length(moves, self.metric)
        };
        StateMapPanel {
            caption: format!("{name}: {way}, {} stored", counted(all, "state")),
            values: found.discovered.iter().map(|it| it.map(value)).collect(),
            scale: ["first stored".to_owned(), "last stored".to_owned()],
            path: found.path.clone(),
            marks: goal.into_iter().chain([(0, MapMark::Start)]).collect(),
        }
    }
}
