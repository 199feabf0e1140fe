//! Serving pages and programs: where to listen, which pages may connect, how long a client may
//! take, what it asks for and is answered.

pub mod deadline;
pub mod http;
pub mod listen;
pub mod origin;
