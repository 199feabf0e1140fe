//! The second layer: squares of clipped sums, weighed.

use super::{LARGEST_OUTPUT, MOST_SUMS, ONE, PerSum};

// The largest sum fits.
const _: () = assert!(
    2 * MOST_SUMS as i64 * ONE as i64 * ONE as i64 * LARGEST_OUTPUT as i64 <= i32::MAX as i64
);

/// The squares of the clipped sums of both views, weighed, in 1/255/255/64.
#[inline(always)]
pub(super) fn both<const SUMS: usize>(views: [&PerSum; 2], weights: &[PerSum; 2]) -> i32 {
    view(&views[0][..SUMS], &weights[0][..SUMS]) + view(&views[1][..SUMS], &weights[1][..SUMS])
}

/// The squares of the clipped sums of one view, weighed.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn view(sums: &[i16], weights: &[i16]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, ONE);
        // At most 255 · 127, which fits 16 bits; so pairs of products are added in one instruction.
        let weighed = clipped.wrapping_mul(weight);
        total += i32::from(weighed) * i32::from(clipped);
    }
    total
}

/// The same; for WebAssembly the compiler does not find `i32x4.dot_i16x8_s` by itself.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn view(sums: &[i16], weights: &[i16]) -> i32 {
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane, i32x4_splat,
    };

    let load = |&[a, b, c, d, e, f, g, h]: &[i16; 8]| i16x8(a, b, c, d, e, f, g, h);
    let mut total = i32x4_splat(0);
    for (sums, weights) in sums.as_chunks().0.iter().zip(weights.as_chunks().0) {
        let clipped = i16x8_min(i16x8_max(load(sums), i16x8_splat(0)), i16x8_splat(ONE));
        let weighed = i16x8_mul(clipped, load(weights));
        total = i32x4_add(total, i32x4_dot_i16x8(weighed, clipped));
    }
    i32x4_extract_lane::<0>(total)
        + i32x4_extract_lane::<1>(total)
        + i32x4_extract_lane::<2>(total)
        + i32x4_extract_lane::<3>(total)
}
