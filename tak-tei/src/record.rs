//! `record`: a recorded game, taken apart for a web page.
//!
//! It may be PTN with variations, comments and marks, a TPS, a link to ptn.ninja, or
//! moves in the notation of playtak.com.

use std::collections::{HashMap, HashSet};

use tak_encoding::ptn::{Notes, Ply, PtnError, PtnGame};
use tak_encoding::{
    AnyRules, BoardSize, Game, Link, Notation, Playable, Position, Rules, Size, any_to_ptn,
    with_game, with_size,
};

use crate::game::rules_at;
use crate::json::{Object, array, read_text, text, text_or_null};

/// The longest text that is read: a game with a comment on every move takes a tenth of it.
const LONGEST: usize = 256 << 10;

/// A text as one line of JSON, as the README describes it, or what is wrong with the text. Moves in
/// the notation of playtak.com belong to a game on a board of this size.
pub(crate) fn read(json: &str, size: BoardSize, rules: AnyRules) -> String {
    let told = |problem: &str| Object::new().with_text("error", problem).end();
    let Some(record) = read_text(json) else {
        return told("record: expected a JSON string");
    };
    let too_long = || {
        let kibibytes = LONGEST >> 10;
        told(&format!("a text of more than {kibibytes} KiB, expected one game"))
    };
    if record.len() > LONGEST {
        return too_long();
    }
    let ptn = match Notation::of(&record) {
        Notation::Playtak => with_size!(size, N => {
            from_playtak::<N>(&moves_of_playtak(&record), rules)
        }),
        _ => any_to_ptn(&record).map(String::from).map_err(|error| error.to_string()),
    };
    // A link may be shorter than what it holds.
    if ptn.as_ref().is_ok_and(|ptn| ptn.len() > LONGEST) {
        return too_long();
    }
    match ptn.map(|ptn| ptn.parse::<PtnGame>()) {
        Ok(Ok(game)) => describe(&game),
        Ok(Err(error)) => describe_place("error", &error),
        Err(problem) => told(&problem),
    }
}

/// Moves in the notation of playtak.com, separated by commas as in its archive. Its server sends one
/// on each line, with the game in front: `Game#7 P A1`.
fn moves_of_playtak(record: &str) -> String {
    let moves = record.split([',', '\n']).map(|mv| {
        let mv = mv.trim();
        let rest = mv.strip_prefix("Game#").and_then(|rest| rest.split_once(' '));
        rest.map_or(mv, |(_, mv)| mv)
    });
    moves.filter(|mv| !mv.is_empty()).collect::<Vec<_>>().join(",")
}

fn from_playtak<const N: usize>(moves: &str, rules: AnyRules) -> Result<String, String>
where
    Size<N>: Playable,
{
    let start = Position::with_rules(rules_at::<N>(rules));
    let game = Game::from_playtak(start, moves);
    game.map(|game| game.to_string()).map_err(|error| format!("on {N}×{N}: {error}"))
}

/// What is wrong, or what was decided about a comment, and where.
fn describe_place(key: &str, told: &PtnError) -> String {
    Object::new()
        .with_text(key, told.problem())
        .with("line", told.line())
        .with("column", told.column())
        .end()
}

fn describe(game: &PtnGame) -> String {
    let start = game.position(None);
    let (reserves, is_usual) = with_game!(game.game(), game => {
        let rules = game.start().rules();
        (rules.reserves(), has_usual_pieces(rules))
    });
    let tags = game.game().tags().iter();
    let tags = tags.map(|tag| array([text(&tag.name), text(&tag.value)]));
    let notes = game.notes();
    let link = Link::new(game.to_ptn_ninja(), None);
    let packed = Link::new(game.to_string(), None).to_string();
    let packed = packed.rsplit('/').next().unwrap_or_default();
    let object = Object::new()
        .with("size", start.size())
        .with_text("start", start)
        .with_text("opening", start.opening())
        .with("halfKomi", start.half_komi().0)
        .with("flats", array(reserves.map(|reserve| reserve.flats)))
        .with("caps", array(reserves.map(|reserve| reserve.caps)))
        .with("hasUsualPieces", is_usual)
        .with("tags", array(tags))
        .with("result", text_or_null(game.game().result()))
        .with("comments", comments(&notes[0]))
        .with("plies", plies(game, &notes[1..]))
        .with("leftOut", array(game.left_out().iter().map(|why| describe_place("error", why))))
        .with("decided", array(game.decided().iter().map(|what| describe_place("decision", what))));
    object.with_text("packed", packed).with_text("link", link).end()
}

fn has_usual_pieces<const N: usize>(rules: Rules<N>) -> bool
where
    Size<N>: Playable,
{
    rules.reserves() == Rules::default().reserves()
}

/// All comments on a move, wherever they stand.
fn comments(notes: &Notes<'_>) -> String {
    let all = [&notes.before, &notes.comments, &notes.closing].into_iter().flatten();
    array(all.copied().map(text))
}

/// All plies, those of the main line first; each gives the number of the ply it follows.
fn plies(game: &PtnGame, notes: &[Notes<'_>]) -> String {
    let main: HashSet<Ply> = game.main_line().iter().copied().collect();
    let others = game.plies().filter(|ply| !main.contains(ply));
    let all: Vec<Ply> = game.main_line().iter().copied().chain(others).collect();
    let notes: HashMap<Ply, &Notes<'_>> = game.plies().zip(notes).collect();
    let numbers: HashMap<Ply, usize> = all.iter().copied().zip(0..).collect();
    array(all.iter().map(|&ply| {
        let notes = notes[&ply];
        let after = game.parent(ply).and_then(|before| numbers.get(&before));
        let told = Object::new()
            .with("after", after.map_or_else(|| "null".to_owned(), ToString::to_string))
            .with_text("move", game.mv(ply))
            .with_text("marks", game.marks(ply))
            .with("glyphs", array(notes.glyphs.iter().copied().map(text)))
            .with("comments", comments(notes));
        match notes.clock() {
            Some(left) => told.with("clock", left.as_millis()).end(),
            None => told.end(),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(record: &str) -> String {
        read(&text(record), BoardSize::Five, AnyRules::default())
    }

    #[test]
    fn everything_in_a_game_is_told() {
        let json = told(
            "[Size \"5\"]\n[Komi \"2\"]\n{so} 1. a1! e5 {two}(1... a5 $2 2. c3) $1 $18 2. c3'\n",
        );
        for part in [
            r#"{"size":5,"start":"x5/x5/x5/x5/x5 1 1","opening":"swap","halfKomi":4"#,
            r#""flats":[21,21],"caps":[1,1],"hasUsualPieces":true,"tags":[["Size","5"],["Komi","2"]],"result":null"#,
            r#""comments":["so"],"plies":[{"after":null,"move":"a1","marks":"!","glyphs":[],"comments":[]}"#,
            r#"{"after":0,"move":"e5","marks":"","glyphs":["$1","$18"],"comments":["two"]}"#,
            r#"{"after":1,"move":"c3","marks":"'","glyphs":[],"comments":[]}"#,
            r#"{"after":0,"move":"a5","marks":"","glyphs":["$2"],"comments":[]}"#,
            r#"{"after":3,"move":"c3","marks":"","glyphs":[],"comments":[]}],"leftOut":[]"#,
            r#""link":"https://ptn.ninja/"#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }

    #[test]
    fn move_clocks_in_comments_are_told() {
        let json = told("[Size \"5\"]\n1. a1 {[%clk 0:09:45]} e5 {9:50.5} 2. c3 {well}");
        for part in [
            r#""comments":["[%clk 0:09:45]"],"clock":585000}"#,
            r#""comments":["9:50.5"],"clock":590500}"#,
            r#""comments":["well"]}"#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }

    #[test]
    fn a_comment_that_could_be_the_name_of_a_branch_is_told() {
        let json = told("[Size \"5\"]\n1. a1 e5\n\n{now}\n2. c3\n\n{or}\n2. d4");
        let decided = r#""decided":[{"decision":"`{now}` is read as a comment, not as the name of a branch","line":4,"column":1}]"#;
        assert!(json.contains(decided), "{json}");
    }

    #[test]
    fn links_hold_what_ptn_ninja_reads() {
        let json = told("[Id \"7\"][Size \"5\"]\n1. a1 e5 (1... a5) 2. c3 0\n");
        let (_, link) = json.split_once("\"link\":\"").unwrap();
        let link: Link = link.trim_end_matches("\"}").parse().unwrap();
        assert_eq!(link.ptn, "[Size \"5\"]\n\n1. a1 e5\n2. c3\n\n{1b1}\n1. -- a5\n");
    }

    #[test]
    fn no_comment_is_lost() {
        let json = told(
            "[Size \"5\"]\n{a} 1. {b} a1 e5 (1... {c} a5 {d} 2. c3 (2. {e} d3)) 2. c3 {f} (2. {g}) c4 \
             R-0 {h}\n",
        );
        for (mv, comments) in [
            ("a1", r#"["b"]"#),
            ("a5", r#"["c","d"]"#),
            ("d3", r#"["e"]"#),
            ("c3", r#"["f","g"]"#),
            ("c4", r#"["h"]"#),
        ] {
            let part = format!(r#""move":"{mv}","marks":"","glyphs":[],"comments":{comments}}}"#);
            assert!(json.contains(&part), "{part} in {json}");
        }
        assert!(json.contains(r#""comments":["a"],"plies""#), "{json}");
    }

    #[test]
    fn other_forms_are_read() {
        for form in [
            "P A1,P E5,P C3 W",
            "P A1\r\nP E5\r\n\r\nP C3 W\r\n",
            "Game#1234 P A1\nGame#1234 P E5\n",
            "x5/x5/x5/x5/x5 1 1",
            "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA",
        ] {
            assert!(told(form).starts_with("{\"size\":5,"), "{form}");
        }
    }

    #[test]
    fn deep_and_many_variations_are_read() {
        compare_deep_and_many(2_000, 8_000);
    }

    #[test]
    #[ignore = "second tier: as many as a record has room for"]
    fn the_most_variations_are_read() {
        compare_deep_and_many(8_000, 30_000);
    }

    fn compare_deep_and_many(plies: usize, variations: usize) {
        let deep = format!("[Size \"5\"]\n{}{}", "(a1 {b} ".repeat(25_000), ")".repeat(25_000));
        let last = r#"{"after":null,"move":"a1","marks":"","glyphs":[],"comments":["b"]}"#;
        assert_eq!(told(&deep).matches(last).count(), 25_000);
        let there_and_back: Vec<_> =
            (0..plies).map(|ply| ["a1>", "e5<", "b1<", "d5>"][ply % 4]).collect();
        let moves = there_and_back.join(" ");
        let many = format!("[Size \"5\"]\ne5 a1 {moves} {}", "(d5>) ".repeat(variations));
        let last = format!(r#"{{"after":{plies},"move":"d5>","#);
        assert_eq!(told(&many).matches(&last).count(), variations + 1);
    }

    /// By all of these, what it took grew with the square of the length.
    #[test]
    fn texts_that_took_minutes_are_told() {
        let spread = |ply: usize| ["a1>", "e5<", "b1<", "d5>"][ply % 4];
        let moves = |count| (0..count).map(spread).collect::<Vec<_>>();
        let headings = (0..3000).map(|at| {
            let (white, black) = (spread(2 * at), spread(2 * at + 1));
            format!("{white}\n\n{{}}\n{}. {black} ", at + 2)
        });
        let names = (3001..6001).map(|number| format!("\n\n{{1w{number}}}\n1. b1"));
        for text in [
            format!("1. a1\n\n{{{}a}}\n1. b1", "a/".repeat(60_000)),
            format!("1. a1\n\n{}1. b1", "1/".repeat(60_000)),
            format!("1. e5 a1 2. c3 (2. {})", moves(15_000).join(" 1. ")),
            format!("1. e5 a1 {}", moves(30_000).join(" ")),
            format!("1. e5 a1 {} {}", moves(10_000).join(" "), "(1.d1)".repeat(5000)),
            format!("1. e5 a1 {}{}", moves(10_000).join(" "), "\n{1w1}\n1.d1".repeat(3000)),
            format!("1. a1{} {}", names.collect::<String>(), "(b1)".repeat(3000)),
            format!("1. e5 a1\n{}", headings.collect::<String>()),
            format!("1. a1 {}", "{1w1}".repeat(40_000)),
            format!("1. a1 {}{}", "(b1 ".repeat(20_000), ")".repeat(20_000)),
            format!("{}\n1. a1", "[a\"\"]".repeat(30_000)),
        ] {
            let json = told(&format!("[Size \"5\"]\n{text}\n"));
            assert!(json.contains(r#""plies":[{"#), "{}", &text[..20]);
        }
    }

    #[test]
    fn what_is_wrong_in_a_variation_is_left_out() {
        let json = told("[Size \"5\"]\n1. a1 e5 (1... a1 2. c3)\n2. c3 (2. c2 Sc9 3. d2) c4\n");
        assert_eq!(json.matches(r#""move":"#).count(), 5, "{json}");
        for part in [
            r#""move":"c2""#,
            r#""leftOut":[{"error":"move `a1`: illegal here: the square is taken","line":2,"column":16},{"#,
            r#""line":3,"column":14}]"#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (record, error) in [
            ("[Size \"5\"]\n1. a1 e6", r#","line":2,"column":7}"#),
            ("https://ptn.ninja/s/abc", "a short link"),
            ("P A1,P A1", "on 5×5: move 2"),
            ("", r#"{"error":""#),
        ] {
            assert!(told(record).contains(error), "{record}: {}", told(record));
        }
        let rules = AnyRules::default();
        assert!(read("a1", BoardSize::Five, rules).contains("JSON string"));
        let long = text(&" ".repeat(LONGEST + 1));
        assert!(read(&long, BoardSize::Five, rules).contains("256 KiB"));
    }
}
