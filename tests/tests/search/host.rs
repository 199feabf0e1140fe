//! Searches on the only thread of their program, which continues while they pause.

use std::cell::{Cell, RefCell};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tak_search::turns::Turns;
use tak_tei::{Profile, Session};

/// Lines that arrive during pauses: how many pauses later, 0 for at once, and the line.
type Script = Vec<(u32, &'static str)>;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static SCRIPT: RefCell<Script> = const { RefCell::new(Vec::new()) };
    static PAUSES: Cell<u32> = const { Cell::new(0) };
}

fn say(line: &str) {
    SESSION.with_borrow_mut(|session| session.as_mut().unwrap().line(line));
}

fn pause(_: Duration) {
    PAUSES.set(PAUSES.get() + 1);
    let due = SCRIPT.with_borrow_mut(|script| {
        if let Some((left, _)) = script.first_mut() {
            *left -= 1;
        }
        let later = script.iter().take_while(|(left, _)| *left == 0).count();
        script.drain(..later).collect::<Script>()
    });
    for (_, line) in due {
        say(line);
    }
}

static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::with_host(pause));

/// Has a conversation, its later lines in pauses, and returns the answers.
fn converse(lines: &[&str], script: Script) -> Vec<String> {
    let answers = open();
    ask(lines, script);
    SESSION.set(None);
    answers.try_iter().collect()
}

fn open() -> Receiver<String> {
    let mut profile = Profile::default();
    profile.options.hash = 16;
    profile.turns = Some(&TURNS);
    let (session, answers) = session(profile);
    SESSION.set(Some(session));
    answers
}

/// Says these lines, and those of the script in pauses, until no search is left.
fn ask(lines: &[&str], script: Script) {
    SCRIPT.set(script);
    for line in lines {
        say(line);
    }
    let next = || SESSION.with_borrow_mut(|session| session.as_mut().unwrap().next_search());
    while let Some(search) = next() {
        search.run();
    }
}

fn session(profile: Profile) -> (Session, Receiver<String>) {
    let (sender, answers) = channel();
    (Session::new(profile, move |line| sender.send(line.to_owned()).unwrap()), answers)
}

fn nodes(line: &str) -> &str {
    line.split_once(" nodes ").unwrap().1.split(' ').next().unwrap()
}

const GAME: [&str; 2] =
    ["teinewgame size 6 halfkomi 4", "position startpos moves a1 f6 Cd4 c4 d3 Cc3 d2 d5"];

#[test]
fn a_search_with_pauses_is_the_same_search() {
    let mut profile = Profile::default();
    profile.options.hash = 16;
    let (mut session, answers) = session(profile);
    let lines = [GAME[0], GAME[1], "go depth 10"];
    for line in lines {
        session.line(line);
    }
    let mut plain: Vec<String> = Vec::new();
    while !plain.last().is_some_and(|line| line.starts_with("bestmove")) {
        plain.push(answers.recv().unwrap());
    }
    let paused = converse(&lines, Vec::new());
    assert_eq!(plain.last(), paused.last());
    let count = |lines: &[String]| nodes(&lines[lines.len() - 2]).to_owned();
    assert_eq!(count(&plain), count(&paused));
    assert!(PAUSES.get() > 3, "{}", PAUSES.get());
}

#[test]
fn lines_are_answered_in_pauses() {
    let script = vec![(5, "isready"), (5, "go infinite"), (5, "stop"), (0, "go infinite")];
    let script = [script, vec![(5, "teinewgame 5"), (0, "go nodes 1000")]].concat();
    let answers = converse(&[GAME[0], GAME[1], "go infinite"], script);
    let kinds = answers.iter().map(|line| line.split(' ').next().unwrap());
    let mut kinds: Vec<_> = kinds.collect();
    kinds.dedup();
    // The first and the third are dropped silently.
    assert_eq!(kinds, ["info", "readyok", "info", "bestmove", "info", "bestmove"], "{answers:#?}");
}

#[test]
fn a_search_with_its_answer_rests() {
    // Won at once: nothing to search, and still no answer before the stop.
    let won = "position tps 1,1,1,1,x/x5/x5/2,2,2,x2/x5 1 5";
    let script = vec![(3, "isready"), (3, "stop")];
    let answers = converse(&["teinewgame size 5 halfkomi 0", won, "go infinite"], script);
    let place = |word: &str| answers.iter().position(|line| line.starts_with(word)).unwrap();
    assert!(place("info") < place("readyok") && place("readyok") < place("bestmove e5"));
}

/// How many moves of a line the engine would play at once: it has time for what the table names.
fn known(line: &[String], answers: &Receiver<String>) -> usize {
    let is_known = |ply: &usize| {
        let played = line[..*ply].join(" ");
        ask(&[&format!("position startpos moves a1 d4 {played}"), "go nodes 1"], Vec::new());
        answers.try_iter().last().unwrap() == format!("bestmove {}", line[*ply])
    };
    (0..line.len()).filter(is_known).count()
}

#[test]
fn the_table_outlives_a_stop() {
    let answers = open();
    let (mut moves, mut remembered, mut forgotten) = (0, 0, 0);
    for size in 4..=8 {
        let game = format!("teinewgame size {size} halfkomi 4");
        ask(&[&game, "position startpos moves a1 d4", "go depth 9"], Vec::new());
        ask(&["go infinite"], vec![(3, "stop")]);
        let last = answers.try_iter().filter(|line| line.contains(" pv ")).last().unwrap();
        let line = last.split_once(" pv ").unwrap().1.split(' ').take(4);
        let line: Vec<String> = line.map(str::to_owned).collect();
        moves += line.len();
        remembered += known(&line, &answers);
        ask(&[&game], Vec::new());
        forgotten += known(&line, &answers);
    }
    SESSION.set(None);
    println!("of {moves} moves the table knows {remembered}, and {forgotten} once it is empty");
    assert!(remembered > moves * 2 / 3, "{remembered} of {moves}");
    assert!(forgotten < moves / 3, "{forgotten} of {moves}");
}

#[test]
fn perft_pauses_too() {
    // No machine is so fast that it ends before it is stopped.
    let script = vec![(2, "isready"), (1, "stop")];
    let answers = converse(&["teinewgame 8", "go perft 12"], script);
    assert!(answers.contains(&"readyok".to_owned()));
    assert!(answers.last().unwrap().starts_with("Stopped at: "), "{answers:?}");
    let answers = converse(&["teinewgame 6", "go perft 3"], Vec::new());
    assert!(answers.last().unwrap().starts_with("Total: 132720 "), "{answers:?}");
}
