//! BMI2 and PCLMULQDQ: gather, scatter and multiply bits in one instruction.

use std::arch::x86_64::*;

use super::features::feature_set;
use crate::diag::diagonal::{Diagonal, FIRST_FILE};
use crate::diag::scalar::COPIES_7_APART;

feature_set! {
    /// The proof that the CPU has BMI2, and the methods that use it.
    ///
    /// AMD's CPUs before Zen 3 run PEXT and PDEP in microcode, which makes them a dozen times
    /// slower than the methods with SSE2.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// use bitops::diag::{Bmi2, Diagonal};
    ///
    /// if let Some(bmi2) = Bmi2::detect() {
    ///     assert_eq!(bmi2.extract_pext(1 << 14, Diagonal::Anti), 0b10);
    ///     assert_eq!(bmi2.deposit_pdep(0b10, Diagonal::Anti), 1 << 14);
    /// }
    /// # }
    /// ```
    Bmi2: ["bmi2"]

    impl Bmi2 {
        /// Reads a diagonal by PEXT.
        pub fn extract_pext(self, board: u64, diagonal: Diagonal) -> u8 {
            _pext_u64(board, diagonal.squares()) as u8
        }

        /// Writes a diagonal by PDEP.
        pub fn deposit_pdep(self, line: u8, diagonal: Diagonal) -> u64 {
            _pdep_u64(u64::from(line), diagonal.squares())
        }

        /// Gathers the squares under `mask`, those of a smaller board, into adjacent bits (PEXT).
        pub fn gather(self, board: u64, mask: u64) -> u64 {
            _pext_u64(board, mask)
        }

        /// Scatters adjacent bits to the squares under `mask` (PDEP), the inverse of
        /// [`gather`](Self::gather).
        pub fn scatter(self, bits: u64, mask: u64) -> u64 {
            _pdep_u64(bits, mask)
        }

        /// Writes file a by PDEP.
        pub fn deposit_file_pdep(self, line: u8) -> u64 {
            _pdep_u64(u64::from(line), FIRST_FILE)
        }
    }
}

feature_set! {
    /// The proof that the CPU has PCLMULQDQ, and the method that uses it.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// if let Some(clmul) = bitops::diag::Clmul::detect() {
    ///     assert_eq!(clmul.deposit_file(0b10), 1 << 8);
    /// }
    /// # }
    /// ```
    Clmul: ["pclmulqdq"]

    impl Clmul {
        /// Writes file a as a sum of copies that are 7 apart. It works for all eight bits of the
        /// line, because there are no carries where copies overlap.
        pub fn deposit_file(self, line: u8) -> u64 {
            let line = _mm_cvtsi64_si128(i64::from(line));
            let copies = _mm_cvtsi64_si128(COPIES_7_APART.cast_signed());
            let product = _mm_clmulepi64_si128::<0>(line, copies);
            _mm_cvtsi128_si64(product).cast_unsigned() & FIRST_FILE
        }
    }
}
