//! The instruction sets of x86-64, each represented by a value that proves that the CPU has it.

#![expect(unsafe_code, reason = "intrinsics, behind the proof that the CPU has them")]
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics carry their own prefix")
)]

mod avx2;
mod avx512;
mod bits;
mod features;
mod gfni;
mod gfni512;
mod sse2;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use bits::{Bmi2, Clmul};
pub use gfni::Gfni;
pub use gfni512::Gfni512;
pub use sse2::Sse2;
