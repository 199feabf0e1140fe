//! The examples in C and Python find the packed boards and keys that this library finds,
//! from what FORMATS.md says alone.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use fastrand::Rng;
use tak_encoding::{BoardSize, EightHashes, Playable, Position, Size, with_size};

/// Positions of random games, with stacks and walls and capstones, as lines of TPS, and
/// what is expected for each.
fn positions() -> (String, Vec<String>) {
    fn add<const N: usize>(random: &mut Rng, input: &mut String, expected: &mut Vec<String>)
    where
        Size<N>: Playable,
    {
        let mut position = Position::<N, EightHashes>::default();
        let plies = random.usize(..150);
        for _ in 0..plies {
            let moves = position.legal_moves();
            // Stacks grow where pieces move often.
            let spreads: Vec<_> = moves.iter().copied().filter(|mv| mv.is_spread()).collect();
            let choices = if spreads.is_empty() || random.u8(..3) == 0 { &moves } else { &spreads };
            let Some(&mv) = random.choice(choices) else { break };
            position.play_unchecked(mv);
            if position.outcome().is_some() {
                break;
            }
        }
        // A packed board shows itself as hexadecimal digits.
        let (packed, key) = (position.pack_canonical(), position.hashes().canonical());
        expected.push(format!("{packed:?} {key:016x}"));
        let _ = writeln!(input, "{position}");
    }
    let mut random = Rng::with_seed(20);
    let (mut input, mut expected) = (String::new(), Vec::new());
    for _ in 0..170 {
        for size in BoardSize::ALL {
            with_size!(size, N => add::<N>(&mut random, &mut input, &mut expected));
        }
    }
    assert!(expected.len() > 1000 && input.contains("212"));
    (input, expected)
}

fn is_there(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {tool}");
    }
    found
}

fn check(program: &mut Command) {
    let (input, expected) = positions();
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(found.lines().count(), expected.len());
    for (number, (found, expected)) in found.lines().zip(&expected).enumerate() {
        assert_eq!(found, expected, "position {number}");
    }
}

fn example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

#[test]
#[ignore = "second tier: needs Python"]
fn python_finds_the_same() {
    if is_there("python3") {
        check(Command::new("python3").arg(example("keys.py")));
    }
}

#[test]
fn c_finds_the_same() {
    if is_there("cc") {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keys");
        let built = Command::new("cc")
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&program)
            .arg(example("keys.c"))
            .status();
        assert!(built.unwrap().success());
        check(&mut Command::new(program));
    }
}

/// The vectors that FORMATS.md shows.
#[test]
fn the_vectors_are_right() {
    let text = include_str!("../FORMATS.md");
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<_> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        (cells.len() == 6 && cells[1].contains('/'))
            .then(|| [cells[1], cells[2], cells[3], cells[4]].map(str::to_owned))
    });
    let mut count = 0;
    for [tps, packed, hash, key] in rows {
        let size = tak_encoding::tps_size(&tps).unwrap();
        with_size!(size, N => {
            let position = Position::<N, EightHashes>::from_tps(&tps).unwrap();
            let hex = format!("{:?}", position.pack());
            let hashes = position.hashes();
            assert_eq!([hex, format!("{:016x}", hashes.get()[0]), format!("{:016x}", hashes.canonical())], [packed, hash, key], "{tps}");
        });
        count += 1;
    }
    assert_eq!(count, 7);
}
