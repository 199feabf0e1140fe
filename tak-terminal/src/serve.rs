//! Serving pages and programs: where to listen, which pages may connect, how long a client may
//! take.

pub mod deadline;
pub mod listen;
pub mod origin;
