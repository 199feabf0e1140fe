#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod diagram;
mod graph;
mod lettering;
mod page;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sheet;
mod svg;
mod text_board;
mod theme;

pub use board::Coordinates;
pub use diagram::{Diagram, LastMove, Side, Stack};
pub use graph::{Graph, GraphMark, GraphPoint, Severity};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::PngError;
pub use svg::Escaped;
pub use text_board::{Style, TextBoard};
pub use theme::Theme;
