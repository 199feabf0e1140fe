//! Diagonals of an 8×8 board in one `u64`.
//!
//! Rank `i` is byte `i`, and file `j` is bit `j` of each byte, so a1 is bit 0, h1 is bit 7 and h8
//! is bit 63. As everywhere in this crate, diagrams have rank 8 at the top and file a on the left,
//! so shifting a byte toward its high bits (`<<`) moves it to the *right* in a diagram.
//!
//! | operation | one board | many boards |
//! | --- | --- | --- |
//! | shear the board until a diagonal is a file | [`shift`] | [`shift_all`] |
//! | read a diagonal as eight adjacent bits | [`extract`] | [`extract_all`] |
//! | write eight bits on a diagonal | [`deposit`] | [`deposit_all`] |
//! | write eight bits on a file | [`deposit_file`] | [`deposit_file_all`] |
//! | the eight symmetries | [`transform`] | [`transform_all`] |
//!
//! Each of these functions uses the fastest method, which is chosen
//!
//! - *for one board* at compile time, from the features of the target. The operation takes 0.3 ns
//!   and a function call 1.2 ns, so a choice at run time would cost more than any method saves.
//! - *for many boards* at run time, only once.
//!
//! A portable program with its own loops over single boards can make the choice once for each loop
//! with [`tuned`].
//!
//! Every method is also public under its own name: those for any CPU in [`scalar`], the others as
//! methods of a value that proves that the CPU has the instructions. For example, `Bmi2::detect`
//! returns `None` if the CPU has no PEXT.
//!
//! The methods named linear, binary, SSE2, SAD, PEXT, PDEP and multiply are from Walter Kruger's
//! *Fast diagonal bitboard manipulation*, and the pseudo-rotations are from the Chess Programming
//! Wiki. Kruger draws the first rank at the top, so his "back" diagonal (`\`) is the main diagonal
//! here, and his "forward" diagonal (`/`) is the anti-diagonal.

mod batch;
mod diagonal;
mod dispatch;
pub mod scalar;
mod single;
mod tuned;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use batch::{Kernel, Portable};
pub use diagonal::{Diagonal, DiagonalShift};
pub use dispatch::{deposit_all, deposit_file_all, extract_all, kernels, shift_all, transform_all};
pub(crate) use single::transform_corner;
pub use single::{deposit, deposit_file, extract, shift, transform};
pub use tuned::{Methods, Work, tuned};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Avx2, Avx512, Bmi2, Clmul, Gfni, Gfni512, Sse2};

#[cfg(test)]
mod tests;
