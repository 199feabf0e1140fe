//! Counts computed by another program, as rows of a table.

use std::fmt;

use tak_encoding::{BoardSize, PackedBoard, PackedError, Playable, Position, Size, with_size};

use crate::builder::BookBuilder;
use crate::error::BookError;
use crate::step::Step;
use crate::tally::Tally;

/// The results of the games that reached a position and continued with the same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// The earliest ply at which the position occurred.
    pub ply: u32,
    /// The bytes of its [`PackedBoard`], in any orientation.
    pub board: &'a [u8],
    /// The move, on that board.
    pub mv: &'a str,
    /// The results of the games.
    pub tally: Tally,
}

/// Why counts are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CountsError {
    /// The bytes are not a board.
    Board(PackedError),
    /// The board has this size.
    Size(BoardSize),
    /// No game from the empty board can have this board.
    NoGame,
    /// The move cannot be played there.
    Move(String),
    /// The ply is too high for the book.
    Ply {
        /// The ply of the row.
        found: u32,
        /// The depth of the book.
        plies: u32,
    },
    /// There are no games, fewer games than wins and draws, or more than two ratings for each game.
    Tally,
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Size(size) => write!(f, "size: the board is one of {size}×{size}"),
            Self::NoGame => f.write_str("board: no game has it, expected a board of the opening"),
            Self::Move(why) => f.write_str(why),
            Self::Ply { found, plies } => {
                write!(f, "ply {found}: expected less than {plies}, the depth of the book")
            }
            Self::Tally => f.write_str(
                "counts: expected one game or more, as many as there are wins and draws, and at \
                 most two ratings each",
            ),
        }
    }
}

impl std::error::Error for CountsError {}

impl BookBuilder {
    /// Adds counts that another program has computed. Add the totals of its games with
    /// [`add_totals`](Self::add_totals).
    ///
    /// ```
    /// use tak_book::{BookBuilder, Counts, Tally};
    /// use tak_encoding::{BoardSize, Position};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// let mut builder = BookBuilder::create(&folder.path().join("my.book"), 16)?;
    /// let tally = Tally { games: 3, white_wins: 2, ..Tally::default() };
    /// let board = Position::<5>::new().pack();
    /// let size = BoardSize::Five;
    /// let counts = Counts { size, ply: 0, board: board.as_bytes(), mv: "a1", tally };
    /// assert_eq!(builder.add_counts(&counts)?, Ok(()));
    /// assert!(builder.add_counts(&Counts { mv: "Ca1", ..counts })?.is_err());
    /// builder.add_totals(size, tally)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the book cannot be written. Invalid counts are not added, and are the inner error.
    pub fn add_counts(
        &mut self,
        counts: &Counts<'_>,
    ) -> Result<Result<(), CountsError>, BookError> {
        let board = match PackedBoard::from_bytes(counts.board) {
            Ok(board) => board,
            Err(error) => return Ok(Err(CountsError::Board(error))),
        };
        if board.size() != counts.size {
            return Ok(Err(CountsError::Size(board.size())));
        }
        let added = with_size!(counts.size, N => self.add_counts_at::<N>(&board, counts));
        self.flush_when_full()?;
        Ok(added)
    }

    fn add_counts_at<const N: usize>(
        &mut self,
        board: &PackedBoard,
        counts: &Counts<'_>,
    ) -> Result<(), CountsError>
    where
        Size<N>: Playable,
    {
        let &Counts { ply, mv, tally, .. } = counts;
        if ply >= self.plies() {
            return Err(CountsError::Ply { found: ply, plies: self.plies() });
        }
        if !tally.is_possible() {
            return Err(CountsError::Tally);
        }
        let position: Position<N> = board.unpack().map_err(CountsError::Board)?;
        let mv = position.parse_move(mv).map_err(|error| CountsError::Move(error.to_string()))?;
        let step = Step::of(&position, mv).ok_or(CountsError::NoGame)?;
        self.add_step(Step { ply, ..step }, tally);
        Ok(())
    }

    /// Adds to the totals of a size. The moves of these games are added with
    /// [`add_counts`](Self::add_counts).
    ///
    /// # Errors
    ///
    /// If no games can have these results. They are not added then.
    pub fn add_totals(&mut self, size: BoardSize, tally: Tally) -> Result<(), CountsError> {
        if !tally.is_possible() {
            return Err(CountsError::Tally);
        }
        *self.totals(size) += tally;
        Ok(())
    }
}
