//! `explore`: what was played in a position, and how the games ended.

use tak_search::book::PlayedMove;

use crate::json::{Object, array};

/// The moves of a book as one line of JSON, as the README describes it; `null` without a book.
pub(crate) fn describe(moves: Option<&[PlayedMove]>) -> String {
    let Some(moves) = moves else { return "null".to_owned() };
    let sum = |count: fn(&PlayedMove) -> u64| moves.iter().map(count).fold(0, u64::saturating_add);
    let total = [
        sum(|played| played.games),
        sum(|played| played.white_wins),
        sum(|played| played.draws),
        sum(|played| played.black_wins),
    ];
    let moves = moves.iter().map(|played| {
        let PlayedMove { mv, games, white_wins, draws, black_wins } = *played;
        counted(Object::new().with_text("move", mv), [games, white_wins, draws, black_wins])
    });
    counted(Object::new().with("moves", array(moves)), total)
}

fn counted(object: Object, [games, white, draws, black]: [u64; 4]) -> String {
    object.with("games", games).with("white", white).with("draws", draws).with("black", black).end()
}

#[cfg(test)]
mod tests {
    use tak_encoding::{AnyMove, BoardSize};

    use super::*;

    #[test]
    fn the_moves_of_a_position_are_summed() {
        let played = |mv, [games, white_wins, draws, black_wins]: [u64; 4]| PlayedMove {
            mv: AnyMove::parse(BoardSize::Six, mv).unwrap(),
            games,
            white_wins,
            draws,
            black_wins,
        };
        let moves = [played("Sb1", [3, 2, 0, 0]), played("d3", [1, 0, 1, 0])];
        let first = r#"{"move":"Sb1","games":3,"white":2,"draws":0,"black":0}"#;
        let second = r#"{"move":"d3","games":1,"white":0,"draws":1,"black":0}"#;
        let total = r#""games":4,"white":2,"draws":1,"black":0}"#;
        assert_eq!(describe(Some(&moves)), format!(r#"{{"moves":[{first},{second}],{total}"#));
        let nothing = r#"{"moves":[],"games":0,"white":0,"draws":0,"black":0}"#;
        assert_eq!(describe(Some(&[])), nothing);
        assert_eq!(describe(None), "null");
    }
}
