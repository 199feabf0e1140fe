//! What to analyse: the games of some files, or a position.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use clap::Args;
use tak_encoding::ptn::PtnGame;
use tak_encoding::{
    AnyGame, AnyMove, AnyPosition, AnyRules, GameResult, HalfKomi, MoveName, NoHash, OneHash,
    Opening, SetupError, Whole, untag_tps,
};
use tak_games::collection::{Collection, game_number};
use tak_search::engine::Setup;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::input::Source;
use tak_terminal::text::Text;

/// Which part of a file to analyse.
#[derive(Args)]
pub(crate) struct Selection {
    /// Only this game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    #[arg(value_parser = game_number, allow_negative_numbers = true)]
    game: Option<NonZeroUsize>,

    /// Begin with this move, like 12 or 12b
    #[arg(long, value_name = "MOVE")]
    first: Option<MoveName>,

    /// End with this move
    #[arg(long, value_name = "MOVE")]
    last: Option<MoveName>,

    /// Points added to Black's flats, like 2 or 2.5; by default the game's Komi tag, or none
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) komi: Option<HalfKomi>,
}

impl Selection {
    /// All moves, of one game or of all, with this komi or their own.
    pub(crate) fn whole_games(game: Option<NonZeroUsize>, komi: Option<HalfKomi>) -> Self {
        Self { game, first: None, last: None, komi }
    }
}

/// A game to analyse, or a position, which is a game without moves.
pub(crate) struct Subject<'a> {
    /// The game with its whole text.
    pub(crate) record: PtnGame,
    /// What its lines do not hold.
    pub(crate) left_out: Vec<Failure>,
    /// Where it comes from.
    source: &'a Source,
    /// Its number among the games of all inputs, from 1.
    pub(crate) number: usize,
    /// The positions before each move, and the last one.
    pub(crate) setups: Vec<Setup>,
    /// The moves between them.
    pub(crate) moves: Vec<AnyMove>,
    /// The positions to analyse.
    pub(crate) window: RangeInclusive<usize>,
}

/// The games of a source.
pub(crate) struct Input {
    pub(crate) games: Collection,
    /// The number of its first game among the games of all inputs.
    pub(crate) first: usize,
}

impl Input {
    /// Reads PTN, a link to ptn.ninja or a TPS.
    pub(crate) fn read(source: &Source) -> Result<Self, Failure> {
        Ok(Self { games: Collection::read(source)?, first: 1 })
    }

    /// A single position.
    pub(crate) fn of_tps(tps: &str, komi: Option<HalfKomi>) -> Result<Self, Failure> {
        let rules = AnyRules::with_komi(komi.unwrap_or_default());
        let source = Source::Argument("--tps", tps.to_owned());
        let text = Text::read(&source)?.unpacked(|tps| {
            let position = AnyPosition::<NoHash>::from_tps_with(untag_tps(tps), rules)?;
            let ptn = AnyGame::new(position).to_string();
            Ok::<_, SetupError>(Cow::Owned(ptn))
        });
        Ok(Self { games: Collection::of_ptn(text?), first: 1 })
    }

    /// The chosen games; a bad one is a failure among the others.
    pub(crate) fn subjects(&self, selection: &Selection) -> Vec<Result<Subject<'_>, Failure>> {
        let wanted = match self.games.chosen(selection.game) {
            Ok(wanted) => wanted,
            Err(failure) => return vec![Err(failure)],
        };
        let games = (1..).zip(self.games.games());
        let chosen = games.filter(|(number, _)| wanted.contains(number));
        let subjects = chosen.map(|(number, text)| {
            let (record, left_out) = self.games.whole_game(text)?;
            let (source, number) = (self.games.source(), self.first + number - 1);
            let subject = Subject::new(record, source, number, selection);
            let subject = subject.map_err(|why| source.failure(why))?;
            Ok(Subject { left_out, ..subject })
        });
        subjects.collect()
    }
}

/// How many positions there are to analyse.
pub(crate) fn count(subjects: &[Subject<'_>]) -> usize {
    let counts = subjects.iter().map(|subject| {
        let positions = subject.window.clone();
        positions.filter(|&index| !subject.is_over(index)).count()
    });
    counts.sum()
}

impl<'a> Subject<'a> {
    fn new(
        record: PtnGame,
        source: &'a Source,
        number: usize,
        selection: &Selection,
    ) -> Result<Self, String> {
        let game = record.game();
        let (mut start, moves) = (game.start().rehashed(), game.moves());
        start.set_half_komi(selection.komi.unwrap_or(start.half_komi()));
        let setups = play(&start, &moves);
        let start = start.ply() as usize;
        let ply = |option, name: Option<MoveName>, whole| {
            let ply = name.map(|name| {
                let ply = name.ply(start, moves.len(), whole);
                ply.map_err(|why| format!("--{option} {name}: {why}"))
            });
            ply.transpose()
        };
        let first = ply("first", selection.first, Whole::First)?.unwrap_or(0);
        let last = ply("last", selection.last, Whole::Last)?.map_or(moves.len(), |ply| ply + 1);
        if first >= last && !moves.is_empty() {
            return Err("--last: expected a move that does not come before --first".to_owned());
        }
        let left_out = Vec::new();
        Ok(Self { record, left_out, source, number, setups, moves, window: first..=last })
    }

    /// Leaves the first positions of the window.
    pub(crate) fn shorten(&mut self, positions: usize) {
        let first = *self.window.start();
        self.window = first..=first + positions.saturating_sub(1);
    }

    /// The main line and the tags.
    pub(crate) fn game(&self) -> &AnyGame {
        self.record.game()
    }

    /// Whether the game is over in a position, so that there is nothing to search.
    pub(crate) fn is_over(&self, index: usize) -> bool {
        self.setups[index].position.outcome().is_some()
    }

    /// The result that the game claims or the board shows, as in PTN.
    pub(crate) fn result(&self) -> Option<String> {
        let claimed = self.game().result();
        let claimed = claimed.filter(|&result| result != GameResult::Unfinished);
        let shown = || Some(self.setups.last()?.position.outcome()?.to_string());
        claimed.map(|result| result.to_string()).or_else(shown)
    }

    /// The komi in force.
    pub(crate) fn half_komi(&self) -> HalfKomi {
        self.setups.first().map_or(HalfKomi(0), |setup| setup.position.half_komi())
    }

    /// How its first two plies are played; [`Opening::Swap`] if they are past.
    pub(crate) fn opening(&self) -> Opening {
        self.setups.first().map_or(Opening::Swap, |setup| setup.position.opening())
    }

    /// The name of the file that it is in.
    pub(crate) fn file(&self) -> Option<String> {
        matches!(self.source, Source::File(_)).then(|| self.source.name())
    }

    /// The value of a tag, if it is not empty.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.game().tag(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Both players, by name where the tags know them.
    pub(crate) fn players(&self) -> [String; 2] {
        ["Player1", "Player2"].map(|tag| match (self.tag(tag), tag) {
            (Some(name), _) => printable(name),
            (None, "Player1") => "White".to_owned(),
            (None, _) => "Black".to_owned(),
        })
    }

    /// The rules, how it ended and when.
    pub(crate) fn facts(&self) -> Vec<String> {
        let size = self.game().size();
        let mut facts = vec![format!("{size}×{size}")];
        if self.half_komi() != HalfKomi(0) {
            facts.push(format!("komi {}", self.half_komi()));
        }
        let opening = Some(self.opening()).filter(|&opening| opening != Opening::Swap);
        facts.extend(opening.map(|opening| opening.to_string()));
        facts.extend(self.result());
        facts.extend(self.tag("Date").map(printable));
        facts
    }

    /// The players, followed by the [facts](Self::facts).
    pub(crate) fn title(&self) -> String {
        let players = self.players().join(" – ");
        format!("{players}, {}", self.facts().join(", "))
    }
}

/// The start and all positions after it; the moves are legal.
fn play(start: &AnyPosition<OneHash>, moves: &[AnyMove]) -> Vec<Setup> {
    let mut setups = vec![Setup::new(*start)];
    for mv in moves {
        let mut setup = setups[setups.len() - 1].clone();
        if setup.play(*mv).is_ok() {
            setups.push(setup);
        }
    }
    setups
}
