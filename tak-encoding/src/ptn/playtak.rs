//! Whole games in the notation of playtak.com.

use super::game::Game;
use crate::move_problem::Problem;
use crate::moves::Action;
use crate::piece::Kind;
use crate::playtak::{PlaytakError, read_move};
use crate::position::Position;
use crate::size::{Playable, Size};

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// Reads a whole game: moves separated by commas. An empty text has none, and a comma may
    /// follow the last one. The notation does not show the opening (`P A1` is the first ply in
    /// any): the start says which.
    ///
    /// # Errors
    ///
    /// The first move that cannot be read or played, also because the game is over before it.
    ///
    /// ```
    /// use tak_encoding::{Game, Position};
    ///
    /// let game = Game::from_playtak(Position::<5>::new(), "P A1,P E5,P C3 W,M A1 A2 1")?;
    /// assert_eq!(game.end().to_tps(), "x4,1/x5/x2,1S,x2/2,x4/x5 1 3");
    /// assert_eq!(game.to_playtak(), "P A1,P E5,P C3 W,M A1 A2 1");
    ///
    /// let error = Game::from_playtak(Position::<5>::new(), "P A1,P A1").unwrap_err();
    /// assert_eq!(error.number(), Some(2));
    /// # Ok::<(), tak_encoding::PlaytakError>(())
    /// ```
    pub fn from_playtak(start: Position<N>, notation: &str) -> Result<Self, PlaytakError> {
        let mut game = Self::new(start);
        let notation = notation.trim();
        let notation = notation.strip_suffix(',').unwrap_or(notation);
        if notation.is_empty() {
            return Ok(game);
        }
        for (index, text) in notation.split(',').enumerate() {
            let played = read_move(text).and_then(|mv| {
                // A flat is what the opening makes of it.
                let mv = match mv.action() {
                    Action::Place(Kind::Flat, square) if game.end().is_opening() => {
                        game.end().first_move(square)
                    }
                    _ => mv,
                };
                game.push(mv).map_err(Problem::Illegal)
            });
            played.map_err(|problem| PlaytakError::in_game(index + 1, text, problem))?;
        }
        Ok(game)
    }

    /// The moves in the notation of playtak.com, without the start, which it cannot express.
    pub fn to_playtak(&self) -> String {
        let moves = self.moves().iter();
        let moves: Vec<_> = moves.map(|mv| mv.to_playtak().to_string()).collect();
        moves.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_name_the_bad_move() {
        let read = |text| Game::from_playtak(Position::<3>::new(), text);
        let game = read("P A1,P B2 ,p c3,\tM A1 A2 1,").unwrap();
        assert_eq!(game.to_playtak(), "P A1,P B2,P C3,M A1 A2 1");
        assert!(read(" ").unwrap().moves().is_empty());

        for (text, number) in [
            ("P A1,,P B2", 2),
            ("P A1,P A1", 2),
            (",P A1", 1),
            ("P A1 C", 1),
            ("P A3,P A1,P B1,P B3,P C1,P C3", 6),
        ] {
            assert_eq!(read(text).unwrap_err().number(), Some(number), "{text}");
        }
        let over = read("P A3,P A1,P B1,P B3,P C1,P C3").unwrap_err();
        let text = "move 6, `P C3`: illegal here: the game has ended before it with R-0";
        assert_eq!(over.to_string(), text);
    }
}
