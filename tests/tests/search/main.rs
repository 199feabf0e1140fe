//! The search and the solver, called as libraries.

mod host;
mod solve_certificates;
mod solve_exhaustive;
mod solve_lists;
mod tactics;
mod whole;
