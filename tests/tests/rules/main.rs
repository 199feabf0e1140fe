//! The rules, the notations and the encodings, against data files, random games
//! and an independent implementation.

mod bad_input;
mod differential;
mod games;
mod openings;
mod packed;
mod perft;
mod playtak;
mod properties;
mod results;
mod symmetry;
mod tall_stacks;
