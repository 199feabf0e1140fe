//! Writes a game or a position in the form that is asked for.

use tak_encoding::{Game, Playable, Position, Size, with_game};

use super::link;
use super::read::{Entry, Form};
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::skipped::Skipped;

/// Puts entries where they are wanted, and counts the bad ones.
pub(super) struct Writer {
    output: Output,
    form: Form,
    /// The position that the user asks for.
    plies: Option<usize>,
    skipped: Skipped,
    written: bool,
    progress: Progress,
    /// Bytes of the sources that are done.
    before: u64,
}

impl Writer {
    pub(super) fn new(
        output: Output,
        progress: Progress,
        form: Form,
        plies: Option<usize>,
    ) -> Self {
        Self {
            output,
            form,
            plies,
            skipped: Skipped::default(),
            written: false,
            progress,
            before: 0,
        }
    }

    /// How many entries there were so far, bad ones too.
    pub(super) fn entries(&self) -> u64 {
        self.skipped.entries()
    }

    /// Writes an entry of a source, or tells what is wrong with it.
    pub(super) fn put(
        &mut self,
        source: &Source,
        entry: Result<Entry, Failure>,
    ) -> Result<(), Failure> {
        let written = entry.and_then(|entry| {
            let text = text(&entry, self.form, self.plies);
            let text = text.map_err(|why| source.failure_at(entry.line, why))?;
            if self.form == Form::Ptn && self.written {
                self.output.write(b"\n")?;
            }
            self.written = true;
            self.output.write(text.as_bytes())
        });
        match written {
            Ok(()) => self.skipped.count(Ok(())),
            // Its line would stand in the middle of the bar.
            bad => self.progress.hide_while(|| self.skipped.count(bad)),
        }
    }

    /// So many bytes of a source are read.
    pub(super) fn show_progress(&self, bytes: u64) {
        self.progress.set(self.before + bytes);
    }

    /// A source is done.
    pub(super) fn end_of(&mut self, source: &Source) {
        self.before += source.length().unwrap_or_default();
    }

    /// Lets a reader see what is done before more is waited for.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        self.output.show()
    }

    /// The end of all sources.
    pub(super) fn finish(self) -> Result<(), Failure> {
        drop(self.progress);
        if !self.skipped.all() {
            self.output.finish()?;
        }
        self.skipped.finish("entries")
    }
}

/// The text of an entry, with its line end. `plies` is what the user asks for.
fn text(entry: &Entry, form: Form, plies: Option<usize>) -> Result<String, String> {
    let plies = plies.or(entry.plies);
    Ok(match form {
        Form::Ptn => ptn(entry),
        Form::Url => {
            let played = entry.game.plies();
            check(plies, played)?;
            link::write(&ptn(entry), plies) + "\n"
        }
        Form::Tps if entry.side_line => {
            return Err("it shows a side line, which is not read; use --to ptn".to_owned());
        }
        Form::Tps => with_game!(&entry.game, game => position(game, plies)?.to_tps() + "\n"),
        Form::Moves => with_game!(&entry.game, game => {
            from_the_start(game)?;
            let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
            moves.join(" ") + "\n"
        }),
        Form::Playtak => with_game!(&entry.game, game => {
            from_the_start(game)?;
            game.to_playtak() + "\n"
        }),
    })
}

/// As it was written, comments and all, or else made new.
fn ptn(entry: &Entry) -> String {
    entry.ptn.clone().unwrap_or_else(|| entry.game.to_string())
}

fn position<const N: usize>(game: &Game<N>, plies: Option<usize>) -> Result<Position<N>, String>
where
    Size<N>: Playable,
{
    check(plies, game.moves().len())?;
    let Some(plies) = plies else {
        return Ok(*game.end());
    };
    let mut position = *game.start();
    for &mv in &game.moves()[..plies] {
        position.play_unchecked(mv);
    }
    Ok(position)
}

fn check(plies: Option<usize>, played: usize) -> Result<(), String> {
    match plies {
        Some(plies) if plies > played => Err(format!(
            "ply {plies}: expected at most {played}, where the game ends"
        )),
        _ => Ok(()),
    }
}

/// A list of moves cannot say where it starts.
fn from_the_start<const N: usize>(game: &Game<N>) -> Result<(), String>
where
    Size<N>: Playable,
{
    if game.start().occupied().is_empty() && game.start().ply() == 0 {
        return Ok(());
    }
    let why =
        "it starts from a position, which a list of moves cannot tell; use --to ptn, tps or url";
    Err(why.to_owned())
}
