//! `tak-train` as its users run it.

mod commands;
mod datagen;
mod learning;

use std::fs;

use tak_testing::program::{Folder, Program};

const TRAIN: Program = Program(env!("CARGO_BIN_EXE_tak-train"));

/// Short games on the smallest board.
const GAMES: &str = "datagen --size 3 --nodes 60 --random-plies 2";

fn games() -> Folder {
    let folder = TRAIN.folder("");
    folder.stdout(&format!("{GAMES} --games 40 -o three.games"));
    folder
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap()
}
