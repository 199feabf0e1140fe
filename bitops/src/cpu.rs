//! Which CPUs a program is built for, and whether the one at hand allows a better build of it.

/// Every x86-64 CPU.
pub const X86_64: &str = "x86-64";

/// Those with AVX2, BMI and FMA, of the last ten years.
pub const X86_64_V3: &str = "x86-64-v3";

/// The CPUs that the code was built for: a level of x86-64, or another architecture.
pub const BUILT_FOR: &str = if cfg!(not(target_arch = "x86_64")) {
    std::env::consts::ARCH
} else if cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl"
)) {
    "x86-64-v4"
} else if cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "f16c",
    target_feature = "fma",
    target_feature = "lzcnt",
    target_feature = "movbe"
)) {
    X86_64_V3
} else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) {
    "x86-64-v2"
} else {
    X86_64
};

/// Whether the CPU at hand has all that code built for [`X86_64_V3`] uses.
pub fn allows_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    #[cfg(not(target_arch = "x86_64"))]
    false
}
