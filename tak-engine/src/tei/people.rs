//! What the engine says to people only. No line is blank, and none begins with a
//! word that a client reads.

use crate::perft::Count;

/// The answer to `help`.
pub const HELP: &str = "\
tei                              who this is, and what can be set
isready                          answers readyok, also in mid-search
setoption name <name> value <v>  sets an option; tei lists them
teinewgame <size>                a new game, komi and piece counts as they were
teinewgame size <n> halfkomi <k> a new game with its komi and the usual pieces
position startpos [moves <m>...] sets up a position by its moves
position tps <tps> [moves ...]   sets up a position by its TPS
go [limits]                      thinks; without limits for five seconds
   depth nodes movetime          limits by plies, positions, milliseconds
   wtime btime winc binc movestogo   clocks in milliseconds
   mate <n>, solved              until a win or loss is proven
   searchmoves <m>...            looks at these moves only
   infinite, ponder              until stop; until stop or ponderhit
stop                             asks for the answer now
ponderhit                        the opponent has played: the clock runs
quit                             ends
d                                draws the board
eval                             explains the static evaluation
perft <plies>                    counts games, move by move; also go perft <plies>
help                             this list";

/// One line of a perft.
pub fn count(count: &Count) -> String {
    match count {
        Count::Move(mv, leaves) => format!("{mv}: {leaves}"),
        Count::Total {
            leaves,
            time,
            complete,
        } => {
            let what = if *complete { "Total" } else { "Stopped at" };
            let seconds = time.as_secs_f64();
            let speed = *leaves as f64 / seconds.max(1e-6);
            format!("{what}: {leaves} in {seconds:.3} s, {speed:.0} a second")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_breaks_no_client() {
        for line in HELP.lines() {
            assert!(!line.trim().is_empty() && line.len() < 100, "{line}");
            for word in [
                "info", "bestmove", "readyok", "teiok", "option", "size", "id",
            ] {
                assert!(line.split(' ').next() != Some(word), "{line}");
            }
        }
    }
}
