//! The search and the solver, called as libraries.

mod host;
mod proof_laws;
mod puzzles;
mod solve_certificates;
mod solve_exhaustive;
mod solve_full_scope;
mod solve_lists;
mod tactics;
mod variants;
mod whole;
