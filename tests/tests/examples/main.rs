//! Every example in a README or in `--help` works and shows what the programs print today, and
//! every path that a README names exists.

#![cfg(unix)]

mod champion;
mod commands;
mod console;
mod documents;
mod endings;
mod help;
mod paths;
mod shell;
