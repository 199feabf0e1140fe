//! One opening: what a file says, the position reached, and how to write it.

use std::borrow::Cow;
use std::fmt::Write;

use tak_encoding::{
    AnyGame, BoardSize, Game, Move, PackedBoard, Playable, Position, Size, Symmetry, TpsError,
    excerpt, tps_size, with_game, with_size,
};

use super::format::Format;

/// In a PTN file this tag says how often an opening came.
pub(crate) const COUNT_TAG: &str = "Count";

/// An opening as a file tells it.
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    /// Moves from the empty board of that size.
    Moves(BoardSize, &'a str),
    /// The position reached.
    Tps(&'a str),
    /// A game from any position on.
    Game(&'a AnyGame),
}

/// The position that an opening reaches, as its symmetric ones share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    /// The canonical board. Equal boards are one class, and no others are.
    pub(crate) board: PackedBoard,
    /// The canonical hash: equal in one class, but not only there.
    pub(crate) key: u64,
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// What turns the opening so that it reaches the canonical board.
    pub(crate) symmetry: Symmetry,
    /// The plies played, as the opening counts them.
    pub(crate) ply: u32,
}

impl Class {
    fn of<const N: usize>(position: &Position<N>) -> Self
    where
        Size<N>: Playable,
    {
        let symmetry = position.canonical_symmetry();
        Self {
            board: position.pack_turned(symmetry),
            key: position.hashes().canonical(),
            size: position.size(),
            symmetry,
            ply: position.ply(),
        }
    }
}

impl Form<'_> {
    /// The class of the position reached. A TPS is first read as one of the
    /// likely size: to count its rows takes as long as a third of reading it.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub(crate) fn class(&self, likely: BoardSize) -> Result<Class, String> {
        match *self {
            Self::Moves(size, text) => with_size!(size, N => {
                let mut position = Position::<N>::new();
                play_all(&mut position, text, |_| ())?;
                Ok(Class::of(&position))
            }),
            Self::Tps(tps) => tps_class(tps, likely).or_else(|_| {
                let size = tps_size(tps).map_err(|error| error.to_string())?;
                tps_class(tps, size).map_err(|error| error.to_string())
            }),
            Self::Game(game) => with_game!(game, game => Ok(Class::of(game.end()))),
        }
    }

    /// The moves as a game; `None` for a position, which has none.
    pub(crate) fn game(&self) -> Option<Cow<'_, AnyGame>> {
        match *self {
            Self::Moves(size, text) => with_size!(size, N => {
                let mut game = Game::<N>::new(Position::new());
                let mut end = *game.start();
                let played = play_all(&mut end, text, |mv| {
                    // Legal there, and so here.
                    let _ = game.push(mv);
                });
                played.ok().map(|()| Cow::Owned(game.into()))
            }),
            Self::Tps(_) => None,
            Self::Game(game) => Some(Cow::Borrowed(game)),
        }
    }

    /// Whether it can be written in that format.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(crate) fn fits(&self, to: Format) -> Result<(), String> {
        let starts_empty = match self {
            Self::Moves(..) => true,
            Self::Tps(_) => false,
            Self::Game(game) => with_game!(game, game => {
                game.start().ply() == 0 && game.start().occupied().is_empty()
            }),
        };
        if starts_empty || to != Format::Moves {
            return Ok(());
        }
        Err("it starts from a position: expected --to tps or --to ptn".to_owned())
    }

    /// Writes it in a format that it fits, turned by a symmetry.
    pub(crate) fn write(&self, to: Format, turn: Symmetry, out: &mut String) {
        match *self {
            Self::Moves(size, text) => with_size!(size, N => {
                let mut line = Line::<N>::from_position(Position::new());
                // What was read before is read again without an error.
                let _ = play_all(&mut line.end, text, |mv| line.moves.push(mv));
                line.turned(turn).write(to, None, out);
            }),
            Self::Tps(tps) => {
                let Ok(size) = tps_size(tps) else { return };
                with_size!(size, N => {
                    let Ok(position) = Position::<N>::from_tps(tps) else { return };
                    Line::from_position(position).turned(turn).write(to, None, out);
                });
            }
            Self::Game(game) => with_game!(game, game => {
                let line = Line { start: *game.start(), moves: game.moves().to_vec(), end: *game.end() };
                line.turned(turn).write(to, Some(game), out);
            }),
        }
    }
}

fn tps_class(tps: &str, size: BoardSize) -> Result<Class, TpsError> {
    with_size!(size, N => Position::<N>::from_tps(tps).map(|position| Class::of(&position)))
}

/// Plays a move list, its move numbers passed over.
fn play_all<const N: usize>(
    position: &mut Position<N>,
    text: &str,
    mut played: impl FnMut(Move<N>),
) -> Result<(), String>
where
    Size<N>: Playable,
{
    let mut over = false;
    for word in words(text) {
        let mv = position
            .parse_move(word)
            .map_err(|error| error.to_string())?;
        if over && let Some(outcome) = position.outcome() {
            let word = excerpt(word);
            return Err(format!(
                "move {word}: the game has ended before it with {outcome}"
            ));
        }
        position.play_unchecked(mv);
        over = position.is_over_after(mv);
        played(mv);
    }
    Ok(())
}

/// The moves of a list: `1.` is passed over, and `1.a1` is `a1`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_ascii_whitespace().map(without_number);
    words.filter(|word| !word.is_empty())
}

fn without_number(word: &str) -> &str {
    // Most moves start with a letter: nothing else of them is looked at.
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return word;
    }
    match word[digits..].strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}

/// The start of a move list with at most that many moves, as it is written.
pub(crate) fn first_moves(text: &str, plies: usize) -> &str {
    match words(text).take(plies).last() {
        // The word is a part of the text: where it ends, its address tells.
        Some(last) => &text[..last.as_ptr() as usize + last.len() - text.as_ptr() as usize],
        None => "",
    }
}

/// The game with its first moves alone, and without a result if some are gone.
pub(crate) fn first_plies(game: AnyGame, plies: usize) -> AnyGame {
    fn cut<const N: usize>(game: &Game<N>, plies: usize) -> Game<N>
    where
        Size<N>: Playable,
    {
        let mut short = Game::new(*game.start());
        for tag in game
            .tags()
            .iter()
            .filter(|tag| !tag.name.eq_ignore_ascii_case("Result"))
        {
            short.push_tag(&tag.name, &tag.value);
        }
        for &mv in game.moves().iter().take(plies) {
            // Legal in the game, and so here.
            let _ = short.push(mv);
        }
        short
    }
    if game.plies() <= plies {
        return game;
    }
    with_game!(&game, game => cut(game, plies).into())
}

/// Moves from a position on.
struct Line<const N: usize>
where
    Size<N>: Playable,
{
    start: Position<N>,
    moves: Vec<Move<N>>,
    end: Position<N>,
}

impl<const N: usize> Line<N>
where
    Size<N>: Playable,
{
    fn from_position(position: Position<N>) -> Self {
        Self {
            start: position,
            moves: Vec::new(),
            end: position,
        }
    }

    fn turned(mut self, turn: Symmetry) -> Self {
        if turn != Symmetry::Identity {
            self.start = self.start.transform(turn);
            self.end = self.end.transform(turn);
            for mv in &mut self.moves {
                *mv = mv.transform(turn);
            }
        }
        self
    }

    /// `game` lends its tags and its result.
    fn write(&self, to: Format, game: Option<&Game<N>>, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match to {
            Format::Tps => write!(out, "{}", self.end),
            Format::Moves => self.moves.iter().enumerate().try_for_each(|(index, mv)| {
                let space = if index > 0 { " " } else { "" };
                write!(out, "{space}{mv}")
            }),
            Format::Ptn => write!(out, "{}", self.game(game)),
        };
    }

    fn game(&self, like: Option<&Game<N>>) -> Game<N> {
        let mut game = Game::new(self.start);
        let tags = like.into_iter().flat_map(Game::tags);
        // The start may have turned, and the count is the book's to tell.
        let stale = |name: &str| {
            ["TPS", COUNT_TAG]
                .iter()
                .any(|tag| name.eq_ignore_ascii_case(tag))
        };
        for tag in tags.filter(|tag| !stale(&tag.name)) {
            game.push_tag(&tag.name, &tag.value);
        }
        for &mv in &self.moves {
            let _ = game.push(mv);
        }
        if let Some(result) = like.and_then(Game::result) {
            game.set_result(result);
        }
        game
    }
}
