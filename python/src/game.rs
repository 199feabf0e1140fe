//! `tak_toolkit.Game` and `tak_toolkit.Node`: a game with its comments, marks and variations.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tak_encoding::ptn::{Ply, PtnGame, games};
use tak_encoding::{AnyGame, AnyPosition, Link, OneHash, any_to_ptn, with_game};

use crate::board::Board;
use crate::errors::{bad_move, illegal, refused, unreadable};
use crate::mv::{Move, MoveName};
use crate::names::Symmetry;

/// A game in PTN with comments, marks and variations: ``Game.from_ptn(text)``, ``Game(board)``.
///
/// What is not changed is written as it was read, byte for byte. The moves are nodes: ``mainline()``
/// has those of the game, ``variations`` the first moves, and each node those that follow it.
///
/// Two games are equal if their texts are.
#[pyclass(module = "tak_toolkit")]
#[derive(Clone)]
pub(crate) struct Game(PtnGame);

impl Game {
    /// The tags, the start and the main line.
    pub(crate) fn game(&self) -> &AnyGame {
        self.0.game()
    }

    fn of(game: &AnyGame) -> PyResult<Self> {
        game.to_string().parse().map(Self).map_err(unreadable)
    }

    /// The board after a ply, with the moves before it.
    fn board_at(&self, ply: Option<Ply>) -> PyResult<Board> {
        let line: Vec<_> = self.line_to(ply).into_iter().map(|ply| self.0.mv(ply)).collect();
        Board::played(&self.start(), line).map_err(illegal)
    }

    fn start(&self) -> AnyPosition<OneHash> {
        self.0.position(None).rehashed()
    }

    /// The plies up to this one.
    fn line_to(&self, ply: Option<Ply>) -> Vec<Ply> {
        let mut line: Vec<_> = std::iter::successors(ply, |&ply| self.0.parent(ply)).collect();
        line.reverse();
        line
    }
}

fn nodes(game: &Bound<'_, Game>, plies: &[Ply]) -> Vec<Node> {
    plies.iter().map(|&ply| Node { game: game.clone().unbind(), ply }).collect()
}

/// Plays a move behind a ply, or at the start.
fn add(game: &Bound<'_, Game>, after: Option<Ply>, mv: MoveName) -> PyResult<Node> {
    let text = match mv {
        MoveName::Move(mv) => mv.0.to_string(),
        MoveName::Text(text) => text,
    };
    let ply = game.borrow_mut().0.play(after, &text).map_err(bad_move)?;
    Ok(Node { game: game.clone().unbind(), ply })
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}

#[pymethods]
impl Game {
    /// The moves of a board as a game; without one, a game of 6×6 that begins.
    #[new]
    #[pyo3(signature = (board = None))]
    fn new(board: Option<Board>) -> PyResult<Self> {
        let board = board.map_or_else(Board::usual, Ok)?;
        Self::of(&board.game()?)
    }

    /// Reads one game: PTN, a TPS, or a link to ptn.ninja.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    pub(crate) fn from_ptn(text: &str) -> PyResult<Self> {
        let ptn = any_to_ptn(text).map_err(unreadable)?;
        PtnGame::from_str(&ptn).map(Self).map_err(unreadable)
    }

    /// Reads the moves of a game in the notation of playtak.com, which begins with this board.
    #[staticmethod]
    #[pyo3(signature = (notation, board, /))]
    fn from_playtak(notation: &str, board: Board) -> PyResult<Self> {
        let start = board.game()?.end();
        Self::of(&AnyGame::from_playtak(start, notation).map_err(unreadable)?)
    }

    /// The text of the game.
    pub(crate) fn ptn(&self) -> String {
        self.0.to_string()
    }

    /// The text as other programs read it: variations in parentheses become branches of PTN Ninja,
    /// and so on; the same as ``ptn()`` where they read that.
    fn portable_ptn(&self) -> String {
        self.0.for_others()
    }

    /// A link that opens the game at ptn.ninja, after ``plies`` plies if that is given.
    #[pyo3(signature = (plies = None))]
    fn link(&self, plies: Option<usize>) -> String {
        Link::new(self.0.to_ptn_ninja(), plies).to_string()
    }

    /// The main line in the notation of playtak.com.
    fn playtak(&self) -> String {
        with_game!(self.0.game(), game => game.to_playtak())
    }

    /// The tags by their names; of two with the same name the first.
    #[getter]
    fn tags(&self) -> HashMap<String, String> {
        let tags = with_game!(self.0.game(), game => game.tags().to_vec());
        tags.into_iter().rev().map(|tag| (tag.name, tag.value)).collect()
    }

    /// Sets a tag, or adds it; refused if the moves cannot be played with it.
    fn set_tag(&mut self, name: &str, value: &str) -> PyResult<()> {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(PyValueError::new_err(format!("`{name}`: expected the name of a tag")));
        }
        self.0.set_tag(name, value).map_err(refused)
    }

    /// The result as it is written, or as the moves have it: ``"R-0"``, or ``None``.
    #[getter]
    fn result(&self) -> Option<String> {
        with_game!(self.0.game(), game => {
            let reached = || game.end().outcome().map(|outcome| outcome.to_string());
            game.result().map(|result| result.to_string()).or_else(reached)
        })
    }

    /// The board at the start.
    fn start_board(&self) -> Board {
        Board::at(&self.start())
    }

    /// The board at the end of the main line.
    fn board(&self) -> PyResult<Board> {
        self.board_at(self.0.main_line().last().copied())
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.0.main_line().iter().map(|&ply| Move(self.0.mv(ply))).collect()
    }

    /// The nodes of the main line.
    fn mainline(slf: &Bound<'_, Self>) -> Vec<Node> {
        let plies = slf.borrow().0.main_line().to_vec();
        nodes(slf, &plies)
    }

    /// All nodes, each after its parent.
    fn nodes(slf: &Bound<'_, Self>) -> Vec<Node> {
        let plies: Vec<_> = slf.borrow().0.plies().collect();
        nodes(slf, &plies)
    }

    /// The first moves: that of the main line, then those of variations.
    #[getter]
    fn variations(slf: &Bound<'_, Self>) -> Vec<Node> {
        let plies = slf.borrow().0.replies(None);
        nodes(slf, &plies)
    }

    /// Plays a move at the start, as a variation if there is one, and returns its node.
    #[pyo3(signature = (mv, /))]
    fn add_variation(slf: &Bound<'_, Self>, mv: MoveName) -> PyResult<Node> {
        add(slf, None, mv)
    }

    /// Plays a move at the end of the main line and returns its node.
    #[pyo3(signature = (mv, /))]
    fn push(slf: &Bound<'_, Self>, mv: MoveName) -> PyResult<Node> {
        let last = slf.borrow().0.main_line().last().copied();
        add(slf, last, mv)
    }

    /// The comments before the first move.
    #[getter]
    fn comments(&self) -> Vec<String> {
        owned(self.0.comments(None))
    }

    /// Adds a comment before the first move.
    #[pyo3(signature = (text, /))]
    fn add_comment(&mut self, text: &str) {
        self.0.add_comment(None, text);
    }

    /// What the text holds that is no move of any line, each with its place.
    #[getter]
    fn left_out(&self) -> Vec<String> {
        self.0.left_out().iter().map(ToString::to_string).collect()
    }

    /// The turned game: its start, all its moves, and those in comments of engines.
    #[pyo3(signature = (symmetry, /))]
    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut turned = self.clone();
        turned.0.transform(symmetry.0);
        turned
    }

    /// A copy that changes by itself.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().ptn() == self.ptn())
    }

    fn __str__(&self) -> String {
        self.ptn()
    }

    fn __repr__(&self) -> String {
        let size = self.0.game().start().size();
        let result = self.result().map_or_else(String::new, |result| format!(", {result}"));
        format!("<Game {size}: {} plies{result}>", self.0.main_line().len())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_ptn")?.unbind(), (slf.borrow().ptn(),)))
    }
}

/// A move of a game: a node in the tree of its lines.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Node {
    game: Py<Game>,
    ply: Ply,
}

impl Node {
    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&PtnGame, Ply) -> T) -> T {
        read(&self.game.bind(py).borrow().0, self.ply)
    }

    fn at(&self, py: Python<'_>, ply: Ply) -> Self {
        Self { game: self.game.clone_ref(py), ply }
    }
}

#[pymethods]
impl Node {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move.
    #[getter(r#move)]
    fn mv(&self, py: Python<'_>) -> Move {
        Move(self.read(py, PtnGame::mv))
    }

    /// The board after the move.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        self.game.bind(py).borrow().board_at(Some(self.ply))
    }

    /// The node before it; ``None`` for a first move.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.read(py, PtnGame::parent).map(|parent| self.at(py, parent))
    }

    /// The moves that follow: that of its own line, then those of variations.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        let replies = self.read(py, |game, ply| game.replies(Some(ply)));
        replies.into_iter().map(|reply| self.at(py, reply)).collect()
    }

    /// The next move of its line, if there is one.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        self.variations(py).into_iter().next()
    }

    /// Plays a move behind it, as a variation if there is one, and returns its node.
    #[pyo3(signature = (mv, /))]
    fn add_variation(&self, py: Python<'_>, mv: MoveName) -> PyResult<Self> {
        add(self.game.bind(py), Some(self.ply), mv)
    }

    /// Whether it is a move of the main line.
    #[getter]
    fn is_main(&self, py: Python<'_>) -> bool {
        self.read(py, |game, ply| game.main_line().contains(&ply))
    }

    /// The marks behind the move, like ``"?!"`` or ``"''"``.
    #[getter]
    fn marks(&self, py: Python<'_>) -> String {
        self.read(py, |game, ply| game.marks(ply).to_owned())
    }

    /// Sets the marks, of the letters ``? ! ' "``; an empty text removes them.
    #[pyo3(signature = (marks, /))]
    fn set_marks(&self, py: Python<'_>, marks: &str) -> PyResult<()> {
        if let Some(other) = marks.chars().find(|&mark| !"?!'\"".contains(mark)) {
            return Err(PyValueError::new_err(format!("`{other}`: expected marks of ? ! ' \"")));
        }
        self.game.bind(py).borrow_mut().0.set_marks(self.ply, marks);
        Ok(())
    }

    /// The numeric annotation glyphs, like ``"$1"``.
    #[getter]
    fn glyphs(&self, py: Python<'_>) -> Vec<String> {
        self.read(py, |game, ply| owned(game.glyphs(ply)))
    }

    /// The comments behind the move.
    #[getter]
    fn comments(&self, py: Python<'_>) -> Vec<String> {
        self.read(py, |game, ply| owned(game.comments(Some(ply))))
    }

    /// Adds a comment right behind the move.
    #[pyo3(signature = (text, /))]
    fn add_comment(&self, py: Python<'_>, text: &str) {
        self.game.bind(py).borrow_mut().0.add_comment(Some(self.ply), text);
    }

    /// The seconds that the player's clock showed, if a comment tells them.
    #[getter]
    fn clock(&self, py: Python<'_>) -> Option<f64> {
        self.read(py, PtnGame::clock).map(|clock| clock.as_secs_f64())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.game.is(&other.game) && self.ply == other.ply
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, self.ply).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.read(py, |game, ply| format!("{}{}", game.mv(ply), game.marks(ply)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Node {}>", self.__str__(py))
    }
}

/// Reads all games of a text: PTN, TPS or links. A bad one raises ``NotationError`` with its place,
/// or, if ``errors`` is a list, is left out and its error appended to that.
#[pyfunction]
#[pyo3(signature = (text, *, errors = None))]
pub(crate) fn read_games(
    text: &str,
    errors: Option<Bound<'_, pyo3::types::PyList>>,
) -> PyResult<Vec<Game>> {
    let text = any_to_ptn(text).map_err(unreadable)?;
    let mut found = Vec::new();
    for game in games(&text) {
        match (game.read_whole(), &errors) {
            (Ok(game), _) => found.push(Game(game)),
            (Err(error), None) => return Err(unreadable(error)),
            (Err(error), Some(errors)) => errors.append(unreadable(error))?,
        }
    }
    Ok(found)
}
