//! Tools.
fn main() {}
