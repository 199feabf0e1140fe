//! `tinues`: who has a strict tinuë in each position of a game.

use tak_encoding::{AnyMove, AnyPosition, OneHash};
use tak_search::json;
use tak_search::tinue::Standing;

use crate::json::Object;

/// What was found, as one line of JSON.
pub(crate) fn describe(
    start: &AnyPosition<OneHash>,
    moves: &[AnyMove],
    found: &[Standing],
) -> String {
    Object::new().with("positions", json::standings(start, moves, found)).end()
}

#[cfg(test)]
mod tests {
    use tak_encoding::{AnyRules, BoardSize};
    use tak_search::tinue;

    use super::*;
    use crate::command::Command;
    use crate::game::read_game;
    use crate::words::CommandError;

    fn told(line: &str) -> Result<String, String> {
        let Ok(Command::Tinues(line)) = Command::read(line) else { panic!("{line}") };
        let game = read_game("tinues", &line, BoardSize::Four, AnyRules::default());
        let (start, moves) = game.map_err(|CommandError(why)| why)?;
        Ok(describe(&start, &moves, &tinue::known(&start, &moves, &|| false)))
    }

    #[test]
    fn a_tinue_that_was_let_go_is_told() {
        let json = told("tinues tps x4/2,2,2,x/1,1,1,x/x4 1 4 moves d3").unwrap();
        let tinue = r#"{"line":["d2"],"plies":1,"shortest":true,"winner":"white"}"#;
        let first = r#"{"missed":null,"threat":null,"tinue":"#;
        assert!(json.starts_with(&format!(r#"{{"positions":[{first}{tinue},"#)), "{json}");
        assert!(json.contains(&format!(r#""missed":{tinue}"#)), "{json}");
        let over = told("tinues tps x4/2,2,2,x/1,1,1,x/x4 1 4 moves d2").unwrap();
        assert!(
            over.ends_with(r#""missed":null,"threat":null,"tinue":null,"tinue_is_known":true}]}"#)
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = told("tinues startpos moves a1 e9").unwrap_err();
        assert!(told.starts_with("tinues: move 2: "), "{told}");
        assert!(Command::read("tinues").is_err());
    }
}
