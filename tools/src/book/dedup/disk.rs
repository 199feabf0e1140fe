//! Deduplication of more openings than the memory holds.
//!
//! All texts go to a file in the order in which they come. Their boards are
//! sorted, so that equal ones meet, which tells when a class came first and how
//! often; sorted by that time, the classes pick their texts.

use serde_json::json;

use super::{Done, Input};
use crate::book::limit::Memory;
use crate::book::runs::{Record, Sorter};
use crate::book::spool::{Folder, Spool};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Writes the same bytes as deduplication in memory.
pub(super) fn dedup(
    input: Input<'_>,
    folder: &Folder,
    mut output: Output,
    memory: Memory,
) -> Result<Done, Failure> {
    let form = input.form;
    let mut boards = Sorter::new(memory.limits(), folder);
    let mut spool = Spool::new(folder)?;
    let mut number = 0;
    input.read(|opening, text| {
        boards.push(Record {
            key: opening.class.key,
            board: opening.class.board.as_bytes(),
            first: number,
            count: opening.count,
        })?;
        spool.push(text)?;
        number += 1;
        Ok(())
    })?;
    let (mut boards, runs) = boards.finish()?;
    let mut classes = Sorter::new(memory.limits(), folder);
    let progress = Progress::bytes(Some(boards.bytes()));
    let mut found = 0_u64;
    while let Some(class) = boards.next()? {
        // By time alone: no two have the same.
        classes.push(Record {
            key: class.first,
            board: &[],
            ..class
        })?;
        found += 1;
        if found.is_multiple_of(4096) {
            progress.set(boards.bytes_read());
        }
    }
    drop((boards, progress));
    let (mut classes, more_runs) = classes.finish()?;
    let progress = Progress::things(Some(number), "openings written");
    let mut texts = spool.read()?;
    let (mut at, mut kept) = (0, 0);
    while let Some(class) = classes.next()? {
        while at < class.first {
            texts.skip()?;
            at += 1;
        }
        form.write(texts.next()?, class.count, &mut output)?;
        at += 1;
        kept += 1;
        if kept % 4096 == 0 {
            progress.set(at);
        }
    }
    output.finish()?;
    Ok(Done {
        kept,
        memory: json!({"limit": memory.bytes(), "runs": runs + more_runs}),
    })
}
