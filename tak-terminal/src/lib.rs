#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::missing_errors_doc,
    reason = "every `Failure` means the same: something could not be read or written, and the line says why"
)]

pub mod color;
pub mod commands;
pub mod compressed;
pub mod conversation;
pub mod counted;
pub mod cpu;
pub mod failure;
pub mod folders;
pub mod input;
pub mod interrupt;
pub mod ledger;
pub mod output;
pub mod progress;
pub mod remark;
#[cfg(feature = "serve")]
pub mod serve;
pub mod text;
pub mod wrap;
