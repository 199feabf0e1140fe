//! How a game ended, in the terms of chess programs.

use tak_encoding::{Color, GameResult, Outcome};

use crate::record::{End, Record};

/// A result as chess programs write it.
pub(crate) fn result(record: &Record) -> &'static str {
    match record.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// How a game ended, in a sentence.
pub(crate) fn reason(record: &Record) -> String {
    let Some(winner) = record.winner() else {
        return match record.end {
            End::Repetition => "Draw by repetition".to_owned(),
            End::Length => "Draw by length".to_owned(),
            End::Adjudicated => "Draw by adjudication".to_owned(),
            _ => "Draw by flats".to_owned(),
        };
    };
    let loser = !winner;
    let result = GameResult::read(&record.result);
    let by_road = matches!(result, Some(GameResult::Outcome(Outcome::Road(_))));
    match record.end {
        End::Illegal => {
            let why = record.why.as_deref().unwrap_or_default();
            format!("{loser} makes an illegal move: {}", ascii(why))
        }
        End::Time | End::Silence => format!("{loser} loses on time"),
        End::Crash => format!("{loser} disconnects"),
        End::Hang => format!("{loser}'s connection stalls"),
        End::Adjudicated => format!("{winner} wins by adjudication"),
        _ if by_road => format!("{winner} wins by road"),
        _ => format!("{winner} wins by flats"),
    }
}

/// A text as one word of ASCII.
pub(crate) fn plain(text: &str) -> String {
    ascii(text).replace([' ', ':', '(', ')'], "_")
}

/// A text in ASCII that cannot end a comment, a tag or a line.
fn ascii(text: &str) -> String {
    let fits = |c: char| (c.is_ascii_graphic() || c == ' ') && !"\"{}\\".contains(c);
    text.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What OpenBench's worker is told when White has lost in this way.
    fn told(end: End, why: Option<&str>) -> String {
        reason(&Record {
            game: 0,
            tps: None,
            moves: String::new(),
            plies: 0,
            result: "0-1".to_owned(),
            end,
            why: why.map(str::to_owned),
            comments: Vec::new(),
        })
    }

    #[test]
    fn faults_have_the_words_that_are_looked_for() {
        assert_eq!(told(End::Time, None), "White loses on time");
        assert_eq!(told(End::Crash, Some("it ended")), "White disconnects");
        assert_eq!(told(End::Hang, None), "White's connection stalls");
        assert_eq!(told(End::Adjudicated, None), "Black wins by adjudication");
        let illegal = told(End::Illegal, Some("{ü\"}: no move"));
        assert_eq!(illegal, "White makes an illegal move: ____: no move");
    }

    #[test]
    fn a_name_is_one_word() {
        assert_eq!(plain("Tak engine: (new) ü"), "Tak_engine___new___");
    }
}
