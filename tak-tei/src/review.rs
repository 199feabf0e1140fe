//! `review`: what decided a game whose positions have been searched.

use tak_encoding::{AnyRules, BoardSize};
use tak_search::review::Reviewed;

use crate::command::{Found, MoveList};
use crate::game::read_game;
use crate::words::CommandError;

/// The game of a `review` command.
pub(crate) fn read(
    line: &MoveList<'_>,
    found: &[Found<'_>],
    size: BoardSize,
    rules: AnyRules,
) -> Result<Reviewed, CommandError> {
    let (start, moves) = read_game("review", line, size, rules)?;
    let found = found.iter().map(|found| (found.chances, found.line.iter().copied()));
    Reviewed::read(start, moves, found).map_err(|error| CommandError(format!("review: {error}")))
}

#[cfg(test)]
mod tests {
    use tak_search::json;

    use super::*;
    use crate::command::Command;

    fn told(line: &str) -> Result<String, String> {
        let Ok(Command::Review(line, found)) = Command::read(line) else { panic!("{line}") };
        let game = read(&line, &found, BoardSize::Four, AnyRules::default());
        game.map(|game| json::review(&game.review(&|| false)).to_string())
            .map_err(|CommandError(why)| why)
    }

    #[test]
    fn a_road_that_was_missed_is_told() {
        let start = "review tps x4/2,2,2,x/1,1,1,x/x4 1 4 moves d3";
        let json = told(&format!("{start} found 1000 0 0 d2 / 400 0 600 d2 x"));
        let expected = concat!(
            r#"{"accuracy":[0,null],"moments":[{"better":["d2"],"chance":1000,"loss":400,"#,
            r#""move":"d3","ply":0,"proven":true,"#,
            r#""sentence":"White could complete a road at once, by d2.","side":"white","#,
            r#""tps":"x4/2,2,2,x/1,1,1,x/x4 1 4"}]}"#,
        );
        assert_eq!(json.as_deref(), Ok(expected));
    }

    #[test]
    fn a_game_may_be_over_or_empty() {
        let json = told("review startpos found 500 0 500");
        assert_eq!(json.as_deref(), Ok(r#"{"accuracy":[null,null],"moments":[]}"#));
        let over = "review tps x4/2,2,2,x/1,1,1,x/x4 1 4 moves d2 found 1000 0 0 d2 / 0 0 1000";
        assert_eq!(told(over).as_deref(), Ok(r#"{"accuracy":[100,null],"moments":[]}"#));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (line, problem) in [
            ("review startpos moves a1 found 500 0 500", "review: 1 positions found, expected 2"),
            ("review startpos moves e9 found 5 0 5 / 5 0 5", "review: move 1: "),
        ] {
            let told = told(line).unwrap_err();
            assert!(told.starts_with(problem), "{told}");
        }
        for bad in ["review", "review startpos", "review startpos found 1 2", "review found 1 2 3"]
        {
            assert!(Command::read(bad).is_err(), "{bad}");
        }
    }
}
