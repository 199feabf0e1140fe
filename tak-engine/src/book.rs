//! The opening book: what others played, consulted before any search.

use std::error::Error;
use std::path::Path;

use tak_book::{Book, Tally};
use tak_encoding::{AnyMove, AnyPosition, Color, OneHash};
use tak_search::book::{Choice, OpeningBook, PlayedMove};
use tak_search::score::Score;
use tak_terminal::counted::counted;

/// A move counts only if it was played at least this often.
const FEWEST_GAMES: u64 = 2;

/// A move that scored a smaller share of the points is not played from the book.
const WORST_SCORE: f64 = 1.0 / 3.0;

/// A book in a file.
struct GameBook(Book);

/// Opens the book in a file.
pub(crate) fn open(name: &str) -> Result<Box<dyn OpeningBook>, Box<dyn Error>> {
    Ok(Box::new(GameBook(Book::open(Path::new(name))?)))
}

impl OpeningBook for GameBook {
    fn choose(&self, position: &AnyPosition<OneHash>) -> Result<Option<Choice>, Box<dyn Error>> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let side = position.side_to_move();
        Ok(choose(&self.0.lookup_any(&position.rehashed())?, side))
    }

    fn moves(&self, position: &AnyPosition<OneHash>) -> Result<Vec<PlayedMove>, Box<dyn Error>> {
        if position.outcome().is_some() {
            return Ok(Vec::new());
        }
        let moves = self.0.lookup_any(&position.rehashed())?.into_iter();
        Ok(moves.map(|(mv, tally)| played(mv, &tally)).collect())
    }
}

fn played(mv: AnyMove, tally: &Tally) -> PlayedMove {
    let Tally { games, white_wins, draws, black_wins, .. } = *tally;
    PlayedMove { mv, games, white_wins, draws, black_wins }
}

/// Of the moves with enough games and points, the one with the best [`lower_bound`]; without
/// results, the most played one. `moves` are ordered, the most played first.
fn choose(moves: &[(AnyMove, Tally)], side: Color) -> Option<Choice> {
    let mut best: Option<(f64, AnyMove, &Tally)> = None;
    for (mv, tally) in moves {
        let score = tally.score(side);
        if tally.games < FEWEST_GAMES || score.is_some_and(|score| score < WORST_SCORE) {
            continue;
        }
        let bound = lower_bound(tally, side);
        if best.is_none_or(|(most, ..)| bound > most) {
            best = Some((bound, *mv, tally));
        }
    }
    best.map(|(_, mv, tally)| Choice { mv, score: centiflats(tally, side), note: note(tally) })
}

/// The lower end of Wilson's 95 % interval for the score: a move that won both
/// of two games is not better than one that won 70 of 100. 0 without results.
fn lower_bound(tally: &Tally, side: Color) -> f64 {
    const Z: f64 = 1.96;
    let Some(score) = tally.score(side) else {
        return 0.0;
    };
    let games = tally.finished() as f64;
    let spread = (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
    (score + Z * Z / (2.0 * games) - Z * spread) / (1.0 + Z * Z / games)
}

/// The score as centiflats: with one flat more, about three games of four are won. One
/// won game and one lost are added, so that it stays finite.
fn centiflats(tally: &Tally, side: Color) -> Score {
    let Some(score) = tally.score(side) else {
        return 0;
    };
    let games = tally.finished() as f64;
    let points = score * games;
    (90.0 * ((points + 1.0) / (games - points + 1.0)).ln()).round() as Score
}

/// A note for a person; none of its words means anything in TEI.
fn note(tally: &Tally) -> String {
    let Tally { games, white_wins, draws, black_wins, .. } = tally;
    let games = counted(games, "game");
    format!("book: {games}, +{white_wins} ={draws} -{black_wins} for White")
}

#[cfg(test)]
mod tests {
    use tak_encoding::BoardSize;

    use super::*;

    fn chosen(moves: &[(&str, [u64; 4])], side: Color) -> Option<String> {
        let moves: Vec<_> = moves
            .iter()
            .map(|&(mv, [games, white_wins, draws, black_wins])| {
                let tally = Tally { games, white_wins, draws, black_wins, ..Tally::default() };
                (AnyMove::parse(BoardSize::Five, mv).unwrap(), tally)
            })
            .collect();
        choose(&moves, side).map(|choice| format!("{} {}", choice.mv, choice.score))
    }

    #[test]
    fn the_surest_score_is_played() {
        let moves = [("a1", [100, 70, 0, 30]), ("b1", [9, 3, 0, 6]), ("c1", [2, 2, 0, 0])];
        assert_eq!(chosen(&moves, Color::White).unwrap(), "a1 75");
        assert_eq!(chosen(&moves, Color::Black).unwrap(), "b1 50");
    }

    #[test]
    fn rare_and_bad_moves_are_left_to_the_search() {
        assert_eq!(chosen(&[], Color::White), None);
        assert_eq!(chosen(&[("a1", [1, 1, 0, 0])], Color::White), None);
        assert_eq!(chosen(&[("a1", [10, 3, 0, 7])], Color::White), None);
        assert_eq!(chosen(&[("a1", [10, 3, 2, 5])], Color::White).unwrap(), "a1 -30");
    }

    #[test]
    fn without_results_the_most_played_is_the_best() {
        let moves = [("a1", [5, 0, 0, 0]), ("b1", [3, 0, 0, 0])];
        assert_eq!(chosen(&moves, Color::White).unwrap(), "a1 0");
        assert_eq!(
            chosen(&[("a1", [5, 0, 0, 2]), ("b1", [3, 0, 0, 0])], Color::White).unwrap(),
            "b1 0"
        );
    }
}
