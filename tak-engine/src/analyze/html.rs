//! The review as a page that needs nothing else: no script, no other file. It follows the reader's
//! browser, light or dark, unless a theme is chosen, and is printed light.

use std::fmt::Write;

use tak_encoding::{AnyMove, Color, MoveName};
use tak_pictures::{Coordinates, Diagram, Escaped, Picture, Theme};
use tak_search::review::Moment;

use super::graph::{self, ThemeChoice};
use super::report::{Played, Report};

/// The pixels of a square on the boards.
const SQUARE: f32 = 40.0;

const STYLE: &str = "\
:root { color-scheme: light dark; --back: #fff; --text: #222; --faint: #666; --line: #ddd }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  background: var(--back); color: var(--text) }
svg { max-width: 100%; height: auto; display: block }
.faint { color: var(--faint) }
.moment { display: grid; grid-template-columns: minmax(0, 22rem) 1fr; gap: 1.5rem;
  padding: 1.5rem 0; border-top: 1px solid var(--line); break-inside: avoid }
.moment h2, .moment p { margin: 0 0 .5rem }
.mark { border: 1px solid; border-radius: 1em; padding: 0 .6em; font-size: .85em }
.dark { display: none }
@media (max-width: 40rem) { .moment { grid-template-columns: 1fr } }
";

const DARK: &str = "--back: #181c1f; --text: #e4e8ea; --faint: #9aa5ab; --line: #39434a";
const DARK_BOARDS: &str = ".light { display: none } .dark { display: block }";

/// All games, one below the other.
pub(crate) fn html(reports: &[Report<'_>], theme: ThemeChoice) -> String {
    let titles: Vec<_> = reports.iter().map(|report| report.subject.title()).collect();
    let dark = format!(":root {{ {DARK} }} {DARK_BOARDS}");
    let dark = match theme {
        ThemeChoice::Auto => {
            format!("@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n")
        }
        ThemeChoice::Light => ":root { color-scheme: light }\n".to_owned(),
        ThemeChoice::Dark => format!(":root {{ color-scheme: dark }} {dark}\n"),
    };
    let games: Vec<_> = reports.iter().map(|report| game(report, theme)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{STYLE}{dark}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        Escaped(&titles.join("; ")),
        games.concat()
    )
}

fn game(report: &Report<'_>, theme: ThemeChoice) -> String {
    let subject = report.subject;
    let mut text = format!(
        "<h1>{}</h1>\n<p class=\"faint\">{}</p>\n<ul>\n",
        Escaped(&subject.players().join(" – ")),
        Escaped(&subject.facts().join(" · "))
    );
    let accuracies = subject.players().into_iter().zip(report.review.accuracy);
    for (name, accuracy) in accuracies {
        if let Some(accuracy) = accuracy {
            let _ = writeln!(text, "<li>{}: accuracy {accuracy:.0} %</li>", Escaped(&name));
        }
    }
    text += "</ul>\n";
    text += &graph::svg(std::slice::from_ref(report), theme);
    for (played, told) in report.moments() {
        text += &moment(played, told, theme);
    }
    text
}

/// The board before the move, what is to be said, and the better line.
fn moment(played: &Played, moment: &Moment, theme: ThemeChoice) -> String {
    let ply = moment.position.ply() as usize;
    let mark = played.mark.map_or("", |mark| mark.text());
    format!(
        "<section class=\"moment\">\n<div>\n{}</div>\n<div>\n<h2>{}{mark}</h2>\n\
         <p>{} <span class=\"mark\">{}</span></p>\n<p>Better: {}</p>\n</div>\n</section>\n",
        boards(moment, theme),
        Escaped(&played.caption),
        Escaped(&moment.sentence),
        moment.mark(),
        Escaped(&numbered(&moment.better, ply)),
    )
}

/// The board in each theme that it may be seen in.
fn boards(moment: &Moment, theme: ThemeChoice) -> String {
    let diagram = Diagram::of_any(&moment.position, None);
    let themes: &[_] = match theme {
        ThemeChoice::Auto => &[(Theme::Light, "light"), (Theme::Dark, "dark")],
        ThemeChoice::Light => &[(Theme::Light, "light")],
        ThemeChoice::Dark => &[(Theme::Dark, "dark")],
    };
    let boards = themes.iter().map(|&(theme, class)| {
        let svg = Picture::page(&diagram, theme, Coordinates::Shown).svg(SQUARE);
        format!("<div class=\"{class}\">{svg}</div>\n")
    });
    boards.collect()
}

/// A line with the numbers of its moves: `27. d2+ e1< 28. d3<`.
fn numbered(line: &[AnyMove], first: usize) -> String {
    let moves = line.iter().enumerate().map(|(index, mv)| {
        let name = MoveName::of_ply(first + index);
        match name.color {
            Some(Color::Black) if index > 0 => mv.to_string(),
            _ => format!("{} {mv}", name.in_ptn()),
        }
    });
    moves.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use tak_encoding::BoardSize;

    use super::*;

    #[test]
    fn lines_have_numbers() {
        let moves = ["d2+", "e1<", "d3<"].map(|mv| AnyMove::parse(BoardSize::Six, mv).unwrap());
        assert_eq!(numbered(&moves, 52), "27. d2+ e1< 28. d3<");
        assert_eq!(numbered(&moves, 53), "27... d2+ 28. e1< d3<");
        assert_eq!(Escaped("d3< & 3b2>12").to_string(), "d3&lt; &amp; 3b2&gt;12");
    }
}
