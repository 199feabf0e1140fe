//! What web pages ask for: positions and games in JSON, and opponents of all strengths.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use tak_encoding::{
    Action, AnyPosition, BoardSize, Color, EightHashes, HalfKomi, OneHash, Outcome, Playable,
    Position, Size, Square, joins_opposite_edges, with_position, with_size,
};
use tak_tei::{Profile, Session};
use tak_tests::client::Client;
use tak_tests::games::{choices, config, position_after};

/// A session, and what it says.
fn session() -> (Session, Receiver<String>) {
    let (sender, lines) = channel();
    let say = move |line: &str| sender.send(line.to_owned()).unwrap_or_default();
    (Session::new(Profile::default(), say), lines)
}

/// The only line of the answer to a command, without its first word.
fn told(answers: &Receiver<String>, word: &str) -> Value {
    let lines: Vec<String> = answers.try_iter().collect();
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let (first, json) = line.split_once(' ').unwrap();
    assert_eq!(first, word, "{line}");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// The members of an object.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().unwrap().iter()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Compares the description of a position with the rules.
fn check<const N: usize>(state: &Value, position: &Position<N, OneHash>)
where
    Size<N>: Playable,
{
    assert_eq!(state["size"], json!(N));
    assert_eq!(text(&state["tps"]), position.to_tps());
    assert_eq!(state["ply"], json!(position.ply()));
    assert_eq!(state["halfKomi"], json!(position.half_komi().0));
    let outcome = position.outcome();
    assert_eq!(state["result"].as_str(), outcome.map(|outcome| outcome.to_string()).as_deref());
    for (name, color) in [("white", Color::White), ("black", Color::Black)] {
        let hand = position.reserve(color);
        assert_eq!(state["hands"][name], json!({ "flats": hand.flats, "caps": hand.caps }));
    }
    let lead =
        state["flats"]["white"].as_i64().unwrap() - state["flats"]["black"].as_i64().unwrap();
    assert_eq!(lead, i64::from(position.flat_lead()));

    // The TPS, put together from the stacks.
    let stacks = &state["stacks"];
    let rows = (0..N).rev().map(|rank| {
        let squares = (0..N).map(|file| Square::<N>::at(file, rank).unwrap().to_string());
        squares
            .map(|square| stacks[square].as_str().unwrap_or("x").to_owned())
            .collect::<Vec<_>>()
            .join(",")
    });
    let rows = rows.collect::<Vec<_>>().join("/");
    let again =
        format!("{rows} {} {}", position.side_to_move().index() + 1, position.move_number());
    assert_eq!(again.parse::<AnyPosition>().unwrap().to_string(), position.to_tps());
    let occupied = Square::<N>::all().filter(|&square| position.top(square).is_some());
    assert_eq!(members(stacks).count(), occupied.count());

    // Every legal move once, where its square, direction and drops say.
    let mut found = BTreeSet::new();
    for (square, kinds) in members(&state["places"]) {
        for (kind, mv) in members(kinds) {
            let letter = match kind.as_str() {
                "flat" => "",
                "wall" => "S",
                "capstone" => "C",
                other => panic!("{other}"),
            };
            assert_eq!(text(mv), format!("{letter}{square}"));
            assert!(found.insert(text(mv).to_owned()));
        }
    }
    for (square, directions) in members(&state["spreads"]) {
        for (direction, spreads) in members(directions) {
            for (drops, mv) in members(spreads) {
                let carried: u32 = drops.chars().filter_map(|drop| drop.to_digit(10)).sum();
                let long = format!("{carried}{square}{direction}{drops}");
                assert_eq!(position.parse_move(&long), position.parse_move(text(mv)));
                assert!(found.insert(text(mv).to_owned()));
            }
        }
    }
    let legal = position.legal_moves();
    let legal = legal.iter().filter(|_| outcome.is_none());
    assert_eq!(found, legal.clone().map(ToString::to_string).collect());
    let crushes = legal.filter(|mv| {
        let walls = |position: &Position<N, OneHash>| position.walls().count();
        matches!(mv.action(), Action::Spread(..)) && {
            let after = position.after(**mv);
            // If a wall becomes a flat there is one fewer.
            walls(&after) < walls(position)
        }
    });
    let crushes: Vec<_> = crushes.map(ToString::to_string).collect();
    assert_eq!(state["crushes"], json!(crushes));

    let road = state["road"].as_array().unwrap().iter();
    let road: Vec<usize> =
        road.map(|square| text(square).parse::<Square<N>>().unwrap().index()).collect();
    match outcome {
        Some(Outcome::Road(color)) => {
            assert!(joins_opposite_edges(
                road.iter().copied().collect::<tak_encoding::Bitboard<N>>()
            ));
            assert!(road.iter().all(|&square| position.road_squares(color).contains(square)));
        }
        _ => assert!(road.is_empty()),
    }
    assert_eq!(text(&state["hash"]), format!("{:016x}", position.hash()));
}

proptest! {
    #![proptest_config(config(40, 7))]

    #[test]
    fn a_state_is_what_the_rules_say(choices in choices(120), size in 0..6_usize) {
        with_size!(BoardSize::ALL[size], N => {
            let mut position = position_after::<N>(&choices).rehashed::<OneHash>();
            position.set_half_komi(HalfKomi(5));
            let (mut session, answers) = session();
            session.line(&format!("teinewgame size {N} halfkomi 5"));
            session.line(&format!("state tps {}", position.to_tps()));
            let state = told(&answers, "state");
            check(&state, &position);
            // The key is that of all orientations, and the last position is still the start.
            let turned = position.rehashed::<EightHashes>().transform(tak_encoding::Symmetry::Rotate90);
            session.line(&format!("state tps {}", turned.to_tps()));
            prop_assert_eq!(&told(&answers, "state")["key"], &state["key"]);
            session.line("state");
            prop_assert_eq!(&told(&answers, "state")["ply"], &json!(0));
            session.line(&format!("position tps {}", position.to_tps()));
            session.line("state");
            prop_assert_eq!(&told(&answers, "state"), &state);
        });
    }
}

#[test]
fn the_opening_says_whose_flat_it_is() {
    let (mut session, answers) = session();
    for (opening, color, places) in [
        ("swap", "black", json!({ "flat": "a1" })),
        ("no-swap", "white", json!({ "flat": "a1" })),
        ("double black stack", "black", json!({ "two flats": "2a1" })),
    ] {
        session.line(&format!("teinewgame size 5 opening {opening}"));
        session.line("state startpos");
        let state = told(&answers, "state");
        assert_eq!((text(&state["colorToPlace"]), &state["places"]["a1"]), (color, &places));
        assert_eq!((&state["opening"], &state["last"]), (&json!(true), &Value::Null));
    }
}

#[test]
fn the_last_move_is_told_as_ptn_writes_it() {
    let (mut session, answers) = session();
    session.line("teinewgame size 5");
    for (moves, last) in [("a1 Fe5", "e5"), ("a1 e5 c3 Fc4 1c3+1", "c3+"), ("a1 e5 Cc3", "Cc3")] {
        session.line(&format!("state startpos moves {moves}"));
        assert_eq!(text(&told(&answers, "state")["last"]), last);
    }
}

#[test]
fn a_question_that_makes_no_sense_has_an_answer_too() {
    let (mut session, answers) = session();
    session.line("teinewgame size 5");
    for (question, error) in [
        ("state startpos moves a1 a1", "move 2"),
        ("state tps x", "position"),
        ("state here", "startpos"),
    ] {
        session.line(question);
        let told = told(&answers, "state");
        assert!(text(&told["error"]).contains(error), "{question}: {told}");
    }
    for (question, error) in [("record", "JSON string"), (r#"record "[Size \"5\"] a9""#, "a9")] {
        session.line(question);
        let told = told(&answers, "record");
        assert!(text(&told["error"]).contains(error), "{question}: {told}");
    }
    for question in ["mark", "mark 1 2 3 4 5", "mark 1 2 3 4 5 x", "mark 1 2 3 4 5 6 7"] {
        session.line(question);
        assert!(text(&told(&answers, "mark")["error"]).contains("six numbers"), "{question}");
    }
    // None of them touches the position of the next search.
    session.line("go depth 1");
    session.end();
    assert!(answers.try_iter().all(|line| !line.contains(" error ")));
}

#[test]
fn a_move_is_judged_by_the_chances_around_it() {
    let (mut session, answers) = session();
    // Those before it are its player's, those after it the other's.
    for (chances, mark) in [
        ("540 20 440 440 20 540", ""),
        ("540 20 440 490 20 490", "?"),
        ("540 20 440 700 20 280", "??"),
        ("0 1000 0 1000 0 0", "??"),
    ] {
        session.line(&format!("mark {chances}"));
        assert_eq!(told(&answers, "mark"), json!({ "mark": mark }), "{chances}");
    }
}

/// What the solver says, and of a lost position how long each defence holds.
#[test]
fn the_solver_can_be_asked() {
    let (mut session, answers) = session();
    let mut ask = |question: &str| {
        session.line(&format!("solve {question}"));
        let line = answers.recv_timeout(Duration::from_mins(1)).unwrap();
        serde_json::from_str::<Value>(line.strip_prefix("solve ").unwrap()).unwrap()
    };
    let double = "tps x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
    let won = ask(&format!("tinue 60000 {double}"));
    assert_eq!(won["strict"], json!({ "verdict": "yes", "plies": 3, "shortest": true }));
    let lost = ask(&format!("tinue 60000 {double} moves b4"))["lost"].take();
    assert_eq!((&lost["winner"], &lost["plies"]), (&json!("black"), &json!(2)), "{lost}");
    assert!(lost["defences"].as_array().unwrap().len() > 10, "{lost}");
    assert_eq!(ask(&format!("win 0 {double} moves a1"))["mode"], "win");
    for (question, error) in [
        ("", "expected one of strict, tinue, threats, win, milliseconds and a position"),
        ("full 10 startpos", "expected one of strict"),
        ("strict soon startpos", "milliseconds"),
        ("strict 10 here", "startpos"),
        ("strict 10 startpos moves a1 a1", "move 2"),
        (&format!("strict 10 {double} moves b4 a1 c4")[..], "the game is over there"),
    ] {
        let told = ask(question);
        assert!(text(&told["error"]).contains(error), "{question}: {told}");
    }
}

/// Every ply of a record leads from the one before it to a position that can be described.
#[test]
fn a_record_can_be_played_through() {
    let ptn = "[Size \"6\"]\n[Komi \"2\"]\n[Player1 \"A \\ B\"]\n{start}\n1. a1 f6 (1... e5! {off}) 2. d4 c3 \
               (2... Cd3 3. c4? (3. c3 d5)) 3. d3 R-0";
    let (mut session, answers) = session();
    session.line(&format!("record {}", json!(ptn)));
    let record = told(&answers, "record");
    assert_eq!(record["result"], "R-0");
    assert_eq!(record["comments"], json!(["start"]));
    let plies = record["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 10);
    let mut ends: Vec<AnyPosition> = Vec::new();
    for ply in plies {
        let start = text(&record["start"]).parse().unwrap();
        let mut position = ply["after"].as_u64().map_or(start, |before| ends[before as usize]);
        let mv = position.parse_move(text(&ply["move"])).unwrap();
        with_position!(&mut position, position => drop(position.play(mv.try_into().unwrap())));
        ends.push(position);
    }
    assert_eq!(
        plies[5],
        json!({ "after": 0, "move": "e5", "marks": "!", "glyphs": [], "comments": ["off"] })
    );
    // The link holds the same game.
    session.line(&format!("record {}", json!(format!("ptn.ninja/{}", text(&record["packed"])))));
    assert_eq!(told(&answers, "record")["plies"], record["plies"]);
}

#[test]
fn questions_are_answered_while_a_search_runs() {
    let mut client = Client::introduced();
    client.send_all(["teinewgame size 6 halfkomi 4", "position startpos moves a1 f6"]);
    client.go_infinite();
    client.send("state startpos moves a1 f6 c3");
    let lines = client.until("state");
    assert!(lines.last().unwrap().contains("\"ply\":3"));
    client.send("record \"[Size \\\"5\\\"] 1. a1 e5\"");
    assert!(client.until("record").last().unwrap().contains("\"move\":\"e5\""));
    client.stop();
}

/// A level plays its own moves, which are legal, and shows no unwanted line.
#[test]
fn levels_are_opponents_of_all_strengths() {
    let mut client = Client::introduced();
    client.send_all(["teinewgame size 5", "setoption name Level value 1"]);
    let position = "position startpos moves a1 e5 c3 c4 d3 b3";
    let mut played = BTreeSet::new();
    for _ in 0..20 {
        client.send_all([position, "go movetime 5000"]);
        let lines = client.until("bestmove");
        let infos = lines.iter().filter(|line| line.starts_with("info "));
        assert!(infos.clone().count() > 0);
        assert!(infos.clone().all(|line| line.contains("multipv 1 ")), "{lines:?}");
        let nodes = infos.filter_map(|line| line.split_once(" nodes ")?.1.split(' ').next());
        assert!(nodes.map(|nodes| nodes.parse::<u64>().unwrap()).all(|nodes| nodes <= 30_000));
        played.insert(lines.last().unwrap().clone());
    }
    assert!(played.len() > 1, "always {played:?}");
    // As after any search, the last line begins with the move, and none was longer before.
    for level in [1, 4, 12] {
        client.send(&format!("setoption name Level value {level}"));
        for nodes in [30, 300, 3000] {
            for lines in [1, 3] {
                client.send(&format!("setoption name MultiPV value {lines}"));
                client.search(position, &format!("go nodes {nodes}"));
            }
        }
    }
    assert!(client.complaint("setoption name Level value 17").contains("taken as 16"));
    client.send("setoption name Level value 0");
    client.search(position, "go depth 6");
}

/// Pages hear of the levels, and each plays on every board.
#[test]
fn levels_are_told_and_play_at_every_size() {
    let mut client = Client::introduced();
    client.send("levels");
    let told = client.until("levels").pop().unwrap();
    assert!(told.starts_with(r#"levels [{"name":"Footprint","manner":"misses "#), "{told}");
    let levels = told.matches("\"name\"").count();
    assert_eq!(levels, 16);
    for size in 3..=8 {
        client.send(&format!("teinewgame size {size} halfkomi 4"));
        for level in 1..=levels {
            client.send(&format!("setoption name Level value {level}"));
            client.search("position startpos moves a1 b2 c3 b1", "go nodes 1000");
        }
    }
}
