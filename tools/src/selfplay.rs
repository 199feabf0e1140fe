//! Reading what `tak-tools datagen` wrote.

use std::path::PathBuf;

use tak_encoding::{AnyRules, HalfKomi, NoHash, Playable, Position, Size};

use crate::failure::Failure;
use crate::input::{Line, Source};

/// A position of a game that the engine played against itself.
pub(crate) struct Record<const N: usize>
where
    Size<N>: Playable,
{
    pub(crate) position: Position<N, NoHash>,
    /// What the search said, in centiflats from White.
    pub(crate) score: f64,
    /// White's part of the result: 1, 0.5 or 0.
    pub(crate) result: f64,
}

/// Reads all files, one after the other, and hands over each position.
pub(crate) fn read<const N: usize>(
    files: &[PathBuf],
    mut take: impl FnMut(Record<N>),
) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    for path in files {
        let source = Source::from(path.as_path());
        let mut lines = source.lines()?;
        while let Some(line) = lines.next()? {
            let record = match line {
                Line::Text(text) => Record::read(text),
                Line::Bad(why, _) => Err(why.to_owned()),
            };
            take(record.map_err(|why| source.failure_at(lines.number(), why))?);
        }
    }
    Ok(())
}

impl<const N: usize> Record<N>
where
    Size<N>: Playable,
{
    fn read(line: &str) -> Result<Self, String> {
        let fields: Vec<_> = line.split('\t').collect();
        let [tps, komi, score, result] = fields[..] else {
            return Err("expected TPS, half komi, score and result, divided by tabs".to_owned());
        };
        let number = |text: &str| {
            text.parse::<f64>()
                .map_err(|error| format!("{text}: {error}"))
        };
        let rules = AnyRules {
            half_komi: HalfKomi(number(komi)? as i16),
            reserves: None,
        };
        let rules = rules.at_size().map_err(|error| error.to_string())?;
        let position = Position::from_tps_with(tps, rules).map_err(|error| error.to_string())?;
        Ok(Self {
            position,
            score: number(score)?,
            result: number(result)?,
        })
    }
}
