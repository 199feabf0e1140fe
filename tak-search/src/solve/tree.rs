//! A proof as a game with variations, one for every defence that meets the threat.

use std::collections::HashSet;
use std::fmt::Write;

use tak_encoding::{Color, Game, Move, OneHash, PackedBoard, Playable, Position, Size};

use super::proof::Proof;

impl<const N: usize> Proof<N>
where
    Size<N>: Playable,
{
    /// The proof as a game in PTN. The main line is the longest defence, and every other defence
    /// that meets the threat is a variation. What follows a position is written once.
    pub fn ptn(&self) -> String {
        self.ptn_with(|proof, position| proof.answers(position).first().map(|&(mv, _)| mv))
    }

    /// The same with the [natural](Self::natural_answer) defence as the main line.
    pub fn natural_ptn(&self) -> String {
        self.ptn_with(Self::natural_answer)
    }

    fn ptn_with(&self, main: MainAnswer<N>) -> String {
        let (told, text) = (HashSet::new(), String::new());
        let mut tree = Tree { proof: self, main, told, text, numbered: false };
        let root = *self.root();
        if root.side_to_move() == self.aim().attacker {
            tree.attack(root);
        } else {
            tree.defend(root);
        }
        // A game without moves is written as its tags.
        let tags = Game::new(root.rehashed()).to_string();
        format!("{}\n\n{}\n", tags.trim_end(), tree.text)
    }
}

/// Which defence is the main line in a position of a proof.
type MainAnswer<const N: usize> = fn(&Proof<N>, &Position<N, OneHash>) -> Option<Move<N>>;

struct Tree<'a, const N: usize>
where
    Size<N>: Playable,
{
    proof: &'a Proof<N>,
    main: MainAnswer<N>,
    /// The positions whose continuation has been written.
    told: HashSet<PackedBoard>,
    text: String,
    /// Whether a black move may follow without a move number.
    numbered: bool,
}

impl<const N: usize> Tree<'_, N>
where
    Size<N>: Playable,
{
    fn write_move(&mut self, position: &Position<N, OneHash>, mv: Move<N>) {
        if !self.text.is_empty() && !self.text.ends_with(['(', '\n']) {
            self.text.push(' ');
        }
        let number = position.move_number();
        // Writing to a string cannot fail.
        let _ = match position.side_to_move() {
            Color::White => write!(self.text, "{number}. {mv}"),
            Color::Black if self.numbered => write!(self.text, "{mv}"),
            Color::Black if self.text.is_empty() => write!(self.text, "{number}. -- {mv}"),
            Color::Black => write!(self.text, "{number}... {mv}"),
        };
        self.numbered = position.side_to_move() == Color::White;
    }

    fn comment(&mut self, text: &str) {
        let _ = write!(self.text, " {{{text}}}");
    }

    /// Writes the attack in a position and its continuation.
    fn attack(&mut self, position: Position<N, OneHash>) {
        let Some(attack) = self.proof.attack(&position) else { return };
        self.write_move(&position, attack.mv);
        let after = position.after(attack.mv);
        if after.outcome().is_some() {
            return;
        }
        if !self.told.insert(position.pack()) {
            self.comment("as shown before");
            return;
        }
        self.defend(after);
    }

    /// Writes the defences in a position: the main one, the others as variations, and then how the
    /// main one continues.
    fn defend(&mut self, position: Position<N, OneHash>) {
        let answers = self.proof.answers(&position);
        let threats: Vec<_> =
            self.proof.threats(&position).iter().map(ToString::to_string).collect();
        if !threats.is_empty() {
            self.comment(&format!("threatens {}", threats.join(", ")));
            self.numbered = false;
        }
        let Some(main) = (self.main)(self.proof, &position) else { return };
        self.write_move(&position, main);
        let meets =
            |after: &Position<N, OneHash>| after.outcome().is_none() && after.road_move().is_none();
        for &(mv, _) in answers.iter().filter(|&&(mv, _)| mv != main) {
            let after = position.after(mv);
            if meets(&after) {
                self.text.push_str(" (");
                self.numbered = false;
                self.write_move(&position, mv);
                self.attack(after);
                self.text.push(')');
                self.numbered = false;
            }
        }
        let after = position.after(main);
        if after.outcome().is_none() {
            self.attack(after);
        }
    }
}
