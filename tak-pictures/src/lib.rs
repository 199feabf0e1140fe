#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "png")]
mod animation;
mod board;
#[cfg(feature = "png")]
mod color_table;
mod diagram;
#[cfg(feature = "png")]
mod gif;
mod graph;
mod lettering;
mod page;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod raster;
#[cfg(feature = "png")]
mod replay;
mod scene;
mod sheet;
mod svg;
mod text_board;
mod theme;

#[cfg(feature = "png")]
pub use animation::Animation;
pub use board::Coordinates;
pub use diagram::{Diagram, LastMove, Side, Stack};
pub use graph::{Graph, GraphMark, GraphPoint, Severity};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use raster::RasterError;
#[cfg(feature = "png")]
pub use replay::Replay;
pub use svg::Escaped;
pub use text_board::{Style, TextBoard};
pub use theme::Theme;
