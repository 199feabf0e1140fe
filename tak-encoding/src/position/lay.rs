//! Boards of low stacks out of TPS, without guessing what comes next.
//!
//! A reader that looks at one byte after the other guesses wrong at every
//! second one. Openings have stacks of one or two pieces: there an entry is one
//! or two bytes, which a table turns into all that it changes.

use super::{Bitboard, Position};
use crate::size::{Playable, Size};
use crate::stack::Stack;
use crate::zobrist::Hashing;

/// A longer board is read byte by byte.
const LONGEST: usize = 128;

/// What an entry of one or two bytes says: bits 0 to 3 the squares it covers,
/// 0 if it says nothing; 4 to 6 the word of the [`Stack`]; 7 a wall, 8 a
/// capstone on top. By the low bits of the first byte, and the second byte.
static ENTRIES: [[u16; 256]; 4] = {
    const EMPTY: u16 = 0b001 << 4;
    let mut entries = [[0; 256]; 4];
    entries[b'x' as usize & 3][0] = EMPTY | 1;
    let mut run = 1;
    while run <= 8 {
        entries[b'x' as usize & 3][b'0' as usize + run] = EMPTY | run as u16;
        run += 1;
    }
    let mut color = 0;
    while color < 2 {
        let single = (0b10 | color) << 4 | 1;
        let row = &mut entries[(b'1' as usize + color as usize) & 3];
        row[0] = single;
        row[b'S' as usize] = single | 1 << 7;
        row[b'C' as usize] = single | 1 << 8;
        row[b'1' as usize] = (0b100 | color << 1) << 4 | 1;
        row[b'2' as usize] = (0b101 | color << 1) << 4 | 1;
        color += 1;
    }
    entries
};

/// The first bytes that an entry of each row of the table may have.
const FIRSTS: [u8; 4] = [b'x', b'1', b'2', 0];

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Lays a board on the empty one. `false` if it is no TPS, or one with
    /// taller stacks: then nothing is laid.
    pub(crate) fn lay_low_stacks(&mut self, board: &[u8]) -> bool {
        let mut text = [b'/'; LONGEST];
        if board.len() >= LONGEST {
            return false;
        }
        text[..board.len()].copy_from_slice(board);
        let mut laid = Laid::<N>::default();
        let mut start = 0;
        let mut good = true;
        for (index, half) in text.chunks_exact(64).enumerate() {
            // The first byte behind the board ends its last entry.
            let wanted = (board.len() + 1).saturating_sub(64 * index) as u32;
            if wanted == 0 {
                break;
            }
            let mut ends = separators(half) & !u64::MAX.unbounded_shl(wanted);
            while ends != 0 {
                let end = 64 * index + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                let Some(square) = laid.next_square() else {
                    return self.clear();
                };
                let entry = entry(&text, start, end);
                good &= entry != 0;
                let word = (entry >> 4 & 0b111).max(1);
                self.stacks.as_flattened_mut()[square] = Stack::from_word(word.into());
                laid.add(entry, square);
                good &= laid.end_entry(text[end]);
                start = end + 1;
            }
        }
        if !good || laid.ranks != N {
            return self.clear();
        }
        self.tops = [laid.occupied & !laid.black, laid.black].map(Bitboard::from_bits);
        self.walls = Bitboard::from_bits(laid.walls);
        self.caps = Bitboard::from_bits(laid.caps);
        self.tall = Bitboard::from_bits(laid.tall);
        true
    }

    #[cold]
    fn clear(&mut self) -> bool {
        self.stacks = [[Stack::empty(); N]; N];
        false
    }
}

/// What the entry from `start` to `end` says, 0 for nothing.
#[inline(always)]
fn entry(text: &[u8; LONGEST], start: usize, end: usize) -> u16 {
    let length = end - start;
    let first = text[start];
    let second = text[end.max(1) - 1] & mask(length == 2) as u8;
    let row = usize::from(first & 3);
    let fits = mask(length.wrapping_sub(1) < 2) & mask(FIRSTS[row] == first);
    ENTRIES[row][usize::from(second)] & fits as u16
}

/// All ones or none: a choice that nobody has to guess.
#[inline(always)]
fn mask(choice: bool) -> u64 {
    u64::from(choice).wrapping_neg()
}

/// The commas and slashes among 64 bytes, the first byte in bit 0; also `-` and
/// `.`, which no entry ends with.
#[inline(always)]
fn separators(bytes: &[u8]) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mut all = 0;
    for (index, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*bytes);
        // Bytes become zero where they are separators, then 0x80 there.
        let other = (word ^ (u64::from(b',') * EACH)) & (0xfc * EACH);
        let found = !(((other & (0x7f * EACH)) + 0x7f * EACH) | other | (0x7f * EACH));
        let gathered = (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        all |= gathered << (8 * index);
    }
    all
}

/// The squares laid so far.
#[derive(Default)]
struct Laid<const N: usize> {
    occupied: u64,
    black: u64,
    walls: u64,
    caps: u64,
    tall: u64,
    /// Ranks that are complete, from the top down.
    ranks: usize,
    file: usize,
}

impl<const N: usize> Laid<N> {
    #[inline(always)]
    fn next_square(&self) -> Option<usize> {
        let on_board = self.ranks < N && self.file < N;
        on_board.then(|| (N - 1 - self.ranks) * N + self.file)
    }

    #[inline(always)]
    fn add(&mut self, entry: u16, square: usize) {
        let entry = u64::from(entry);
        let word = entry >> 4 & 0b111;
        let piece = u64::from(word > 1);
        self.occupied |= piece << square;
        self.black |= (piece & word & 1) << square;
        self.tall |= u64::from(word > 0b11) << square;
        self.walls |= (entry >> 7 & 1) << square;
        self.caps |= (entry >> 8 & 1) << square;
        self.file += entry as usize & 0xf;
    }

    /// Whether a comma or a slash may stand here.
    #[inline(always)]
    fn end_entry(&mut self, separator: u8) -> bool {
        let slash = separator == b'/';
        let fits = mask((self.file == N) == slash) & mask(slash == (separator != b','));
        self.ranks += usize::from(slash);
        self.file &= mask(!slash) as usize;
        fits != 0
    }
}

#[cfg(test)]
mod tests {
    use crate::{NoHash, Playable, Position, Size};

    /// What the fast reader lays, the whole reader lays too, and it gives way to
    /// that one where a stack is tall or something is wrong.
    fn compare<const N: usize>(board: &str)
    where
        Size<N>: Playable,
    {
        let tps = format!("{board} 1 9");
        // Two blanks: the whole reader's business.
        let whole = Position::<N, NoHash>::from_tps(&format!("{board}  1 9"));
        assert_eq!(Position::from_tps(&tps), whole, "{tps:?}");
        let mut laid = Position::<N, NoHash>::new();
        let low = laid.lay_low_stacks(board.as_bytes());
        if !low {
            assert_eq!(laid, Position::new(), "nothing is laid");
        }
    }

    #[test]
    fn both_readers_agree() {
        const PARTS: [&str; 16] = [
            "x", "x2", "x3", "1", "2", "1S", "2C", "12", "21S", "/", ",", "x0", "x9", "y", "1-", "",
        ];
        let mut state = 5u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut laid = 0;
        for _ in 0..20_000 {
            let mut rows = Vec::new();
            for _ in 0..5 {
                let (mut row, mut file) = (Vec::new(), 0);
                while file < 5 {
                    let part = random(8);
                    let run = if part < 3 { part + 1 } else { 1 };
                    let part = if file + run > 5 { 3 } else { part };
                    file += if file + run > 5 { 1 } else { run };
                    row.push(PARTS[part]);
                }
                rows.push(row.join(","));
            }
            let mut board = rows.join("/");
            if random(2) == 0 {
                let at = random(board.len());
                board.replace_range(at..=at, PARTS[random(PARTS.len())]);
            }
            compare::<5>(&board);
            laid += usize::from(Position::<5, NoHash>::new().lay_low_stacks(board.as_bytes()));
        }
        assert!(laid > 2_000, "{laid}");
    }

    #[test]
    fn long_and_empty_boards_are_left_alone() {
        let full = ["2S,1S,2S,1S,2S,1S,2S,1S"; 8].join("/");
        for length in [0, 1, 63, 64, 65, 127, 128, full.len()] {
            let mut position = Position::<8, NoHash>::new();
            position.lay_low_stacks(&full.as_bytes()[..length]);
            assert_eq!(position, Position::new(), "{length}");
        }
        compare::<8>(&["1,1,1,1,1,1,1,1"; 8].join("/"));
        compare::<8>(&["12,1,1,1,1,1,1,1"; 7].join("/"));
    }
}
