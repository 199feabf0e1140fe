//! Deduplication with all classes in memory.

use serde_json::json;

use super::batch::Batch;
use super::{Done, Job};
use crate::book::seen::Seen;
use crate::book::source::Opening;
use crate::book::spool::Spool;
use crate::failure::Failure;

/// Without counts an opening is written as soon as it is known to be new; with
/// counts its text waits on disk, because only the end tells them.
pub(super) fn dedup(job: Job<'_>) -> Result<Done, Failure> {
    let Job {
        books,
        form,
        folder,
        mut output,
        report,
    } = job;
    let mut seen = Seen::new();
    let mut buffer = String::new();
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
    books.read(report, &mut |opening: &Opening<'_>| {
        opening.form.fits(form.to)?;
        let text = form.text(opening, &mut buffer);
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
    if report.read == 0 {
        return Err(Failure::Input(report.nothing_read()));
    }
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
