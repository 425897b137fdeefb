//! What the player looks like. Everything is drawn from what is known; nothing is changed but where
//! things were drawn, for the mouse.

mod board;
mod help;
mod label;
mod list;
mod outline;
mod palette;
mod panel;
mod scale;
#[cfg(test)]
mod snapshots;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthChar;

use super::app::{App, Mode};
use super::watch::{Origin, Watch};
use board::Scene;
use scale::{Panel, TooSmall, arrange};

pub(super) use palette::{Paint, Palette};
pub(super) use scale::Place;

/// Draws all there is to see.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    match arrange(area, app.table.puzzle().grid()) {
        Ok(arrangement) => {
            app.board = Some(arrangement.board);
            draw_game(app, buffer, &arrangement);
        }
        Err(small) => {
            app.board = None;
            draw_too_small(buffer, area, small);
        }
    }
    app.list = match &mut app.mode {
        Mode::Pick(picker) => Some(list::draw(picker, &app.palette, buffer, area)),
        _ => None,
    };
    if app.helps {
        help::draw(app, buffer, area);
    }
}

fn draw_game(app: &App, buffer: &mut Buffer, arrangement: &scale::Arrangement) {
    let watch = match &app.mode {
        Mode::Watch(watch) => Some(watch),
        _ => None,
    };
    let position =
        watch.map_or_else(|| app.table.game.position(), |watch| watch.playback.position());
    let scene = Scene {
        position: &position,
        chosen: match watch {
            Some(watch) => watch.playback.current().map(|unit| unit.piece),
            None => Some(app.table.chosen),
        },
        hint: if watch.is_some() { None } else { app.table.shown.as_ref() },
        palette: &app.palette,
        place: arrangement.board,
    };
    scene.draw(buffer);
    match arrangement.panel {
        Panel::Side(area) => panel::draw_beside(app, watch, buffer, area),
        Panel::Below(area) => panel::draw_below(app, watch, buffer, area),
    }
    draw_message(app, watch, buffer, arrangement.message);
}

/// The line at the bottom.
fn draw_message(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let text = match watch {
        Some(watch) => watching(app, watch),
        None if app.table.message.is_empty() => return,
        None => app.table.message.clone(),
    };
    buffer.set_string(area.x, area.y, cut(&text, area.width), app.palette.loud());
}

/// What is to be said of a solution that is watched.
fn watching(app: &App, watch: &Watch) -> String {
    let playback = &watch.playback;
    let moves = playback.moves();
    let (begun, metric) = (playback.begun(), app.setup.sources.metric);
    let unit = match playback.current() {
        Some(unit) => super::question::in_words(app.table.puzzle(), unit),
        None => metric.count(moves.len()),
    };
    let state = match (playback.is_over(), watch.is_paused()) {
        (true, _) => ", solved",
        (false, true) => ", paused",
        (false, false) => "",
    };
    let of = if watch.origin == Origin::Rest { "to the end" } else { "of the solution" };
    format!("{begun}/{} {of}: {unit}{state}", moves.len())
}

/// Says that there is no room, and how much it would take.
fn draw_too_small(buffer: &mut Buffer, area: Rect, TooSmall { columns, rows }: TooSmall) {
    let lines = [
        "This terminal is too small:".to_owned(),
        format!("{columns}×{rows} is needed,"),
        format!("{}×{} is there.", area.width, area.height),
        "q quits".to_owned(),
    ];
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buffer.set_string(area.x, y, cut(&line, area.width), Style::new());
    }
}

/// The text, or as much of it as there is room for, with `…` for the rest.
fn cut(text: &str, columns: u16) -> String {
    let columns = usize::from(columns);
    let mut taken = 0;
    let mut kept = String::new();
    for mark in text.chars().filter(|mark| !mark.is_control()) {
        let width = mark.width().unwrap_or(0);
        if taken + width > columns {
            while taken + 1 > columns
                && let Some(last) = kept.pop()
            {
                taken -= last.width().unwrap_or(0);
            }
            return kept + if columns > 0 { "…" } else { "" };
        }
        kept.push(mark);
        taken += width;
    }
    kept
}

/// An empty box in the middle of the screen, with a title; where its inside is.
fn open_box(
    buffer: &mut Buffer,
    area: Rect,
    (columns, rows): (u16, u16),
    title: &str,
    palette: &Palette,
) -> Rect {
    let (width, height) = ((columns + 4).min(area.width), (rows + 2).min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let frame = Rect { x, y, width, height };
    for y in frame.top()..frame.bottom() {
        for x in frame.left()..frame.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
    if width < 4 || height < 2 {
        return Rect::default();
    }
    let line =
        |left: &str, right: &str| format!("{left}{}{right}", "─".repeat(usize::from(width - 2)));
    buffer.set_string(x, y, line("╭", "╮"), palette.quiet());
    for y in y + 1..frame.bottom() - 1 {
        buffer.set_string(x, y, "│", palette.quiet());
        buffer.set_string(frame.right() - 1, y, "│", palette.quiet());
    }
    buffer.set_string(x, frame.bottom() - 1, line("╰", "╯"), palette.quiet());
    buffer.set_string(x + 2, y, cut(&format!(" {title} "), width - 4), palette.loud());
    Rect { x: x + 2, y: y + 1, width: width - 4, height: height - 2 }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn text_is_cut_by_columns_and_never_through_a_wide_character() {
        assert_eq!(cut("曹操 goes", 9), "曹操 goes");
        assert_eq!(cut("曹操 goes", 8), "曹操 go…");
        assert_eq!(cut("曹操", 3), "曹…");
        assert_eq!(cut("曹操", 2), "…");
        assert_eq!(cut("曹操", 0), "");
        assert_eq!(cut("a\u{1b}[2Jb", 9), "a[2Jb");
    }
}
