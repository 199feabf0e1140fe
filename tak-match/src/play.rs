//! One game between two engines, by the rules and the clock.

use std::time::Duration;

use tak_encoding::{Color, GameResult};
use tak_games::beginnings::Conditions;

use crate::adjudication::Opinions;
use crate::game::Game;
use crate::plan::Plan;
use crate::player::Player;
use crate::record::{End, Record};
use crate::tei::{BestMove, Fault};
use crate::thought::Comment;

/// Plays a game to its end; White's player comes first. Whatever an engine does, there is a result.
pub(crate) fn play(
    number: u64,
    mut game: Game,
    plan: &Plan,
    players: [&mut Player<'_>; 2],
) -> Record {
    let plies = game.moves.len();
    let conditions = plan.conditions[plan.place(number).1];
    let mut comments = Vec::new();
    let (end, result, why) = play_on(&mut game, conditions, plan, players, &mut comments);
    Record {
        game: number,
        moves: game.moves_text(0),
        plies,
        tps: game.tps,
        result: result.to_string(),
        end,
        why,
        comments,
    }
}

fn play_on(
    game: &mut Game,
    conditions: Conditions,
    plan: &Plan,
    mut players: [&mut Player<'_>; 2],
    comments: &mut Vec<Comment>,
) -> (End, GameResult, Option<String>) {
    for (player, color) in players.iter_mut().zip(Color::ALL) {
        if let Err(fault) = player.new_game(conditions, game.begins_with_opening()) {
            player.end();
            let end = if matches!(fault, Fault::Silence(_)) { End::Hang } else { End::Crash };
            return (end, GameResult::Win(!color), Some(fault.to_string()));
        }
    }
    // An engine without a clock is told its opponent's; without any clock, nobody looks at these
    // values.
    let bases = [0, 1].map(|side| players[side].spec.effort.time.map(|time| time.base));
    let mut clocks = [0, 1].map(|side| bases[side].or(bases[1 - side]).unwrap_or_default());
    let mut opinions = Opinions::default();
    let begun = game.moves.len();
    loop {
        if let Some((end, result)) = game.end() {
            return (end, result, None);
        }
        let color = game.side_to_move();
        let player = &mut *players[color.index()];
        let moves_made = (game.moves.len() - begun) as u32 / 2;
        let comment = match turn(game, player, &mut clocks, moves_made, plan.margin) {
            Ok(comment) => comment,
            Err((end, why)) => {
                player.end();
                return (end, GameResult::Win(!color), Some(why));
            }
        };
        comments.push(comment);
        let result = opinions.add(color, comment.thought.score, plan.adjudication);
        if let Some(result) = result.filter(|_| game.end().is_none()) {
            return (End::Adjudicated, result, None);
        }
    }
}

/// One move of a player who has made `moves_made`, and the comment on it. Legality is checked
/// before the clock, the clock before the result, and the increment is added after the move.
fn turn(
    game: &mut Game,
    player: &mut Player<'_>,
    clocks: &mut [Duration; 2],
    moves_made: u32,
    margin: Duration,
) -> Result<Comment, (End, String)> {
    let side = game.side_to_move().index();
    let effort = player.spec.effort;
    let allowed = effort.patience(clocks[side]);
    let allowance = allowed.map(|allowed| allowed + player.spec.margin.unwrap_or(margin));
    let answer = player.think(game, *clocks, moves_made, allowance);
    let BestMove { mv, time: took, thought } = answer.map_err(|fault| match fault {
        Fault::Mute(_) if allowed.is_some() => (End::Silence, fault.to_string()),
        Fault::Silence(_) if allowed.is_some() => (End::Time, fault.to_string()),
        Fault::Mute(_) | Fault::Silence(_) => (End::Hang, fault.to_string()),
        Fault::Illegal(_) => (End::Illegal, fault.to_string()),
        fault => (End::Crash, fault.to_string()),
    })?;
    game.play(mv).map_err(|why| (End::Illegal, format!("{mv}: {why}")))?;
    if let Some((allowed, allowance)) = allowed.zip(allowance)
        && took > allowance
    {
        return Err((End::Time, format!("{} ms late", took.saturating_sub(allowed).as_millis())));
    }
    if let Some(time) = effort.time {
        clocks[side] = time.after_move(clocks[side].saturating_sub(took), moves_made + 1);
    }
    Ok(Comment { thought, time: took })
}
