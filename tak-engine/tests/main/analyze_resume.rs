//! Analysis that goes on where it was cut off.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{GAME, engine, text};

/// The settings line and a line for each position that is not over.
const LINES: usize = 60;

fn command(resume: &Path, nodes: &str) -> Command {
    let mut command =
        engine(&["analyze", GAME, "--hash", "4", "--json", "--nodes", nodes, "--resume"]);
    command.arg(resume);
    command
}

fn run(resume: &Path) -> Output {
    command(resume, "500").output().unwrap()
}

fn positions(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["games"][0]["positions"].as_array().unwrap().clone()
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    text(&output.stderr)
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("game.resume")
}

#[test]
fn what_is_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let all = positions(&run(&path));
    let whole = lines(&path);
    assert_eq!(whole.len(), LINES);
    // Cut off in the middle of a line, with a value that no search would find.
    let mut kept = whole[..11].to_vec();
    let is_digit_or_sign = |text: char| text.is_ascii_digit() || text == '-';
    let (before, eval) = kept[1].split_once("\"eval\":").unwrap();
    kept[1] = format!("{before}\"eval\":77{}", eval.trim_start_matches(is_digit_or_sign));
    fs::write(&path, format!("{}\n{}", kept.join("\n"), &whole[11][..20])).unwrap();
    let again = positions(&run(&path));
    assert!(again[0]["eval"].to_string().starts_with("77"), "{}", again[0]);
    assert_eq!(again[1..9], all[1..9]);
    // What the last one lost is seen in the next one, which was searched again, with a
    // table that knew less.
    for name in ["eval", "best", "line", "nodes"] {
        assert_eq!(again[9][name], all[9][name], "{name}");
    }
    assert_eq!(again.len(), all.len());
    assert_eq!(lines(&path).len(), LINES);
    assert_eq!(lines(&path)[10], whole[10]);
}

#[test]
fn another_analysis_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    positions(&run(&path));
    let before = lines(&path);
    let line = error(&command(&path, "501").output().unwrap());
    assert!(line.contains("it was made with --nodes 500, now --nodes 501"), "{line}");
    let line = error(&command(&path, "500").args(["--komi", "0"]).output().unwrap());
    assert!(line.contains("the game is not the same"), "{line}");
    assert_eq!(lines(&path), before);

    // Whatever it is, we must not write to it.
    fs::write(&path, "dear diary\n").unwrap();
    let line = error(&run(&path));
    assert!(line.contains("it was not written by --resume"), "{line}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary\n");

    let spell = before[1].replacen("\"line\":[\"", "\"line\":[\"}\\u001b", 1);
    // From the empty board, two moves to the same square.
    let illegal = before[1].replacen("\"line\":[", "\"line\":[\"a1\",\"a1\",", 1);
    let wild = before[1].replacen("\"eval\":", "\"eval\":-99999", 1);
    for (bad, why) in [
        ("{}", "game.resume, line 2: expected a position"),
        ("nonsense", "game.resume, line 2: expected a position"),
        ("{\"game\":9,\"ply\":0}", "game.resume, line 2: expected a position"),
        (&spell, "line 2"),
        (&wild, "line 2"),
        (&illegal, "line 2"),
    ] {
        fs::write(&path, format!("{}\n{bad}\n", before[0])).unwrap();
        let line = error(&run(&path));
        assert!(line.contains(why), "{line}");
    }
}

/// Analyses a game in a file with tags, and keeps its positions.
fn analyze(folder: &Path, tags: &str, moves: &str) -> Output {
    let (game, resume) = (folder.join("game.ptn"), folder.join("game.resume"));
    fs::write(&game, format!("{tags}\n\n{moves}\n")).unwrap();
    let mut command = engine(&["analyze", "--quiet", "--nodes", "50", "--hash", "4"]);
    command.arg(game).arg("--resume").arg(resume).output().unwrap()
}

#[test]
fn pieces_and_openings_are_part_of_the_game() {
    let start = "[TPS \"1C,x2,2C/x4/x4/x4 1 3\"][Flats \"20\"]";
    for (tags, others, moves) in [
        (format!("{start}[Caps \"2\"]"), format!("{start}[Caps \"1\"]"), "3. b1 b2 4. c1 c2"),
        (
            "[Size \"4\"]".to_owned(),
            "[Size \"4\"][Opening \"no-swap\"]".to_owned(),
            "1. a1 d4 2. b3",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let output = analyze(folder.path(), &tags, moves);
            assert!(output.status.success(), "{tags}: {output:?}");
        }
        let kept = lines(&file(&folder));
        let line = error(&analyze(folder.path(), &others, moves));
        assert!(line.contains("the game is not the same"), "{others}: {line}");
        assert_eq!(lines(&file(&folder)), kept);
    }
}

/// Starts an analysis that takes long, and waits for its first positions.
fn begun(path: &Path) -> Child {
    let mut child = command(path, "6000").stdout(Stdio::null()).spawn().unwrap();
    wait_for_positions(path, 4, &mut child);
    child
}

fn wait_for_positions(path: &Path, least: usize, child: &mut Child) {
    let start = Instant::now();
    while lines(path).len() < least {
        assert!(start.elapsed() < Duration::from_mins(1), "no progress");
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

#[test]
fn a_killed_analysis_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let mut child = begun(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let whole = text.matches('\n').count();
    let first: Vec<_> = text.split_inclusive('\n').take(whole).collect();
    assert_eq!(positions(&command(&path, "6000").output().unwrap()).len(), 60);
    let done = fs::read_to_string(&path).unwrap();
    assert!(done.starts_with(&first.concat()));
    assert_eq!(done.matches('\n').count(), LINES);
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_leaves_nothing_but_its_progress() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let svg = folder.path().join("game.svg");
    positions(&run(&path));
    let kept = lines(&path)[..5].join("\n") + "\n";
    let kept = kept.replace("\"nodes\":500,", "\"nodes\":100000000,");
    fs::write(&path, format!("{kept}cut off")).unwrap();
    let child = engine(&["analyze", GAME, "--nodes", "100000000", "-q", "--svg"])
        .arg(&svg)
        .arg("--resume")
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What was cut off is removed, and then the search begins.
    let start = Instant::now();
    while fs::read_to_string(&path).unwrap() != kept {
        assert!(start.elapsed() < Duration::from_mins(1), "no progress");
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    let line = text(&output.stderr);
    assert!(line.starts_with("4 of 59 positions are kept in "), "{line}");
    assert!(line.ends_with("game.resume; the same command continues\n"), "{line}");
}

/// What was found until then is told, and no file is written in part.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_tells_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let (path, ptn) = (file(&folder), folder.path().join("out.ptn"));
    let mut child = engine(&["analyze", GAME, "--hash", "4", "--nodes", "6000", "--resume"])
        .arg(&path)
        .arg("--ptn")
        .arg(&ptn)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_positions(&path, 4, &mut child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (table, kept) = (text(&output.stdout), lines(&path).len() - 1);
    // A row for each move that was played between two of them.
    let rows = table.lines().skip_while(|row| !row.starts_with("move ")).skip(1);
    let rows = rows.take_while(|row| !row.starts_with("  next") && !row.trim().is_empty());
    let moves = rows.filter(|row| row.contains(". ") || row.contains("... ")).count();
    assert_eq!(moves + 1, kept, "{table}");
    let note = format!("\n\nInterrupted: {kept} of 59 positions were analysed, ");
    assert!(table.contains(&note), "{table}");
    assert!(text(&output.stderr).contains("; the same command continues"));
    assert!(!ptn.exists());
}

/// The questions about tinuës come after the search.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_questions_about_tinues() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let hard = ["--nodes", "50", "--tinue-nodes", "100000000000", "--hash", "4", "--resume"];
    let mut child = engine(&[&["analyze", GAME], &hard[..]].concat())
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_positions(&path, LINES, &mut child);
    sleep(Duration::from_millis(200));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let table = text(&output.stdout);
    assert!(table.contains("Interrupted: 59 of 59 positions were analysed, "), "{table}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for (path, what) in [
        (Path::new("/dev/full"), "a pipe or a device"),
        (&pipe, "a pipe or a device"),
        (folder.path(), "a folder"),
    ] {
        let line = error(&run(path));
        let why = format!(": --resume keeps positions in a file, and this is {what};");
        assert!(line.contains(&why), "{line}");
    }
}

/// Two at once would spoil the file.
#[test]
fn a_file_that_is_written_to_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    run(&path);
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    let before = fs::read(&path).unwrap();
    assert!(error(&run(&path)).contains("another analysis is writing to it"));
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(held);
    assert_eq!(positions(&run(&path)).len(), LINES);
}
