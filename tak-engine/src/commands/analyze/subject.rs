//! What is looked at: the games of a file, or a position.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use clap::Args;
use tak_cli::failure::{Failure, printable};
use tak_cli::input::Source;
use tak_cli::move_name::{MoveName, Whole};
use tak_encoding::{
    AnyPosition, AnyRules, Game, GameResult, HalfKomi, OneHash, PlacedGame, with_game,
    with_position,
};
use tak_engine::engine::Setup;

/// Which part of the file is meant.
#[derive(Args)]
pub(crate) struct Selection {
    /// Look at this game of a file with several, 1 for the first; all if nothing is said
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,

    /// Begin with this move, like 12 or 12b
    #[arg(long, value_name = "MOVE")]
    from: Option<MoveName>,

    /// End with this move
    #[arg(long, value_name = "MOVE")]
    to: Option<MoveName>,

    /// Points added to Black's flats, like 2 or 2.5; else the game's Komi tag, or none
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) komi: Option<HalfKomi>,
}

/// A game to look at, or a position, which is a game without moves.
pub(crate) struct Subject<'a> {
    /// The game and its places in the file.
    pub(crate) placed: PlacedGame<'a>,
    /// Which game of the file it is, 1 for the first.
    pub(crate) number: usize,
    /// The positions before each move, and the last one.
    pub(crate) setups: Vec<Setup>,
    /// The moves in their shortest form.
    pub(crate) moves: Vec<String>,
    /// The positions to look at.
    pub(crate) window: RangeInclusive<usize>,
}

/// The text of a file with a single position in it.
pub(crate) fn text_of_tps(tps: &str, komi: Option<HalfKomi>) -> Result<String, Failure> {
    let rules = AnyRules {
        half_komi: komi.unwrap_or_default(),
        reserves: None,
    };
    let position = AnyPosition::<OneHash>::from_tps(tps, rules)
        .map_err(|error| Failure::Input(format!("--tps: {error}")))?;
    Ok(with_position!(position, position => Game::new(position.rehashed()).to_string()))
}

/// Reads the games that are asked for, one at least.
pub(crate) fn read<'a>(
    source: &Source,
    text: &'a str,
    selection: &Selection,
) -> Result<Vec<Subject<'a>>, Failure> {
    let games = PlacedGame::read_all(text).map_err(|error| source.failure(error))?;
    let held = games.len();
    if held == 0 {
        return Err(source.failure("expected a game in PTN, with a tag like [Size \"6\"] in front"));
    }
    let wanted = selection.game.map(NonZeroUsize::get);
    if let Some(number) = wanted.filter(|&number| number > held) {
        let games = if held == 1 { "game" } else { "games" };
        return Err(source.failure(format_args!(
            "--game {number}: the file holds {held} {games}"
        )));
    }
    let numbered = (1..).zip(games);
    numbered
        .filter(|&(number, _)| wanted.is_none_or(|wanted| wanted == number))
        .map(|(number, placed)| Subject::new(placed, number, selection))
        .collect::<Result<_, _>>()
        .map_err(|line| source.failure(line))
}

/// How many positions there are to look at.
pub(crate) fn count(subjects: &[Subject<'_>]) -> usize {
    let counts = subjects.iter().map(|subject| {
        let positions = subject.window.clone();
        positions.filter(|&index| !subject.is_over(index)).count()
    });
    counts.sum()
}

impl<'a> Subject<'a> {
    fn new(placed: PlacedGame<'a>, number: usize, selection: &Selection) -> Result<Self, String> {
        let (start, moves): (AnyPosition<OneHash>, Vec<_>) = with_game!(&placed.game, game => {
            let mut start = game.start().rehashed();
            start.set_half_komi(selection.komi.unwrap_or(start.half_komi()));
            (start.into(), game.moves().iter().map(ToString::to_string).collect())
        });
        let setups = play(&start, &moves);
        let start = with_position!(start, position => position.ply() as usize);
        let ply = |option, name: Option<MoveName>, whole| {
            let ply = name.map(|name| {
                let ply = name.ply(start, moves.len(), whole);
                ply.map_err(|why| format!("--{option} {name}: {why}"))
            });
            ply.transpose()
        };
        let first = ply("from", selection.from, Whole::First)?.unwrap_or(0);
        let last = ply("to", selection.to, Whole::Last)?.map_or(moves.len(), |ply| ply + 1);
        if first >= last && !moves.is_empty() {
            return Err("--to: expected a move that does not come before --from".to_owned());
        }
        Ok(Self {
            placed,
            number,
            setups,
            moves,
            window: first..=last,
        })
    }

    /// Whether the game is over in that position, so that there is nothing to look for.
    pub(crate) fn is_over(&self, index: usize) -> bool {
        self.setups[index].position.outcome().is_some()
    }

    /// The result that the game claims or the board shows, in the words of PTN.
    pub(crate) fn result(&self) -> Option<String> {
        let claimed = self.placed.game.result();
        let claimed = claimed.filter(|&result| result != GameResult::Unfinished);
        let shown = || Some(self.setups.last()?.position.outcome()?.to_string());
        claimed.map(|result| result.to_string()).or_else(shown)
    }

    /// The komi that counts.
    pub(crate) fn half_komi(&self) -> HalfKomi {
        self.setups.first().map_or(
            HalfKomi(0),
            |setup| with_position!(&setup.position, position => position.half_komi()),
        )
    }

    /// The value of a tag that says something.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let tags = self.placed.game.tags().iter();
        let mut found = tags.filter(|tag| tag.name.eq_ignore_ascii_case(name));
        let value = found.next()?.value.trim();
        Some(value).filter(|value| !value.is_empty())
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
        let size = self.placed.game.size();
        let mut facts = vec![format!("{size}×{size}")];
        if self.half_komi() != HalfKomi(0) {
            facts.push(format!("komi {}", self.half_komi()));
        }
        facts.extend(self.result());
        facts.extend(self.tag("Date").map(printable));
        facts
    }

    /// The same behind the players.
    pub(crate) fn title(&self) -> String {
        let players = self.players().join(" – ");
        format!("{players}, {}", self.facts().join(", "))
    }
}

/// The start and all the positions after it; the moves are legal.
fn play(start: &AnyPosition<OneHash>, moves: &[String]) -> Vec<Setup> {
    let mut setups = vec![Setup::new(*start)];
    for mv in moves {
        let mut setup = setups[setups.len() - 1].clone();
        if setup.play(mv).is_ok() {
            setups.push(setup);
        }
    }
    setups
}
