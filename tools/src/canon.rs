//! `tak-tools canon`: a common form for symmetric positions or games.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use serde_json::json;
use tak_encoding::ptn::{GameText, move_list};
use tak_encoding::{BoardSize, Opening, with_game, with_size};
use tak_games::collection::{Collection, game_number};
use tak_games::game_files::{EXTENSIONS, sources};
use tak_games::start::board_size;

use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::ledger::Ledger;
use crate::output::{Output, refuse_as_output, write};
use crate::remark;
use crate::symmetry::{NAMES, name};

mod game;
mod positions;

use positions::Wanted;

/// Turn positions or games so that symmetric ones look the same
///
/// For a position: its canonical form as TPS, the symmetry that made it, and the key that all
/// symmetric positions share, as 16 hex digits, separated by tabs. Side to move and pieces matter,
/// the move number does not. Without an argument positions are read from standard input, one per
/// line; bad lines are reported and skipped.
///
/// For a game: the moves, turned so that their squares come first in alphabetical order; the first
/// move that differs decides. White's first stone goes to the lower left, a corner to a1; as long
/// as all stones lie on the a1–h8 diagonal, the next one goes above it: `a1 f1` becomes `a1 a6`. If
/// a game starts from a position, that is turned into its canonical form first.
#[derive(Args)]
#[command(group = ArgGroup::new("what").args(["tps", "size", "inputs"]))]
#[command(after_help = format!("{NAMES}

Examples:
  tak-tools canon --tps 'x6/x6/x6/x6/x6/x5,2 2 1'
  tak-tools canon < positions.txt | sort -t $'\\t' -k 3 -u
  tak-tools canon --all --tps 'x3/x3/2,x2 2 1'
  tak-tools canon --size 6 --moves 'f6 f1 d3'
  tak-tools canon --size 6 < openings.txt
  tak-tools canon game.ptn -o turned.ptn"))]
pub(crate) struct Arguments {
    /// Turn the games of these PTN files, folders of them, or links to ptn.ninja; `-` for standard
    /// input; comments are kept, and lines of engines in them, like `pv> a1 b2`, are turned too
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Turn this one position instead of those on standard input
    #[arg(long, value_name = "TPS")]
    tps: Option<String>,

    /// Turn move lists of this board size, one per line on standard input
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Turn this one move list, in PTN, separated by spaces
    #[arg(long, value_name = "MOVES", requires = "size")]
    moves: Option<String>,

    /// The opening of move lists and empty boards, by default swap, or a double black stack if the
    /// first move is like 2a1
    #[arg(long, value_name = "OPENING", conflicts_with = "inputs")]
    opening: Option<Opening>,

    /// Only this game of a file with several, counted from 1
    #[arg(long, value_name = "N", requires = "inputs")]
    #[arg(value_parser = game_number, allow_negative_numbers = true)]
    game: Option<NonZeroUsize>,

    #[command(flatten)]
    wanted: Wanted,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Turns the input.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let of_games = self.size.is_some() || !self.inputs.is_empty();
        if of_games && self.wanted.positions_only() {
            return Err(Failure::input("--all and --hashes: expected positions, not games"));
        }
        refuse_as_output(&self.inputs, &self.output)?;
        match (&self.tps, &self.moves) {
            (Some(tps), _) => self.one(tps, "--tps: "),
            (None, Some(moves)) => self.one(moves, "--moves, "),
            (None, None) if self.inputs.is_empty() => self.lines(),
            (None, None) => self.ptn(),
        }
    }

    /// A position or a move list from the command line.
    fn one(&self, text: &str, place: &str) -> Result<(), Failure> {
        let mut lines = String::new();
        let told = self.tell(text, &mut lines);
        let decided = told.map_err(|why| Failure::Input(format!("{place}{why}")))?;
        if let Some(what) = decided {
            remark::once(&format!("{place}{what}"));
        }
        write(&self.output, lines.as_bytes())
    }

    /// Adds the lines about a position or a move list. Returns what was decided about the list, if
    /// anything.
    fn tell(&self, text: &str, lines: &mut String) -> Result<Option<String>, String> {
        let Some(size) = self.size else {
            positions::tell(text, self.opening, self.wanted, lines)?;
            return Ok(None);
        };
        with_size!(size, N => {
            let game = move_list::read_from_empty::<N>(self.opening, text);
            let game = game.map_err(|error| error.to_string())?;
            let symmetry = game::symmetry(game.start(), game.moves());
            let (moves, name) = (game::turned_moves(&game, symmetry), name(symmetry));
            let line = if self.wanted.json {
                let tps = game.end().transform(symmetry).to_tps();
                json!({"size": N, "moves": moves, "symmetry": name, "tps": tps}).to_string()
            } else {
                format!("{moves}\t{name}")
            };
            lines.extend([line.as_str(), "\n"]);
            Ok(move_list::decided(&game, text).into_iter().next())
        })
    }

    fn lines(&self) -> Result<(), Failure> {
        let source = Source::Stdin;
        let mut output = Output::create(&self.output)?;
        let mut lines = source.lines()?;
        let mut ledger = Ledger::telling();
        let mut text = String::new();
        loop {
            // Show what is done so far before waiting for more input.
            if lines.must_wait() {
                output.show()?;
            }
            let told = match lines.next()? {
                None => break,
                Some(Line::Text(line)) if line.trim().is_empty() => continue,
                Some(Line::Text(line)) => {
                    text.clear();
                    self.tell(line, &mut text)
                }
                Some(Line::Bad(why, _)) => Err(why.to_owned()),
            };
            let told = told.map_err(|why| source.failure_at(lines.number(), why));
            let told = told.and_then(|decided| {
                if let Some(what) = decided {
                    ledger.note(&source.failure_at(lines.number(), what));
                }
                output.write(text.as_bytes())
            });
            ledger.count(told)?;
        }
        if ledger.entries() == 0 {
            return Err(source.failure("it contains no entries, expected one per line"));
        }
        if !ledger.all_bad() {
            output.finish()?;
        }
        ledger.finish("lines")
    }

    /// The games of PTN files, with all text but squares and directions unchanged where others can
    /// read it.
    fn ptn(&self) -> Result<(), Failure> {
        let mut output = Output::create(&self.output)?;
        let mut ledger = Ledger::telling();
        for source in sources(&self.inputs, &EXTENSIONS) {
            let read = source.and_then(|source| {
                let games = Collection::read(&source)?;
                let wanted = games.chosen(self.game)?;
                for (number, game) in (1..).zip(games.games()) {
                    if wanted.contains(&number) {
                        let turned = self.turned(&games, game, &mut ledger);
                        ledger.count(turned.and_then(|text| output.write(text.as_bytes())))?;
                    }
                }
                Ok(())
            });
            if let Err(failure) = read {
                ledger.count(Err(failure))?;
            }
        }
        if !ledger.all_bad() {
            output.finish()?;
        }
        ledger.finish("games")
    }

    fn turned(
        &self,
        games: &Collection,
        text: GameText<'_>,
        ledger: &mut Ledger,
    ) -> Result<String, Failure> {
        let (mut game, left_out) = games.whole_game(text)?;
        for left_out in &left_out {
            ledger.warn(left_out);
        }
        let symmetry = with_game!(game.game(), game => game::symmetry(game.start(), game.moves()));
        game.transform(symmetry);
        let mut ptn = game.for_others();
        if !ptn.ends_with('\n') {
            ptn.push('\n');
        }
        if !self.wanted.json {
            return Ok(ptn);
        }
        let size = game.game().size().squares_per_side();
        let (name, end) = (name(symmetry), game.game().end().to_string());
        let object = json!({"size": size, "ptn": ptn, "symmetry": name, "tps": end});
        Ok(object.to_string() + "\n")
    }
}
