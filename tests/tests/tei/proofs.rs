//! Known wins from the shared lists: what the engine calls solved must be so, for
//! the winner and, one ply later, for the loser.

use tak_encoding::{AnyPosition, AnyRules, HalfKomi, NoHash};
use tak_tests::client::{Answer, Client};
use tak_tests::corpus::{Row, shared_rows};
use tak_tests::games::play;

/// Nodes of each search.
const NODES: u32 = 50_000;

/// A row of the list: the side to move wins in this many plies, by these moves.
struct Tactic<'a> {
    place: &'a str,
    position: AnyPosition<NoHash>,
    half_komi: i16,
    plies: i64,
    moves: Vec<&'a str>,
}

impl<'a> Tactic<'a> {
    fn read(row: &'a Row) -> Option<Self> {
        let plies = row.text(5).strip_prefix("win-in-")?.parse().unwrap();
        let half_komi = row.value(2);
        let rules = AnyRules::with_komi(HalfKomi(half_komi));
        Some(Self {
            place: &row.place,
            position: AnyPosition::from_tps_with(row.text(3), rules).unwrap(),
            half_komi,
            plies,
            moves: row.text(6).split_whitespace().collect(),
        })
    }

    /// The answer in the position after those moves.
    fn search(&self, client: &mut Client, moves: &[&str]) -> Answer {
        client.send(&format!("setoption name HalfKomi value {}", self.half_komi));
        client.send(&format!("position tps {} moves {}", self.position, moves.join(" ")));
        client.expect_silence();
        client.send(&format!("go nodes {NODES}"));
        let mut position = self.position;
        for mv in moves {
            play(&mut position, mv);
        }
        let answer = client.answer();
        answer.check(&position);
        answer
    }

    /// Whether the win was found; any claim must be right.
    fn check(&self, client: &mut Client) -> bool {
        let answer = self.search(client, &[]);
        let last = answer.last();
        assert!(last.solved || !last.is_proven(), "{}: {last:?}", self.place);
        if last.solved {
            let plies = 10_000 - last.score;
            assert!(last.score > 0, "{}: {last:?}", self.place);
            assert!(self.plies > 3 || plies >= self.plies, "{}: {last:?}", self.place);
        }
        if self.plies == 1 {
            let found = last.solved && self.moves.contains(&answer.best.as_str());
            assert!(found, "{}: {last:?}", self.place);
        } else {
            let reply = self.search(client, &self.moves[..1]);
            assert!(!reply.is_win(), "{}: {:?}", self.place, reply.last());
        }
        last.solved
    }
}

#[test]
fn known_wins() {
    let rows = shared_rows("tactics.txt", 8);
    let tactics: Vec<Tactic<'_>> = rows.iter().filter_map(Tactic::read).collect();
    let mut client = Client::introduced();
    let found = tactics.iter().filter(|tactic| tactic.check(&mut client)).count();
    println!("{found} of {} wins proven in {NODES} nodes", tactics.len());
    assert!(found * 2 >= tactics.len(), "{found} of {}", tactics.len());
}
