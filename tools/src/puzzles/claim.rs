//! A puzzle as somebody claims it.

use serde_json::{Map, Value};
use tak_encoding::{
    AnyGame, AnyPosition, AnyRules, HalfKomi, OneHash, Outcome, excerpt, with_game,
};
use tak_games::puzzles::{Kind, Puzzle, PuzzleError};

use super::judge::Task;
use super::puzzle::tag;
use crate::counted::counted;

/// What is claimed: that a move alone does what the kind asks for, in so many plies. What is left out
/// is not claimed.
pub(super) struct Claim {
    pub(super) position: AnyPosition<OneHash>,
    pub(super) kind: Kind,
    /// Of a tinuë, whether its moves need not threaten anything.
    pub(super) is_full: bool,
    /// How many moves the line has, if there is one.
    length: usize,
    pub(super) plies: Option<u32>,
    /// Whether there may be a shorter one.
    pub(super) is_at_most: bool,
    /// In the form that the solver writes.
    pub(super) mv: Option<String>,
}

impl Claim {
    /// Reads a line: a JSON object, or `TPS|plies|move`.
    pub(super) fn of_line(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with('{') {
            let object: Map<String, Value> =
                serde_json::from_str(text).map_err(|error| error.to_string())?;
            return Self::of_object(&object);
        }
        if text.matches('|').count() == 5 {
            let read: Result<Puzzle, PuzzleError> = text.parse();
            return read.map(|puzzle| Self::of_shipped(&puzzle)).map_err(|error| error.to_string());
        }
        let mut parts = text.split('|').map(str::trim);
        let position = position(parts.next().unwrap_or_default(), 0)?;
        let plies = parts.next().filter(|plies| !plies.is_empty());
        let plies = plies.map(|plies| plies.parse().map_err(|_| format!("plies: found {plies}")));
        let mv = parts.next().filter(|mv| !mv.is_empty());
        let mv = mv.map(|mv| name_of(&position, mv)).transpose()?;
        let (kind, length) = (Kind::Tinue, usize::from(mv.is_some()));
        let plies = plies.transpose()?;
        Ok(Self { position, kind, is_full: false, length, plies, is_at_most: false, mv })
    }

    /// A puzzle like those of the page.
    fn of_shipped(puzzle: &Puzzle) -> Self {
        Self {
            position: puzzle.position,
            kind: puzzle.kind,
            is_full: false,
            length: puzzle.line.len(),
            plies: Some(puzzle.plies),
            is_at_most: false,
            mv: puzzle.line.first().map(ToString::to_string),
        }
    }

    /// What its move is to do.
    ///
    /// # Errors
    ///
    /// If that depends on the plies, and they are not claimed.
    pub(super) fn task(&self) -> Result<Task, String> {
        let plies = self.plies.ok_or_else(|| format!("{}: expected `plies`", self.kind.name()));
        match self.kind {
            Kind::Tinue if self.is_full => Ok(Task::Full),
            Kind::Tinue => Ok(Task::Strict),
            Kind::Avoidance => Ok(Task::Avoid),
            Kind::Best if self.length == 1 => plies.map(Task::Hold),
            Kind::Flats | Kind::Best => plies.map(Task::Win),
        }
    }

    /// A game that begins with the puzzle. Its moves are the solution, as far as they go, and
    /// [tags](tag) say the rest.
    ///
    /// # Errors
    ///
    /// If a tag has no meaning.
    pub(super) fn of_game(game: &AnyGame) -> Result<Self, String> {
        with_game!(game, game => {
            let moves = game.moves();
            let is_whole = game.end().outcome().is_some();
            let told = |plies: &str| plies.parse().map_err(|_| format!("{}: {plies}", tag::PLIES));
            let told = game.tag(tag::PLIES).map(told).transpose()?;
            Ok(Self {
                position: AnyPosition::from(game.start().rehashed::<OneHash>()),
                kind: game.tag(tag::KIND).map_or(Ok(Kind::Tinue), str::parse)?,
                is_full: game.tag(tag::SCOPE) == Some("full"),
                length: moves.len(),
                plies: told.or(is_whole.then_some(moves.len() as u32)),
                is_at_most: game.tag(tag::SHORTEST) == Some("false"),
                mv: moves.first().map(ToString::to_string),
            })
        })
    }

    pub(super) fn of_object(object: &Map<String, Value>) -> Result<Self, String> {
        let tps = text_of(object, "tps")?.ok_or("expected `tps`")?;
        let position = position(tps, number_of(object, "half_komi")?.unwrap_or(0))?;
        let plies = number_of(object, "plies")?.or(number_of(object, "tinue_length")?);
        let plies =
            plies.map(|plies| u32::try_from(plies).map_err(|_| format!("plies: found {plies}")));
        let plies = plies.transpose()?;
        let mv = text_of(object, "move")?;
        let mv = mv.map(|mv| name_of(&position, mv)).transpose()?;
        let first = object.get("line").and_then(|line| line.get(0)).and_then(Value::as_str);
        let mv = mv.or_else(|| name_of(&position, first?).ok());
        let is_at_most = truth_of(object, "shortest")? == Some(false);
        let kind = text_of(object, "kind")?.map_or(Ok(Kind::Tinue), str::parse)?;
        let is_full = match text_of(object, "scope")? {
            None | Some("strict") => false,
            Some("full") => true,
            Some(other) => {
                return Err(format!("scope: expected strict or full, found {}", excerpt(other)));
            }
        };
        let line = object.get("line").and_then(Value::as_array);
        let length = line.map_or(usize::from(mv.is_some()), Vec::len);
        let claim = Self { position, kind, is_full, length, plies, is_at_most, mv };
        claim.check_size(object)?;
        claim.check_winner(object)?;
        claim.check_line(object)?;
        Ok(claim)
    }

    fn check_size(&self, object: &Map<String, Value>) -> Result<(), String> {
        let size = self.position.size().squares_per_side() as i64;
        match number_of(object, "size")? {
            Some(found) if found != size => Err(format!("size: found {found}, the TPS has {size}")),
            _ => Ok(()),
        }
    }

    fn check_winner(&self, object: &Map<String, Value>) -> Result<(), String> {
        let mover = self.position.side_to_move().to_string();
        match text_of(object, "winner")? {
            Some(found) if !found.eq_ignore_ascii_case(&mover) => {
                Err(format!("winner: found {}, but {mover} is to move", excerpt(found)))
            }
            _ => Ok(()),
        }
    }

    /// The line must be legal and begin with the move. It ends the game as its kind says after those
    /// plies, or is the beginning of one that does.
    fn check_line(&self, object: &Map<String, Value>) -> Result<(), String> {
        let line = match object.get("line") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::Array(line)) => line,
            Some(other) => return Err(format!("line: expected a list, found {}", short(other))),
        };
        let mut position = self.position;
        for (number, mv) in (1..).zip(line) {
            let wrong = |why: String| format!("line, move {number}: {why}");
            let Value::String(text) = mv else {
                return Err(wrong(format!("expected a text, found {}", short(mv))));
            };
            let mv = position.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            position.play(mv).map_err(|error| wrong(error.to_string()))?;
            if let Some(claimed) = self.mv.as_ref().filter(|_| number == 1)
                && mv.to_string() != *claimed
            {
                return Err(wrong(format!("found {mv}, but the move is {claimed}")));
            }
        }
        let plies = line.len() as u32;
        let expected = match number_of(object, "line_plies")? {
            Some(plies) => {
                u32::try_from(plies).map_err(|_| format!("line_plies: found {plies}"))?
            }
            None => self.plies.unwrap_or(plies),
        };
        if self.task().is_ok_and(Task::is_defence) {
            return Ok(());
        }
        match position.outcome() {
            Some(outcome) if !self.is_met_by(outcome) => {
                Err(format!("line: it ends with {outcome}"))
            }
            Some(_) if expected != plies => {
                Err(format!("line: it has {}, not {expected}", counted(plies, "ply")))
            }
            None if self.plies.is_some() && expected <= plies => {
                let end = if self.kind == Kind::Tinue { "road" } else { "end of the game" };
                Err(format!("line: there is no {end} after its {}", counted(plies, "ply")))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn is_met_by(&self, outcome: Outcome) -> bool {
        let solver = self.position.side_to_move();
        match self.kind {
            Kind::Tinue => outcome == Outcome::Road(solver),
            Kind::Flats => outcome == Outcome::Flats(solver),
            Kind::Best | Kind::Avoidance => outcome.winner() == Some(solver),
        }
    }
}

fn position(tps: &str, half_komi: i64) -> Result<AnyPosition<OneHash>, String> {
    let half_komi =
        i16::try_from(half_komi).map_err(|_| format!("half_komi: found {half_komi}"))?;
    let rules = AnyRules::with_komi(HalfKomi(half_komi));
    AnyPosition::from_tps_with(tps, rules).map_err(|error| error.to_string())
}

/// A move in the form that the solver writes.
fn name_of(position: &AnyPosition<OneHash>, mv: &str) -> Result<String, String> {
    position.parse_move(mv).map(|mv| mv.to_string()).map_err(|error| error.to_string())
}

/// A field that may be left out.
fn text_of<'a>(object: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{name}: expected a text, found {}", short(other))),
    }
}

/// A field that may be left out.
fn number_of(object: &Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_i64()
            .map(Some)
            .ok_or_else(|| format!("{name}: expected a whole number, found {}", short(value))),
    }
}

/// A field that may be left out.
fn truth_of(object: &Map<String, Value>, name: &str) -> Result<Option<bool>, String> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(truth)) => Ok(Some(*truth)),
        Some(other) => Err(format!("{name}: expected true or false, found {}", short(other))),
    }
}

fn short(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the text {}", excerpt(text)),
        other => excerpt(&other.to_string()),
    }
}
