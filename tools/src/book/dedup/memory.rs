//! Deduplication with all classes in memory.

use serde_json::json;

use super::batch::Batch;
use super::{Done, Input};
use crate::book::seen::Seen;
use crate::book::spool::{Folder, Spool};
use crate::failure::Failure;
use crate::output::Output;

/// Without counts an opening is written as soon as it is known to be new; with
/// counts its text waits on disk, because only the end tells them.
pub(super) fn dedup(
    input: Input<'_>,
    folder: &Folder,
    mut output: Output,
) -> Result<Done, Failure> {
    let form = input.form;
    let mut seen = Seen::new();
    let mut waiting = if form.counts {
        Some(Spool::new(folder)?)
    } else {
        None
    };
    let mut batch = Batch::default();
    let mut keep = |text: &str| match &mut waiting {
        None => form.write(text.as_bytes(), 1, &mut output),
        Some(spool) => spool.push(text),
    };
    input.read(|opening, text| {
        batch.push(&seen, opening.class.board.as_bytes(), text, opening.count);
        if !batch.is_full() {
            return Ok(());
        }
        if seen.is_full() {
            let why = "there are too many openings for the memory: expected --memory";
            return Err(Failure::Input(why.to_owned()).into());
        }
        Ok(batch.look_up(&mut seen, &mut keep)?)
    })?;
    batch.look_up(&mut seen, &mut keep)?;
    if let Some(spool) = waiting {
        let mut texts = spool.read()?;
        for (_, count) in seen.iter() {
            form.write(texts.next()?, count, &mut output)?;
        }
    }
    output.finish()?;
    Ok(Done {
        kept: seen.len(),
        memory: json!({
            "bytes": seen.bytes(),
            "bytes_per_position": seen.bytes() as f64 / seen.len() as f64,
        }),
    })
}
