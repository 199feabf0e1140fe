//! How games begin, in matches and in self-play: the lines of a book.

use std::fmt;
use std::path::Path;

use tak_encoding::ptn::move_list;
use tak_encoding::{
    AnyGame, AnyMove, AnyPosition, AnyRules, BoardSize, Game, HalfKomi, Notation, OneHash, Opening,
    Playable, Position, Size, untag_tps, with_game, with_position, with_size,
};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use crate::entries::{Board, Entries, Entry};
use crate::game_files;
use crate::move_list::tell_decided;

/// The extensions of books in a folder.
const BOOKS: &[&str] = &["epd", "pgn", "ptn", "tps", "txt"];

/// A longer game counts as a draw.
pub const LONGEST_GAME: usize = 1000;

/// The conditions of games: size, opening and komi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The board.
    pub size: BoardSize,
    /// Points for Black.
    pub komi: HalfKomi,
    /// How the first two plies are played.
    pub opening: Opening,
}

impl Conditions {
    /// The rules of these games.
    pub fn rules(self) -> AnyRules {
        let mut rules = AnyRules::with_komi(self.komi);
        rules.opening = self.opening;
        rules
    }

    /// Where these games start.
    pub fn empty_board(self) -> Result<AnyPosition<OneHash>, String> {
        AnyPosition::with_rules(self.size, self.rules()).map_err(|error| error.to_string())
    }
}

/// `6×6, swap, komi 2`
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}, {1}, komi {2}", self.size, self.opening, self.komi)
    }
}

/// How a game begins: a position, and moves that are played without thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    /// The position before the moves.
    pub start: AnyPosition<OneHash>,
    /// Moves that are legal one after the other and do not end the game.
    pub moves: Vec<AnyMove>,
}

/// Takes a beginning or says why not.
type Check = fn(Beginning) -> Result<Beginning, String>;

/// Reads a book: for each of the conditions, the beginnings that fit, maybe none.
pub fn read(path: &Path, conditions: &[Conditions]) -> Result<Vec<Vec<Beginning>>, Failure> {
    read_checked(path, conditions, Ok)
}

/// Reads a book whose lines all start on the empty board: for each of the conditions, the moves of
/// those that fit, maybe none.
pub fn read_moves(
    path: &Path,
    conditions: &[Conditions],
) -> Result<Vec<Vec<Vec<AnyMove>>>, Failure> {
    let fitting = read_checked(path, conditions, Beginning::told_by_its_moves)?;
    let moves = |beginnings: Vec<Beginning>| beginnings.into_iter().map(|it| it.moves).collect();
    Ok(fitting.into_iter().map(moves).collect())
}

/// Reads the openings of a file or a folder.
fn read_checked(
    path: &Path,
    conditions: &[Conditions],
    check: Check,
) -> Result<Vec<Vec<Beginning>>, Failure> {
    let mut fitting = vec![Vec::new(); conditions.len()];
    for source in game_files::sources(&[path.to_owned()], BOOKS) {
        read_book(&source?, conditions, check, &mut fitting)?;
    }
    Ok(fitting)
}

/// Reads the openings of a file, standard input or a link, and adds them where they fit.
fn read_book(
    source: &Source,
    conditions: &[Conditions],
    check: Check,
    fitting: &mut [Vec<Beginning>],
) -> Result<(), Failure> {
    let mut add = |line: u64, read: &dyn Fn(Conditions) -> Result<Beginning, String>| {
        let (mut problem, mut fits) = (None, false);
        for (&conditions, fitting) in conditions.iter().zip(&mut *fitting) {
            match read(conditions).and_then(check) {
                Ok(beginning) => {
                    fitting.push(beginning);
                    fits = true;
                }
                Err(why) => problem = Some(why),
            }
        }
        problem.filter(|_| !fits).map_or(Ok(()), |why| Err(source.failure_at(line, why)))
    };
    let mut entries = Entries::new(source.lines()?, None);
    while let Some(entry) = entries.next()? {
        let entry = entry.map_err(|bad| bad.failure(source))?;
        match entry.notation {
            Notation::Ptn | Notation::Link => {
                let read = entry.read(Board::default()).map_err(|bad| bad.failure(source))?;
                add(entry.line, &|conditions| Beginning::of_game(read.game(), conditions))?;
            }
            _ => add(entry.line, &|conditions| Beginning::of_line(&entry, conditions))?,
        }
    }
    Ok(())
}

impl Beginning {
    fn of_line(line: &Entry<'_>, conditions: Conditions) -> Result<Self, String> {
        if line.notation == Notation::Tps {
            return Self::at(line.text.trim(), conditions)?.fit_to_play();
        }
        let rules = conditions.rules();
        with_size!(conditions.size, N => {
            let rules = rules.at_size().map_err(|error| error.to_string())?;
            let game = move_list::read(Position::<N>::with_rules(rules), line.text);
            let game = game.map_err(|error| error.to_string())?;
            tell_decided(format_args!("line {}", line.line), &game, line.text);
            Self::with_moves(&conditions.empty_board()?, &game).fit_to_play()
        })
    }

    /// The whole main line, with the komi and the reserves of the match.
    fn of_game(game: &AnyGame, conditions: Conditions) -> Result<Self, String> {
        with_game!(game, game => {
            let Self { start, .. } = Self::at(&game.start().to_tps(), conditions)?;
            let opening = game.start().opening();
            if game.start().is_opening() {
                check_opening(opening, conditions)?;
            }
            Self::with_moves(&start, game).fit_to_play()
        })
    }

    /// The position of a TPS.
    fn at(tps: &str, conditions: Conditions) -> Result<Self, String> {
        let start = AnyPosition::from_tps_with(untag_tps(tps), conditions.rules());
        let start = start.map_err(|error| error.to_string())?;
        if start.size() != conditions.size {
            let (found, size) = (start.size(), conditions.size);
            return Err(format!(
                "expected a position on {size}×{size}, found one on {found}×{found}"
            ));
        }
        if start.is_opening() {
            check_opening(start.opening(), conditions)?;
        }
        Ok(Self { start, moves: Vec::new() })
    }

    fn with_moves<const N: usize>(start: &AnyPosition<OneHash>, game: &Game<N>) -> Self
    where
        Size<N>: Playable,
    {
        Self { start: *start, moves: game.moves().iter().copied().map(AnyMove::from).collect() }
    }

    /// Whether its moves alone tell it, as games are stored.
    fn told_by_its_moves(self) -> Result<Self, String> {
        /// Enough for any opening, and far from the longest game.
        const MOST_PLIES: usize = 200;
        let is_empty = with_position!(&self.start, position => {
            position.ply() == 0 && position.occupied().is_empty()
        });
        match self.moves.len() {
            _ if !is_empty => {
                Err("expected moves from the empty board, found a position".to_owned())
            }
            ..=MOST_PLIES => Ok(self),
            plies => Err(format!("expected at most {MOST_PLIES} plies, found {plies}")),
        }
    }

    fn fit_to_play(self) -> Result<Self, String> {
        let mut position = self.start;
        let mut hashes = vec![position.hash()];
        for &mv in &self.moves {
            position.play(mv).map_err(|why| format!("{mv}: {why}"))?;
            hashes.push(position.hash());
        }
        let seen = hashes.iter().filter(|&&hash| hash == position.hash()).count();
        let is_too_long = self.moves.len() >= LONGEST_GAME;
        if position.outcome().is_some() || seen > 2 || is_too_long {
            return Err("the game is over here; expected a position to play on from".to_owned());
        }
        Ok(self)
    }
}

fn check_opening(found: Opening, conditions: Conditions) -> Result<(), String> {
    let wanted = conditions.opening;
    if found == wanted {
        return Ok(());
    }
    Err(format!("expected a position of the opening {wanted}, found {found}"))
}
