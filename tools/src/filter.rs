//! The arguments that select games.

use clap::Args;
use tak_book::{Date, Ending, Filter};
use tak_encoding::{BoardSize, Color, GameResult, HalfKomi, Opening};
use tak_games::start::board_size;

/// Which games are wanted; all conditions must hold.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArguments {
    /// Take only games on this board size
    #[arg(long, value_name = "S", value_parser = board_size())]
    pub(crate) size: Option<BoardSize>,

    /// Take only games with this opening: swap, no-swap or "double black stack"
    #[arg(long, value_name = "OPENING")]
    pub(crate) opening: Option<Opening>,

    #[command(flatten)]
    chosen: ChosenGames,
}

/// The same for commands whose position gives size and opening.
#[derive(Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct ChosenGames {
    /// Take only games with this komi, like 2 or 2.5; repeat for games with either
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Vec<HalfKomi>,

    /// Take only games of this player, with either colour; repeat for games between two players
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Take only games with this player as White; repeat for games with either
    #[arg(long, value_name = "NAME")]
    white: Vec<String>,

    /// Take only games with this player as Black; repeat for games with either
    #[arg(long, value_name = "NAME")]
    black: Vec<String>,

    /// Leave out games in which a program played, as known from names like `TakBot` or from `games
    /// players`
    #[arg(long)]
    no_bots: bool,

    /// Take only games in which both players have at least this rating
    #[arg(long, value_name = "R")]
    min_rating: Option<u32>,

    /// Take only games in which both players have at most this rating
    #[arg(long, value_name = "R")]
    max_rating: Option<u32>,

    /// Leave out games of playtak.com's archive that did not count for the ratings
    #[arg(long)]
    rated: bool,

    /// Take only games from this day on, like 2024.05.31
    #[arg(long, value_name = "DAY")]
    since: Option<Date>,

    /// Take only games up to this day
    #[arg(long, value_name = "DAY")]
    until: Option<Date>,

    /// Take only games with this result: white, black, draw, open, or exactly like R-0
    #[arg(long, value_name = "RESULT", value_parser = ending)]
    result: Option<Ending>,

    /// Take only games of at least this many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// Take only games of at most this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Take only tournament games
    #[arg(long)]
    tournament: bool,

    /// Take only games of an event whose name contains this
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Take only games with ids of this site, like PlayTak.com
    #[arg(long, value_name = "NAME")]
    site: Option<String>,
}

impl FilterArguments {
    /// Whether any argument is given.
    pub(crate) fn ask_for_anything(&self) -> bool {
        self.filter() != Filter::default()
    }

    /// Whether any argument but size and opening is given.
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
