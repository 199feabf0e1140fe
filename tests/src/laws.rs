//! Laws that hold for any input. Each takes bytes and panics where the law is
//! broken: the targets of `cargo fuzz` in the folder `fuzz`, and of the test
//! `laws`, which spoils good examples at random.

use std::collections::HashSet;
use std::sync::mpsc;

use tak_encoding::ptn::{self, GameText, PtnGame, ReadGame, Remarks, TokenKind};
use tak_encoding::{
    AnyGame, AnyPosition, BoardSize, Color, EightHashes, Game, GameResult, HalfKomi, Move, OneHash,
    Opening, Outcome, PackedBoard, Playable, Position, Reserve, Rules, Size, Symmetry, Tag,
    with_game, with_position, with_size,
};
use tak_search::score;
use tak_tei::{Announce, Flow, Profile, Session, Trust};

use crate::client::is_complaint;
use crate::engine::best_line;
use crate::games::{LONGEST_GAME, plies};

mod archive;
mod frames;
mod games;
mod record;
mod resume;

pub use archive::archive;
pub use frames::frames;
pub use games::games;
pub use record::record;
pub use resume::resume;

/// A law and its name.
pub type Law = (&'static str, fn(&[u8]));

/// All laws of this module.
pub const ALL: [Law; 12] = [
    ("tps", tps),
    ("ptn", ptn),
    ("playtak", playtak),
    ("packed", packed),
    ("game", game),
    ("search", search),
    ("tei", tei),
    ("frames", frames),
    ("resume", resume),
    ("archive", archive),
    ("games", games),
    ("record", record),
];

/// A position is written as it is read, packed as it is unpacked, and its
/// canonical form is that of all eight symmetric ones.
///
/// # Panics
///
/// If not.
pub fn tps(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let read = AnyPosition::<EightHashes>::from_tps(text);
    let Ok(any) = read else { return };
    assert_eq!(any.to_string().parse(), Ok(any), "TPS");
    with_position!(&any, position => check_position(position));
}

fn check_position<const N: usize>(position: &Position<N, EightHashes>)
where
    Size<N>: Playable,
{
    assert_eq!(*position.hashes(), position.fresh_hashes(), "hashes of {position}");
    let packed = position.pack();
    assert_eq!(PackedBoard::from_bytes(packed.as_bytes()).as_ref(), Ok(&packed), "{position}");
    let unpacked: Position<N> = packed.unpack().expect("what was packed fits");
    assert!(unpacked.is_same_board(&position.rehashed()), "{position}");
    let canonical = position.canonical();
    assert_eq!(canonical.pack(), position.pack_canonical(), "{position}");
    for symmetry in Symmetry::ALL {
        let turned = position.transform(symmetry);
        assert_eq!(turned.canonical(), canonical, "{position} by {symmetry:?}");
        assert_eq!(turned.outcome(), position.outcome(), "{position} by {symmetry:?}");
    }
}

/// The games of a file are the file, cut; each is written as it was read, with
/// everything byte for byte and without the comments in meaning.
///
/// # Panics
///
/// If not.
pub fn ptn(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let tokens: String = ptn::tokens(text).map(|token| token.text).collect();
    assert_eq!(tokens, text, "tokens");
    let games: Vec<_> = ptn::games(text).collect();
    let cut: String = games.iter().map(|game| game.text).collect();
    assert!(games.is_empty() || cut == text, "the games together are not the file");
    for game in games {
        let Ok(read) = game.read() else {
            assert!(game.read_whole().is_err(), "a whole game without its main line");
            continue;
        };
        check_read_again(read.clone());
        let whole = game.read_whole().expect("its main line was read");
        assert_eq!(whole.to_string(), game.text);
        assert_eq!(whole.game(), &read);
        check_needed(game, &whole);
        check_ptn_ninja(&whole);
        check_for_others(&whole);
        check_notes(whole);
    }
}

/// Whatever is read of a game, its main line is the same, and so is what is told. If its text is not
/// needed, others read it.
fn check_needed(game: GameText<'_>, whole: &PtnGame) {
    let (main, told) = game.read_with_remarks().expect("its main line was read");
    let (needed, remarks) = game.read_as_needed().expect("its main line was read");
    assert_eq!((&main, &told), (whole.game(), &remarks), "{whole}");
    assert_eq!(told.left_out.len(), whole.left_out().len(), "{whole}");
    assert_eq!(told.decided.len(), whole.decided().len(), "{whole}");
    match needed {
        ReadGame::Main(needed) => {
            assert_eq!((needed, told), (main, Remarks::default()), "{whole}");
            assert_eq!(whole.plies().len(), whole.main_line().len(), "{whole}");
            assert_eq!(whole.for_others(), game.text);
        }
        ReadGame::Whole(needed) => assert_eq!(&needed, whole),
    }
}

/// A game is written as it is read; an opening that the first move told, by a tag.
fn check_read_again(mut read: AnyGame) {
    let text = read.to_string();
    let mut again: AnyGame = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((again.to_string(), again.remark()), (text.clone(), None));
    // That there is no result is not written.
    if read.written_result() == Some(GameResult::Unfinished) {
        with_game!(&mut again, game => game.set_result(GameResult::Unfinished));
    }
    if read.remark().is_some() {
        for game in [&mut read, &mut again] {
            let is_other = |tag: &Tag| !tag.name.eq_ignore_ascii_case("Opening");
            with_game!(game, game => game.retain_tags(is_other));
        }
    }
    assert_eq!(again, read, "{text}");
}

/// What PTN Ninja is given is the same game, with all lines that it can read.
fn check_ptn_ninja(game: &PtnGame) {
    let text = game.to_ptn_ninja();
    let again: PtnGame = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.game().moves(), game.game().moves(), "{text}");
    assert_eq!(again.position(None), game.position(None), "{text}");
    assert_eq!(again.left_out(), [], "{text}");
    // What it could not read is left out, and a comment says so.
    if game.left_out().is_empty() && !text.contains("{a branch is left out here") {
        assert_eq!(again.plies().len(), game.plies().len(), "{game}\n{text}");
    }
}

/// What others read is the same game with all of its lines, tags and comments, and stays as it is.
fn check_for_others(game: &PtnGame) {
    let text = game.for_others();
    assert_eq!(ptn::for_others(game.to_string()), text);
    let again: PtnGame = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.for_others(), text);
    assert_eq!(again.game().moves(), game.game().moves(), "{game}\n{text}");
    assert_eq!(again.position(None), game.position(None), "{game}\n{text}");
    assert_eq!(again.plies().len(), game.plies().len(), "{game}\n{text}");
    let names = |game: &PtnGame| -> Vec<_> {
        game.game().tags().iter().map(|tag| tag.name.clone()).collect()
    };
    let (old, new) = (names(game), names(&again));
    assert_eq!(new[..old.len()], old, "{game}\n{text}");
    let letters = |game: &PtnGame| {
        let text = game.to_string();
        let notes = game.notes();
        let braces =
            notes.iter().flat_map(|notes| [&notes.before, &notes.comments, &notes.closing]);
        let lines = ptn::tokens(&text).filter(|token| token.kind == TokenKind::LineComment);
        let all = braces.flatten().copied().chain(lines.map(|token| token.text));
        all.flat_map(str::chars).filter(|c| c.is_alphanumeric()).count()
    };
    assert!(letters(&again) >= letters(game), "{game}\n{text}");
}

/// A comment behind each ply, and behind the start, changes nothing else.
fn check_notes(mut game: PtnGame) {
    let before = game.game().clone();
    game.add_comment(None, "start");
    for ply in game.main_line().to_vec() {
        game.add_comment(Some(ply), "note");
    }
    let text = game.to_string();
    let again: PtnGame = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.to_string(), text);
    assert_eq!(again.game(), &before, "{text}");
    for &ply in again.main_line() {
        assert!(again.comments(Some(ply)).contains(&"note"), "{text}");
    }
}

/// A game in playtak's notation is written as it is read; the first byte tells the
/// size and the opening.
///
/// # Panics
///
/// If not.
pub fn playtak(data: &[u8]) {
    let Some((&size, rest)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(rest) else { return };
    with_size!(board_size(size), N => {
        let rules = Rules::default().with_opening(opening(size)).expect("reserves are standard");
        let start = Position::with_rules(rules);
        if let Ok(game) = Game::<N>::from_playtak(start, text) {
            let written = game.to_playtak();
            let again = Game::<N>::from_playtak(start, &written);
            assert_eq!(again.as_ref().map(Game::moves), Ok(game.moves()), "{written}");
            let any: AnyGame = game.to_string().parse().expect("what was written as PTN");
            assert_eq!(any.end().to_string(), game.end().to_tps(), "{game}");
        }
    });
}

/// Bytes that are a packed board are those that its position packs to.
///
/// # Panics
///
/// If not.
pub fn packed(data: &[u8]) {
    let Ok(board) = PackedBoard::from_bytes(data) else { return };
    let any = AnyPosition::<EightHashes>::unpack(&board).expect("a packed board can be unpacked");
    assert_eq!(any.pack(), board);
    assert_eq!(board.as_bytes(), data);
    with_position!(&any, position => check_position(position));
}

/// The first bytes of a game: its size, opening, komi, reserves and choices.
struct Deal<'a> {
    size: BoardSize,
    opening: Opening,
    half_komi: HalfKomi,
    reserves: [Reserve; 2],
    choices: &'a [u8],
}

impl<'a> Deal<'a> {
    fn read(data: &'a [u8]) -> Option<Self> {
        let ([size, komi, white, black], choices) = data.split_first_chunk()?;
        let reserve = |byte: u8| Reserve { flats: byte % 50 + 1, caps: byte / 50 % 3 };
        Some(Self {
            size: board_size(*size),
            opening: opening(*size),
            half_komi: HalfKomi(i16::from(*komi as i8 % 21)),
            reserves: [*white, *black].map(reserve),
            choices,
        })
    }

    /// By standard reserves where these do not fit the board.
    fn rules<const N: usize>(&self) -> Rules<N>
    where
        Size<N>: Playable,
    {
        let [white, black] = self.reserves;
        let rules = Rules::new(self.half_komi, white, black);
        let rules = rules.and_then(|rules| rules.with_opening(self.opening));
        rules.unwrap_or(Rules::with_komi(self.half_komi))
    }

    fn choices(&self) -> Vec<u16> {
        let pairs = self.choices.chunks_exact(2).take(LONGEST_GAME);
        pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    }
}

fn opening(byte: u8) -> Opening {
    Opening::ALL[usize::from(byte / 8) % Opening::ALL.len()]
}

fn board_size(byte: u8) -> BoardSize {
    BoardSize::ALL[usize::from(byte) % BoardSize::ALL.len()]
}

/// In any game the kept hashes are those computed afresh, a move is legal if and
/// only if it is listed, and a move taken back leaves no trace.
///
/// # Panics
///
/// If not.
pub fn game(data: &[u8]) {
    let Some(deal) = Deal::read(data) else { return };
    with_size!(deal.size, N => check_game::<N>(&deal));
}

fn check_game<const N: usize>(deal: &Deal<'_>)
where
    Size<N>: Playable,
{
    let start = Position::<N, EightHashes>::with_rules(deal.rules());
    let (mut last, mut game) = (start, Game::new(start.rehashed()));
    for ply in plies(start, &deal.choices()) {
        game.push(ply.played).expect("a listed move is legal");
        let mut position = ply.before;
        let undo = position.play(ply.played).expect("a listed move is legal");
        assert_eq!(position, ply.after);
        assert_eq!(*position.hashes(), position.fresh_hashes(), "{} {}", ply.before, ply.played);
        position.undo(undo);
        assert_eq!(position, ply.before, "{} taken back", ply.played);
        last = ply.after;
    }
    let listed: HashSet<_> = last.legal_moves().into_iter().collect();
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(last.is_legal(mv), listed.contains(&mv), "{mv} in {last}");
    }
    assert_eq!(last.count_moves(), listed.len() as u64, "{last}");
    check_made(&game);
    let mut game = Game::new(last.rehashed());
    let _ = last.legal_moves().first().map(|&mv| game.push(mv));
    check_made(&game);
}

/// A game without tags of its own is written as others read it.
fn check_made<const N: usize>(game: &Game<N>)
where
    Size<N>: Playable,
{
    let text = game.to_string();
    assert_eq!(ptn::for_others(text.clone()), text);
}

/// A search ends with a line that can be played to its end, and what it calls
/// proven holds when every move is tried: on 3×3 and 4×4.
///
/// # Panics
///
/// If not.
pub fn search(data: &[u8]) {
    let Some(deal) = Deal::read(data) else { return };
    match deal.size {
        BoardSize::Three | BoardSize::Five | BoardSize::Seven => check_search::<3>(&deal, 5),
        _ => check_search::<4>(&deal, 3),
    }
}

/// Wins in up to so many plies are checked.
fn check_search<const N: usize>(deal: &Deal<'_>, plies_checked: i32)
where
    Size<N>: Playable,
{
    let start = Position::<N, EightHashes>::with_rules(deal.rules());
    let end = plies(start, &deal.choices()).last().map_or(start, |ply| ply.after);
    if end.outcome().is_some() {
        return;
    }
    let position: Position<N, OneHash> = end.rehashed();
    let (line, value) = best_line(&position, 1_000);
    let mut after = position;
    for &mv in &line {
        assert!(after.outcome().is_none(), "{line:?} goes on behind the end in {position}");
        after.play(mv).unwrap_or_else(|why| panic!("{mv} of {line:?} in {position}: {why}"));
    }
    if score::is_decided(value) {
        let plies = score::WIN - value.abs();
        let side = if value > 0 { position.side_to_move() } else { !position.side_to_move() };
        if plies <= plies_checked {
            assert!(is_forced(&position, side, plies), "{side:?} wins in {plies}? {position}");
        }
    }
}

/// Whether a player can force a win in so many plies: every move is tried.
fn is_forced<const N: usize>(position: &Position<N, OneHash>, side: Color, plies: i32) -> bool
where
    Size<N>: Playable,
{
    if let Some(outcome) = position.outcome() {
        return Outcome::winner(outcome) == Some(side);
    }
    let mut moves = position.legal_moves().into_iter();
    let forces = |mv| is_forced(&position.after(mv), side, plies - 1);
    plies > 0 && if position.side_to_move() == side { moves.any(forces) } else { moves.all(forces) }
}

/// A session answers any lines with lines, complains at most once about each,
/// and afterwards plays on as if nothing had happened.
///
/// # Panics
///
/// If not.
pub fn tei(data: &[u8]) {
    let (sender, said) = mpsc::channel();
    let mut session = Session::new(guest(), move |line: &str| {
        sender.send(line.to_owned()).expect("the test listens");
    });
    for line in data.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let flow = session.line(&line);
        session.end();
        let heard: Vec<_> = said.try_iter().collect();
        let count = |start| heard.iter().filter(|line| line.starts_with(start)).count();
        assert!(count("bestmove ") <= 1, "{line:?}: {heard:?}");
        // One of its own, and one about an earlier line that is still in force.
        let complaints = heard.iter().filter(|line| is_complaint(line)).count();
        assert!(complaints <= 2, "{line:?}: {heard:?}");
        let is_text = |line: &String| !line.is_empty() && !line.contains('\r');
        assert!(heard.iter().all(is_text), "{line:?}: {heard:?}");
        if flow == Flow::Quit {
            break;
        }
    }
    for line in ["teinewgame size 4 halfkomi 0", "setoption name MultiPV value 1"] {
        session.line(line);
    }
    said.try_iter().for_each(drop);
    session.line("position startpos moves a1 d4");
    session.line("go nodes 200");
    session.end();
    let mut position: AnyPosition = "x3,1/x4/x4/2,x3 1 2".parse().expect("a TPS");
    let heard: Vec<_> = said.try_iter().collect();
    let best = heard.last().and_then(|line| line.strip_prefix("bestmove "));
    let best = best.unwrap_or_else(|| panic!("no answer: {heard:?}"));
    let mv = position.parse_move(best.split(' ').next().unwrap_or_default());
    position.play(mv.expect("a move")).expect("a legal move");
}

/// A client that gets little memory, so that many can be tried.
fn guest() -> Profile {
    let mut profile = Profile::default();
    profile.options.hash = 1;
    profile.announce = Announce::All;
    profile.trust = Trust::Guest;
    profile
}
