//! What Python sees of the crates: each module holds one class and what goes with it. There is no
//! rule of Tak here; whatever a class does, a crate does for it.

mod actions;
mod board;
mod books;
mod engine;
mod errors;
mod game;
mod info;
mod interrupt;
mod learn;
mod legal_moves;
mod limit;
mod mv;
mod names;
mod networks;
mod outcome;
mod rules;
mod self_play;
mod solve;
mod square;

use pyo3::prelude::*;

/// The classes and errors of `tak_toolkit` that are not written in Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::books::{Book, Database, Found, Results, Search};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine};
    #[pymodule_export]
    use crate::errors::{IllegalMoveError, NotationError, TakError};
    #[pymodule_export]
    use crate::game::{Game, Node, read_games};
    #[pymodule_export]
    use crate::info::Info;
    #[pymodule_export]
    use crate::learn::VecEnv;
    #[pymodule_export]
    use crate::learn::observe::observe;
    #[pymodule_export]
    use crate::learn::symmetries::{action_symmetries, square_symmetries};
    #[pymodule_export]
    use crate::legal_moves::LegalMoves;
    #[pymodule_export]
    use crate::limit::Limit;
    #[pymodule_export]
    use crate::mv::Move;
    #[pymodule_export]
    use crate::networks::{Network, bucket_of, input_symmetries, inputs_of, swapped_inputs, weigh};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::self_play::self_play_game;
    #[pymodule_export]
    use crate::solve::{Answer, Checked, solve, verify};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const cpu: &str = bitops::cpu::BUILT_FOR;

    /// Whether this CPU allows the library for x86-64-v3: see `package/tak_toolkit/_cpu.py`.
    #[pyo3::pyfunction]
    fn allows_v3() -> bool {
        bitops::cpu::allows_v3()
    }
}
