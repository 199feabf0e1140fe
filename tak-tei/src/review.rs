//! `review`: what decided a game whose positions have been searched.

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, Color, OneHash};
use tak_search::review::{Moment, Review, Reviewed, Seen};

use crate::command::{Found, MoveList};
use crate::game::{play_next, set_up};
use crate::json::{Object, array, text};
use crate::words::CommandError;

/// The game of a `review` command. A line is read up to its first bad move, as a cut one may have.
pub(crate) fn read(
    line: &MoveList<'_>,
    found: &[Found<'_>],
    size: BoardSize,
    rules: AnyRules,
) -> Result<Reviewed, CommandError> {
    let positions = line.moves.len() + 1;
    if found.len() != positions {
        let problem = format!("review: {} positions found, expected {positions}", found.len());
        return Err(CommandError(problem));
    }
    let mut setup = set_up(&MoveList { start: line.start, moves: Vec::new() }, size, rules)?;
    let start = setup.position;
    let (mut moves, mut seen) = (Vec::new(), Vec::new());
    for (index, found) in found.iter().enumerate() {
        seen.push(Seen { chances: found.chances, line: read_line(&setup.position, &found.line) });
        let Some(text) = line.moves.get(index) else { break };
        moves.push(play_next(&mut setup, "review", index, text)?);
    }
    Ok(Reviewed { start, moves, seen })
}

fn read_line(position: &AnyPosition<OneHash>, line: &[&str]) -> Vec<AnyMove> {
    let mut position = *position;
    let moves = line.iter().map_while(|text| {
        let mv = position.parse_move(text).ok()?;
        position.play(mv).ok()?;
        Some(mv)
    });
    moves.collect()
}

/// A review as one line of JSON, as the README describes it.
pub(crate) fn describe(review: &Review) -> String {
    let accuracy = review.accuracy.map(|it| match it {
        Some(percent) => (percent.round() as u8).to_string(),
        None => "null".to_owned(),
    });
    Object::new()
        .with("accuracy", array(accuracy))
        .with("moments", array(review.moments.iter().map(moment)))
        .end()
}

fn moment(moment: &Moment) -> String {
    let side = match moment.position.side_to_move() {
        Color::White => "white",
        Color::Black => "black",
    };
    Object::new()
        .with("ply", moment.index)
        .with_text("tps", moment.position)
        .with_text("side", side)
        .with_text("move", moment.played)
        .with_text("sentence", &moment.sentence)
        .with("proven", moment.is_proven)
        .with("better", array(moment.better.iter().map(|mv| text(&mv.to_string()))))
        .with("chance", (1000.0 * moment.chance).round() as u16)
        .with("loss", (1000.0 * moment.loss).round() as u16)
        .end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    fn told(line: &str) -> Result<String, String> {
        let Ok(Command::Review(line, found)) = Command::read(line) else { panic!("{line}") };
        let game = read(&line, &found, BoardSize::Four, AnyRules::default());
        game.map(|game| describe(&game.review(&|| false))).map_err(|CommandError(why)| why)
    }

    #[test]
    fn a_road_that_was_missed_is_told() {
        let start = "review tps x4/2,2,2,x/1,1,1,x/x4 1 4 moves d3";
        let json = told(&format!("{start} found 1000 0 0 d2 / 400 0 600 d2 x"));
        let expected = concat!(
            r#"{"accuracy":[0,null],"moments":[{"ply":0,"tps":"x4/2,2,2,x/1,1,1,x/x4 1 4","#,
            r#""side":"white","move":"d3","#,
            r#""sentence":"White could complete a road at once, by d2.","proven":true,"#,
            r#""better":["d2"],"chance":1000,"loss":400}]}"#,
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
