//! `tak_toolkit.learn.observe`: one board as numbers.

use pyo3::prelude::*;
use tak_encoding::with_position;

use super::batch::{Masks, write_masks};
use super::{Floats, MaskArray, elements, planes};
use crate::board::Board;
use crate::names::Color;

/// Writes the planes of a board as a player sees it, by default the one to move, and the mask of the
/// legal actions, of which there are none once the game is over.
#[pyfunction]
#[pyo3(signature = (board, *, color = None, planes = None, masks = None))]
pub(crate) fn observe(
    board: PyRef<'_, Board>,
    color: Option<Color>,
    planes: Option<Floats<'_>>,
    masks: Option<MaskArray<'_>>,
) -> PyResult<()> {
    let (mut planes, mut masks) = (planes, masks);
    let size = board.size();
    let floats = elements(planes.as_mut(), "planes", &[planes::count(size), size, size])?;
    let masks = super::masks(&mut masks, &[], size)?;
    with_position!(&board.position.rehashed(), position => {
        if !floats.is_empty() {
            let viewer = color.map_or(position.side_to_move(), |color| color.0);
            planes::write(position, viewer, position.rules().reserves(), floats);
        }
        match masks {
            Masks::Bools(masks) if board.is_over() => masks.fill(false),
            Masks::Bits(masks) if board.is_over() => masks.fill(0),
            masks => write_masks(std::slice::from_ref(position), masks),
        }
    });
    Ok(())
}
