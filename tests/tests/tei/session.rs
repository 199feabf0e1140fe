//! The parts of a conversation: new games in both dialects, options, positions,
//! and the end.

use std::time::Duration;

use tak_encoding::BoardSize;
use tak_tests::client::{Client, count, is_complaint, read_position};

/// Long enough to hear what must not be said.
const A_WHILE: Duration = Duration::from_millis(200);

#[test]
fn introduction_suits_every_client() {
    let mut client = Client::start();
    client.send("tei");
    let lines = client.until("teiok");
    assert_eq!(lines.last().unwrap(), "teiok");
    assert!(lines[0].starts_with("id name ") && lines[0].len() > "id name ".len());
    assert_eq!(count(&lines, "size "), 1, "one client adds them up");
    let first = |word| lines.iter().position(|line| line.starts_with(word));
    let (sizes, options) = (first("size ").unwrap(), first("option ").unwrap());
    assert!(sizes < options, "sizes come before options");
    assert!(lines[sizes].starts_with("size 3 4 5 6 7 8 halfkomi -"));

    let mut names = Vec::new();
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let no_spins = [
            "option name BookFile type string default <empty>",
            "option name EvalFile type string default <empty>",
            "option name Opening type combo default swap var swap var no-swap var double black stack",
            "option name Score type combo default flats var flats var result",
        ];
        if no_spins.contains(&line.as_str()) {
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let &[_, "name", name, "type", "spin", "default", default, "min", min, "max", max] =
            &words[..]
        else {
            panic!("{line}: not a spin that all clients read");
        };
        let [default, min, max] = [default, min, max].map(|text| text.parse::<i32>().unwrap());
        assert!(min <= default && default <= max, "{line}");
        names.push(name);
    }
    for name in ["HalfKomi", "Flats", "Caps", "Flatstones", "Capstones", "Hash"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
}

/// A position that only c1 wins at once, at a size that no game here has.
const WON_IN_ONE: &str = "position tps x3/2,2,x/1,1,x 1 3";

/// Whether a line is refused, with one complaint and nothing changed.
fn refuses(client: &mut Client, line: &str) -> bool {
    client.send_all([WON_IN_ONE, line]);
    let complaints = client.ready();
    if complaints.is_empty() {
        return false;
    }
    assert!(complaints.len() == 1, "{line}: {complaints:?}");
    assert!(is_complaint(&complaints[0]), "{complaints:?}");
    client.send("go depth 1");
    assert_eq!(client.answer().best, "c1", "{line} has changed the position");
    true
}

#[test]
fn refused_lines_change_nothing() {
    let mut client = Client::introduced();
    client.send("teinewgame 6");
    for line in [
        "position startpos moves a1 f6 c3 zz d4",
        "position startpos moves a1 f6 c3 c3 d4",
        "position startpos moves a1 f6 g7",
        "position tps x5/x5/x5/x5/x5 1",
        "position tps x6/x6/x6/x6/x6/x6 1 1 moves a1 a1",
        "setoption name NoSuchOption value 1",
        "setoption name Hash value ",
        "setoption name Hash value null",
        "setoption name Hash value -1",
        "setoption name MultiPV value 0",
        "setoption name HalfKomi value 1000",
        "setoption name Opening value triple",
        "go depth",
        "go perft",
        "perft 99",
        "uci",
    ] {
        assert!(refuses(&mut client, line), "{line}");
    }
    assert!(!refuses(&mut client, "position startpos moves a1 f6 c3"));
}

#[test]
fn piece_counts_rule_over_moves() {
    let mut client = Client::introduced();
    let caps = |square| format!("position startpos moves a1 f6 Cc3 Cd4 C{square}");
    let flats = "position startpos moves a1 f6 c3 c4 d3 d4 e3 e4";
    let mut expect = |option: &str, line: &str, refused: bool| {
        client.send(option);
        client.expect_silence();
        assert_eq!(refuses(&mut client, line), refused, "{option}: {line}");
    };
    let one = "position startpos moves a1 f6 Cc3 Cd4";
    let white = "position startpos moves a1 f6 Cc3 d4";
    expect("teinewgame 6", one, false);
    expect("teinewgame 6", &caps("e5"), true);
    expect("setoption name Caps value 0", white, true);
    expect("setoption name Caps1 value 1", white, false);
    expect("setoption name Caps1 value 1", one, true);
    expect("setoption name Caps2 value 1", one, false);
    expect("setoption name caps value 2", &caps("e5"), false);
    expect("setoption name Capstones value 1", &caps("e5"), true);
    expect("setoption name Flats value 30", flats, false);
    expect("setoption name Flatstones value 2", "position startpos moves a1 f6 c3", false);
    // Nor may a TPS hold more pieces than there are.
    expect("setoption name Flats1 value 3", "position tps 1,1,1,1,x2/x6/x6/x6/x6/2,2,x4 1 4", true);
    expect(
        "setoption name Flats2 value 3",
        "position tps 1,1,1,x3/x6/x6/x6/x6/2,2,2,2,x2 1 5",
        true,
    );
    // A game of the first dialect keeps the counts, one of the second does not.
    expect("setoption name Caps value 0", white, true);
    expect("teinewgame 6", white, true);
    expect("teinewgame size 6 halfkomi 0", white, false);
    expect("setoption name Caps value 0", white, true);
    expect("setoption name Caps value -1", white, false);
}

/// What must be the same for every way of writing a position.
fn search_of(client: &mut Client, position: &str) -> (String, Vec<String>, u64) {
    client.send_all(["teinewgame 6", position, "go depth 3"]);
    let answer = client.answer();
    let last = answer.last().clone();
    (answer.best, last.line, last.nodes)
}

#[test]
fn one_position_in_many_spellings() {
    let mut client = Client::introduced();
    let empty = ["x,x,x,x,x,x"; 6].join("/");
    let mixed = "x6/x,x5/x2,x4/x3,x,x2/x,x,x,x,x,x/x6";
    for moves in ["", "a1", "a1 f6", "a1 f6 c3 d4 2c3 c3+"].map(|all| all.replace("2c3 ", "")) {
        let forms = [
            format!("position startpos moves {moves}"),
            format!("position startpos moves {moves} "),
            format!("  position\t startpos   moves  {moves}\r"),
            format!("position tps x6/x6/x6/x6/x6/x6 1 1 moves {moves}"),
            format!("position tps {empty} 1 1 moves {moves} "),
            format!("position tps  {mixed}  1  1  moves  {moves}"),
        ];
        let expected = search_of(&mut client, &forms[0]);
        for form in &forms[1..] {
            assert_eq!(search_of(&mut client, form), expected, "{form:?}");
        }
    }
}

#[test]
fn moves_in_all_spellings() {
    let mut client = Client::introduced();
    let prefix = "position startpos moves a1 f6 b1 Sa2 Cb2 c6";
    let expected = search_of(&mut client, &format!("{prefix} b2< d6 2a2- e6 a1> d5"));
    let spelled = "position startpos moves Fa1 f6! b1? Sa2 Cb2' c6!? \
                   1b2<1* d6 2a2-2 Fe6 a1>1 d5";
    assert_eq!(search_of(&mut client, spelled), expected);
    let small = "position startpos moves fa1 f6 b1 sa2 cb2 c6 b2< d6 2a2- e6 a1> d5";
    assert_eq!(search_of(&mut client, small), expected);
}

#[test]
fn two_black_flats_on_one_square() {
    let mut client = Client::introduced();
    let position = "position tps x6/x6/x6/x6/x6/22,x5 2 1";
    let answer = client.search(position, "go depth 2");
    assert_eq!(answer.best.len(), 2, "Black places a white flat");
    // What follows comes as moves, from there or from the end of the move.
    for position in [
        "position tps x6/x6/x6/x6/x6/22,x5 2 1 moves b2 c3",
        "position tps x6/x6/x6/x6/x,1,x4/22,x5 1 2",
        "position tps x6/x6/x6/x6/x,1,x4/22,x5 1 2 moves c3 a1>",
    ] {
        client.search(position, "go depth 2");
    }
}

#[test]
fn size_of_a_tps_is_for_that_position_only() {
    let mut client = Client::introduced();
    client.send("teinewgame 6");
    let positions = [
        "position tps x5/x5/x5/x5/x5 1 1 moves a1 e5",
        "position tps x8/x8/x8/x8/x8/x8/x8/x8 1 1 moves a1 h8",
        "position startpos moves a1 f6",
    ];
    for position in positions {
        client.search(position, "go depth 2");
    }
}

#[test]
fn nothing_has_to_come_before_go() {
    let mut client = Client::start();
    client.send("go depth 2");
    client.answer().check(&read_position("position startpos", BoardSize::Six));
    client.search("position startpos moves a1", "go depth 2");
}

#[test]
fn silence_where_nothing_is_to_be_said() {
    let mut client = Client::introduced();
    client.send_all(["", "  ", "\r", "stop", "stop", "teinewgame 6", "position startpos", "stop"]);
    assert_eq!(client.listen(A_WHILE), Vec::<String>::new());
    client.send("go depth 3");
    client.answer();
    assert_eq!(client.listen(A_WHILE), Vec::<String>::new());
    client.expect_silence();
    assert_eq!(client.quit(), Vec::<String>::new());
}

#[test]
fn quit_in_mid_search() {
    let mut client = Client::introduced();
    client.go_infinite();
    let last_words = client.quit();
    assert!(last_words.iter().all(|line| line.starts_with("info ")));
}

#[test]
fn end_of_input_in_mid_search() {
    for go in ["go infinite", "go movetime 20000", "go wtime 600000 btime 600000"] {
        let mut client = Client::introduced();
        client.send(go);
        client.until("info");
        client.end_input();
        let last_words = client.exit();
        assert_eq!(count(&last_words, "bestmove "), 1, "{go}: {last_words:?}");
        assert!(last_words.last().unwrap().starts_with("bestmove "));
    }
}

#[test]
fn last_line_needs_no_end() {
    let mut client = Client::introduced();
    client.send_unfinished(b"isready".to_vec());
    client.end_input();
    assert_eq!(client.exit(), ["readyok"]);

    let mut client = Client::start();
    client.end_input();
    assert_eq!(client.exit(), Vec::<String>::new());
}
