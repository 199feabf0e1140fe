//! `tak-tools convert`: games and positions in another notation.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use tak_encoding::ptn::{PtnGame, ReadGame};
use tak_encoding::{BoardSize, Game, Link, Notation, Opening, Playable, Position, Size, with_game};
use tak_games::collection::{game_number, lacks_game};
use tak_games::entries::{BadEntry, Board, Entries, Entry, ReadEntry};
use tak_games::game_files;
use tak_games::move_list;
use tak_games::start::board_size;

use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::Ledger;
use crate::output::{Output, refuse_as_output};
use crate::progress::Progress;
use crate::remark;

/// Convert between PTN, TPS, move lists, playtak.com notation and ptn.ninja links
///
/// Reads one position, move list or link per line, or all games of a PTN file, and writes an entry
/// for each. Bad ones are reported and skipped. PTN is kept as written, comments included, but for
/// what other programs cannot read, which is written as they do; links hold the tags that PTN Ninja
/// knows. As TPS, a game becomes the position at its end, or the one
/// that its link shows.
#[derive(Args)]
#[command(group = ArgGroup::new("what").args(["inputs", "text"]).required(true))]
#[command(after_help = "Examples:
  tak-tools convert --to url game.ptn
  tak-tools convert --to ptn \\
      'https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA'
  tak-tools convert --to tps --ply 10 games.ptn -o positions.txt
  tak-tools convert --to playtak games.ptn
  tak-tools convert --to moves --size 5 --text 'P A1,P E5,P C3 W'
  tak-tools convert --to ptn --size 6 --opening 'double black stack' \\
      --text 'P A1,P F6'
  tak-tools convert --to url --text 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'")]
pub(crate) struct Arguments {
    /// What to write; tps is the position at the end of a game
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,

    /// What to read, by default guessed from the first word of each line
    #[arg(long, value_name = "FORM", value_enum)]
    from: Option<Form>,

    /// Files, folders of PTN files, or links to ptn.ninja; `-` for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Read this text instead of files
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,

    /// The board of move lists and playtak notation, which do not say
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// The opening of move lists and playtak notation, which do not say: swap, no-swap or "double
    /// black stack"
    #[arg(long, value_name = "OPENING")]
    opening: Option<Opening>,

    /// Only this game of a file with several, counted from 1; lines count as games
    #[arg(long, value_name = "N")]
    #[arg(value_parser = game_number, allow_negative_numbers = true)]
    game: Option<NonZeroUsize>,

    /// The position after N plies, as TPS or shown by the link
    #[arg(long, value_name = "N")]
    ply: Option<usize>,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Converts the input.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.ply.is_some() && !matches!(self.to, Form::Tps | Form::Url) {
            return Err(Failure::input("--ply: expected --to tps or --to url"));
        }
        refuse_as_output(&self.inputs, &self.output)?;
        let output = Output::create(&self.output)?;
        let sources = match &self.text {
            Some(text) => vec![Ok(Source::Argument("--text", text.clone()))],
            None => game_files::sources(&self.inputs, &game_files::EXTENSIONS),
        };
        let lengths = sources.iter().flatten().map(Source::length);
        let mut writer = Writer {
            output,
            form: self.to,
            plies: self.ply,
            game: self.game.map(NonZeroUsize::get),
            seen: 0,
            ledger: Ledger::telling(),
            written: false,
            progress: Progress::bytes(lengths.sum()),
            before: 0,
        };
        for source in sources {
            match source {
                Ok(source) => self.read(&source, &mut writer)?,
                Err(failure) => writer.skip(failure)?,
            }
        }
        writer.finish()
    }
}

/// How a game or a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// Positions, one per line
    Tps,
    /// Games with tags, an empty line between them
    Ptn,
    /// Moves in PTN, one game per line
    Moves,
    /// Moves in the notation of playtak.com, one game per line
    Playtak,
    /// Links to ptn.ninja, one per line
    Url,
}

impl From<Form> for Notation {
    fn from(form: Form) -> Self {
        match form {
            Form::Ptn => Self::Ptn,
            Form::Tps => Self::Tps,
            Form::Moves => Self::Moves,
            Form::Playtak => Self::Playtak,
            Form::Url => Self::Link,
        }
    }
}

/// An entry that is written in another form.
struct Converted<'a>(ReadEntry<'a>);

impl Converted<'_> {
    /// The text in a form, with its line end. `plies` is the position that the user asks for.
    fn write(&self, form: Form, plies: Option<usize>) -> Result<String, String> {
        let plies = plies.or(self.0.plies);
        let line = match form {
            Form::Ptn => return Ok(self.for_others()),
            Form::Url => {
                check(plies, self.0.game().plies())?;
                Link::new(self.for_ptn_ninja()?, plies).to_string()
            }
            Form::Tps if self.0.side_line => {
                return Err("it shows a side line, which is not read; use --to ptn".to_owned());
            }
            Form::Tps => with_game!(self.0.game(), game => position(game, plies)?.to_tps()),
            Form::Moves => with_game!(self.0.game(), game => {
                move_list::tell_lost_opening(self.0.game());
                from_the_start(game)?;
                let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
                moves.join(" ")
            }),
            Form::Playtak => with_game!(self.0.game(), game => {
                from_the_start(game)?;
                let opening = game.start().opening();
                if opening != Opening::Swap {
                    remark::once(&format!(
                        "the notation of playtak.com does not show the opening {opening}: read it \
                         with --opening '{opening}'"
                    ));
                }
                game.to_playtak()
            }),
        };
        Ok(line + "\n")
    }

    /// As others read it, with one line end after it.
    fn for_others(&self) -> String {
        match (&self.0.game, &self.0.ptn) {
            (ReadGame::Whole(game), _) => on_its_own(&game.for_others()),
            (ReadGame::Main(_), Some(ptn)) => on_its_own(ptn),
            // What is newly made, all read.
            (ReadGame::Main(game), None) => game.to_string(),
        }
    }

    /// As it was written, comments included, or else newly made.
    fn ptn(&self) -> String {
        match &self.0.ptn {
            Some(ptn) => on_its_own(ptn),
            None => self.0.game().to_string(),
        }
    }

    /// The same as PTN Ninja takes it.
    fn for_ptn_ninja(&self) -> Result<String, String> {
        if let Some(BadEntry { line, why, .. }) = self.0.left_out.first() {
            return Err(format!("a link would not hold all of it: line {line}: {why}"));
        }
        let game: PtnGame = self.ptn().parse().map_err(|error| format!("{error}"))?;
        let ptn = game.to_ptn_ninja();
        let held = ptn.parse::<PtnGame>().map_or(0, |held| held.plies().len());
        if held < game.plies().len() {
            return Err("a link would not hold all of it: branches are nested too deep".to_owned());
        }
        Ok(ptn)
    }
}

/// A game with one line end after it.
fn on_its_own(ptn: &str) -> String {
    ptn.trim().to_owned() + "\n"
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
        Some(plies) if plies > played => {
            Err(format!("ply {plies}: expected at most {played}, where the game ends"))
        }
        _ => Ok(()),
    }
}

/// A list of moves cannot say where it starts.
fn from_the_start<const N: usize>(game: &Game<N>) -> Result<(), String>
where
    Size<N>: Playable,
{
    let why =
        "it starts from a position, which a list of moves cannot give; use --to ptn, tps or url";
    let is_start = game.start().occupied().is_empty() && game.start().ply() == 0;
    is_start.then_some(()).ok_or_else(|| why.to_owned())
}

impl Arguments {
    /// Converts everything in a source: one entry per line, or all games of a PTN
    /// file.
    fn read(&self, source: &Source, writer: &mut Writer) -> Result<(), Failure> {
        writer.seen = 0;
        let read = self.read_entries(source, writer);
        writer.end_of(source);
        match (read, writer.game) {
            // A source that cannot be read is one bad entry.
            (Err(failure @ Failure::Input(_)), _) => writer.skip(failure),
            (Ok(()), _) if writer.seen == 0 => {
                writer.skip(source.failure("it contains no games or positions"))
            }
            (Ok(()), Some(game)) if writer.seen < game => {
                writer.skip(lacks_game(source, game, writer.seen))
            }
            (read, _) => read,
        }
    }

    fn read_entries(&self, source: &Source, writer: &mut Writer) -> Result<(), Failure> {
        let board = Board { size: self.size, opening: self.opening };
        let mut entries = Entries::new(source.lines()?, self.from.map(Notation::from));
        while !writer.is_done() {
            if entries.must_wait() {
                writer.show()?;
            }
            let Some(entry) = entries.next()? else { break };
            if !writer.wants_next() {
                continue;
            }
            let line = entry.as_ref().map_or(0, |entry| entry.line);
            // Only PTN needs all lines.
            let read_as = if self.to == Form::Ptn { Entry::read_as_needed } else { Entry::read };
            let read = entry.and_then(|entry| read_as(&entry, board));
            let read = read.map(|read| (line, Converted(read)));
            writer.put(source, read.map_err(|bad| bad.failure(source)))?;
            writer.show_progress(entries.bytes());
        }
        Ok(())
    }
}

/// Writes the entries in the wanted form, and reports and counts the bad ones.
struct Writer {
    output: Output,
    form: Form,
    /// The ply of the position that the user asks for.
    plies: Option<usize>,
    /// The number of the only entry of each source that the user asks for.
    game: Option<usize>,
    /// How many entries of the source have been seen, good and bad.
    seen: usize,
    ledger: Ledger,
    written: bool,
    progress: Progress,
    /// The bytes of the sources that are done.
    before: u64,
}

impl Writer {
    /// Whether the next entry of the source is asked for.
    fn wants_next(&mut self) -> bool {
        self.seen += 1;
        self.game.is_none_or(|game| game == self.seen)
    }

    /// Whether no other entry of the source is asked for.
    fn is_done(&self) -> bool {
        self.game.is_some_and(|game| game <= self.seen)
    }

    /// Counts something bad.
    fn skip(&mut self, failure: Failure) -> Result<(), Failure> {
        // Otherwise the message would appear in the middle of the bar.
        self.progress.hide_while(|| self.ledger.count(Err(failure)))
    }

    /// Writes an entry of a source, or reports what is wrong with it.
    fn put(
        &mut self,
        source: &Source,
        entry: Result<(u64, Converted<'_>), Failure>,
    ) -> Result<(), Failure> {
        let written = entry.and_then(|(line, entry)| {
            // A link that does not hold all of it is refused.
            if self.form != Form::Url {
                self.progress.hide_while(|| entry.0.tell(source, &mut self.ledger));
            }
            let text = entry.write(self.form, self.plies);
            let text = text.map_err(|why| source.failure_at(line, why))?;
            if self.form == Form::Ptn && self.written {
                self.output.write(b"\n")?;
            }
            self.written = true;
            self.output.write(text.as_bytes())
        });
        match written {
            Ok(()) => self.ledger.count(Ok(())),
            Err(failure) => self.skip(failure),
        }
    }

    /// Shows that this many bytes of a source have been read.
    fn show_progress(&self, bytes: u64) {
        self.progress.set(self.before + bytes);
    }

    /// Called when a source is done.
    fn end_of(&mut self, source: &Source) {
        self.before += source.length().unwrap_or_default();
    }

    /// Flushes what is done before waiting for more.
    fn show(&mut self) -> Result<(), Failure> {
        self.output.show()
    }

    /// Called after all sources.
    fn finish(self) -> Result<(), Failure> {
        drop(self.progress);
        if !self.ledger.all_bad() {
            self.output.finish()?;
        }
        self.ledger.finish("entries")
    }
}
