//! Certificates, replayed move by move on `fast-tak`, which shares no code with the solver.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;

use fast_tak::takparse::{Move as TheirMove, Tps};
use fast_tak::{Game, Reserves};
use flate2::read::GzDecoder;
use tak_encoding::{
    AnyPosition, BoardSize, Color, OneHash, Outcome, Playable, Position, Size, with_position,
};
use tak_search::solve::{Aim, Effort, Mode, Question, Solver, Verdict};
use tak_tests::corpus::{Row, own, rows, shared_rows};
use tak_tests::oracle::{their_game, their_moves, their_outcome};

use crate::solve_exhaustive::random_position;
use crate::solve_lists::missing_moves;

/// A line of a certificate.
struct Line<'a> {
    attack: &'a str,
    answers: HashMap<TheirMove, usize>,
    last: Vec<TheirMove>,
    is_end: bool,
}

fn line(text: &str) -> Line<'_> {
    let parts: Vec<_> = text.split('|').map(str::trim).collect();
    let attack = parts[0].split_once(' ').unwrap().1;
    let answer = |text: &&str| {
        let (mv, number) = text.split_once(' ').unwrap();
        (mv.parse().unwrap(), number.parse().unwrap())
    };
    let end = parts[parts.len() - 1];
    Line {
        attack,
        answers: parts[1..parts.len() - 1].iter().map(answer).collect(),
        last: end.split(' ').skip(1).map(|mv| mv.parse().unwrap()).collect(),
        is_end: end == "#",
    }
}

/// Whether the game after a move is won by this player, by a road or at all.
fn is_won(outcome: Outcome, winner: Color, by_road: bool) -> bool {
    if by_road { outcome == Outcome::Road(winner) } else { outcome.winner() == Some(winner) }
}

/// Replays a certificate; returns the answers that were tried, or what is wrong. Komi is part of
/// the type of their games.
fn replay<const N: usize, const HALF_KOMI: i8>(text: &str) -> Result<u64, String>
where
    Reserves<N>: Default,
{
    let mut header = HashMap::new();
    let mut lines = text.lines();
    for line in lines.by_ref().skip(1).take(8) {
        let (name, value) = line.split_once(' ').unwrap();
        header.insert(name, value);
    }
    assert_eq!(header["komi"].parse(), Ok(f32::from(HALF_KOMI) / 2.0));
    let by_road = header["by"] == "road";
    let winner = if header["winner"] == "white" { Color::White } else { Color::Black };
    let lines: Vec<_> = lines.map(line).collect();
    let mut games: Vec<Option<Game<N, HALF_KOMI>>> = lines.iter().map(|_| None).collect();
    games[0] = Some(their_game(header["tps"]).unwrap());
    let mut tried = 0;
    for (index, line) in lines.iter().enumerate() {
        let mut game = games[index].take().ok_or("not reached")?;
        if line.attack != "-" {
            let mv: TheirMove = line.attack.parse().unwrap();
            game.play(mv).map_err(|error| format!("{}: {error:?}", line.attack))?;
        }
        match their_outcome(&game) {
            Some(outcome) if line.is_end && is_won(outcome, winner, by_road) => continue,
            None if !line.is_end => {}
            other => return Err(format!("{}: {other:?}", line.attack)),
        }
        for answer in their_moves(&game) {
            tried += 1;
            let mut after = game.clone();
            after.play(answer).unwrap();
            match (their_outcome(&after), line.answers.get(&answer)) {
                (Some(outcome), _) if is_won(outcome, winner, by_road) => {}
                (Some(outcome), _) => return Err(format!("{answer}: {outcome}")),
                (None, Some(&number)) => {
                    assert!(number > index + 1, "{answer} leads back");
                    if let Some(known) = &games[number - 1] {
                        assert_eq!(board(known), board(&after), "{answer}");
                    }
                    games[number - 1] = Some(after);
                }
                (None, None) => {
                    let mut last = line.last.iter();
                    let road = Some(Outcome::Road(winner));
                    let wins = |mv: &TheirMove| {
                        let mut end = after.clone();
                        end.play(*mv).is_ok() && their_outcome(&end) == road
                    };
                    if !last.any(wins) {
                        return Err(format!("nothing meets {answer}"));
                    }
                }
            }
        }
    }
    Ok(tried)
}

/// A position without its move number.
fn board<const N: usize, const HALF_KOMI: i8>(game: &Game<N, HALF_KOMI>) -> String {
    let tps = Tps::from(game.clone()).to_string();
    tps.rsplit_once(' ').unwrap().0.to_owned()
}

/// The most nodes for most proofs.
const NODES: u64 = 50_000;

/// The certificate of a position, if the player to move wins.
fn certificate<const N: usize>(
    position: &Position<N, OneHash>,
    mode: Mode,
    nodes: u64,
) -> Option<String>
where
    Size<N>: Playable,
{
    certificate_for(position.side_to_move(), position, mode, nodes)
}

/// The same for a given player, whoever is to move.
fn certificate_for<const N: usize>(
    attacker: Color,
    position: &Position<N, OneHash>,
    mode: Mode,
    nodes: u64,
) -> Option<String>
where
    Size<N>: Playable,
{
    let aim = Aim { attacker, mode };
    let mut solver = Solver::new(aim, 4).unwrap();
    let solution = solver.solve(position, &Effort::nodes(nodes));
    solution.proof.map(|proof| proof.certificate())
}

pub(crate) fn replay_at(size: BoardSize, text: &str) -> Result<u64, String> {
    match size {
        BoardSize::Three => replay::<3, 0>(text),
        BoardSize::Four => replay::<4, 0>(text),
        BoardSize::Five => replay::<5, 0>(text),
        BoardSize::Six => replay::<6, 0>(text),
        BoardSize::Seven => replay::<7, 0>(text),
        BoardSize::Eight => replay::<8, 0>(text),
    }
}

fn replay_row(row: &Row) -> bool {
    if row.text(2) != "0" {
        return false; // their komi is part of a type
    }
    replay_proof(row, Mode::Threats, NODES)
}

fn replay_proof(row: &Row, mode: Mode, nodes: u64) -> bool {
    let position: AnyPosition<OneHash> = row.text(3).parse().unwrap();
    let text = with_position!(&position, position => certificate(position, mode, nodes));
    let Some(text) = text else { return false };
    let tried = replay_at(position.size(), &text);
    assert!(
        tried.as_ref().is_ok_and(|&tried| tried > 0 || text.contains('#')),
        "{}: {tried:?}\n{text}",
        row.place
    );
    true
}

#[test]
fn the_proofs_of_the_own_list() {
    let replayed = rows(&own("tinue.txt"), 8).iter().filter(|row| replay_row(row)).count();
    assert!(replayed >= 20, "{replayed}");
}

/// Of the listed forced roads that need a quiet move, those of at most so many plies.
fn find_with_quiet_moves(most: u32) {
    let rows = shared_rows("reports/tinue/lists.txt", 5);
    let is_meant = |row: &&Row| row.text(0).starts_with("quiet") && row.value::<u32>(2) <= most;
    for row in rows.iter().filter(is_meant) {
        let position: AnyPosition<OneHash> = row.text(4).parse().unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
        let mut question = Question::new(aim);
        question.effort = Effort::nodes(200_000);
        let answer = question.answer(&position).unwrap();
        assert_eq!(answer.strict, Some(Verdict::NotWon), "{}", row.place);
        assert_eq!(answer.line.len(), row.value::<usize>(2), "{}", row.place);
        let replayed = replay_at(position.size(), &answer.certificate.unwrap());
        assert!(replayed.is_ok_and(|tried| tried > 0), "{}", row.place);
    }
}

#[test]
fn short_roads_with_quiet_moves_are_found() {
    find_with_quiet_moves(5);
}

#[test]
#[ignore = "second tier: up to 200 000 nodes for each row"]
fn all_roads_with_quiet_moves_are_found_in_release() {
    find_with_quiet_moves(u32::MAX);
}

/// Forced roads, for which komi makes no difference.
#[test]
#[ignore = "second tier: a hundred positions"]
fn the_proofs_of_the_hard_list_in_release() {
    let rows = rows(&own("tinue-hard.txt"), 6);
    let won = rows.iter().filter(|row| row.text(4) == "yes");
    assert!(won.filter(|row| replay_proof(row, Mode::Strict, 2 * NODES)).count() >= 7);
}

#[test]
#[ignore = "by hand: takes minutes"]
fn the_proofs_of_the_hardest_list_by_hand() {
    let rows = rows(&own("tinue-hardest.txt"), 7);
    for row in rows.iter().filter(|row| row.text(4) == "yes") {
        let position: AnyPosition<OneHash> = row.text(3).parse().unwrap();
        let text = with_position!(&position, position => {
            let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
            let mut effort = Effort::nodes(20_000_000);
            effort.shortest = false;
            let proof = Solver::new(aim, 256).unwrap().solve(position, &effort).proof;
            proof.unwrap_or_else(|| panic!("{}: no proof", row.place)).certificate()
        });
        let tried = replay_at(position.size(), &text);
        assert!(tried.as_ref().is_ok_and(|&tried| tried > 0), "{}: {tried:?}", row.place);
    }
}

/// The proofs of the table in the README of tak-tools. Without the swap, their rules are others.
#[test]
fn the_proofs_of_the_solved_board() {
    let mut replayed = 0;
    for file in fs::read_dir(own("solved-3x3")).unwrap() {
        let file = file.unwrap().path();
        let mut text = String::new();
        GzDecoder::new(File::open(&file).unwrap()).read_to_string(&mut text).unwrap();
        if text.contains("\nopening no-swap\n") {
            continue;
        }
        let komi = text.lines().find_map(|line| line.strip_prefix("komi ")).unwrap();
        let tried = match komi {
            "0" => replay::<3, 0>(&text),
            "0.5" => replay::<3, 1>(&text),
            "1" => replay::<3, 2>(&text),
            "1.5" => replay::<3, 3>(&text),
            "2" => replay::<3, 4>(&text),
            "2.5" => replay::<3, 5>(&text),
            "3" => replay::<3, 6>(&text),
            other => panic!("{}: komi {other}", file.display()),
        };
        assert!(tried.as_ref().is_ok_and(|&tried| tried > 0), "{}: {tried:?}", file.display());
        replayed += 1;
    }
    assert_eq!(replayed, 42);
}

#[test]
#[ignore = "second tier: every proof of the shared list"]
fn the_proofs_of_the_shared_list_in_release() {
    let rows = shared_rows("tinue.txt", 8);
    let replayed = rows.iter().filter(|row| replay_row(row)).count();
    println!("{replayed} proofs replayed");
    assert!(rows.is_empty() || replayed >= 100, "{replayed}");
}

#[test]
fn the_proofs_of_moves_that_the_shared_list_lacks() {
    for row in shared_rows("tinue.txt", 8) {
        let position: AnyPosition<OneHash> = row.text(3).parse().unwrap();
        for name in missing_moves(row.text(0)).split_whitespace() {
            let text = with_position!(&position, position => {
                let after = position.after(position.parse_move(name).unwrap());
                certificate_for(position.side_to_move(), &after, Mode::Strict, NODES)
            });
            let text = text.unwrap_or_else(|| panic!("{name}: no proof"));
            let tried = replay_at(position.size(), &text);
            assert!(tried.as_ref().is_ok_and(|&tried| tried > 0), "{name}: {tried:?}");
            assert!(text.contains("\nplies 6\n"), "{name}: {text}");
        }
    }
}

/// Positions of random games under the standard rules, and proofs in each mode.
fn replay_random<const N: usize>(count: u64) -> u64
where
    Size<N>: Playable,
    Reserves<N>: Default,
{
    let mut random = fastrand::Rng::with_seed(40 + N as u64);
    let (mut replayed, mut tried) = (0, 0);
    while replayed < count {
        // Positions with nonstandard pieces cannot be written as TPS.
        let tps = random_position::<N>(&mut random).to_tps();
        let Ok(position) = Position::<N, OneHash>::from_tps(&tps) else { continue };
        if position.outcome().is_some() || position.is_opening() {
            continue;
        }
        for mode in [Mode::Strict, Mode::Threats] {
            let Some(text) = certificate(&position, mode, NODES) else { continue };
            tried += replay::<N, 0>(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            replayed += 1;
        }
    }
    println!("{N}×{N}: {replayed} proofs, {tried} answers");
    tried
}

#[test]
fn the_proofs_of_random_positions() {
    assert!(replay_random::<4>(20) > 50);
    assert!(replay_random::<5>(20) > 50);
    assert!(replay_random::<6>(10) > 50);
}

#[test]
#[ignore = "second tier: hundreds of proofs"]
fn the_proofs_of_many_random_positions_in_release() {
    assert!(replay_random::<4>(300) > 5000);
    assert!(replay_random::<5>(300) > 5000);
    assert!(replay_random::<6>(150) > 5000);
}

/// More of them, board by board: ten thousand in all.
macro_rules! many_certificates {
    ($($name:ident: $count:literal on $size:literal;)*) => {$(
        #[test]
        #[ignore = "by hand, takes minutes: cargo test --release -p tak-tests --test search many_certificates -- --ignored --nocapture"]
        fn $name() {
            replay_random::<$size>($count);
        }
    )*};
}

many_certificates! {
    many_certificates_3_by_hand: 2000 on 3;
    many_certificates_4_by_hand: 2500 on 4;
    many_certificates_5_by_hand: 2500 on 5;
    many_certificates_6_by_hand: 2000 on 6;
    many_certificates_7_by_hand: 600 on 7;
    many_certificates_8_by_hand: 400 on 8;
}

#[test]
fn what_is_tampered_with_is_refused() {
    let tps = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
    let position = Position::<5, OneHash>::from_tps(tps).unwrap();
    let text = certificate(&position, Mode::Strict, NODES).unwrap();
    assert_eq!(replay::<5, 0>(&text), Ok(63));
    let last = text.rsplit_once(' ').unwrap().0;
    assert!(replay::<5, 0>(last).is_err_and(|why| why.starts_with("nothing meets")));
    assert!(replay::<5, 0>(&text.replace("1 b4", "1 a1")).is_err());
}
