//! `tak_toolkit.Board`.

use std::collections::BTreeMap;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use tak_encoding::{
    AnyGame, AnyMove, AnyPosition, AnyUndo, IllegalMove, OneHash, Perft, with_position,
};
use tak_pictures::{Coordinates, Diagram, Picture, Style, TextBoard, Theme};

use crate::actions;
use crate::errors::{bad_move, illegal, refused, unreadable};
use crate::interrupt::Interrupt;
use crate::legal_moves::LegalMoves;
use crate::mv::{Move, MoveName};
use crate::names::{Color, Kind, Symmetry};
use crate::outcome::Outcome;
use crate::rules::{self, Pieces, rules};
use crate::square::{self, SquareName};

/// The pixels of a square in a picture.
const PIXELS: f32 = 60.0;

/// A position and the moves that led to it: ``Board(6, komi=2)``.
///
/// Squares are named like ``"c3"`` or numbered from a1 = 0 along the ranks. Two boards are equal if
/// their positions are, move number, komi and pieces in hand included; the moves before do not
/// matter.
#[pyclass(module = "tak_toolkit", from_py_object)]
#[derive(Clone)]
pub(crate) struct Board {
    start: AnyPosition<OneHash>,
    pub(crate) position: AnyPosition<OneHash>,
    played: Vec<(AnyMove, AnyUndo<OneHash>)>,
    outcome: Option<tak_encoding::Outcome>,
}

impl Board {
    pub(crate) fn at(start: &AnyPosition<OneHash>) -> Self {
        Self { start: *start, position: *start, played: Vec::new(), outcome: start.outcome() }
    }

    /// The empty board of the usual size.
    pub(crate) fn usual() -> PyResult<Self> {
        Self::new(6, 0.0, "swap", None, None)
    }

    /// The board after these moves.
    pub(crate) fn played(
        start: &AnyPosition<OneHash>,
        moves: impl IntoIterator<Item = AnyMove>,
    ) -> Result<Self, IllegalMove> {
        let mut board = Self::at(start);
        moves.into_iter().try_for_each(|mv| board.play(mv))?;
        Ok(board)
    }

    /// The board after the main line of a game.
    pub(crate) fn of_game(game: &AnyGame) -> PyResult<Self> {
        Self::played(&game.start().rehashed(), game.moves()).map_err(illegal)
    }

    fn play(&mut self, mv: AnyMove) -> Result<(), IllegalMove> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalMove::GameOver(outcome));
        }
        let undo = self.position.play(mv)?;
        self.played.push((mv, undo));
        self.outcome = self.position.outcome();
        Ok(())
    }

    /// The moves so far as a game.
    pub(crate) fn game(&self) -> PyResult<AnyGame> {
        let mut game = AnyGame::new(self.start.rehashed());
        for &(mv, _) in &self.played {
            game.push(mv).map_err(illegal)?;
        }
        if let Some(outcome) = self.outcome {
            game.set_result(outcome.into());
        }
        Ok(game)
    }

    /// The position before the first move, and the moves.
    pub(crate) fn history(&self) -> (AnyPosition<OneHash>, impl Iterator<Item = AnyMove>) {
        (self.start, self.played.iter().map(|&(mv, _)| mv))
    }

    fn diagram(&self) -> Diagram {
        Diagram::of_any(&self.position, self.played.last().map(|&(mv, _)| mv))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (size = 6, *, komi = 0.0, opening = "swap", flats = None, caps = None))]
    fn new(
        size: usize,
        komi: f64,
        opening: &str,
        flats: Option<Pieces>,
        caps: Option<Pieces>,
    ) -> PyResult<Self> {
        let rules = rules(komi, opening, flats, caps)?;
        AnyPosition::with_rules(square::size(size)?, rules)
            .map(|start| Self::at(&start))
            .map_err(refused)
    }

    /// Reads a TPS; the number of its rows is the size.
    #[staticmethod]
    #[pyo3(signature = (tps, *, komi = 0.0, opening = "swap", flats = None, caps = None))]
    fn from_tps(
        tps: &str,
        komi: f64,
        opening: &str,
        flats: Option<Pieces>,
        caps: Option<Pieces>,
    ) -> PyResult<Self> {
        let rules = rules(komi, opening, flats, caps)?;
        AnyPosition::from_tps_with(tps, rules).map(|start| Self::at(&start)).map_err(unreadable)
    }

    /// The board at the end of a game in PTN.
    #[staticmethod]
    fn from_ptn(ptn: &str) -> PyResult<Self> {
        Self::of_game(&ptn.parse().map_err(unreadable)?)
    }

    /// The position as TPS.
    fn tps(&self) -> String {
        self.position.to_tps()
    }

    /// The moves so far as a game in PTN.
    fn ptn(&self) -> PyResult<String> {
        self.game().map(|game| game.to_string())
    }

    /// Squares on a side.
    #[getter]
    pub(crate) fn size(&self) -> usize {
        self.position.size().squares_per_side()
    }

    /// Points for Black in a flat count.
    #[getter]
    fn komi(&self) -> f64 {
        rules::points(self.position.half_komi())
    }

    /// How the first two plies are played; ``"swap"`` as soon as it makes no difference.
    #[getter]
    fn opening(&self) -> String {
        self.position.opening().to_string()
    }

    /// The player to move.
    #[getter]
    fn turn(&self) -> Color {
        Color(self.position.side_to_move())
    }

    /// Plies since the start of the game, or since what the TPS says was the start.
    #[getter]
    fn ply(&self) -> u32 {
        self.position.ply()
    }

    /// The number of the full move, 1 at the start.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    /// The legal moves: lazy, and none once the game is over.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(&self.position, self.outcome.is_some())
    }

    /// The moves that were pushed, the first one first.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.played.iter().map(|&(mv, _)| Move(mv)).collect()
    }

    /// Plays a legal move.
    #[pyo3(signature = (mv, /))]
    fn push(&mut self, mv: Move) -> PyResult<()> {
        self.play(mv.0).map_err(illegal)
    }

    /// Plays a legal move in PTN and returns it.
    #[pyo3(signature = (text, /))]
    fn push_ptn(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.parse_ptn(text)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.played.pop();
        let (mv, undo) = last.ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        self.position.undo(undo);
        self.outcome = None;
        Ok(Move(mv))
    }

    /// Reads a move in PTN that is legal here.
    #[pyo3(signature = (text, /))]
    fn parse_ptn(&self, text: &str) -> PyResult<Move> {
        self.position.parse_move(text).map(Move).map_err(bad_move)
    }

    /// Raises ``IllegalMoveError`` with the rule that a move breaks here, if it breaks one.
    #[pyo3(signature = (mv, /))]
    fn check_legal(&self, mv: MoveName) -> PyResult<()> {
        match (mv, self.outcome) {
            (_, Some(outcome)) => Err(illegal(IllegalMove::GameOver(outcome))),
            (MoveName::Move(mv), None) => self.position.check_legal(mv.0).map_err(illegal),
            (MoveName::Text(text), None) => self.parse_ptn(&text).map(|_| ()),
        }
    }

    /// A move that completes a road at once, if there is one.
    fn road_move(&self) -> Option<Move> {
        let open = self.outcome.is_none();
        open.then(|| self.position.road_move()).flatten().map(Move)
    }

    /// The move that the number of an action means here, legal or not: see ``Move.action``.
    #[pyo3(signature = (action, /))]
    fn move_of_action(&self, action: usize) -> PyResult<Move> {
        let mv = with_position!(&self.position, position => {
            actions::to_move(position, action).map(AnyMove::from)
        });
        mv.map(Move).ok_or_else(|| PyIndexError::new_err(format!("no move has action {action}")))
    }

    /// How the game ended; ``None`` while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome.map(Outcome)
    }

    /// Whether the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The colours of the pieces on a square, from the bottom up.
    #[pyo3(signature = (square, /))]
    fn stack(&self, square: SquareName) -> PyResult<Vec<Color>> {
        let stack = self.position.stack(square.on(self.position.size())?);
        Ok(stack.into_iter().rev().map(Color).collect())
    }

    /// Colour and kind of the top piece of a square, if there is one.
    #[pyo3(signature = (square, /))]
    fn top(&self, square: SquareName) -> PyResult<Option<(Color, Kind)>> {
        let top = self.position.top(square.on(self.position.size())?);
        Ok(top.map(|(color, kind)| (Color(color), Kind(kind))))
    }

    /// All stacks by the names of their squares, each from the bottom up.
    fn stacks(&self) -> BTreeMap<String, Vec<Color>> {
        let size = self.position.size();
        let squares = 0..size.squares_per_side().pow(2);
        let stacks = squares.map(|square| (square, self.position.stack(square)));
        stacks
            .filter(|(_, stack)| !stack.is_empty())
            .map(|(at, stack)| {
                (square::name(size, at), stack.into_iter().rev().map(Color).collect())
            })
            .collect()
    }

    /// The flats (which are also the walls) and capstones that a player has in hand.
    #[pyo3(signature = (color, /))]
    fn reserve(&self, color: Color) -> (u8, u8) {
        let reserve = self.position.reserve(color.0);
        (reserve.flats, reserve.caps)
    }

    /// White's flats on top minus Black's, without komi.
    fn flat_lead(&self) -> i32 {
        self.position.flat_lead()
    }

    /// A hash of the position in 64 bits, the same in every process.
    #[getter]
    fn key(&self) -> u64 {
        self.position.hash()
    }

    /// The board in the orientation that all symmetric ones share.
    fn canonical(&self) -> PyResult<Self> {
        self.transform(Symmetry(self.position.canonical_symmetry()))
    }

    /// The symmetry that leads to the canonical board.
    fn canonical_symmetry(&self) -> Symmetry {
        Symmetry(self.position.canonical_symmetry())
    }

    /// The turned board, its moves included.
    #[pyo3(signature = (symmetry, /))]
    fn transform(&self, symmetry: Symmetry) -> PyResult<Self> {
        let mut turned = Self::at(&self.start.transform(symmetry.0));
        for &(mv, _) in &self.played {
            turned.play(mv.transform(symmetry.0)).map_err(illegal)?;
        }
        Ok(turned)
    }

    /// The leaves ``depth`` plies below, where a finished game counts as one; Ctrl-C stops it.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u8, threads: usize) -> PyResult<u64> {
        let interrupt = Interrupt::new();
        let stop = || interrupt.is_raised();
        let perft = Perft::new().threads(threads).stop(&stop);
        let leaves =
            py.detach(|| with_position!(&self.position, position => perft.count(position, depth)));
        interrupt.check()?;
        Ok(leaves.unwrap_or_default())
    }

    /// The board before the first of its moves.
    fn root(&self) -> Self {
        Self::at(&self.start)
    }

    /// A copy, its moves included.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let from_ptn = slf.get_type().getattr("from_ptn")?.unbind();
        Ok((from_ptn, (slf.borrow().ptn()?,)))
    }

    fn __str__(&self) -> String {
        TextBoard::new(Style::Plain, Coordinates::Shown).draw(&self.diagram())
    }

    fn __repr__(&self) -> String {
        let komi = match self.komi() {
            0.0 => String::new(),
            komi => format!(", komi={komi}"),
        };
        format!("Board.from_tps('{}'{komi})", self.position)
    }

    fn _repr_svg_(&self) -> String {
        Picture::page(&self.diagram(), Theme::Light, Coordinates::Shown).svg(PIXELS)
    }
}
