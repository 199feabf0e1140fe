//! The sentences, and when each is true. The first that is true is said; what is not known is not
//! said.

use tak_encoding::{AnyMove, AnyPosition, Color, HalfKomi, Kind, OneHash, Outcome};

use super::situation::{Situation, position_after, replayed, winning_end};
use crate::tinue::{Standing, Tinue};

/// What is said about a move.
pub(super) struct Words {
    pub(super) sentence: String,
    pub(super) is_proven: bool,
    pub(super) better: Vec<AnyMove>,
}

/// From how many pieces on a stack is worth a sentence.
const TALL: usize = 3;

/// What is to be said about a move, if a better line is known.
pub(super) fn tell(situation: &Situation<'_>) -> Option<Words> {
    if let Some((sentence, better)) = missed_end(situation) {
        return Some(Words { sentence, is_proven: true, better });
    }
    let better = situation.better()?;
    let better_after = position_after(&situation.before, better[0])?;
    let proven = [missed_tinue, allowed_end, ended_on_flats, allowed_tinue];
    let judged = [missed_crush, softened_capstone, stack_given];
    let first = |templates: &[Template]| {
        templates.iter().find_map(|template| template(situation, better, &better_after))
    };
    let proven = first(&proven).map(|sentence| (sentence, true));
    let (sentence, is_proven) = proven
        .or_else(|| first(&judged).map(|sentence| (sentence, false)))
        .unwrap_or_else(|| (chances(situation), false));
    Some(Words { sentence, is_proven, better: better.to_vec() })
}

/// A sentence about a move, if it is true: given the better line, and the position after its first
/// move.
type Template = fn(&Situation<'_>, &[AnyMove], &AnyPosition<OneHash>) -> Option<String>;

/// The mover could have ended the game and won; by the rules.
fn missed_end(situation: &Situation<'_>) -> Option<(String, Vec<AnyMove>)> {
    let mover = situation.mover();
    if situation.after.outcome().and_then(Outcome::winner) == Some(mover) {
        return None;
    }
    let (mv, outcome) = winning_end(&situation.before)?;
    let sentence = match outcome {
        Outcome::Road(_) => format!("{mover} could complete a road at once, by {mv}."),
        _ => format!("{mover} could end the game at once by {mv}, and win on flats."),
    };
    Some((sentence, vec![mv]))
}

/// The mover had a tinuë that is gone; by the solver.
fn missed_tinue(
    situation: &Situation<'_>,
    _: &[AnyMove],
    _: &AnyPosition<OneHash>,
) -> Option<String> {
    let mover = situation.mover();
    let [before, after] = situation.standings;
    let tinue = before.missed(mover, after)?;
    let first = is_confirmed(tinue, &situation.before)?;
    Some(format!(
        "{mover} had a tinuë in {}: {first} forces a road, whatever {} answers.",
        tinue.length(),
        !mover
    ))
}

/// The opponent can end the game and win, which the better move prevents; by the rules.
fn allowed_end(
    situation: &Situation<'_>,
    better: &[AnyMove],
    better_after: &AnyPosition<OneHash>,
) -> Option<String> {
    let (played, opponent) = (situation.played, situation.opponent());
    let (reply, outcome) = winning_end(&situation.after)?;
    if winning_end(better_after).is_some() {
        return None;
    }
    let better = better[0];
    Some(match outcome {
        Outcome::Road(_) => {
            format!("{played} lets {opponent} complete a road, by {reply}; {better} does not.")
        }
        _ => format!(
            "{played} lets {opponent} end the game by {reply}, and win on flats; {better} does not."
        ),
    })
}

/// The move ended the game, and the flats were not enough, where the better move goes on or wins; by
/// the rules.
fn ended_on_flats(
    situation: &Situation<'_>,
    better: &[AnyMove],
    better_after: &AnyPosition<OneHash>,
) -> Option<String> {
    let (mover, played, better) = (situation.mover(), situation.played, better[0]);
    let result = match situation.after.outcome()? {
        Outcome::Flats(winner) if winner != mover => format!("{winner} wins on flats"),
        Outcome::Draw => "nobody wins".to_owned(),
        _ => return None,
    };
    if better_after.outcome().is_some_and(|outcome| outcome.winner() != Some(mover)) {
        return None;
    }
    let counts = flat_counts(&situation.after);
    Some(format!("{played} ends the game, and {result}: {counts}. {better} does not."))
}

/// The opponent has a tinuë and had none before; by the solver.
fn allowed_tinue(
    situation: &Situation<'_>,
    _: &[AnyMove],
    _: &AnyPosition<OneHash>,
) -> Option<String> {
    let (opponent, played) = (situation.opponent(), situation.played);
    let [before, after] = situation.standings;
    let Standing::Won(tinue) = after else { return None };
    if tinue.winner != opponent || before.is_won_by(opponent) {
        return None;
    }
    let first = is_confirmed(tinue, &situation.after)?;
    Some(format!(
        "After {played} {opponent} has a tinuë in {}: {first} forces a road, whatever {} answers.",
        tinue.length(),
        !opponent
    ))
}

/// The first move of a tinuë whose line completes a road when it is replayed.
fn is_confirmed(tinue: &Tinue, position: &AnyPosition<OneHash>) -> Option<AnyMove> {
    let is_road = replayed(position, &tinue.line) == Some(Outcome::Road(tinue.winner));
    tinue.line.first().copied().filter(|_| is_road)
}

/// The better move flattens a wall.
fn missed_crush(
    situation: &Situation<'_>,
    better: &[AnyMove],
    _: &AnyPosition<OneHash>,
) -> Option<String> {
    let crushed = crushed(&situation.before, better[0])?;
    if crushed_by(situation) == Some(crushed) {
        return None;
    }
    let wall = square_name(&situation.before, crushed);
    Some(format!("{} would have flattened the wall on {wall}.", better[0]))
}

fn crushed_by(situation: &Situation<'_>) -> Option<usize> {
    crushed(&situation.before, situation.played)
}

/// The square of the wall that a move flattens.
fn crushed(position: &AnyPosition<OneHash>, mv: AnyMove) -> Option<usize> {
    let (_, kind) = position.top(mv.target())?;
    (mv.is_spread() && kind == Kind::Wall).then(|| mv.target())
}

/// The mover's capstone was hard, on a flat of its own colour, and is so no more.
fn softened_capstone(
    situation: &Situation<'_>,
    _: &[AnyMove],
    better_after: &AnyPosition<OneHash>,
) -> Option<String> {
    let (mover, opponent) = (situation.mover(), situation.opponent());
    let below = |position| capstone(position, mover).map(|(square, below)| (square, Some(below)));
    let (from, hard) = below(&situation.before)?;
    let (to, soft) = below(&situation.after)?;
    let stays_hard = below(better_after).is_some_and(|(_, below)| below != Some(opponent));
    let is_so = hard == Some(mover) && soft == Some(opponent) && stays_hard;
    let [from, to] = [from, to].map(|square| square_name(&situation.before, square));
    is_so.then(|| {
        format!(
            "On {from} the capstone was hard, on a flat of its own; on {to} it is soft, on one of {opponent}'s."
        )
    })
}

/// Where the only capstone of a player on a stack stands, and whose flat is below it.
fn capstone(position: &AnyPosition<OneHash>, player: Color) -> Option<(usize, Color)> {
    let is_own = |&square: &usize| position.top(square) == Some((player, Kind::Capstone));
    let mut own = squares(position).filter(is_own);
    let (square, None) = (own.next()?, own.next()) else { return None };
    Some((square, *position.stack(square).get(1)?))
}

/// The best answer takes a stack of the mover's, and none does after the better move.
fn stack_given(
    situation: &Situation<'_>,
    better: &[AnyMove],
    better_after: &AnyPosition<OneHash>,
) -> Option<String> {
    let reply = *situation.seen[1].line.first()?;
    let (square, height) = taken(&situation.after, reply)?;
    let other = better.get(1)?;
    if taken(better_after, *other).is_some() {
        return None;
    }
    let square_name = square_name(&situation.before, square);
    let opponent = situation.opponent();
    Some(format!(
        "After {} {opponent} takes the stack of {height} on {square_name}, by {reply}.",
        situation.played
    ))
}

/// The tallest stack that a move takes from the other side, and how many pieces it had.
fn taken(position: &AnyPosition<OneHash>, mv: AnyMove) -> Option<(usize, usize)> {
    let mover = position.side_to_move();
    let after = position_after(position, mv)?;
    let is_taken = |square: usize| {
        let owner = |position: &AnyPosition<_>| position.top(square).map(|(color, _)| color);
        owner(position) == Some(!mover) && owner(&after) == Some(mover)
    };
    let stacks = squares(position).filter(|&square| is_taken(square));
    let heights = stacks.map(|square| (square, position.stack(square).len()));
    heights.filter(|&(_, height)| height >= TALL).max_by_key(|&(_, height)| height)
}

/// What a search says where there is nothing else to say.
fn chances(situation: &Situation<'_>) -> String {
    // Whole numbers: the text of others would bring tables along to browsers.
    let [before, after] = situation.chances().map(|chance| (100.0 * chance).round() as u8);
    format!("{}'s chances fall from {before} to {after} percent.", situation.mover())
}

/// The flats that count, komi included: `White 12, Black 10 + 2 komi`.
fn flat_counts(position: &AnyPosition<OneHash>) -> String {
    let HalfKomi(komi) = position.half_komi();
    let sides = Color::ALL.map(|color| {
        let flats = squares(position).filter(|&at| position.top(at) == Some((color, Kind::Flat)));
        let komi = if color == Color::Black { komi } else { -komi };
        let komi = if komi > 0 { format!(" + {} komi", HalfKomi(komi)) } else { String::new() };
        format!("{color} {}{komi}", flats.count())
    });
    sides.join(", ")
}

fn squares(position: &AnyPosition<OneHash>) -> impl Iterator<Item = usize> {
    let side = position.size().squares_per_side();
    0..side * side
}

fn square_name(position: &AnyPosition<OneHash>, square: usize) -> String {
    let side = position.size().squares_per_side();
    format!("{}{}", char::from(b'a' + (square % side) as u8), square / side + 1)
}

#[cfg(test)]
mod tests {
    use super::super::Seen;
    use super::*;
    use crate::solve::Effort;
    use crate::tinue;
    use crate::wdl::Chances;

    /// What is said about a move in a position, if a search prefers a line, and finds another one
    /// after the move.
    fn told(tps: &str, played: &str, better: &str, reply: &str) -> (String, bool) {
        let position: AnyPosition<OneHash> = tps.parse().unwrap();
        let played = position.parse_move(played).unwrap();
        let after = position_after(&position, played).unwrap();
        let line = |position: &AnyPosition<OneHash>, moves: &str| {
            let mut position = *position;
            let moves = moves.split_ascii_whitespace().map(|mv| {
                let mv = position.parse_move(mv).unwrap();
                position.play(mv).unwrap();
                mv
            });
            Seen { chances: Chances { win: 600, draw: 0, loss: 400 }, line: moves.collect() }
        };
        let seen = [line(&position, better), line(&after, reply)];
        let effort = Effort::nodes(5000);
        let standings = tinue::standings(&position, &[played], &effort, &|| false).unwrap();
        let all = Situation::all(&position, &[played], &seen, &standings);
        let words = tell(&all[0]).unwrap();
        assert!(words.better[0] != played && position.is_legal(words.better[0]));
        (words.sentence, words.is_proven)
    }

    /// A sentence where it is true, and that nothing but chances are told where it is not.
    fn check(sentence: &str, is_proven: bool, on: [&str; 4], not_on: [&str; 4]) {
        let [tps, played, better, reply] = on;
        assert_eq!(told(tps, played, better, reply), (sentence.to_owned(), is_proven));
        let [tps, played, better, reply] = not_on;
        let (other, is_proven) = told(tps, played, better, reply);
        assert!(other.contains("'s chances fall from") && !is_proven, "{other}");
    }

    #[test]
    fn a_road_that_was_there() {
        check(
            "White could complete a road at once, by d2.",
            true,
            ["x4/2,2,2,x/1,1,1,x/x4 1 4", "d3", "d2", ""],
            ["x4/2,2,x2/1,1,x2/x4 1 3", "a4", "c3", ""],
        );
    }

    #[test]
    fn a_count_that_was_won() {
        check(
            "White could end the game at once by c1, and win on flats.",
            true,
            ["1,2,1/2,1S,2S/1,2,x 1 5", "a3>", "c1", ""],
            ["1,2,1/2,1S,2/1,2,x 1 5", "a3>", "c1", ""],
        );
    }

    /// Two threats at once: the other side can stop only one of them.
    const DOUBLE: &str = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";

    #[test]
    fn a_tinue_that_is_gone() {
        check(
            "Black had a tinuë in 3 plies: b4 forces a road, whatever White answers.",
            true,
            [DOUBLE, "e1", "b4", ""],
            // Another move that wins.
            [DOUBLE, "b5", "b4", ""],
        );
    }

    #[test]
    fn a_road_that_is_let_through() {
        check(
            "a4 lets Black complete a road, by d3; Sd3 does not.",
            true,
            ["x4/2,2,2,x/1,1,x2/x4 1 4", "a4", "Sd3", ""],
            // Whatever White plays, Black completes one of two.
            ["x4/2,2,2,x/1,1,2,x/1,1,2,x 1 6", "a4", "Sd3", ""],
        );
    }

    #[test]
    fn a_count_that_is_let_through() {
        check(
            "c3 lets Black end the game by c1, and win on flats; a3> does not.",
            true,
            ["1,2,x/2,1S,2/1,2,x 1 5", "c3", "a3>", ""],
            ["1,2S,x/2,1S,2S/1,2,x 1 5", "c3", "a3-", ""],
        );
    }

    #[test]
    fn flats_that_were_not_enough() {
        check(
            "Sc1 ends the game, and Black wins on flats: White 3, Black 4. a3> does not.",
            true,
            ["1,2,1/2,1S,2/1,2,x 1 5", "Sc1", "a3>", ""],
            // So does the better move.
            ["1,2,1/2,1S,2/1,2,x 1 5", "Sc1", "c1", ""],
        );
    }

    #[test]
    fn a_tinue_that_is_allowed() {
        let before = "x2,2,2,2/2,x4/x2,1,1,x/x2,1,x2/x2,1,x2 1 5";
        check(
            "After e3 Black has a tinuë in 3 plies: b4 forces a road, whatever White answers.",
            true,
            [before, "e3", "b4", ""],
            [before, "b4", "e3", ""],
        );
    }

    #[test]
    fn a_wall_to_flatten() {
        check(
            "c3> would have flattened the wall on d3.",
            false,
            ["x5/x5/x2,1C,2S,x/x5/2,x4 1 4", "a2", "c3>", ""],
            ["x5/x5/x2,1C,2,x/x5/2,x4 1 4", "a2", "c3>", ""],
        );
    }

    #[test]
    fn a_capstone_that_was_hard() {
        check(
            "On c3 the capstone was hard, on a flat of its own; on d3 it is soft, on one of Black's.",
            false,
            ["x5/x5/x2,11C,2,x/x5/2,x4 1 4", "c3>", "a2", ""],
            ["x5/x5/x2,11C,1,x/x5/2,x4 1 4", "c3>", "a2", ""],
        );
    }

    #[test]
    fn a_stack_that_is_given() {
        check(
            "After a2 Black takes the stack of 3 on c3, by d3<.",
            false,
            ["x5/x5/x2,121,2,x/x5/2,x4 1 4", "a2", "3c3+ a3", "d3<"],
            ["x5/x5/x2,21,2,x/x5/2,x4 1 4", "a2", "2c3+ a3", "d3<"],
        );
    }

    #[test]
    fn flats_are_told_with_komi() {
        let mut position: AnyPosition<OneHash> = "1,2,1/2,1S,2/1,2,x 1 5".parse().unwrap();
        position.set_half_komi(HalfKomi(5));
        assert_eq!(flat_counts(&position), "White 3, Black 4 + 2.5 komi");
        position.set_half_komi(HalfKomi(-2));
        assert_eq!(flat_counts(&position), "White 3 + 1 komi, Black 4");
    }
}
