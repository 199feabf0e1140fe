//! The rows of a dataset: the positions and moves of games, and the games themselves.

use std::io::Write;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use tak_encoding::{BoardSize, HalfKomi, Move, Opening, PackedBoard, with_game, with_size};
use twox_hash::XxHash64;

use super::table::{Columns, TableRow};
use crate::builder::Addition;
use crate::record::Record;
use crate::step::Step;
use crate::tally::Tally;

/// The seed of Spark's function `xxhash64`.
const SEED: u64 = 42;

/// A move of a game, or a game as a whole.
pub struct StepRow {
    /// The hash of the canonical board or, for a game as a whole, of the last board of its rows.
    key: u64,
    shard: u32,
    ply: u32,
    /// `None` for a game as a whole.
    step: Option<(PackedBoard, MoveBits)>,
    game: GameFacts,
}

/// A move by its bits, whatever the size.
type MoveBits = u16;

/// What all rows of a game share.
#[derive(Clone, Copy)]
struct GameFacts {
    size: BoardSize,
    half_komi: HalfKomi,
    opening: Opening,
    result: &'static str,
    tally: Tally,
}

/// The rows of a game that occurred `count` times, and whether a book would add it.
pub fn step_rows(record: &Record, times: u64, plies: u32, shards: u32) -> (Addition, Vec<StepRow>) {
    let game = facts_of(record, times);
    let row = |key, ply, step| StepRow { key, shard: shard_of(key, shards), ply, step, game };
    with_game!(&record.game, played => {
        let steps = Step::of_game(played, plies);
        let addition = Addition::of(played, &steps);
        let of_step = |step: Step<_>| {
            row(key_of(&step.board), step.ply, Some((step.board, step.mv.bits())))
        };
        let mut rows: Vec<_> = steps.into_iter().map(of_step).collect();
        // With this key, these rows are spread over the shards as evenly as the others.
        let last = rows.last().map(|last| last.key);
        rows.extend(last.map(|key| row(key, plies, None)));
        (addition, rows)
    })
}

fn facts_of(record: &Record, times: u64) -> GameFacts {
    let tally = Tally::of(&record.game, record.facts.ratings);
    let result = match tally {
        Tally { white_wins: 1, .. } => "white",
        Tally { black_wins: 1, .. } => "black",
        Tally { draws: 1, .. } => "draw",
        _ => "none",
    };
    GameFacts {
        size: record.facts.size,
        half_komi: record.facts.half_komi,
        opening: record.facts.opening,
        result,
        tally: tally.times(times),
    }
}

fn key_of(board: &PackedBoard) -> u64 {
    XxHash64::oneshot(SEED, board.as_bytes())
}

/// The shard of a key, chosen by its high bits alone if the number of shards is a power of 2.
fn shard_of(key: u64, shards: u32) -> u32 {
    ((u128::from(key) * u128::from(shards)) >> 64) as u32
}

impl StepRow {
    /// The number of the shard that it belongs to.
    pub fn shard(&self) -> usize {
        self.shard as usize
    }

    fn board(&self) -> ByteArray {
        let board = self.step.as_ref().map(|(board, _)| board.as_bytes());
        board.unwrap_or_default().into()
    }

    fn mv(&self) -> ByteArray {
        let text = self.step.as_ref().and_then(|&(_, bits)| {
            with_size!(self.game.size, N => Move::<N>::from_bits(bits).map(|mv| mv.to_string()))
        });
        text.unwrap_or_default().into_bytes().into()
    }
}

impl TableRow for StepRow {
    // Signed types of 32 and 64 bits, which every database has.
    const SCHEMA: &'static str = "message steps {
        required int32 size;
        required int32 ply;
        required binary board;
        required binary move (STRING);
        required int64 key;
        required int32 shard;
        required int32 half_komi;
        required binary opening (STRING);
        required binary result (STRING);
        required int64 games;
        required int64 rating_sum;
        required int64 ratings;
    }";

    fn write<W: Write + Send>(
        rows: &mut [Self],
        columns: &mut Columns<'_, W>,
    ) -> Result<(), ParquetError> {
        // Rows compress better next to similar ones.
        rows.sort_unstable_by_key(|row| row.key);
        let rows = || rows.iter();
        let games = || rows().map(|row| row.game);
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        columns.write::<Int32Type>(games().map(|game| game.size.squares_per_side() as i32))?;
        columns.write::<Int32Type>(rows().map(|row| row.ply as i32))?;
        columns.write::<ByteArrayType>(rows().map(Self::board))?;
        columns.write::<ByteArrayType>(rows().map(Self::mv))?;
        columns.write::<Int64Type>(rows().map(|row| row.key as i64))?;
        columns.write::<Int32Type>(rows().map(|row| row.shard as i32))?;
        columns.write::<Int32Type>(games().map(|game| game.half_komi.0.into()))?;
        let openings = games().map(|game| game.opening.to_string().into_bytes().into());
        columns.write::<ByteArrayType>(openings)?;
        columns.write::<ByteArrayType>(games().map(|game| game.result.into()))?;
        columns.write::<Int64Type>(games().map(|game| count(game.tally.games)))?;
        columns.write::<Int64Type>(games().map(|game| count(game.tally.rating_sum)))?;
        columns.write::<Int64Type>(games().map(|game| count(game.tally.ratings)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_spark() {
        // `SELECT xxhash64(X'414243')` in Spark 4.
        assert_eq!(XxHash64::oneshot(SEED, b"ABC") as i64, 4_105_715_581_806_190_027);
    }

    #[test]
    fn shards_divide_the_keys_evenly() {
        assert_eq!(shard_of(0, 3), 0);
        assert_eq!(shard_of(u64::MAX, 3), 2);
        assert_eq!(shard_of(u64::MAX / 3, 3), 0);
        assert_eq!(shard_of(u64::MAX / 3 + 1, 3), 1);
        assert_eq!(shard_of(0b1010 << 60, 16), 0b1010);
        assert_eq!(shard_of(u64::MAX, 1), 0);
    }
}
