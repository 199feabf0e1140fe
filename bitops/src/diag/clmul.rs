//! PCLMULQDQ: multiplication without carries.

use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64};

use super::features::feature_set;
use super::{COPIES_7_APART, FIRST_FILE};

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
        /// Deposit on file a: copies 7 apart. All eight bits of the line can
        /// take part, because overlapping copies carry nothing into others.
        pub fn deposit_file(self, line: u8) -> u64 {
            let line = _mm_cvtsi64_si128(i64::from(line));
            let copies = _mm_cvtsi64_si128(COPIES_7_APART.cast_signed());
            let product = _mm_clmulepi64_si128::<0>(line, copies);
            _mm_cvtsi128_si64(product).cast_unsigned() & FIRST_FILE
        }
    }
}
