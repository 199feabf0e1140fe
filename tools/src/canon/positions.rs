//! The canonical form of a position, and all its eight forms.

use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};
use tak_encoding::{
    AnyPosition, AnyRules, EightHashes, NoHash, Opening, Playable, Position, Size, Symmetry,
    untag_tps, with_position,
};

use crate::symmetry::name;

/// What to print about a position.
#[derive(Args, Clone, Copy)]
pub(super) struct Wanted {
    /// Print all eight forms and the hash of each; the key is the smallest hash
    #[arg(long)]
    all: bool,

    /// Add the hashes of the eight forms, in the order of the symmetries
    #[arg(long, conflicts_with = "all")]
    hashes: bool,

    /// Print one JSON object for each position or game on a line
    #[arg(long)]
    pub(super) json: bool,
}

impl Wanted {
    /// Whether something is asked for that only positions have.
    pub(super) fn positions_only(self) -> bool {
        self.all || self.hashes
    }
}

/// Adds the lines about one position.
pub(super) fn tell(
    tps: &str,
    opening: Option<Opening>,
    wanted: Wanted,
    text: &mut String,
) -> Result<(), String> {
    let mut rules = AnyRules::default();
    rules.opening = opening.unwrap_or_default();
    let position = AnyPosition::<EightHashes>::from_tps_with(untag_tps(tps), rules);
    let position = position.map_err(|error| format!("{error}"))?;
    with_position!(position, position => {
        match wanted {
            Wanted { json: true, .. } => {
                let _ = writeln!(text, "{}", object(&position, wanted));
            }
            Wanted { all: true, .. } => {
                for (form, symmetry, hash) in forms(&position) {
                    let _ = writeln!(text, "{form}\t{}\t{hash:016x}", name(symmetry));
                }
            }
            Wanted { hashes, .. } => {
                let (form, symmetry, key) = canonical(&position);
                let _ = write!(text, "{form}\t{}\t{key:016x}", name(symmetry));
                for hash in position.hashes().get().iter().filter(|_| hashes) {
                    let _ = write!(text, "\t{hash:016x}");
                }
                text.push('\n');
            }
        }
    });
    Ok(())
}

/// A turned position, the symmetry that turned it, and its hash or key.
type Form<const N: usize> = (Position<N>, Symmetry, u64);

fn canonical<const N: usize>(position: &Position<N, EightHashes>) -> Form<N>
where
    Size<N>: Playable,
{
    let symmetry = position.canonical_symmetry();
    let form = position.rehashed::<NoHash>().transform(symmetry);
    (form, symmetry, position.hashes().canonical())
}

fn forms<const N: usize>(position: &Position<N, EightHashes>) -> impl Iterator<Item = Form<N>>
where
    Size<N>: Playable,
{
    let (plain, hashes) = (position.rehashed::<NoHash>(), position.hashes().get());
    let symmetries = Symmetry::ALL.into_iter().zip(hashes);
    symmetries.map(move |(symmetry, hash)| (plain.transform(symmetry), symmetry, hash))
}

fn object<const N: usize>(position: &Position<N, EightHashes>, wanted: Wanted) -> Value
where
    Size<N>: Playable,
{
    let (form, symmetry, key) = canonical(position);
    let mut object = json!({
        "size": N,
        "tps": form.to_tps(),
        "symmetry": name(symmetry),
        "key": format!("{key:016x}"),
    });
    if wanted.hashes {
        let hashes = position.hashes().get().map(|hash| format!("{hash:016x}"));
        object["hashes"] = hashes.to_vec().into();
    }
    if wanted.all {
        let forms = forms(position).map(|(form, symmetry, hash)| {
            json!({
                "tps": form.to_tps(),
                "symmetry": name(symmetry),
                "hash": format!("{hash:016x}"),
            })
        });
        object["forms"] = forms.collect();
    }
    object
}
