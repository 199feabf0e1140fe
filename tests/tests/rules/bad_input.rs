//! Malformed text must be refused with one readable line and leave everything
//! as it was; the control rows must be read.

use std::fmt::Display;

use tak_encoding::{
    AnyGame, AnyMove, AnyPosition, BoardSize, GameResult, NoHash, Position, with_game,
    with_position, with_size,
};
use tak_tests::corpus::{Row, own, rows, shared_rows};
use tak_tests::escapes::unescape;

/// What must happen to an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expect {
    Reject,
    Accept,
    /// Both will do, as long as nothing panics.
    Either,
}

struct Case {
    place: String,
    kind: String,
    size: Option<BoardSize>,
    context: String,
    input: Vec<u8>,
    expect: Expect,
}

impl Case {
    fn read(row: &Row) -> Self {
        Self {
            place: row.place.clone(),
            kind: row.text(1).to_owned(),
            size: row.text(2).parse().ok(),
            context: row.text(3).to_owned(),
            input: unescape(row.text(4)),
            expect: match row.text(5) {
                "reject" => Expect::Reject,
                "accept" => Expect::Accept,
                "impl" => Expect::Either,
                other => panic!("{}: expect {other}", row.place),
            },
        }
    }

    /// Compares the result of a reader with the expectation. A reader never sees invalid UTF-8:
    /// that is refused where text comes in.
    fn check<T, E: Display>(&self, read: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let Ok(input) = str::from_utf8(&self.input) else {
            assert_ne!(self.expect, Expect::Accept, "{}", self.place);
            return None;
        };
        match read(input) {
            Ok(value) => {
                assert_ne!(self.expect, Expect::Reject, "{}: accepted", self.place);
                Some(value)
            }
            Err(error) => {
                let message = error.to_string();
                assert_ne!(self.expect, Expect::Accept, "{}: {message}", self.place);
                self.check_message(&message);
                None
            }
        }
    }

    /// One line that is fit for any terminal, however long the input.
    fn check_message(&self, message: &str) {
        assert!(!message.trim().is_empty(), "{}: no message", self.place);
        let printable = !message.chars().any(char::is_control);
        assert!(printable, "{}: control characters: {message:?}", self.place);
        let length = message.chars().count();
        assert!(length <= 250, "{}: {length} characters", self.place);
    }
}

fn check_tps(case: &Case) {
    let any = case.check(AnyPosition::<NoHash>::from_tps);
    if let Some(position) = any {
        assert_eq!(Some(position.size()), case.size, "{}", case.place);
        assert_eq!(position.to_string().parse(), Ok(position), "{}", case.place);
    }
    let Some(size) = case.size else { return };
    with_size!(size, N => {
        let sized = case.check(Position::<N, NoHash>::from_tps);
        assert_eq!(sized.map(AnyPosition::from), any, "{}", case.place);
    });
}

fn check_move(case: &Case) {
    let before: AnyPosition = match case.context.as_str() {
        "startpos" => AnyPosition::new(case.size.unwrap()),
        tps => tps.parse().unwrap(),
    };
    let any = case.check(|text| before.parse_move(text));
    with_position!(before, position => {
        let mv = case.check(|text| position.parse_move(text));
        assert_eq!(mv.map(AnyMove::from), any, "{}", case.place);
        if let Some((mv, any)) = mv.zip(any) {
            assert!(position.is_legal(mv), "{}", case.place);
            let mut after = before;
            after.play(any).unwrap();
            assert_ne!(after, before, "{}", case.place);
            assert_eq!(AnyPosition::from(position.after(mv)), after, "{}", case.place);
        }
    });
    check_move_alone(case, &before);
}

/// A text that is a move on this size, but illegal here, is refused by the position.
fn check_move_alone(case: &Case, before: &AnyPosition) {
    let Ok(text) = str::from_utf8(&case.input) else {
        return;
    };
    with_position!(before, before => if let Ok(mv) = text.parse() {
        let mut after = *before;
        let played = after.play(mv);
        assert_eq!(played.is_ok(), before.parse_move(text).is_ok(), "{}", case.place);
        if let Err(error) = played {
            case.check_message(&error.to_string());
            assert_eq!(after, *before, "{}", case.place);
        }
    });
}

fn check_ptn(case: &Case) {
    if let Some(game) = case.check(str::parse::<AnyGame>) {
        let mut again: AnyGame = game.to_string().parse().unwrap();
        // That there is no result is not written.
        if game.written_result() == Some(GameResult::Unfinished) {
            assert_eq!(again.written_result(), None, "{}", case.place);
            with_game!(&mut again, game => game.set_result(GameResult::Unfinished));
        }
        assert_eq!(again, game, "{}", case.place);
    }
    case.check(|text| match AnyGame::read_all(text) {
        Ok(games) if games.is_empty() => Err("no game".to_owned()),
        games => games.map_err(|error| error.to_string()),
    });
}

/// Returns how many rows of that kind there were.
fn check_kind(rows: &[Row], kind: &str, check: fn(&Case)) -> usize {
    let cases = rows.iter().map(Case::read);
    cases.filter(|case| case.kind == kind).inspect(check).count()
}

#[test]
fn shared_rows_are_read_or_refused() {
    let rows = shared_rows("bad-input.txt", 7);
    check_kind(&rows, "tps", check_tps);
    check_kind(&rows, "move", check_move);
    check_kind(&rows, "ptn", check_ptn);
}

#[test]
fn own_rows_are_read_or_refused() {
    let rows = rows(&own("bad-input.txt"), 7);
    let tps = check_kind(&rows, "tps", check_tps);
    let moves = check_kind(&rows, "move", check_move);
    let games = check_kind(&rows, "ptn", check_ptn);
    assert!(tps > 20 && moves > 20 && games > 20, "few rows");
    assert_eq!(tps + moves + games, rows.len(), "rows of unknown kind");
}
