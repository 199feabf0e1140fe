#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod any;
mod movegen;
mod moves;
mod outcome;
mod packed;
mod perft;
mod piece;
mod playtak;
mod position;
mod ptn;
mod rays;
mod road;
mod rules;
mod size;
mod slides;
mod square;
mod stack;
mod symmetry;
mod text;
mod tps;
mod zobrist;

pub use any::{AnyPosition, AnyRules, SetupError};
pub use bitops::Symmetry;
pub use moves::{Action, Move};
pub use outcome::Outcome;
pub use packed::{PackedBoard, PackedError};
pub use perft::{divide, divide_watched, perft, perft_threads, perft_watched};
pub use piece::{Color, Kind};
pub use playtak::{PlaytakError, PlaytakMove};
pub use position::{Bitboard, IllegalMove, Position, Undo};
pub use ptn::{AnyGame, Game, GameResult, MoveError, PlacedGame, PtnError, Tag};
pub use road::joins_opposite_edges;
pub use rules::{HalfKomi, KomiError, Reserve, Rules, RulesError};
pub use size::{BoardSize, Playable, Size, SizeError, stack_capacity};
pub use slides::{Drops, MAX_CARRY, Slide};
pub use square::{Direction, Square, SquareError};
pub use stack::Stack;
pub use text::excerpt;
pub use tps::{TpsError, tps_size};
pub use zobrist::{EightHashes, Hashing, NoHash, OneHash};
