//! `tak-match tournament`: duels that go on, and a list.

use std::fs;

use serde_json::Value;

use crate::MATCH;

const ENGINES: [&str; 6] = [
    "--engine",
    "name=weak nodes=2",
    "--engine",
    "name=strong nodes=400",
    "--engine",
    "name=middle nodes=40",
];

#[test]
fn a_tournament_rates_its_engines_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, page) = (place("games"), place("page.md"));
    let line = |count: &str, more: &[&str]| {
        let head = ["tournament", "--size", "4", "--komi", "2", "--games", count, "--json"];
        let call = [&head, &["--folder", &games, "-o", &page][..], more].concat();
        let output = MATCH.run(&call);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let first = line("6", &ENGINES[..4]);
    assert_eq!(first["duels"].as_array().unwrap().len(), 1, "{first}");
    // The duel of the first two is extended, those of the third are new.
    let all = line("10", &ENGINES);
    let names: Vec<_> = all["engines"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["strong", "middle", "weak"], "{all}");
    let mut sum = 0.0;
    for row in all["engines"].as_array().unwrap() {
        let count = |key: &str| row[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 20, "{all}");
        let elo = |key: &str| row["elo"][key].as_f64().unwrap();
        assert!(elo("low") < elo("value") && elo("value") < elo("high"), "{all}");
        sum += elo("value");
    }
    assert!(sum.abs() < 1e-6, "{all}");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.starts_with("# 4×4, komi 2, swap\n\n30 games between 3 engines."), "{text}");
    assert_eq!(text.matches("| strong").count(), 3, "{text}");
    let ptn = fs::read_to_string(place("games/weak-strong.ptn")).unwrap();
    assert_eq!(ptn.matches("[Event").count(), 10, "{ptn}");
    // Nothing is played again, and fewer games are those so far.
    assert_eq!(line("10", &ENGINES), all);
    let record = folder.path().join("all.json");
    fs::write(&record, all.to_string()).unwrap();
    let rated = MATCH.stdout(&["ratings", record.to_str().unwrap()]);
    let tables = text.split_once("\n\n").unwrap().1;
    assert!(
        rated.starts_with("## 4×4, komi 2, swap\n\n<svg ") && rated.ends_with(tables),
        "{rated}"
    );
    fs::write(&record, all.to_string().replacen("weak", "other", 1)).unwrap();
    let told = MATCH.error(2, &["ratings", record.to_str().unwrap()]);
    assert!(told.contains("all.json: expected what 'tournament --json' prints"), "{told}");
    let ladder = line("10", &[&ENGINES[..], &["--ladder"]].concat());
    let played: Vec<_> =
        ladder["duels"].as_array().unwrap().iter().map(|duel| &duel["engines"]).collect();
    assert_eq!(
        serde_json::json!(played),
        serde_json::json!([["weak", "strong"], ["strong", "middle"]])
    );
    let gauntlet = line("10", &[&ENGINES[..], &["--gauntlet"]].concat());
    assert_eq!(gauntlet["duels"].as_array().unwrap()[..], all["duels"].as_array().unwrap()[..2]);
}

#[test]
fn what_is_no_tournament_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let head = ["tournament", "--size", "4", "--folder", games.to_str().unwrap()];
    for (more, told) in [
        (&["--engine", "nodes=5"][..], "--engine: expected it at least twice"),
        (&["--engine", "nodes=5", "--engine", "nodes=6"], "found two called 'tak-engine'"),
        (&["--engine", "name=A nodes=5", "--engine", "name=a nodes=6"], "found two called 'a'"),
        (&["--engine", "name=a nodes=5", "--engine", "name=b"], "b: expected what it may use"),
        (&["--games", "3", "--engine", "name=a nodes=5", "--engine", "name=b nodes=5"], "even"),
    ] {
        let line = MATCH.error(2, &[&head[..], more].concat());
        assert!(line.contains(told), "{line}");
        assert!(!games.exists());
    }
    let duel = games.join("weak-strong.match");
    let call = [&head[..], &ENGINES, &["-o", duel.to_str().unwrap()]].concat();
    assert!(MATCH.error(2, &call).contains("weak-strong.match: it is named for two outputs"));
    assert!(!games.exists());
    let book = folder.path().join("book.txt");
    fs::write(&book, "1. a1 d4 2. b2\n").unwrap();
    let book_name = book.to_str().unwrap();
    let call = [&head[..], &ENGINES, &["--book", book_name, "-o", book_name]].concat();
    assert!(MATCH.error(2, &call).contains("cannot be the output too"));
    assert_eq!(fs::read_to_string(&book).unwrap(), "1. a1 d4 2. b2\n");
}
