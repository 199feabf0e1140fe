//! BMI2: bits gathered and scattered by a mask in one instruction.

use std::arch::x86_64::{_pdep_u64, _pext_u64};

use super::features::feature_set;
use super::{Diagonal, FIRST_FILE};

feature_set! {
    /// The proof that the CPU has BMI2, and the methods that use it.
    ///
    /// On AMD's chips before Zen 3 both instructions are slow: a dozen times
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

        /// Writes file a by PDEP.
        pub fn deposit_file_pdep(self, line: u8) -> u64 {
            _pdep_u64(u64::from(line), FIRST_FILE)
        }
    }
}
