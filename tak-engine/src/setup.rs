//! What a search starts from.

use tak_encoding::{AnyPosition, MoveError, OneHash, with_position};

/// A position and the way it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position to play from.
    pub position: AnyPosition<OneHash>,
    /// The hashes of the positions before it that can still come back.
    pub reversible: Vec<u64>,
    /// The only moves to look at, in PTN; all if none of these is legal.
    pub root_moves: Vec<String>,
}

impl Setup {
    /// A position that nothing came before.
    pub fn new(position: AnyPosition<OneHash>) -> Self {
        Self {
            position,
            reversible: Vec::new(),
            root_moves: Vec::new(),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If it is no legal move; nothing changes then.
    ///
    /// ```
    /// use tak_encoding::AnyPosition;
    /// use tak_engine::engine::Setup;
    ///
    /// let mut setup = Setup::new(AnyPosition::from_tps("x3/1,x,2/x3 1 2", Default::default())?);
    /// setup.play("a2+")?;
    /// assert_eq!(setup.reversible.len(), 1);
    /// setup.play("a2")?; // what stands now was not there before
    /// assert!(setup.reversible.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.position;
        self.position.play_ptn(text)?;
        if can_come_back(&before, &self.position) {
            let hash = with_position!(before, position => position.hash());
            self.reversible.push(hash);
        } else {
            self.reversible.clear();
        }
        Ok(())
    }
}

/// Whether the position before a move may be met again: a placement and a
/// flattened wall are for ever.
fn can_come_back(before: &AnyPosition<OneHash>, after: &AnyPosition<OneHash>) -> bool {
    let lasting = |position: &AnyPosition<OneHash>| with_position!(position, position => (position.reserves(), position.walls().count()));
    lasting(before) == lasting(after)
}
