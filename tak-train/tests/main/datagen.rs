//! `tak-train datagen` and `merge`.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tak_testing::program::{Folder, failure, text};

use crate::{GAMES, TRAIN, bytes, games};

/// How the games of a file were played.
fn first_line(folder: &Folder, name: &str) -> String {
    let bytes = bytes(folder, name);
    text(bytes.split(|&byte| byte == b'\n').next().unwrap())
}

/// How many positions can be learned from.
fn positions(folder: &Folder, files: &str) -> usize {
    let report = folder.stdout(&format!("wdl --size 3 {files}"));
    report.split(' ').next().unwrap().parse().unwrap()
}

/// The search for such an opening once went on forever.
#[test]
fn openings_longer_than_games_become_shorter() {
    let folder = TRAIN.folder("");
    folder.stdout("datagen --size 3 --games 30 --nodes 20 --random-plies 100 --seed 6 -o x.games");
    assert!(positions(&folder, "x.games") > 2);
}

#[test]
fn the_same_call_goes_on() {
    let folder = games();
    let whole = bytes(&folder, "three.games");
    folder.stdout(&format!("{GAMES} --games 15 -o part.games"));
    let part = bytes(&folder, "part.games");
    assert!(whole.starts_with(&part) && part.len() < whole.len());
    folder.stdout(&format!("{GAMES} --games 40 -o part.games"));
    assert_eq!(bytes(&folder, "part.games"), whole);
    // Whatever a killed run has left of its last game.
    let first_line = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in [0, 7, first_line, first_line + 5, whole.len() / 2, whole.len() - 1] {
        folder.write("cut.games", &whole[..length]);
        folder.stdout(&format!("{GAMES} --games 40 -o cut.games"));
        assert_eq!(bytes(&folder, "cut.games"), whole, "{length}");
    }
}

/// Another program, or another search, would play other games.
#[test]
fn the_first_line_tells_the_program_and_how_it_plays() {
    let folder = games();
    let line = first_line(&folder, "three.games");
    let settings: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(settings["program"], env!("CARGO_PKG_VERSION"));
    let signature = settings["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && signature.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // The same program with the weighted terms alone, which plays differently on 4×4.
    let signature_of = |more: &str, name: &str| {
        folder.stdout(&format!("datagen --size 4 --nodes 20 --games 1 {more} -o {name}"));
        let settings: Value = serde_json::from_str(&first_line(&folder, name)).unwrap();
        settings["signature"].clone()
    };
    assert_ne!(signature_of("", "with"), signature_of("--eval-file none", "without"));
    // Shards of two searches are not mixed, nor is such a file continued.
    let other = line.replace(signature, "0123456789abcdef");
    folder.write("other.games", format!("{other}\n").as_bytes());
    let told = failure(2, &folder.run(&format!("{GAMES} --games 40 -o other.games")));
    assert!(told.contains("it was begun with signature \"0123456789abcdef\", now"), "{told}");
}

#[test]
fn a_book_is_part_of_the_settings() {
    let folder = TRAIN.folder("");
    folder.write("lines.txt", "a1 c3 b2\n# a comment\nc3 a1 b1 b3\n");
    let games = "datagen --size 3 --nodes 20 --games 20";
    folder.stdout(&format!("{games} --book lines.txt -o book.games"));
    folder.stdout(&format!("{games} -o random.games"));
    let of = |name: &str| {
        let settings: Value = serde_json::from_str(&first_line(&folder, name)).unwrap();
        (settings["book"].is_null(), settings["random_plies"].clone(), settings["openings"].clone())
    };
    assert_eq!(of("book.games"), (false, 2.into(), vec!["swap"].into()));
    assert_eq!((of("random.games").0, of("random.games").1), (true, 6.into()));
    // The same lines in PTN are the same book, and threads play the same games.
    let whole = bytes(&folder, "book.games");
    let ptn = |moves: &str| format!("[Size \"3\"]\n[Opening \"swap\"]\n\n{moves}\n\n");
    folder.write("lines.ptn", ptn("1. a1 c3 2. b2") + &ptn("1. c3 a1 2. b1 b3"));
    for part in 1..=2 {
        let part = format!("--games 10 --shard {part}/2 --threads 2 -o {part}.games");
        folder.stdout(&format!("datagen --size 3 --nodes 20 --book lines.ptn {part}"));
    }
    folder.stdout("merge 2.games 1.games -o merged.games");
    assert_eq!(bytes(&folder, "merged.games"), whole);
    folder.write("other.txt", "b2 a1\n");
    folder.write("position.txt", "a1 c3\nx3/x3/2,x2 1 2\n");
    folder.write("over.txt", "a1 a3 b3 b1 c3\n");
    folder.write("long.txt", format!("b2 a1 {}\n", round_and_round(100)));
    folder.write("empty.txt", "");
    folder.check_errors(&format!(
        "{games} --book other.txt -o book.games | 2 | ^book.games: it was begun with book \"\n\
         {games} --opening swap --random-plies 2 -o book.games | 2 | \", now without\n\
         {games} --book lines.txt -o random.games | 2 | ^random.games: it was begun without a book, now \"\n\
         {games} --book position.txt -o x | 2 | ^position.txt, line 2: expected moves from the empty board, found a position$\n\
         {games} --book over.txt -o x | 2 | ^over.txt, line 1: the game is over here\n\
         datagen --size 8 --nodes 20 --games 1 --book long.txt -o x | 2 | ^long.txt, line 1: expected at most 200 plies, found 202$\n\
         {games} --book empty.txt -o x | 2 | ^empty.txt: no openings in it; expected games in PTN\n\
         {games} --book none.txt -o x | 2 | ^none.txt: "
    ));
    assert!(!folder.path().join("x").exists());
}

/// On 8×8 White walks along the edge from a1 and Black one square inside from b2; positions repeat
/// only after 140 moves.
fn round_and_round(moves: usize) -> String {
    let step = |number: usize, first: usize, length: usize| {
        let (side, done) = (number / length % 4, number % length);
        let (near, far) = (first, first + length);
        let (file, rank) = match side {
            0 => (near, near + done),
            1 => (near + done, far),
            2 => (far, far - done),
            _ => (far - done, near),
        };
        let (file, direction) = (char::from(b'a' + file as u8), ["+", ">", "-", "<"][side]);
        format!("{file}{}{direction}", rank + 1)
    };
    let moves = (0..moves).map(|number| format!("{} {}", step(number, 0, 7), step(number, 1, 5)));
    moves.collect::<Vec<_>>().join(" ")
}

/// Before there were books, nobody wrote that there is none.
#[test]
fn files_without_the_word_book_go_on() {
    let folder = games();
    let whole = bytes(&folder, "three.games");
    let line = first_line(&folder, "three.games");
    let old = line.replace("\"book\":null,", "");
    assert_ne!(old, line);
    let games = &whole[line.len()..];
    folder.write("old.games", [old.as_bytes(), &games[..games.len() / 2]].concat());
    folder.stdout(&format!("{GAMES} --games 40 -o old.games"));
    assert!(bytes(&folder, "old.games").ends_with(games));
}

#[test]
fn parts_make_the_whole() {
    let folder = games();
    for part in 1..=3 {
        let games = if part == 1 { 14 } else { 13 };
        folder.stdout(&format!("{GAMES} --games {games} --shard {part}/3 -o {part}.games"));
    }
    let all = positions(&folder, "1.games 2.games 3.games");
    assert_eq!(all, positions(&folder, "three.games"));
    let told = folder.run("merge 3.games 1.games 2.games -o merged.games");
    assert_eq!(text(&told.stderr), "merged 3 shards, 40 games\n");
    assert_eq!(bytes(&folder, "merged.games"), bytes(&folder, "three.games"));
}

#[test]
fn only_the_shards_of_one_call_are_merged() {
    let folder = games();
    for (name, more) in [
        ("1", "--shard 1/2"),
        ("2", "--shard 2/2"),
        ("seed", "--shard 2/2 --seed 2"),
        ("third", "--shard 2/3"),
        ("komi", "--shard 2/2 --komi 2"),
    ] {
        folder.stdout(&format!("{GAMES} --games 3 {more} -o {name}.games"));
    }
    folder
        .stdout("datagen --size 4 --nodes 60 --random-plies 2 --games 1 --shard 2/2 -o four.games");
    folder.write("notes.txt", "mine\n");
    // The second shard, which calls itself the first.
    let other = text(bytes(&folder, "2.games").split(|&byte| byte == b'\n').next().unwrap());
    let line = other.replace("\"shard\":[2,2]", "\"shard\":[1,2]");
    folder.write(
        "renamed.games",
        [line.as_bytes(), &bytes(&folder, "2.games")[other.len()..]].concat(),
    );
    let before = folder.names();
    folder.check_errors(
        "merge 1.games seed.games -o x | 2 | ^seed.games: its seed is 2, expected that of the others, 1$\n\
         merge 1.games komi.games -o x | 2 | ^komi.games: its komi is [\"2\"], expected\n\
         merge 1.games third.games -o x | 2 | ^third.games: shard 2/3: expected one of 2 as the others$\n\
         merge 1.games four.games -o x | 2 | ^four.games: expected games on 3×3, found 4×4$\n\
         merge 1.games 2.games 1.games -o x | 2 | ^1.games: shard 1/2, which 1.games has too$\n\
         merge 2.games -o x | 2 | ^shard 1/2 is missing; expected the files of all 2$\n\
         merge renamed.games 2.games -o x | 2 | ^renamed.games: game 1 is not one of shard 1/2$\n\
         merge notes.txt 1.games -o x | 2 | ^notes.txt: expected a file that `tak-train datagen` wrote$\n\
         merge 1.games 2.games -o 1.games | 2 | cannot be the output too",
    );
    assert_eq!(folder.names(), before);
}

#[test]
fn files_of_others_are_not_touched() {
    let folder = games();
    let whole = bytes(&folder, "three.games");
    let mut damaged = whole.clone();
    let last = damaged.len() - 6;
    damaged[last] ^= 1;
    folder.write("damaged.games", &damaged);
    folder.write("notes.txt", "mine\n");
    folder.check_errors(&format!(
        "{GAMES} --seed 2 -o three.games | 2 | three.games: it was begun with seed 1, now 2\n\
         {GAMES} --nodes 61 -o three.games | 2 | the argument '--nodes\n\
         datagen --size 4 -o three.games | 2 | three.games: expected games on 4×4, found 3×3\n\
         {GAMES} -o notes.txt | 2 | notes.txt: expected a file that `tak-train datagen` wrote\n\
         {GAMES} -o damaged.games | 2 | the checksum of a game is wrong\n\
         {GAMES} --shard 3/2 -o x | 2 | expected a part and the number of parts, like 2/8\n\
         {GAMES} --eval-file notes.txt -o x | 2 | --eval-file notes.txt: expected a network\n\
         {GAMES} -o missing/x | 1 | missing/x"
    ));
    assert_eq!(bytes(&folder, "three.games"), whole);
    assert_eq!(bytes(&folder, "damaged.games"), damaged);
    assert_eq!(folder.read("notes.txt"), "mine\n");
}

/// Games take hours: those that are played are kept.
#[test]
fn interrupted_games_are_kept() {
    let folder = TRAIN.folder("datagen");
    let mut child = folder
        .command("--size 3 --nodes 5 --random-plies 2 --games 1000000000 -o three.games")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = || folder.path().join("three.games").metadata().map_or(0, |known| known.len());
    while written() < 10_000 {
        sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("interrupted: kept "), "{told}");
    assert_eq!(folder.names(), ["three.games"]);
}
