//! Deduplication of more openings than the memory holds.
//!
//! All texts go to a file in the order in which they come. Their boards are
//! sorted, so that equal ones meet, which tells when a class came first and how
//! often; sorted by that time, the classes pick their texts.

use serde_json::json;

use super::{Done, Job};
use crate::book::limit::Memory;
use crate::book::runs::{Record, Sorter};
use crate::book::source::{Opening, Trouble};
use crate::book::spool::Spool;
use crate::failure::Failure;
use crate::progress::Progress;

/// Writes the same bytes as deduplication in memory.
pub(super) fn dedup(job: Job<'_>, memory: Memory) -> Result<Done, Failure> {
    let Job {
        books,
        form,
        folder,
        mut output,
        report,
    } = job;
    let mut boards = Sorter::new(memory.limits(), folder);
    let mut spool = Spool::new(folder)?;
    let mut buffer = String::new();
    let mut number = 0;
    let mut take = |opening: &Opening<'_>| -> Result<(), Trouble> {
        opening.form.fits(form.to)?;
        boards.push(Record {
            key: opening.class.key,
            board: opening.class.board.as_bytes(),
            first: number,
            count: opening.count,
        })?;
        spool.push(form.text(opening, &mut buffer))?;
        number += 1;
        Ok(())
    };
    books.read(report, &mut take)?;
    if report.read == 0 {
        return Err(Failure::Input(report.nothing_read()));
    }
    let (mut boards, runs) = boards.finish()?;
    let mut classes = Sorter::new(memory.limits(), folder);
    while let Some(class) = boards.next()? {
        // By time alone: no two have the same.
        classes.push(Record {
            key: class.first,
            board: &[],
            ..class
        })?;
    }
    drop(boards);
    let (mut classes, more_runs) = classes.finish()?;
    let progress = Progress::things(Some(number), "openings sorted");
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
