//! The arguments that say which games are wanted.

use clap::Args;
use tak_book::{Date, Ending, Filter};
use tak_encoding::{BoardSize, Color, GameResult, HalfKomi, Opening};

use crate::start::board_size;

/// Which games are wanted; all of it must hold.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArguments {
    /// Take only games of this size; required for move lists, which do not say
    #[arg(long, value_name = "S", value_parser = board_size())]
    pub(crate) size: Option<BoardSize>,

    /// Take only games by this opening: swap, no-swap or "double black stack"; move
    /// lists are read by it
    #[arg(long, value_name = "OPENING")]
    pub(crate) opening: Option<Opening>,

    #[command(flatten)]
    chosen: ChosenGames,
}

/// The same for commands whose position tells size and opening.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct ChosenGames {
    /// Take only games with this komi, like 2 or 2.5; twice for games with either
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Vec<HalfKomi>,

    /// Take only games of this player, either colour; twice for games of two players
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Take only games with this player as White; twice for games with either
    #[arg(long, value_name = "NAME")]
    white: Vec<String>,

    /// Take only games with this player as Black; twice for games with either
    #[arg(long, value_name = "NAME")]
    black: Vec<String>,

    /// Leave out games in which a program played; names like `TakBot` tell, or what
    /// `games players` was told
    #[arg(long)]
    no_bots: bool,

    /// Take only games in which both players have this rating or a higher one
    #[arg(long, value_name = "R")]
    min_rating: Option<u32>,

    /// Take only games in which both players have this rating or a lower one
    #[arg(long, value_name = "R")]
    max_rating: Option<u32>,

    /// Leave out games of playtak.com's archive that did not count for the ratings
    #[arg(long)]
    rated: bool,

    /// Take only games of this day, like 2024.05.31, or later ones
    #[arg(long, value_name = "DAY")]
    since: Option<Date>,

    /// Take only games of this day or earlier ones
    #[arg(long, value_name = "DAY")]
    until: Option<Date>,

    /// Take only games that ended so: white, black, draw, open, or exactly like R-0
    #[arg(long, value_name = "RESULT", value_parser = ending)]
    result: Option<Ending>,

    /// Take only games of this many plies or more
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// Take only games of this many plies or fewer
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Take only games of tournaments
    #[arg(long)]
    tournament: bool,

    /// Take only games of an event whose name holds this
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Take only games whose ids are those of this place, like PlayTak.com
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
}

impl FilterArguments {
    /// Whether they ask for anything at all.
    #[cfg(feature = "parquet")]
    pub(crate) fn ask_for_anything(&self) -> bool {
        self.filter() != Filter::default()
    }

    /// Whether they ask for anything but a size and an opening.
    #[cfg(feature = "parquet")]
    pub(crate) fn ask_for_more(&self) -> bool {
        let filter = Filter { size: None, opening: None, ..self.filter() };
        filter != Filter::default()
    }

    /// The filter that they describe.
    pub(crate) fn filter(&self) -> Filter {
        Filter { size: self.size, opening: self.opening, ..self.chosen.filter() }
    }
}

impl ChosenGames {
    /// The filter that they describe.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            size: None,
            opening: None,
            half_komi: self.komi.clone(),
            players: self.player.clone(),
            colors: [self.white.clone(), self.black.clone()],
            no_bots: self.no_bots,
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            rated: self.rated,
            since: self.since,
            until: self.until,
            result: self.result,
            tournament: self.tournament.then_some(true),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            event: self.event.clone(),
            site: self.site.clone(),
        }
    }
}

fn ending(text: &str) -> Result<Ending, String> {
    match text {
        "white" => Ok(Ending::Won(Color::White)),
        "black" => Ok(Ending::Won(Color::Black)),
        "draw" => "1/2-1/2".parse().map(Ending::Exactly).map_err(|_| String::new()),
        "open" => Ok(Ending::Open),
        text => GameResult::read(text).map(Ending::Exactly).ok_or_else(|| {
            "expected `white`, `black`, `draw`, `open` or a result like `R-0`".to_owned()
        }),
    }
}
