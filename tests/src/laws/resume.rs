//! The lines of `analyze --resume`.

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, HalfKomi};
use tak_engine::resume::{GameKey, Header, Known, Refusal, first_line, line, read};

/// The analysis that the lines belong to.
fn header() -> Header {
    let start = AnyPosition::with_rules(BoardSize::Five, AnyRules::with_komi(HalfKomi(4)));
    let moves = ["a1", "e5", "c3", "c2"].map(|mv| AnyMove::parse(BoardSize::Five, mv));
    let moves: Vec<_> = moves.into_iter().map(|mv| mv.expect("a move")).collect();
    Header {
        tak_engine: "0.1.0".to_owned(),
        movetime: None,
        nodes: Some(1000),
        depth: None,
        games: vec![GameKey::new(1, &start.expect("standard rules"), &moves)],
    }
}

/// A file is read or refused, with or without a good first line. One that is read is written back
/// the same; a damaged line is named, and without it the others are read.
///
/// # Panics
///
/// If not.
pub fn resume(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(known) = read(text, &header()) {
        check_written(&known);
    }
    let mut lines: Vec<_> = text.split_inclusive('\n').map(str::to_owned).collect();
    lines.insert(0, first_line(&header()));
    let alone = |line: &String| read(&(lines[0].clone() + line), &header());
    let mut expected = Known::new();
    lines[1..].iter().filter_map(|line| alone(line).ok()).for_each(|known| expected.extend(known));
    let known = loop {
        match read(&lines.concat(), &header()) {
            Ok(known) => break known,
            Err(Refusal::Line(number)) => {
                let damaged = lines.remove(number as usize - 1);
                assert_eq!(read(&(lines[0].clone() + &damaged), &header()), Err(Refusal::Line(2)));
            }
            Err(refusal) => panic!("{refusal}"),
        }
    };
    assert_eq!(known, expected);
    check_written(&known);
}

fn check_written(known: &Known) {
    let lines = known.iter().map(|(&(game, ply), found)| line(game, ply, found));
    let written = first_line(&header()) + &lines.collect::<String>();
    assert_eq!(read(&written, &header()).as_ref(), Ok(known), "{written}");
}
