//! Games in the forms that the programs of this field write, made by the rules of their writers.

use std::fmt::Write as _;

use fastrand::Rng;
use tak_book::Record;
use tak_encoding::ptn::PtnGame;
use tak_encoding::{
    AnyGame, BoardSize, Color, EightHashes, Game, GameResult, Move, Outcome, Playable, Position,
    Size, with_size,
};

/// A game as a program wrote it, and what is in it.
pub(crate) struct Form {
    pub writer: &'static str,
    pub text: String,
    /// All lines of play, from the start.
    pub lines: Vec<String>,
    pub tags: Vec<(String, String)>,
    pub comments: Vec<String>,
    pub result: Option<GameResult>,
}

/// A line of play that leaves another one.
struct Branch {
    /// The line that it leaves, 0 for the main line.
    parent: usize,
    /// The plies before its first move.
    at: usize,
    /// How many leave that line before the same move, this one included.
    number: usize,
    /// All moves from the start.
    moves: Vec<String>,
}

/// A random game.
struct Played {
    size: usize,
    moves: Vec<String>,
    /// As playtak.com writes them, with all counts.
    full: Vec<String>,
    branches: Vec<Branch>,
    result: GameResult,
    tags: Vec<(String, String)>,
    comments: Vec<String>,
}

type Writer = (&'static str, fn(&mut Played, &mut Rng) -> String);

const WRITERS: [Writer; 22] = [
    ("playtak.com in the browser, 2016 to 2021", playtak_web),
    ("playtak.com's archive, 2016", tak_server),
    ("playtak.com in the browser, from 2021", playtak_web_now),
    ("playtak.com's archive, from 2022", playtak_games),
    ("playtak.com with clocks", playtak_clocks),
    ("PTN Ninja", |game, random| {
        ninja(game, random, |number, side, index| format!("{number}{side}{index}"))
    }),
    ("PTN Ninja, older", |game, random| {
        ninja(game, random, |number, side, index| {
            // Each move has numbers of its own.
            format!("{number}-{}", 2 * index + usize::from(side == 'b'))
        })
    }),
    ("PTN Ninja, renamed", |game, random| {
        ninja(game, random, |number, side, index| format!("if {side} at {number}, no {index}"))
    }),
    ("PTN Ninja, renamed with dots", |game, random| {
        ninja(game, random, |number, side, index| format!("v{number}.{index}{side}"))
    }),
    ("PTN Ninja, without empty lines", |game, random| {
        let text = ninja(game, random, |number, side, index| format!(" {side} {number} {index} "));
        let (tags, moves) = text.split_once("\r\n\r\n").unwrap();
        format!("{tags}\r\n\r\n{}", moves.replace("\r\n\r\n", "\r\n"))
    }),
    ("PTN Ninja, numbers with names", ninja_numbers),
    ("PTN Ninja, comments", ninja_comments),
    ("PTN Ninja, placeholders", ninja_placeholders),
    ("TPS-Ninja", tps_ninja),
    ("taktician", taktician),
    ("ours", |game, _| ours(game).to_string()),
    ("ours with facts", |game, _| {
        let mut plain = ours(game);
        plain.retain_tags(|_| false);
        let facts = Record::from_ptn(ours(game), None).facts;
        Record { game: plain, facts, text: None }.to_ptn()
    }),
    ("ours for PTN Ninja", |game, random| {
        let branched = ninja(game, random, |number, side, index| format!("{number}{side}{index}"));
        branched.parse::<PtnGame>().unwrap().to_ptn_ninja()
    }),
    ("ours with branches", ours_with_branches),
    ("ours with parentheses", parentheses),
    ("by hand, parentheses behind both moves", parentheses_behind),
    ("by hand, comments on lines of their own", comments_on_lines),
];

/// At least 400 of them, the same each time.
pub(crate) fn forms() -> Vec<Form> {
    let mut random = Rng::with_seed(40);
    let mut forms = Vec::new();
    for size in BoardSize::ALL {
        for _ in 0..4 {
            for (writer, write) in WRITERS {
                let mut played = with_size!(size, N => Played::new::<N>(&mut random));
                let text = write(&mut played, &mut random);
                let Played { moves, branches, tags, comments, result, .. } = played;
                let branches = branches.into_iter().map(|branch| branch.moves.join(" "));
                let lines = std::iter::once(moves.join(" ")).chain(branches).collect();
                let result = Some(result).filter(|&result| result != GameResult::Unfinished);
                forms.push(Form { writer, text, lines, tags, comments, result });
            }
        }
    }
    forms
}

/// A legal move that is none of these.
fn another<const N: usize>(
    position: &Position<N, EightHashes>,
    but: &[String],
    random: &mut Rng,
) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let mut moves = position.legal_moves();
    moves.retain(|mv| !but.contains(&mv.to_string()));
    (!moves.is_empty() && position.outcome().is_none()).then(|| moves[random.usize(..moves.len())])
}

/// Up to so many random moves behind some others.
fn go_on<const N: usize>(
    moves: &mut Vec<Move<N>>,
    plies: usize,
    random: &mut Rng,
) -> Position<N, EightHashes>
where
    Size<N>: Playable,
{
    let mut position = Position::new();
    for &mv in moves.iter() {
        position.play_unchecked(mv);
    }
    for _ in 0..plies {
        let Some(mv) = another(&position, &[], random) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    position
}

impl Played {
    fn new<const N: usize>(random: &mut Rng) -> Self
    where
        Size<N>: Playable,
    {
        let mut lines = vec![Vec::new()];
        let plies = random.usize(4..30);
        let end = go_on::<N>(&mut lines[0], plies, random);
        let mut branches: Vec<Branch> = Vec::new();
        for _ in 0..random.usize(0..5) {
            let parent = random.usize(..lines.len());
            let first = parent.checked_sub(1).map_or(0, |branch| branches[branch].at);
            let at = random.usize(first..lines[parent].len());
            let siblings = branches.iter().filter(|other| other.parent == parent && other.at == at);
            let mut but: Vec<_> = siblings.map(|other| other.moves[at].clone()).collect();
            let number = but.len() + 1;
            but.push(lines[parent][at].to_string());
            let mut moves = lines[parent][..at].to_vec();
            let position = go_on(&mut moves, 0, random);
            let Some(mv) = another(&position, &but, random) else { continue };
            // The first move of a branch is where its own branches cannot begin.
            if parent > 0 && at == first {
                continue;
            }
            moves.push(mv);
            go_on(&mut moves, random.usize(0..4), random);
            let text = moves.iter().map(ToString::to_string).collect();
            branches.push(Branch { parent, at, number, moves: text });
            lines.push(moves);
        }
        let claimed = ["1-0", "0-1", "1/2-1/2", "0-0"][random.usize(..4)];
        let claimed = GameResult::read(claimed).unwrap();
        let full = |mv: &Move<N>| full(&mv.to_playtak().to_string(), &mv.to_string());
        Self {
            size: N,
            moves: lines[0].iter().map(ToString::to_string).collect(),
            full: lines[0].iter().map(full).collect(),
            branches,
            result: end.outcome().map_or(claimed, GameResult::Outcome),
            tags: Vec::new(),
            comments: Vec::new(),
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "literals and numbers are values")]
    fn tag(&mut self, name: &str, value: impl ToString) {
        self.tags.push((name.to_owned(), value.to_string()));
    }

    fn players(&mut self) {
        self.tag("Player1", "A");
        self.tag("Player2", "B-bot \u{e9}");
    }

    fn header(&self, end: &str) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let _ = write!(text, "[{name} \"{value}\"]{end}");
        }
        text + end
    }

    /// Without branches: two moves on each line, and what comes after each.
    fn rows(&mut self, moves: &[String], end: &str, behind: impl Fn(usize) -> String) -> String {
        self.branches.clear();
        let mut text = String::new();
        for (ply, mv) in moves.iter().enumerate() {
            let number = ply / 2 + 1;
            let _ = match (ply % 2, ply) {
                (0, 0) => write!(text, "{number}. "),
                (0, _) => write!(text, "{end}{number}. "),
                _ => write!(text, " "),
            };
            text += mv;
            text += &behind(ply);
        }
        text
    }
}

/// A spread with all counts, like `1c6-1`; anything else stays.
fn full(playtak: &str, ptn: &str) -> String {
    let words: Vec<_> = playtak.split(' ').collect();
    let ["M", square, _, drops @ ..] = &words[..] else { return ptn.to_owned() };
    let sum: u32 = drops.iter().map(|drop| drop.parse::<u32>().unwrap()).sum();
    let direction = ptn.chars().find(|c| "+-<>".contains(*c)).unwrap();
    format!("{sum}{}{direction}{}", square.to_lowercase(), drops.concat())
}

fn playtak_web(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Site", "PlayTak.com");
    game.tag(
        "Date",
        format!("{}.{}.{}", random.u32(2016..2022), random.u32(1..13), random.u32(1..29)),
    );
    game.players();
    game.tag("Size", game.size);
    game.tag("Result", game.result);
    let moves = game.full.clone();
    // In two columns.
    let result = match game.result {
        GameResult::Unfinished => String::new(),
        GameResult::Outcome(Outcome::Draw) => "\r\n 1/2 -  1/2".to_owned(),
        GameResult::Outcome(outcome) if outcome.winner() == Some(Color::Black) => {
            format!("\r\n -- {outcome}")
        }
        GameResult::Win(Color::Black) => "\r\n -- 0-1".to_owned(),
        result => format!("\r\n {result} --"),
    };
    game.header("\r\n") + &game.rows(&moves, "\r\n", |_| String::new()) + &result + "\r\n"
}

fn tak_server(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Site", "PlayTak.com");
    game.tag("Event", "Online Play");
    game.tag("Date", "2016.09.13");
    game.players();
    let clock = ["TimeControl", "Clock"][random.usize(..2)];
    game.tag(clock, "10:0 +15");
    let result = match game.result {
        GameResult::Outcome(Outcome::Draw) => "1-2-1-2".to_owned(),
        GameResult::Unfinished => "0-0".to_owned(),
        result => result.to_string(),
    };
    game.tag("Result", result);
    game.tag("Size", game.size);
    let moves = game.full.clone();
    game.header("\n") + &game.rows(&moves, "\n", |_| String::new()) + "\n"
}

fn playtak_web_now(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Site", "PlayTak.com");
    game.tag("Date", format!("2023.{}.{}", random.u32(1..13), random.u32(1..29)));
    game.players();
    game.tag("Size", game.size);
    game.tag("Komi", ["0", "2", "2.5"][random.usize(..3)]);
    game.tag("Flats", [10, 15, 21, 30, 40, 50][game.size - 3]);
    game.tag("Caps", [0, 0, 1, 1, 2, 2][game.size - 3]);
    // With komi the board may say another result than the one made up.
    game.result = GameResult::Win(Color::White);
    game.tag("Result", "1-0");
    let moves = game.full.clone();
    game.header("\r\n") + &game.rows(&moves, "\r\n", |_| String::new()) + " 1-0\r\n"
}

fn playtak_games(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Site", "PlayTak.com");
    game.tag("Event", "Online Play");
    game.tag("Date", "2024.01.02");
    game.tag("Time", "03:04:05");
    game.tag("Player1", "A");
    game.tag("Rating1", 1500);
    game.tag("Player2", "B");
    game.tag(
        "Clock",
        ["15:0 +10", "1:0:0 +30", "3:0 +1*n", "10:0 +20 @35 +10:0"][random.usize(..4)],
    );
    let result = match game.result {
        GameResult::Unfinished => "0-0".to_owned(),
        result => result.to_string(),
    };
    game.tag("Result", &result);
    game.tag("Size", game.size);
    game.tag("Komi", "0");
    let moves = game.full.clone();
    let rows = game.rows(&moves, "\n", |_| String::new());
    format!("{}\n\n{rows}\n{result}\n", game.header("\n"))
}

fn playtak_clocks(game: &mut Played, _: &mut Rng) -> String {
    game.tag("Size", game.size);
    game.tag("Clock", "10:0 +20");
    game.tag("PlayTakID", 700_000 + game.size);
    game.result = GameResult::Unfinished;
    let clock = |ply: usize| format!("[%clk 0:{}:{:02}]", 9 - ply % 5, ply * 7 % 60);
    game.comments = (0..game.moves.len()).map(clock).collect();
    let moves = game.moves.clone();
    game.header("\n") + &game.rows(&moves, "\n", |ply| format!(" {{{}}}", clock(ply))) + "\n"
}

/// The names of all lines by a rule for the last part of a name.
fn names(game: &Played, part: fn(usize, char, usize) -> String) -> Vec<String> {
    let mut names = vec![String::new()];
    for Branch { parent, at, number, .. } in &game.branches {
        let part = part(at / 2 + 1, if at.is_multiple_of(2) { 'w' } else { 'b' }, *number);
        let above = &names[*parent];
        names.push(if above.is_empty() { part } else { format!("{above}/{part}") });
    }
    names
}

/// A line from a ply on, each number with something before it.
fn line(moves: &[String], at: usize, before: &str) -> String {
    let mut text = String::new();
    for (ply, mv) in moves.iter().enumerate().skip(at) {
        let number = ply / 2 + 1;
        if ply.is_multiple_of(2) {
            let end = if ply == at { "" } else { "\r\n" };
            let _ = write!(text, "{end}{before}{number}. {mv}");
        } else {
            let dashes = if ply == at { format!("{before}{number}. --") } else { String::new() };
            let _ = write!(text, "{dashes} {mv}");
        }
    }
    text
}

fn result_behind(game: &Played) -> String {
    match game.result {
        GameResult::Unfinished => String::new(),
        result => format!(" {result}"),
    }
}

fn ninja(game: &mut Played, _: &mut Rng, part: fn(usize, char, usize) -> String) -> String {
    game.players();
    game.tag("Size", game.size);
    game.tag("Date", "2025.06.07");
    let mut text = game.header("\r\n") + &line(&game.moves, 0, "") + &result_behind(game);
    for (branch, name) in game.branches.iter().zip(&names(game, part)[1..]) {
        let _ = write!(text, "\r\n\r\n{{{name}}}\r\n{}", line(&branch.moves, branch.at, ""));
    }
    text
}

fn ninja_numbers(game: &mut Played, _: &mut Rng) -> String {
    game.tag("Size", game.size);
    let names = names(game, |number, _, index| format!("{number}-{index}"));
    let mut text = game.header("\n") + &line(&game.moves, 0, "");
    // One line has no branches that could be taken for those of another.
    game.branches.truncate(1);
    game.result = GameResult::Unfinished;
    for (branch, name) in game.branches.iter().zip(&names[1..]) {
        let _ = write!(text, "\n\n{}", line(&branch.moves, branch.at, &format!("{name}.")));
    }
    text
}

fn ninja_comments(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Size", game.size);
    let words = ["*my own", "+0.305/12 cp:63 pv> a1 b2", "@A:12: hello", "of\ntwo lines", ""];
    let comments: Vec<_> = game.moves.iter().map(|_| words[random.usize(..words.len())]).collect();
    game.comments = comments.iter().map(|&comment| comment.to_owned()).collect();
    let moves = game.moves.clone();
    let rows = game.rows(&moves, "\r\n", |ply| {
        format!("{} {{{}}}", ["", "!", "''", "?!\""][ply % 4], comments[ply])
    });
    game.comments.insert(0, "first of all".to_owned());
    format!("{}{{first of all}}\r\n\r\n{rows}{}", game.header("\r\n"), result_behind(game))
}

fn ninja_placeholders(game: &mut Played, random: &mut Rng) -> String {
    game.tag("Size", game.size);
    let moves = game.moves.clone();
    let mut text = game.header("\n") + &game.rows(&moves, "\n", |_| String::new());
    game.result = GameResult::Unfinished;
    let run = ["..", "-", "---", "*", ".", "--"][random.usize(..6)];
    let _ = match moves.len() % 2 {
        0 => write!(text, "\n{}. {run}", moves.len() / 2 + 1),
        _ => write!(text, " {run}"),
    };
    text
}

fn tps_ninja(game: &mut Played, _: &mut Rng) -> String {
    game.branches.clear();
    game.result = GameResult::Unfinished;
    let all = game.moves.split_off(0);
    let size = BoardSize::new(game.size).unwrap();
    let (tps, rest) = with_size!(size, N => {
        let mut position = Position::<N>::new();
        let (first, rest) = all.split_at(3);
        for mv in first {
            position.play(mv.parse().unwrap()).unwrap();
        }
        (position.to_tps(), rest.to_vec())
    });
    game.moves = rest;
    game.tag("TPS", tps);
    game.header("\n").trim_end().to_owned() + " -- " + &game.moves.join(" ")
}

fn taktician(game: &mut Played, _: &mut Rng) -> String {
    game.tag("Size", game.size);
    game.tag("Player1", "minimax");
    game.tag("Result", result_behind(game).trim());
    let moves = game.moves.clone();
    let rows = game.rows(&moves, "\n", |_| String::new());
    format!("{}{rows}\n{}\n", game.header("\n"), result_behind(game).trim())
}

fn ours(game: &mut Played) -> AnyGame {
    if game.tags.is_empty() {
        game.tag("Event", "a match");
        game.tag("Size", game.size);
        game.branches.clear();
    }
    let size = BoardSize::new(game.size).unwrap();
    let mut made: AnyGame = with_size!(size, N => Game::<N>::new(Position::new()).into());
    for (name, value) in &game.tags {
        made.push_tag(name, value);
    }
    for mv in &game.moves {
        made.push_ptn(mv).unwrap();
    }
    made.set_result(game.result);
    made
}

/// The branches are played one move after another.
fn ours_with_branches(game: &mut Played, _: &mut Rng) -> String {
    let branches = std::mem::take(&mut game.branches);
    let mut text: PtnGame = ours(game).to_string().parse().unwrap();
    for branch in &branches {
        let mut after = None;
        for mv in &branch.moves {
            let known =
                text.replies(after).into_iter().find(|&reply| text.mv(reply).to_string() == *mv);
            after = Some(known.unwrap_or_else(|| text.play(after, mv).unwrap()));
        }
    }
    game.branches = branches;
    text.to_string()
}

fn parentheses(game: &mut Played, _: &mut Rng) -> String {
    game.tag("Size", game.size);
    game.branches.retain(|branch| branch.parent == 0);
    game.result = GameResult::Unfinished;
    let mut text = game.header("\n");
    for (ply, mv) in game.moves.iter().enumerate() {
        let _ =
            write!(text, "{}{} {mv}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
        for branch in game.branches.iter().filter(|branch| branch.at == ply) {
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let _ = write!(text, " ({}{dots} {})", ply / 2 + 1, branch.moves[ply..].join(" "));
        }
        text.push('\n');
    }
    text
}

/// A variation of White's move stands behind Black's, and its number tells whose it is.
fn parentheses_behind(game: &mut Played, _: &mut Rng) -> String {
    game.tag("Size", game.size);
    game.branches.retain(|branch| branch.parent == 0);
    game.result = GameResult::Unfinished;
    let mut text = game.header("\n");
    for (moves, first) in game.moves.chunks(2).zip((0..).step_by(2)) {
        let number = first / 2 + 1;
        let _ = write!(text, "{number}. {}", moves.join(" "));
        for branch in game.branches.iter().filter(|branch| branch.at / 2 == first / 2) {
            let dots = if branch.at.is_multiple_of(2) { "." } else { "..." };
            let _ = write!(text, " ({number}{dots} {})", branch.moves[branch.at..].join(" "));
        }
        text.push('\n');
    }
    text
}

/// With the line ends of Windows, where PTN Ninja takes these comments for names of branches.
fn comments_on_lines(game: &mut Played, random: &mut Rng) -> String {
    game.branches.clear();
    game.tag("Size", game.size);
    let words = ["so far", "v1.2", "a/b", " 3. what now? "];
    let mut text = game.header("\r\n");
    for (moves, number) in game.moves.chunks(2).zip(1..) {
        if number > 1 {
            let comment = words[random.usize(..words.len())];
            let _ = write!(text, "{{{comment}}}\r\n");
            game.comments.push(comment.to_owned());
        }
        let _ = write!(text, "{number}. {}\r\n", moves.join(" "));
    }
    text + result_behind(game).trim() + "\r\n"
}
