//! Compiles a caller's own loop for several kinds of CPU, one of which is chosen at run time.

use std::fmt::Debug;

use super::diagonal::{Diagonal, DiagonalShift};
use super::single;
use crate::Symmetry;

/// The operations on one board, by the fastest methods on some kind of CPU.
///
/// The results are those of the functions of the same names; see [`tuned`].
pub trait Methods: Copy + Debug {
    /// [`diag::shift`](super::shift).
    #[inline(always)]
    fn shift(self, board: u64, shift: DiagonalShift) -> u64 {
        single::shift(board, shift)
    }

    /// [`diag::extract`](super::extract).
    #[inline(always)]
    fn extract(self, board: u64, diagonal: Diagonal) -> u8 {
        single::extract(board, diagonal)
    }

    /// [`diag::deposit`](super::deposit).
    #[inline(always)]
    fn deposit(self, line: u8, diagonal: Diagonal) -> u64 {
        single::deposit(line, diagonal)
    }

    /// [`diag::deposit_file`](super::deposit_file).
    #[inline(always)]
    fn deposit_file(self, line: u8) -> u64 {
        single::deposit_file(line)
    }

    /// [`diag::transform`](super::transform).
    #[inline(always)]
    fn transform(self, board: u64, symmetry: Symmetry) -> u64 {
        single::transform(board, symmetry)
    }
}

/// The methods that the program was compiled for.
#[derive(Clone, Copy, Debug)]
struct Baseline;

impl Methods for Baseline {}

/// A computation that uses [`Methods`], such as a loop over boards or a search.
pub trait Work {
    /// The result.
    type Answer;

    /// Does the work. Mark this function and all functions that it passes the methods to as
    /// `#[inline(always)]`, because only code that is inlined into the copy for a CPU is compiled
    /// for that CPU.
    fn run(self, methods: impl Methods) -> Self::Answer;
}

/// Does some work with the fastest methods that this CPU has.
///
/// The work is compiled once for each kind of CPU with the methods inlined, and the CPU is checked
/// once for the whole work. Inside it, a program built for any x86-64 is as fast as one built for
/// the CPU at hand.
///
/// ```
/// use bitops::diag::{Diagonal, Methods, Work, tuned};
///
/// /// Counts the queens on both long diagonals of many boards.
/// struct OnDiagonals<'a>(&'a [u64]);
///
/// impl Work for OnDiagonals<'_> {
///     type Answer = u32;
///
///     #[inline(always)]
///     fn run(self, methods: impl Methods) -> u32 {
///         let on = |board, diagonal| methods.extract(board, diagonal).count_ones();
///         let both = |&board| on(board, Diagonal::Main) + on(board, Diagonal::Anti);
///         self.0.iter().map(both).sum()
///     }
/// }
///
/// assert_eq!(tuned(OnDiagonals(&[0x0101, 1 << 7, 1 << 8])), 2);
/// ```
pub fn tuned<W: Work>(work: W) -> W::Answer {
    cfg_select! {
        target_arch = "x86_64" => { x86_64::tuned(work) }
        _ => { work.run(Baseline) }
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "functions with features, behind the proof that the CPU has them")]
pub(super) mod x86_64 {
    use super::{Baseline, Diagonal, DiagonalShift, Methods, Symmetry, Work};
    use crate::diag::single;
    use crate::diag::x86_64::{Avx2, Avx512, Bmi2, Gfni};

    /// Intel CPUs since Haswell, and AMD CPUs since Zen 3.
    #[derive(Clone, Copy, Debug)]
    struct FastBmi2 {
        bmi2: Bmi2,
        avx2: Avx2,
    }

    /// Intel CPUs since Ice Lake, and AMD CPUs since Zen 4.
    #[derive(Clone, Copy, Debug)]
    struct Newest {
        bmi2: FastBmi2,
        gfni: Gfni,
        avx512: Avx512,
    }

    impl FastBmi2 {
        fn detect() -> Option<Self> {
            // AMD's CPUs with SSE4a but without VAES run PEXT in microcode.
            let is_fast = is_x86_feature_detected!("vaes") || !is_x86_feature_detected!("sse4a");
            is_fast.then(|| Some(Self { bmi2: Bmi2::detect()?, avx2: Avx2::detect()? }))?
        }
    }

    impl Newest {
        fn detect() -> Option<Self> {
            Some(Self {
                bmi2: FastBmi2::detect()?,
                gfni: Gfni::detect()?,
                avx512: Avx512::detect()?,
            })
        }
    }

    impl Methods for FastBmi2 {
        #[inline(always)]
        fn extract(self, board: u64, diagonal: Diagonal) -> u8 {
            self.bmi2.extract_pext(board, diagonal)
        }

        #[inline(always)]
        fn deposit(self, line: u8, diagonal: Diagonal) -> u64 {
            self.bmi2.deposit_pdep(line, diagonal)
        }

        #[inline(always)]
        fn deposit_file(self, line: u8) -> u64 {
            self.bmi2.deposit_file_pdep(line)
        }

        #[inline(always)]
        fn transform(self, board: u64, symmetry: Symmetry) -> u64 {
            single::by_transposing(|board| self.avx2.transpose_movemask(board), board, symmetry)
        }
    }

    impl Methods for Newest {
        #[inline(always)]
        fn shift(self, board: u64, shift: DiagonalShift) -> u64 {
            self.avx512.shift(board, shift)
        }

        #[inline(always)]
        fn extract(self, board: u64, diagonal: Diagonal) -> u8 {
            self.bmi2.extract(board, diagonal)
        }

        #[inline(always)]
        fn deposit(self, line: u8, diagonal: Diagonal) -> u64 {
            self.bmi2.deposit(line, diagonal)
        }

        #[inline(always)]
        fn deposit_file(self, line: u8) -> u64 {
            self.bmi2.deposit_file(line)
        }

        #[inline(always)]
        fn transform(self, board: u64, symmetry: Symmetry) -> u64 {
            self.gfni.transform(board, symmetry)
        }
    }

    pub(super) fn tuned<W: Work>(work: W) -> W::Answer {
        #[target_feature(enable = "bmi2,gfni,avx2,avx512f,avx512bw,avx512vl,avx512vbmi")]
        fn with_all<W: Work>(work: W, methods: Newest) -> W::Answer {
            work.run(methods)
        }

        match Newest::detect() {
            // SAFETY: `Newest` proves BMI2, GFNI with AVX2, and AVX-512.
            Some(newest) => unsafe { with_all(work, newest) },
            None => tuned_without_avx512(work),
        }
    }

    pub(in crate::diag) fn tuned_without_avx512<W: Work>(work: W) -> W::Answer {
        #[target_feature(enable = "bmi2,avx2")]
        fn with_bmi2<W: Work>(work: W, methods: FastBmi2) -> W::Answer {
            work.run(methods)
        }

        match FastBmi2::detect() {
            // SAFETY: `FastBmi2` proves BMI2 and AVX2.
            Some(bmi2) => unsafe { with_bmi2(work, bmi2) },
            None => work.run(Baseline),
        }
    }
}
