//! The moves of a certificate, replayed one by one.

use tak_encoding::{Move, Outcome, Playable, Position, Rules, Size};

use crate::Checked;
use crate::certificate::{Certificate, Entry, PLIES_LINE, TPS_LINE, Wrong};

/// Replays every position of a certificate in order: each is reached from an earlier one.
pub(crate) fn replay<const N: usize>(
    certificate: &Certificate<'_>,
    start: Position<N>,
) -> Result<Checked, Wrong>
where
    Size<N>: Playable,
{
    let count = certificate.entries.len();
    let mut replay = Replay {
        certificate,
        reached: vec![None; count],
        answers: 0,
        line: TPS_LINE,
        next: Vec::new(),
    };
    if let Some(outcome) = start.outcome() {
        return Err(replay.wrong(format!("the game is over at the start: {outcome}")));
    }
    replay.reached[0] = Some(start);
    for (index, entry) in certificate.entries.iter().enumerate() {
        replay.line = entry.line;
        let Some(position) = replay.reached[index].take() else {
            return Err(replay.wrong(format!("nothing leads to position {}", index + 1)));
        };
        let next = replay.check(&position, entry, index == 0)?;
        replay.next.push(next);
    }
    let plies = replay.plies();
    if plies != certificate.plies {
        let claimed = certificate.plies;
        replay.line = PLIES_LINE;
        return Err(replay.wrong(format!("the defender holds out {plies} plies, not {claimed}")));
    }
    let Certificate { tps, half_komi, pieces, opening, winner, by_road, .. } = *certificate;
    let tps = tps.to_owned();
    Ok(Checked {
        tps,
        half_komi,
        pieces,
        is_usual: start.rules().reserves() == Rules::<N>::default().reserves(),
        opening,
        winner,
        by_road,
        plies,
        positions: count,
        answers: replay.answers,
    })
}

struct Replay<'a, const N: usize>
where
    Size<N>: Playable,
{
    certificate: &'a Certificate<'a>,
    /// The positions still to come, as far as they are known.
    reached: Vec<Option<Position<N>>>,
    answers: u64,
    line: u64,
    /// What follows each position already replayed.
    next: Vec<Next>,
}

/// What follows a position.
struct Next {
    /// Plies to the end if none of the positions below is reached.
    plies: u32,
    /// The plies to the positions below.
    steps: u32,
    positions: Vec<usize>,
}

impl<const N: usize> Replay<'_, N>
where
    Size<N>: Playable,
{
    fn wrong(&self, why: impl Into<String>) -> Wrong {
        Wrong { line: self.line, why: why.into() }
    }

    fn is_won(&self, outcome: Outcome) -> bool {
        let Certificate { winner, by_road, .. } = *self.certificate;
        if by_road { outcome == Outcome::Road(winner) } else { outcome.winner() == Some(winner) }
    }

    fn read(&self, position: &Position<N>, text: &str) -> Result<Move<N>, Wrong> {
        position.parse_move(text).map_err(|error| self.wrong(format!("{text}: {error}")))
    }

    /// Checks a position and all answers to its move.
    fn check(
        &mut self,
        position: &Position<N>,
        entry: &Entry<'_>,
        is_first: bool,
    ) -> Result<Next, Wrong> {
        let is_winners = position.side_to_move() == self.certificate.winner;
        let after = match entry.attack {
            Some(text) if is_winners => position.after(self.read(position, text)?),
            None if is_first && !is_winners => *position,
            Some(_) => return Err(self.wrong("the loser is to move: expected `-`")),
            None => return Err(self.wrong("expected a move, found `-`")),
        };
        let steps = u32::from(is_winners);
        let name = entry.attack.unwrap_or("the start");
        match (after.outcome(), &entry.last_moves) {
            (Some(outcome), None) if self.is_won(outcome) => {
                Ok(Next { plies: 1, steps: 0, positions: Vec::new() })
            }
            (Some(outcome), _) => {
                Err(self.wrong(format!("the game ends after {name} with {outcome}")))
            }
            (None, None) => Err(self.wrong(format!("the game goes on after {name}"))),
            (None, Some(last)) => self.check_answers(&after, entry, last, steps),
        }
    }

    fn check_answers(
        &mut self,
        position: &Position<N>,
        entry: &Entry<'_>,
        last: &[&str],
        steps: u32,
    ) -> Result<Next, Wrong> {
        let mut listed = Vec::new();
        for &(text, number) in &entry.answers {
            let answer = self.read(position, text)?;
            if listed.iter().any(|&(mv, _)| mv == answer) {
                return Err(self.wrong(format!("the answer {answer} is listed twice")));
            }
            listed.push((answer, number));
        }
        let mut next = Next { plies: 0, steps: steps + 1, positions: Vec::new() };
        for answer in position.legal_moves() {
            self.answers += 1;
            let after = position.after(answer);
            let number = listed.iter().find(|&&(mv, _)| mv == answer).map(|&(_, number)| number);
            match (after.outcome(), number) {
                (Some(outcome), _) if self.is_won(outcome) => {
                    next.plies = next.plies.max(steps + 1);
                }
                (Some(outcome), _) => {
                    return Err(self.wrong(format!("{answer} ends the game with {outcome}")));
                }
                (None, Some(number)) => {
                    self.reach(number, after, answer)?;
                    next.positions.push(number - 1);
                }
                (None, None) if self.completes_road(&after, last) => {
                    next.plies = next.plies.max(steps + 2);
                }
                (None, None) => {
                    let moves = last.join(" ");
                    return Err(self.wrong(format!(
                        "nothing completes a road after the answer {answer}, which is not listed: \
                         tried {moves}"
                    )));
                }
            }
        }
        Ok(next)
    }

    /// Whether one of the moves is legal and completes the winner's road.
    fn completes_road(&self, position: &Position<N>, moves: &[&str]) -> bool {
        let road = Some(Outcome::Road(self.certificate.winner));
        let mut moves = moves.iter().filter_map(|text| position.parse_move(text).ok());
        moves.any(|mv| position.after(mv).outcome() == road)
    }

    /// Notes the position of a later entry; all answers that lead to the entry must lead to this
    /// position.
    fn reach(
        &mut self,
        number: usize,
        position: Position<N>,
        answer: Move<N>,
    ) -> Result<(), Wrong> {
        match &self.reached[number - 1] {
            Some(known) if !known.is_same_board(&position) => Err(self.wrong(format!(
                "{answer} leads to another position than the one with the number {number}"
            ))),
            _ => {
                self.reached[number - 1] = Some(position);
                Ok(())
            }
        }
    }

    /// The plies of the longest defence.
    fn plies(&self) -> u32 {
        let mut plies = vec![0; self.next.len()];
        for (index, next) in self.next.iter().enumerate().rev() {
            let below = next.positions.iter().map(|&position| plies[position] + next.steps);
            plies[index] = below.fold(next.plies, u32::max);
        }
        plies[0]
    }
}
