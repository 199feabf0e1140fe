//! The rules against those of `cozy-chess`, and FENs both ways.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::attacks::Attacks;
use super::board::{Board, Move, MoveKind, Wing};
use super::fen::{Fen, START};
use super::perft::legal_moves;
use super::piece::Piece;

static ATTACKS: LazyLock<Attacks> = LazyLock::new(Attacks::new);

/// The start, and positions where castling, en passant and promotion are close.
const STARTS: [&str; 4] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4k3/PPp1p3/8/3P1P2/2p1p3/8/3P1Ppp/4K3 w - - 0 1",
];

fn board(fen: &str) -> Board {
    fen.parse::<Fen>().unwrap().board
}

fn own_moves(board: &Board) -> Vec<Move> {
    legal_moves(board, &ATTACKS)
}

fn texts(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(Move::to_string).collect()
}

/// The other library's moves as UCI. It writes castling as the king taking its own rook.
fn their_moves(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|list| {
        moves.extend(list.into_iter().map(|mv| uci(board, mv).to_string()));
        false
    });
    moves
}

fn uci(board: &cozy_chess::Board, mut mv: cozy_chess::Move) -> cozy_chess::Move {
    use cozy_chess::{File, Square};
    if board.color_on(mv.to) == Some(board.side_to_move()) {
        let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
        mv.to = Square::new(file, mv.from.rank());
    }
    mv
}

/// The other library's move with this text.
fn their_move(board: &cozy_chess::Board, text: &str) -> cozy_chess::Move {
    let mut found = None;
    board.generate_moves(|list| {
        found = list.into_iter().find(|&mv| uci(board, mv).to_string() == text);
        found.is_some()
    });
    found.unwrap()
}

#[test]
fn legal_moves_are_those_of_cozy_chess() {
    let mut kinds = BTreeSet::new();
    let mut random = fastrand::Rng::with_seed(1);
    for game in 0..60 {
        let start = STARTS[game % STARTS.len()];
        let mut own = board(start);
        let mut their: cozy_chess::Board = start.parse().unwrap();
        for ply in 0..160 {
            let moves = own_moves(&own);
            let texts = texts(&moves);
            assert_eq!(texts.len(), moves.len(), "a move twice: {their}");
            let their_moves = their_moves(&their);
            assert_eq!(texts, their_moves, "game {game}, ply {ply}: {their}");
            let Some(&mv) = random.choice(&moves) else {
                let is_check = !their.checkers().is_empty();
                kinds.insert(if is_check { "checkmate" } else { "stalemate" }.to_owned());
                break;
            };
            kinds.extend(moves.iter().map(|mv| format!("{:?}", mv.kind)));
            their.play_unchecked(their_move(&their, &mv.to_string()));
            own.play(mv);
        }
    }
    let promotions = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let all = [MoveKind::Plain, MoveKind::DoubleStep, MoveKind::EnPassant].into_iter();
    let all = all.chain(Wing::ALL.map(MoveKind::Castling));
    let all = all.chain(promotions.map(MoveKind::Promotion)).map(|kind| format!("{kind:?}"));
    for kind in all.chain(["checkmate".to_owned()]) {
        assert!(kinds.contains(&kind), "no {kind}: {kinds:?}");
    }
}

/// The board after some moves, each chosen among the legal ones.
fn after(start: &str, choices: &[usize]) -> Board {
    choices.iter().fold(board(start), |board, choice| {
        let moves = own_moves(&board);
        let chosen = choice.checked_rem(moves.len());
        chosen.map_or(board, |chosen| board.after(moves[chosen]))
    })
}

proptest! {
    #[test]
    fn positions_are_read_as_they_are_written(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(0..usize::MAX, 0..80),
        halfmove_clock: u16,
        move_number: u16,
    ) {
        let board = after(STARTS[start], &choices);
        let fen = Fen { board, halfmove_clock, move_number };
        let text = fen.to_string();
        let read: Fen = text.parse().unwrap();
        prop_assert_eq!(read.to_string(), text.as_str());
        prop_assert_eq!(texts(&own_moves(&read.board)), texts(&own_moves(&board)));
        // The other library reads the same position.
        let text = Fen { halfmove_clock: 0, move_number: 1, ..fen }.to_string();
        let their: cozy_chess::Board = text.parse().unwrap();
        prop_assert_eq!(texts(&own_moves(&board)), their_moves(&their));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[1-8pnbrqkPNBRQK/ w-]{0,90}|.*") {
        if let Ok(fen) = text.parse::<Fen>() {
            prop_assert_eq!(fen.to_string().parse::<Fen>(), Ok(fen));
        }
    }

    #[test]
    fn a_changed_text_is_read_or_refused(
        start in 0..STARTS.len(),
        place in 0..60_usize,
        letter in "[1-8pnbrqkPNBRQK/ wb3a-]",
    ) {
        let mut text = STARTS[start].to_owned();
        let place = place % text.len();
        text.replace_range(place..=place, &letter);
        if let Ok(fen) = text.parse::<Fen>() {
            prop_assert_eq!(fen.to_string().parse::<Fen>(), Ok(fen));
            // What is accepted can be played.
            for mv in own_moves(&fen.board) {
                own_moves(&fen.board.after(mv));
            }
        }
    }
}
