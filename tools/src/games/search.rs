//! `tak-tools games search`: finds games.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::{Value, json};
use tak_book::Facts;
use tak_book::games::Found;

use super::open;
use super::query::QueryArguments;
use crate::database;
use crate::failure::{Failure, printable};
use crate::output::{print, print_json};
use crate::remark;

/// Print the games that passed through a position, or that satisfy other conditions
///
/// The latest games come first. Ply and next move are those at which a game first met the position;
/// the move is given for the board in the orientation asked for.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games search all.gamedb --size 6 --moves 'a1 f6 d3'
  tak-tools games search all.gamedb --tps 'x4,1/x5/x5/x5/2,x4 1 2' \\
      --no-bots --json
  tak-tools games search all.gamedb --player Ann --result draw \\
      --since 2024.01.01
  tak-tools games search all.gamedb --white Ann --black Bob --ptn")]
pub(super) struct Arguments {
    /// A database written by `games import`
    #[arg(value_name = "GAMES")]
    database: PathBuf,

    #[command(flatten)]
    query: QueryArguments,

    /// The most games to print
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u32).range(1..), allow_negative_numbers = true)]
    limit: u32,

    /// Print only the number of games, without a limit
    #[arg(long, conflicts_with_all = ["limit", "ptn"])]
    count: bool,

    /// Print the games as PTN
    #[arg(long, conflicts_with = "json")]
    ptn: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Searches and prints.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let query = self.query.query()?;
        let database = open(&self.database)?;
        let broken = |error| database::failure(&self.database, &error);
        let limit = if self.count { usize::MAX } else { self.limit as usize };
        let (mut found, mut count) = (Vec::new(), 0);
        let searched = database.search(&query, |game| {
            count += 1;
            if !self.count && count <= limit {
                found.push(game);
            }
            // One extra, to know whether there are more.
            count <= limit
        });
        searched.map_err(broken)?;
        let is_all = count <= limit;
        if self.count {
            return if self.json {
                print_json(&json!({"games": count}))
            } else {
                print(&format!("{count}\n"))
            };
        }
        if self.json {
            let games: Vec<_> = found.iter().map(json_of).collect();
            return print_json(&json!({"games": games, "is_all": is_all}));
        }
        if self.ptn {
            let mut text = String::new();
            for game in &found {
                let record = database.game(game.id).map_err(broken)?;
                text.extend(record.map(|record| record.to_ptn().trim().to_owned() + "\n\n"));
            }
            print(&text)?;
        } else if !found.is_empty() {
            print(&table(&found))?;
        }
        if found.is_empty() {
            remark::tell("no such game");
        } else if !is_all {
            remark::tell(&format!("these are the last {limit}, see --limit and --count"));
        }
        Ok(())
    }
}

/// The games, one a line.
pub(super) fn table(games: &[Found]) -> String {
    let with_moves = games.iter().any(|game| game.at.is_some());
    let mut text = "    id  date        white                  black                  size  komi  result   plies"
        .to_owned();
    text.push_str(if with_moves { "   ply  next\n" } else { "\n" });
    for Found { id, facts, at } in games {
        let date = facts.date.map_or_else(|| "-".to_owned(), |date| date.to_string());
        let [white, black] = [0, 1].map(|color| player(facts, color));
        let result = facts.result.map_or_else(|| "-".to_owned(), |result| result.to_string());
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{id:>6}  {date:<10}  {white:<21}  {black:<21}  {:>4}  {:>4}  {result:<7}  {:>5}",
            facts.size.squares_per_side(),
            facts.half_komi.to_string(),
            facts.plies,
        );
        if let Some(at) = at {
            let next = at.next.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
            let _ = write!(text, "  {:>4}  {next}", at.ply);
        }
        text.push('\n');
    }
    text
}

/// A name of at most 15 letters, with the rating if it is known.
pub(crate) fn player(facts: &Facts, color: usize) -> String {
    let name = facts.players[color].as_deref().unwrap_or("-");
    let name: String = printable(name).chars().take(15).collect();
    match facts.ratings[color] {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}

/// A game as JSON.
pub(crate) fn json_of(Found { id, facts, at }: &Found) -> Value {
    let mut object = json!({
        "id": id,
        "site": facts.origin.as_ref().map(|origin| &origin.site),
        "site_id": facts.origin.as_ref().map(|origin| &origin.id),
        "date": facts.date.map(|date| format!("{date} {}", date.time())),
        "white": facts.players[0],
        "black": facts.players[1],
        "white_rating": facts.ratings[0],
        "black_rating": facts.ratings[1],
        "bots": facts.bots,
        "rated": facts.is_rated,
        "size": facts.size.squares_per_side(),
        "komi": f64::from(facts.half_komi.0) / 2.0,
        "opening": facts.opening.to_string(),
        "clock": facts.clock,
        "event": facts.event,
        "result": facts.result.map(|result| result.to_string()),
        "plies": facts.plies,
    });
    if let Some(at) = at {
        object["ply"] = at.ply.into();
        object["next"] = at.next.map(|mv| mv.to_string()).into();
    }
    object
}
