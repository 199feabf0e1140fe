//! Every form is read, nothing of it is lost, and what we make of it says the same.

use tak_encoding::ptn::{Ply, PtnGame};
use tak_encoding::{AnyGame, GameResult, Symmetry};

use crate::writers::{Form, forms};

/// All lines of play, from the start, in the order of their moves.
pub(crate) fn lines(game: &PtnGame) -> Vec<String> {
    let ends = game.plies().filter(|&ply| game.replies(Some(ply)).is_empty());
    let mut lines: Vec<String> = ends
        .map(|end| {
            let line = std::iter::successors(Some(end), |&ply: &Ply| game.parent(ply));
            let mut moves: Vec<_> = line.map(|ply| game.mv(ply).to_string()).collect();
            moves.reverse();
            moves.join(" ")
        })
        .collect();
    lines.sort();
    lines
}

fn comments_of(game: &PtnGame) -> Vec<&str> {
    let notes = game.notes().into_iter();
    notes.flat_map(|notes| [notes.before, notes.comments, notes.closing].concat()).collect()
}

fn check(form: &Form) {
    let Form { writer, text, tags, comments, result, .. } = form;
    let read: PtnGame = text.parse().unwrap_or_else(|error| panic!("{writer}: {error}\n{text}"));
    assert_eq!(read.to_string(), *text, "{writer}");
    let mut expected: Vec<_> = form.lines.iter().filter(|line| !line.is_empty()).cloned().collect();
    expected.sort();
    assert_eq!(lines(&read), expected, "{writer}\n{text}");
    assert!(read.left_out().is_empty(), "{writer}: {:?}\n{text}", read.left_out());
    let game = read.game();
    for (name, value) in tags {
        assert_eq!(game.tag(name), Some(value.as_str()), "{writer}\n{text}");
    }
    let known = game.result().filter(|&read| read != GameResult::Unfinished);
    assert_eq!(known, *result, "{writer}\n{text}");
    assert_eq!(&comments_of(&read), comments, "{writer}\n{text}");

    // Written anew.
    let again: AnyGame = game.to_string().parse().unwrap();
    assert_eq!((again.start(), again.moves()), (game.start(), game.moves()), "{writer}");
    assert_eq!(again.tags(), game.tags(), "{writer}");
    let ninja: PtnGame = read.to_ptn_ninja().parse().unwrap();
    assert_eq!(lines(&ninja), expected, "{writer}\n{ninja}");
    let others: PtnGame = read.for_others().parse().unwrap();
    assert_eq!(lines(&others), expected, "{writer}\n{others}");
    assert_eq!(others.for_others(), others.to_string(), "{writer}");
    for (name, value) in tags {
        assert_eq!(others.game().tag(name), Some(value.as_str()), "{writer}\n{others}");
    }
    let mut kept: Vec<_> = comments_of(&others).into_iter().map(str::to_owned).collect();
    let mut told = comments.clone();
    kept.sort();
    told.sort();
    assert_eq!(kept, told, "{writer}\n{others}");
    // Turned around and back.
    let mut turned = read.clone();
    turned.transform(Symmetry::Rotate180);
    turned.transform(Symmetry::Rotate180);
    assert_eq!(turned.to_string(), *text, "{writer}");
}

#[test]
fn files_of_all_writers_lose_nothing() {
    let forms = forms();
    assert!(forms.len() >= 400, "{}", forms.len());
    forms.iter().for_each(check);
}
