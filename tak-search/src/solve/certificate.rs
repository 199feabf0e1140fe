//! A proof as text, which a program can check without searching.
//!
//! ```text
//! tak certificate 1
//! tps x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5
//! komi 0
//! pieces 21 1 21 1
//! opening swap
//! winner black
//! by road
//! plies 3
//! positions 1
//! 1 b4 | else b5 a5
//! ```
//!
//! `pieces` are the flats and capstones of White and then of Black at the start of the game. `by
//! road` claims a forced road, `by any` a forced win. Then follow the positions in which the winner
//! is to move, one on a line: its number, the move, each answer that leads to another position of
//! the list together with that position's number, and after `else` some moves, one of which
//! completes a road after any answer that is not listed. If the move ends the game, `#` stands in
//! place of the answers; if the loser is to move in the first position, `-` stands in place of its
//! move.
//!
//! An answer leads to a position with a larger number, so that no proof is circular. Answers that
//! end the game in the winner's favour are not listed.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use tak_encoding::{OneHash, PackedBoard, Playable, Position, Size};

use super::proof::Proof;

impl<const N: usize> Proof<N>
where
    Size<N>: Playable,
{
    /// The proof as a text that `tak-tools verify` checks. `solve/certificate.rs` describes the
    /// format.
    pub fn certificate(&self) -> String {
        let mut writer = Writer { proof: self, seen: HashSet::new(), order: Vec::new() };
        writer.visit(self.root());
        writer.order.reverse();
        let pairs = (1..).zip(&writer.order);
        let numbers: HashMap<_, usize> =
            pairs.map(|(number, position)| (position.pack(), number)).collect();
        let mut text = self.header(writer.order.len());
        for (index, position) in writer.order.iter().enumerate() {
            self.write_position(&mut text, index + 1, position, &numbers);
        }
        text
    }

    fn header(&self, positions: usize) -> String {
        let root = self.root();
        let [white, black] = root.rules().reserves();
        format!(
            "tak certificate 1\ntps {}\nkomi {}\npieces {} {} {} {}\nopening {}\nwinner {}\n\
             by {}\nplies {}\npositions {positions}\n",
            root.to_tps(),
            root.half_komi(),
            white.flats,
            white.caps,
            black.flats,
            black.caps,
            root.opening(),
            self.aim().attacker.to_string().to_ascii_lowercase(),
            if self.aim().mode.counts_flats() { "any" } else { "road" },
            self.plies(),
        )
    }

    fn write_position(
        &self,
        text: &mut String,
        number: usize,
        position: &Position<N, OneHash>,
        numbers: &HashMap<PackedBoard, usize>,
    ) {
        let is_attack = position.side_to_move() == self.aim().attacker;
        let mv = self.attack(position).filter(|_| is_attack).map(|attack| attack.mv);
        let after = mv.map_or(*position, |mv| position.after(mv));
        let name = mv.map_or("-".to_owned(), |mv| mv.to_string());
        // Writing to a string cannot fail.
        let _ = write!(text, "{number} {name} |");
        if after.outcome().is_some() {
            text.push_str(" #\n");
            return;
        }
        for (answer, _) in self.answers(&after) {
            let position = after.after(answer);
            if position.outcome().is_none() && position.road_move().is_none() {
                let number = numbers.get(&position.pack()).copied().unwrap_or_default();
                let _ = write!(text, " {answer} {number} |");
            }
        }
        text.push_str(" else");
        for mv in self.last_moves(&after) {
            let _ = write!(text, " {mv}");
        }
        text.push('\n');
    }
}

/// Lists the positions of a proof in post-order: each after all that it leads to.
struct Writer<'a, const N: usize>
where
    Size<N>: Playable,
{
    proof: &'a Proof<N>,
    seen: HashSet<PackedBoard>,
    order: Vec<Position<N, OneHash>>,
}

impl<const N: usize> Writer<'_, N>
where
    Size<N>: Playable,
{
    fn visit(&mut self, position: &Position<N, OneHash>) {
        if !self.seen.insert(position.pack()) {
            return;
        }
        let is_attack = position.side_to_move() == self.proof.aim().attacker;
        let attack = self.proof.attack(position).filter(|_| is_attack);
        let after = attack.map_or(*position, |attack| position.after(attack.mv));
        if after.outcome().is_none() {
            for answer in after.legal_moves() {
                let next = after.after(answer);
                if next.outcome().is_none() && next.road_move().is_none() {
                    self.visit(&next);
                }
            }
        }
        self.order.push(*position);
    }
}
