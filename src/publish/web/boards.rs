//! What a page needs before it can be played: puzzles and maps are read.
//!
//! `show` returns the data of a sliding-block puzzle for a page, and `read` those of a map, both as
//! their files are written. `check` returns the flaw of a `path` over a map, whose rows and columns
//! count from 0: `0,0 0,1`. The module is small, as nothing can be played until it is loaded.

use super::{
    map_problem::{self, MapProblem},
    request::{Answer, Request, Response, pairs},
};
use crate::{
    control::Observer,
    puzzle::PublishedOptimum,
    render::json::object,
    render::page::{PageSolution, PuzzlePage, sheet},
};

/// Answers a request. None of them takes long.
pub fn answer(request: &str, _: Observer<'_>) -> String {
    Request::answer(request, |request| match request.task {
        "show" => show(request),
        "read" => map_problem::sheet(request, &map_problem::map(request)?, &[]),
        "check" => check(request),
        _ => request.unknown(),
    })
}

/// Returns the data of a puzzle for a page.
fn show(request: &Request<'_>) -> Answer {
    let puzzle = request.puzzle()?;
    let metric = request.metric()?;
    let optimum = match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(metric).and_then(|it| it.try_into().ok()),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    };
    let page = PuzzlePage {
        puzzle: &puzzle,
        guide: PageSolution::None(metric),
        optimum,
        theme: None,
        map: None,
        is_map_first: false,
    };
    Ok(Response(sheet(&page, request.text)))
}

fn check(request: &Request<'_>) -> Answer {
    let path = request.value("path", pairs)?.unwrap_or_default();
    let flaw = MapProblem::of(request)?.flaw(&path);
    Ok(Response::new("checked", object! { "flaw": flaw }))
}

#[cfg(test)]
mod tests {
    use super::answer;
    use crate::web::hold_responses;

    #[test]
    fn each_request_has_its_response() {
        hold_responses(answer, include_str!("tables/boards.txt"));
    }
}
