//! `tak-tools book lookup`: prints what was played in a position.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::{Value, json};
use tak_book::games::Found;
use tak_book::{After, BookError, Bounds, Branch, Filter, Played, tree};
use tak_encoding::{AnyPosition, AnyRules, Color};
use tak_games::start::Start;

use super::{known, line};
use crate::failure::Failure;
use crate::filter::ChosenGames;
use crate::games::search;
use crate::input::Source;
use crate::output::{print, print_json};
use crate::remark;

/// Print the moves that a book has for a position, the most played first
///
/// White, draws and Black are percentages of the games with a result. The moves are given in the
/// orientation of the position; if it is symmetric, one move stands for all equivalent ones.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book lookup my.book --size 6
  tak-tools book lookup my.book --size 6 --moves 'a1 f6' --tree 4
  tak-tools book lookup all.gamedb --size 6 --moves 'a1 f6' --games 3 --no-bots
  tak-tools book lookup my.book --tps 'x4,1/x5/x5/x5/2,x4 1 2' --json")]
pub(crate) struct Arguments {
    /// A book written by `book build`, or a database of games
    #[arg(value_name = "BOOK|GAMES")]
    book: PathBuf,

    #[command(flatten)]
    start: Start,

    /// Continue after each move, to this many plies in all
    #[arg(long, value_name = "PLIES", conflicts_with = "games")]
    #[arg(value_parser = value_parser!(u32).range(1..=200), allow_negative_numbers = true)]
    tree: Option<u32>,

    /// Leave out moves played in fewer games [default: 1; with --tree, a hundredth of the games of
    /// the position]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    #[arg(allow_negative_numbers = true)]
    min_games: Option<u64>,

    /// List this many games for each move, those of the strongest players first; these are games
    /// that reached the position after the move, by any order of moves
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
    #[arg(allow_negative_numbers = true)]
    games: Option<u16>,

    #[command(flatten)]
    chosen: ChosenGames,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The games that reached the position after a move.
struct Behind {
    /// The number of all such games.
    reached: u64,
    games: Vec<Found>,
}

impl Arguments {
    /// Looks the position up.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(AnyRules::default())?;
        let source = Source::from(self.book.as_path());
        let played = known::open(&self.book)?;
        let filter = self.chosen.filter();
        known::check(&played, &self.book, &filter)?;
        if self.games.is_some() && matches!(played, Played::Book(_)) {
            let why = "a book has no games: look the position up in a database of games";
            return Err(source.failure(why));
        }
        let branches = self.branches(&played, &position, &filter);
        let branches = branches.map_err(|error| source.failure(error))?;
        let behind = self.behind(&played, &position, &filter, &branches);
        let behind = behind.map_err(|error| source.failure(error))?;
        if self.json {
            let mut moves = json_of_branches(&branches, self.tree.is_some());
            let objects = moves.as_array_mut().into_iter().flatten();
            for (object, Behind { reached, games }) in objects.zip(&behind) {
                object["reached"] = (*reached).into();
                object["behind"] = games.iter().map(search::json_of).collect();
            }
            return print_json(&json!({
                "size": position.size().squares_per_side(),
                "tps": position.to_string(),
                "opening": position.opening().to_string(),
                "moves": moves,
            }));
        }
        if branches.is_empty() {
            remark::tell("the book has no moves for this position");
            return Ok(());
        }
        let table = table(&rows_of(&branches));
        print(&if behind.is_empty() { table } else { with_games(&table, &behind) })
    }

    /// What was played, as a tree; one ply deep by default.
    fn branches(
        &self,
        played: &Played,
        position: &AnyPosition,
        filter: &Filter,
    ) -> Result<Vec<Branch>, BookError> {
        let min_games = match (self.min_games, self.tree) {
            (Some(least), _) => least,
            (None, None) => 1,
            (None, Some(_)) => {
                played.explore(position, filter, 0)?.total.games.div_ceil(100).max(1)
            }
        };
        let bounds = Bounds { plies: self.tree.unwrap_or(1), min_games };
        tree(played, position, filter, &bounds)
    }

    /// The games that reached the position after each move.
    fn behind(
        &self,
        played: &Played,
        position: &AnyPosition,
        filter: &Filter,
        branches: &[Branch],
    ) -> Result<Vec<Behind>, BookError> {
        let Some(most) = self.games else { return Ok(Vec::new()) };
        let behind = branches.iter().map(|branch| {
            let mut after = *position;
            // The move was played in a game, so it is legal.
            let _ = after.play(branch.mv);
            let reached = played.explore(&after, filter, usize::from(most))?;
            Ok(Behind { reached: reached.total.games, games: reached.games })
        });
        behind.collect()
    }
}

/// The table, with the games listed below each move.
fn with_games(table: &str, behind: &[Behind]) -> String {
    let mut lines = table.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (line, Behind { reached, games }) in lines.zip(behind) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
        for Found { id, facts, .. } in games {
            let date = facts.date.map_or_else(|| "-".to_owned(), |date| date.to_string());
            let [white, black] = [0, 1].map(|color| search::player(facts, color));
            let result = facts.result.map_or_else(|| "-".to_owned(), |one| one.to_string());
            let _ =
                writeln!(text, "    {date:<10}  {white:<21}  {black:<21}  {result:<7}  game {id}");
        }
        let more = reached.saturating_sub(games.len() as u64);
        if more > 0 {
            let _ = writeln!(text, "    and {more} more");
        }
    }
    text
}

/// A move with its indentation, its counts, and a remark after them.
type TreeLine<'a> = (String, &'a Branch, String);

fn rows_of(branches: &[Branch]) -> Vec<TreeLine<'_>> {
    fn add<'a>(branches: &'a [Branch], depth: usize, rows: &mut Vec<TreeLine<'a>>) {
        for branch in branches {
            let name = format!("{:1$}{mv}", "", 2 * depth, mv = branch.mv);
            match &branch.after {
                After::Moves(next) => {
                    rows.push((name, branch, String::new()));
                    add(next, depth + 1, rows);
                }
                After::Elsewhere(path) => {
                    rows.push((name, branch, format!("  see {}", line(path))));
                }
            }
        }
    }
    let mut rows = Vec::new();
    add(branches, 0, &mut rows);
    rows
}

fn table(rows: &[TreeLine<'_>]) -> String {
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(9);
    let has_values = rows.iter().any(|(_, branch, _)| branch.value.is_some());
    let mut text = format!("{:<width$}   games  white  draws  black  rating", "move");
    text.push_str(if has_values { "      value\n" } else { "\n" });
    for (name, Branch { tally, value, .. }, remark) in rows {
        let percent = |games: u64| match tally.finished() {
            0 => "-".to_owned(),
            finished => format!("{:.0}%", 100.0 * games as f64 / finished as f64),
        };
        let [white, draws, black] = [tally.white_wins, tally.draws, tally.black_wins].map(percent);
        let rating = tally.average_rating();
        let rating = rating.map_or("-".to_owned(), |rating| format!("{rating:.0}"));
        let value = value.map_or("-".to_owned(), |value| value.to_string());
        let value = if has_values { format!("  {value:>9}") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name:<width$} {:>7}  {white:>5}  {draws:>5}  {black:>5}  {rating:>6}{value}{remark}",
            tally.games
        );
    }
    text
}

/// The moves and their counts as JSON, with their continuations if `goes_on`.
fn json_of_branches(branches: &[Branch], goes_on: bool) -> Value {
    let moves = branches.iter().map(|Branch { mv, tally, value, after }| {
        let mut object = json!({
            "move": mv.to_string(),
            "games": tally.games,
            "white_wins": tally.white_wins,
            "black_wins": tally.black_wins,
            "draws": tally.draws,
            "white_score": tally.score(Color::White),
            "average_rating": tally.average_rating(),
        });
        match value {
            Some(tak_book::Value::Centiflats(value)) => object["score"] = (*value).into(),
            Some(tak_book::Value::WinIn(plies)) => object["wins_in"] = (*plies).into(),
            Some(tak_book::Value::LossIn(plies)) => object["loses_in"] = (*plies).into(),
            None => {}
        }
        match after {
            After::Moves(next) if goes_on => object["moves"] = json_of_branches(next, true),
            After::Moves(_) => {}
            After::Elsewhere(path) => object["see"] = line(path).into(),
        }
        object
    });
    moves.collect()
}
