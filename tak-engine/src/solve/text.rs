//! The answer in words.

use std::fmt::Write;

use tak_encoding::{AnyMove, Color, MoveName};
use tak_search::solve::{Aim, Answer, Ending, FirstChoice, Mode, Verdict};

use crate::think::text_of;
use tak_search::tinue::Tinue;
use tak_terminal::counted::counted;

/// The answer to a question, and what the position comes to if that is known.
pub(super) fn answer(answer: &Answer, ending: Option<Ending>) -> String {
    let mut text = verdict(answer) + "\n";
    // Writing to a text cannot fail.
    if !answer.line.is_empty() {
        let _ = writeln!(text, "  {}", numbered(answer));
    }
    if let Some(ending) = ending {
        let _ = writeln!(text, "If both do their best: {ending}.");
    }
    defences(&mut text, answer);
    if let Some(lost) = &answer.lost {
        let won = verdict(lost);
        let won = won.trim_start_matches("Yes: ");
        let _ = writeln!(text, "Lost: {won}\n  {}", numbered(lost));
        defences(&mut text, lost);
    }
    first_moves(&mut text, answer);
    let milliseconds = answer.time.as_secs_f64() * 1e3;
    let _ = writeln!(text, "{} in {milliseconds:.1} ms", counted(answer.nodes, "node"));
    text
}

/// The name of such a win.
fn win_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Strict => "a forced road by threats (strict tinuë)",
        Mode::Tinue => "a forced road (tinuë)",
        Mode::Threats => "a win by threats",
        Mode::Win => "a forced win",
    }
}

/// The name of the win that was found.
fn found_win(answer: &Answer) -> &'static str {
    match (answer.strict, answer.verdict) {
        // A longer one is not what was found.
        (Some(Verdict::Won { plies: strict, .. }), Verdict::Won { plies, .. })
            if strict == plies =>
        {
            "a forced road (strict tinuë)"
        }
        (Some(_), _) => "a forced road with quiet moves (tinuë)",
        (None, _) => win_of(answer.aim.mode),
    }
}

fn verdict(answer: &Answer) -> String {
    let Aim { attacker, mode } = answer.aim;
    let mover = answer.position.side_to_move();
    let turn = if mover == attacker { "to move" } else { "not to move" };
    let (win, within) = (win_of(mode), within(answer.max_plies));
    match answer.verdict {
        Verdict::Won { plies, is_shortest } => {
            let found = found_win(answer);
            let (most, shorter) = match answer.strict {
                _ if is_shortest => ("", ", and none shorter"),
                Some(Verdict::Won { plies: strict, is_shortest: true }) if strict == plies => {
                    ("", ", and no strict one is shorter")
                }
                _ => ("at most ", "; there may be a shorter one"),
            };
            format!("Yes: {attacker}, {turn}, has {found} in {most}{}{shorter}.", plies_of(plies))
        }
        Verdict::NotWon => {
            let is_whole = answer.max_plies.is_some() || answer.lost.is_some();
            let hint = if is_whole { "" } else { quiet_hint(mode) };
            format!("No: {attacker}, {turn}, does not have {win}{within}.{hint}")
        }
        Verdict::Unknown => {
            let memory = answer.is_short_of_memory;
            let remedy =
                if memory { "--hash" } else { "the limits (such as --movetime) or --hash" };
            let why = why_unknown(answer);
            match answer.strict {
                Some(Verdict::NotWon) => format!(
                    "Unknown: {attacker}, {turn}, has no strict tinuë{within}; with quiet moves, \
                     {why}. To look further, raise {remedy}."
                ),
                _ => format!(
                    "Unknown: {why}. Whether {attacker}, {turn}, has {win} takes more than that; \
                     raise {remedy}."
                ),
            }
        }
    }
}

fn why_unknown(answer: &Answer) -> &'static str {
    if answer.is_short_of_memory { "the memory of --hash ran out" } else { "a limit came first" }
}

fn quiet_hint(mode: Mode) -> &'static str {
    match mode {
        Mode::Strict => " A win on flats, or by a move that threatens nothing, is not excluded.",
        Mode::Tinue => " A win on flats is not excluded.",
        Mode::Threats => " A win by a move that threatens nothing is not excluded.",
        Mode::Win => "",
    }
}

/// The limit of plies for which a claim holds; empty if there was none.
fn within(max_plies: Option<u32>) -> String {
    max_plies.map(|plies| format!(" within {}", plies_of(plies))).unwrap_or_default()
}

fn plies_of(plies: u32) -> String {
    counted(plies, "ply")
}

/// The line with the numbers of its moves.
fn numbered(answer: &Answer) -> String {
    let mut text = String::new();
    for (ply, mv) in (answer.position.ply() as usize..).zip(&answer.line) {
        let name = MoveName::of_ply(ply);
        if text.is_empty() || name.color == Some(Color::White) {
            text += &name.in_ptn();
            text += " ";
        }
        let _ = write!(text, "{mv} ");
    }
    text.trim_end().to_owned()
}

/// The defences to the first move, those that hold out equally long together.
fn defences(text: &mut String, answer: &Answer) {
    if answer.defences.is_empty() {
        return;
    }
    let attack = match answer.line.first() {
        Some(mv) if answer.position.side_to_move() == answer.aim.attacker => format!(" to {mv}"),
        _ => String::new(),
    };
    let _ = writeln!(text, "Defences{attack}, by how long they hold out:");
    let mut rest = &answer.defences[..];
    while let Some(&(_, plies)) = rest.first() {
        let end = rest.iter().position(|&(_, other)| other != plies).unwrap_or(rest.len());
        let moves: Vec<AnyMove> = rest[..end].iter().map(|&(mv, _)| mv).collect();
        rest = &rest[end..];
        let _ = match plies {
            1 => writeln!(text, "  1 ply, by ending the game: {}", text_of(&moves)),
            2 => in_two_plies(text, answer, moves),
            _ => writeln!(text, "  {}: {}", plies_of(plies), text_of(&moves)),
        };
    }
}

/// The defences after which the attacker ends the game at once.
fn in_two_plies(text: &mut String, answer: &Answer, moves: Vec<AnyMove>) -> std::fmt::Result {
    let (flats, roads): (Vec<_>, Vec<_>) =
        moves.into_iter().partition(|mv| answer.lost_on_flats.contains(mv));
    if !flats.is_empty() {
        writeln!(text, "  2 plies, and then lost on flats: {}", text_of(&flats))?;
    }
    if roads.is_empty() {
        return Ok(());
    }
    let (count, last) = (roads.len(), text_of(&answer.last_moves));
    let others = if count == answer.defences.len() { "all" } else { "the other" };
    writeln!(text, "  2 plies: {others} {count}, which do not stop all of {last}")
}

/// Which first moves win, and whether there is only one.
fn first_moves(text: &mut String, answer: &Answer) {
    let Some((won, open)) = answer.winning_moves() else { return };
    let all = answer.first_moves.as_ref().map_or(0, Vec::len);
    let (attacks, quiet): (Vec<_>, Vec<_>) = won.iter().partition(|first| first.threatens);
    let within = within(answer.max_plies);
    // A move may win in another way.
    let wins = match answer.aim.mode {
        Mode::Strict | Mode::Tinue => "forces a road",
        Mode::Threats => "wins by threats",
        Mode::Win => "wins",
    };
    if won.is_empty() {
        let _ =
            writeln!(text, "None of {} {wins}{within} as far as is known.", counted(all, "move"));
    }
    for (kind, moves) in [("First moves", attacks), ("Quiet first moves", quiet)] {
        let names: Vec<_> = moves.into_iter().map(with_plies).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "{kind} that win, in plies: {}", names.join(", "));
        }
    }
    let by_threats = answer.strict.is_some() && answer.open_by_threats() == 0;
    let _ = match (won.len(), open) {
        (1, 1..) if by_threats => writeln!(
            text,
            "Unique by threats: none of the other {} {wins}{within} if each later move must \
             threaten one.",
            counted(all - 1, "move")
        ),
        (1, 0) => {
            writeln!(text, "Unique: none of the other {} {wins}{within}.", counted(all - 1, "move"))
        }
        (_, 0) => Ok(()),
        _ if by_threats => Ok(()),
        (0 | 1, open) => writeln!(text, "Unique: unknown, {} open.", moves_are(open, "move")),
        (_, open) => writeln!(text, "{} open.", moves_are(open, "more move")),
    };
}

/// `1 move is`, `2 moves are`.
fn moves_are(count: usize, one: &str) -> String {
    counted(count, one) + if count == 1 { " is" } else { " are" }
}

/// A move that wins, and how soon.
fn with_plies(first: FirstChoice) -> String {
    match first.verdict {
        Verdict::Won { plies, is_shortest: true } => format!("{} ({plies})", first.mv),
        Verdict::Won { plies, .. } => format!("{} (≤ {plies})", first.mv),
        _ => first.mv.to_string(),
    }
}

/// Where a win began. The positions are those from the end, the last one first.
pub(super) fn origin(
    found: &[(usize, Answer)],
    aim: Aim,
    name: impl Fn(usize) -> Option<String>,
) -> String {
    let (attacker, win) = (aim.attacker, win_of(aim.mode));
    let Some((last, answer)) = found.last() else { return String::new() };
    let first = &found[0].1;
    let within = within(answer.max_plies);
    if !first.verdict.is_won() && found.len() == 1 {
        return match first.verdict {
            Verdict::Unknown => format!("Unknown: {} at the last position.\n", why_unknown(first)),
            _ => format!("{attacker} does not have {win}{within} at the end of the game.\n"),
        };
    }
    match (answer.verdict, name(*last)) {
        (Verdict::Won { .. }, _) => format!("{attacker} has {win} from the first position on.\n"),
        (Verdict::Unknown, Some(mv)) if !answer.is_excluded() => {
            format!("{attacker} has {win} after {mv}; before it {}.\n", why_unknown(answer))
        }
        (verdict, Some(mv)) => {
            let plies = found[found.len() - 2].1.verdict;
            let plies = match plies {
                Verdict::Won { plies, is_shortest: true } => format!(", in {}", plies_of(plies)),
                Verdict::Won { plies, .. } => format!(", in at most {}", plies_of(plies)),
                _ => String::new(),
            };
            let before = match verdict {
                Verdict::Unknown => {
                    format!("no strict one{within}, and with quiet moves {}", why_unknown(answer))
                }
                _ => format!("none{within}"),
            };
            format!(
                "{attacker} has {win} after {mv}{plies}; before that move there was {before}.\n"
            )
        }
        (_, None) => String::new(),
    }
}

/// The strict tinuës that were there and not played, by the move played instead.
pub(super) fn misses(misses: &[(usize, Tinue)], name: impl Fn(usize) -> Option<String>) -> String {
    let told = misses.iter().map(|(index, tinue)| {
        let (mv, line) = (name(*index).unwrap_or_default(), text_of(&tinue.line));
        format!("{} missed a strict tinuë by {mv}: {line}, in {}.\n", tinue.winner, tinue.length())
    });
    told.collect()
}
