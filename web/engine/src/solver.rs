//! The solver of a worker: it answers one question, or says who has a strict tinuë in each
//! position of a game. It tells what `tak-engine` prints with `--json`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tak_encoding::{AnyPosition, Color, OneHash};
use tak_search::json;
use tak_search::review::Reviewed;
use tak_search::solve::{Aim, Effort, Mode, NODES_BETWEEN_ASKS, Question};
use tak_search::tinue::{self, Standing};
use tak_search::wdl::Chances;
use wasm_bindgen::prelude::*;

use crate::host;
use crate::position::{Position, Problem, play, thrown, words};

/// After how many nodes, about, the page hears that the search goes on.
const NODES_BETWEEN_NEWS: u64 = 16_384;

/// Whether a player, or else the one to move, can force a win: the answer in JSON.
///
/// # Errors
///
/// If the scope is none, or there is not enough memory.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands it over")]
pub fn solve(
    position: &Position,
    scope: &str,
    winner: Option<String>,
    plies: Option<u32>,
    nodes: Option<f64>,
    milliseconds: Option<f64>,
    hash: u32,
) -> Result<String, JsError> {
    let mut effort = Effort::default();
    effort.plies = plies;
    effort.nodes = nodes.map(|nodes| nodes as u64);
    effort.time = milliseconds.map(|time| Duration::from_secs_f64(time.clamp(0.0, 1e9) / 1000.0));
    let aim = aim(&position.0, scope, winner.as_deref());
    thrown(aim.and_then(|aim| answer(&position.0, aim, effort, hash)))
}

fn aim(position: &AnyPosition<OneHash>, scope: &str, winner: Option<&str>) -> Result<Aim, Problem> {
    let mode = named("scope", scope, &Mode::ALL, Mode::name)?;
    let attacker = winner.map(|name| named("winner", name, &Color::ALL, json::side_name));
    Ok(Aim { attacker: attacker.unwrap_or(Ok(position.side_to_move()))?, mode })
}

/// The one of these things that has the name.
fn named<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, Problem> {
    all.iter().copied().find(|&each| name_of(each) == name).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&each| name_of(each)).collect();
        format!("{what}: {name}, expected one of {}", names.join(", "))
    })
}

fn answer(
    position: &AnyPosition<OneHash>,
    aim: Aim,
    effort: Effort,
    hash: u32,
) -> Result<String, Problem> {
    let mut question = Question::new(aim);
    (question.effort, question.hash) = (effort, hash as usize);
    question.total = effort.time;
    let asked = AtomicU64::new(1);
    let tell = || {
        let asked = asked.fetch_add(1, Ordering::Relaxed);
        if asked.is_multiple_of(NODES_BETWEEN_NEWS / NODES_BETWEEN_ASKS) {
            host::tell_progress();
        }
        false
    };
    let answer = question.answer_until(position, &tell).map_err(words)?;
    let mut told = json::answer(&answer);
    told["certificate"] = answer.certificate.into();
    Ok(told.to_string())
}

/// Who has a strict tinuë in each position of a game, one after the other.
#[wasm_bindgen]
pub struct Tinues {
    /// Those that are left.
    positions: std::vec::IntoIter<AnyPosition<OneHash>>,
    standings: Box<dyn Iterator<Item = Standing>>,
    before: Option<Standing>,
}

#[wasm_bindgen]
impl Tinues {
    /// Begins with the first position.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or there is not enough memory.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands them over")]
    pub fn new(start: &Position, moves: Vec<String>) -> Result<Self, JsError> {
        thrown(Self::of(&start.0, &moves))
    }

    /// What is told of the next position, in JSON; nothing after the last one.
    #[wasm_bindgen(js_name = tellNext)]
    pub fn tell_next(&mut self) -> Option<String> {
        let (position, standing) = (self.positions.next()?, self.standings.next()?);
        let told = json::standing(&position, &standing, self.before.as_ref());
        self.before = Some(standing);
        Some(told.to_string())
    }
}

impl Tinues {
    fn of(start: &AnyPosition<OneHash>, moves: &[String]) -> Result<Self, Problem> {
        let (mut positions, mut played) = (vec![*start], Vec::new());
        for (index, text) in moves.iter().enumerate() {
            let mut position = positions[index];
            played.push(play(&mut position, index, text)?);
            positions.push(position);
        }
        let effort = Effort::nodes(tinue::NODES);
        let standings = tinue::each_standing(start, &played, &effort, &|| false).map_err(words)?;
        Ok(Self { positions: positions.into_iter(), standings, before: None })
    }
}

/// What decided a game, in JSON: of each of its positions is told what a search has found, the
/// chances of the side to move as three numbers of thousandths, and a line of moves.
///
/// # Errors
///
/// If a move is illegal, or not each position has been searched.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands them over")]
pub fn review(
    start: &Position,
    moves: Vec<String>,
    chances: Vec<u16>,
    lines: Vec<String>,
) -> Result<String, JsError> {
    thrown(reviewed(&start.0, &moves, &chances, &lines))
}

fn reviewed(
    start: &AnyPosition<OneHash>,
    moves: &[String],
    chances: &[u16],
    lines: &[String],
) -> Result<String, Problem> {
    let mut position = *start;
    let moves = moves.iter().enumerate().map(|(index, text)| play(&mut position, index, text));
    let moves = moves.collect::<Result<_, _>>()?;
    let chances = chances.chunks_exact(3).map(|each| match *each {
        [win, draw, loss] => Chances { win, draw, loss },
        _ => Chances::DRAWN,
    });
    let lines = lines.iter().map(|line| line.split_ascii_whitespace());
    let game = Reviewed::read(*start, moves, chances.zip(lines)).map_err(words)?;
    Ok(json::review(&game.review(&|| false)).to_string())
}

#[cfg(test)]
mod tests {
    use tak_encoding::AnyRules;

    use super::*;
    use crate::position::start;

    /// Black can threaten two roads at once.
    const DOUBLE: &str = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";

    fn position() -> AnyPosition<OneHash> {
        start(None, Some(DOUBLE), AnyRules::default()).unwrap()
    }

    #[test]
    fn a_question_is_answered_with_a_certificate() {
        let aim = aim(&position(), "tinue", None).unwrap();
        let told = answer(&position(), aim, Effort::nodes(10_000), 4).unwrap();
        assert!(
            told.contains(r#""verdict":"yes""#) && told.contains("tak certificate 1\\n"),
            "{told}"
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let problem = |scope, winner| aim(&position(), scope, winner).unwrap_err();
        let scopes = "scope: full, expected one of strict, tinue, threats, win";
        assert_eq!(problem("full", None), scopes);
        assert_eq!(problem("win", Some("red")), "winner: red, expected one of white, black");
        let moves = ["b4", "b4"].map(str::to_owned);
        assert!(Tinues::of(&position(), &moves).err().unwrap().starts_with("move 2: "));
    }

    #[test]
    fn each_position_of_a_game_is_told() {
        let moves = ["b1", "a1"].map(str::to_owned);
        let mut tinues = Tinues::of(&position(), &moves).unwrap();
        let told: Vec<_> = std::iter::from_fn(|| tinues.tell_next()).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].contains(r#""winner":"black""#) && told[0].contains(r#""missed":null"#));
        assert!(told[1].contains(r#""missed":{"#), "{told:?}");
    }
}
