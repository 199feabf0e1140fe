#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod any;
mod canonical;
mod hash_keys;
#[cfg(feature = "links")]
mod link;
mod move_name;
mod move_problem;
mod move_text;
mod movegen;
mod moves;
#[cfg(feature = "links")]
mod notation;
mod opening;
mod outcome;
mod packed;
mod perft;
mod piece;
mod playtak;
mod position;
pub mod ptn;
mod rays;
mod road;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod size;
mod slides;
mod square;
mod stack;
mod symmetry;
mod text;
mod tps;
mod zobrist;

pub use any::{AnyMove, AnyPosition, AnyUndo, SetupError};
pub use bitops::Symmetry;
pub use canonical::CanonicalBoard;
pub use hash_keys::HashKeys;
#[cfg(feature = "links")]
pub use link::{Link, LinkError};
pub use move_name::{MoveName, Whole};
pub use move_text::MoveError;
pub use moves::{Action, Move};
#[cfg(feature = "links")]
pub use notation::{Notation, any_to_ptn};
pub use opening::Opening;
pub use outcome::{GameResult, Outcome};
pub use packed::{PackedBoard, PackedError};
pub use perft::{MergedPerft, Perft, perft};
pub use piece::{Color, Kind};
pub use playtak::{PlaytakError, PlaytakMove};
pub use position::{Bitboard, IllegalMove, Position, Undo};
pub use ptn::{AnyGame, Game, PtnError, Tag};
pub use road::{RoadReach, joins_opposite_edges, shortest_road};
pub use rules::{AnyRules, HalfKomi, Reserve, Rules, RulesError};
pub use size::{BoardSize, Playable, Size, stack_capacity};
pub use slides::{Drops, MAX_CARRY, Slide};
pub use square::{Direction, Square};
pub use stack::Stack;
pub use text::{ParseError, excerpt};
pub use tps::{TpsError, tps_size, untag_tps};
pub use zobrist::{EightHashes, Hashing, NoHash, OneHash};
