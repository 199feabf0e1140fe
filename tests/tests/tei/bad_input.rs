//! Senseless lines: at most one complaint each, nothing changed, and the engine
//! plays on.

use fastrand::Rng;
use tak_encoding::BoardSize;
use tak_tests::client::{Client, read_position};
use tak_tests::corpus::{self, Row, own, rows};
use tak_tests::escapes::unescape;

/// A row of a data file.
struct Case {
    place: String,
    before: Vec<String>,
    line: Vec<u8>,
    /// The input ends in place of the line.
    ends: bool,
    expect: String,
}

impl Case {
    fn read(row: &Row) -> Self {
        let before = row.text(3).split("; ");
        let before = before.filter(|line| !line.starts_with('('));
        Self {
            place: row.place.clone(),
            before: before.map(str::to_owned).collect(),
            line: unescape(row.text(4)),
            ends: row.text(4).contains("<EOF"),
            expect: row.text(5).to_owned(),
        }
    }

    /// Whether a search runs when the line comes.
    fn in_mid_search(&self) -> bool {
        self.before.iter().any(|line| line.starts_with("go "))
    }

    fn starts_with(&self, word: &str) -> bool {
        self.line.trim_ascii().starts_with(word.as_bytes())
    }

    /// An engine that has heard everything before the line.
    fn prepared(&self) -> Client {
        let mut client = Client::start();
        // A small table is made quickly.
        client.send("setoption name Hash value 1");
        for line in &self.before {
            client.send(line);
        }
        client.ready();
        client
    }

    fn check(&self) {
        let mut client = self.prepared();
        if self.ends || self.starts_with("quit") {
            self.check_end(client);
            return;
        }
        client.send_bytes(&self.line);
        // Answers `isready` too, where that is the line.
        if self.starts_with("isready") && self.expect == "accept" {
            client.until("readyok");
        }
        let mut heard = client.ready();
        if self.expect == "reject" && !self.in_mid_search() {
            self.check_unchanged(&mut client);
        }
        client.send("stop");
        client.send("teinewgame 6");
        heard.append(&mut client.ready());
        self.check_heard(&heard);

        client.send("position startpos");
        client.send("go depth 1");
        let start = read_position("position startpos", BoardSize::Six);
        client.answer().check(&start);
        assert_eq!(client.quit(), Vec::<String>::new(), "{}", self.place);
    }

    /// The line ends the conversation.
    fn check_end(&self, mut client: Client) {
        if self.ends {
            client.send_unfinished(self.line.clone());
            client.end_input();
        } else {
            client.send_bytes(&self.line);
        }
        let heard = client.exit();
        let answers = count(&heard, "bestmove ");
        assert!(count(&heard, "info string ") <= 1, "{}: {heard:?}", self.place);
        // Only who says `quit` does not want an answer.
        let wanted = usize::from(self.in_mid_search() && self.ends);
        assert_eq!(answers, wanted, "{}: {heard:?}", self.place);
    }

    fn check_heard(&self, heard: &[String]) {
        check_complaints(heard, &self.place);
        let complaints = count(heard, "info string ");
        let fits = match self.expect.as_str() {
            "reject" | "mend" => complaints == 1,
            "accept" => complaints == 0,
            "impl" => complaints <= 1,
            other => panic!("{}: expect {other}", self.place),
        };
        assert!(fits, "{}: {heard:?}", self.place);
        // A search that ran is answered, once, and so is one that began.
        let began = self.starts_with("go") && !self.starts_with("go perft") && complaints == 0;
        let stopped = self.before.iter().any(|line| line == "stop");
        let wanted = usize::from((self.in_mid_search() && !stopped) || began);
        let before = usize::from(stopped);
        let answers = count(heard, "bestmove ");
        // The answer to an earlier stop may have come before.
        assert!((wanted..=wanted + before).contains(&answers), "{}: {heard:?}", self.place);
    }

    /// After a refused line a search finds what it finds without the line.
    fn check_unchanged(&self, client: &mut Client) {
        let search = |client: &mut Client| {
            client.send("go depth 2");
            let answer = client.answer();
            let last = answer.last();
            (last.score, last.nodes, last.line.clone())
        };
        let expected = search(&mut self.prepared());
        assert_eq!(search(client), expected, "{}: it has changed something", self.place);
    }
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// A complaint is one short line, whatever it is about.
fn check_complaints(heard: &[String], place: &str) {
    for line in heard.iter().filter(|line| line.starts_with("info string")) {
        let invisible = ['\u{200b}', '\u{202e}', '\u{feff}'];
        let plain = !line.contains(invisible);
        assert!(plain && line.chars().count() <= 250, "{place}: {line:?}");
    }
}

/// Returns how many rows there were.
fn check_rows(rows: &[Row]) -> usize {
    let rows = rows.iter().filter(|row| row.text(1) == "tei");
    rows.map(Case::read).inspect(Case::check).count()
}

#[test]
fn shared_rows() {
    let rows = corpus::shared_rows("bad-input.txt", 7);
    assert!(check_rows(&rows) > 40 || rows.is_empty(), "few rows");
}

#[test]
fn own_rows() {
    let rows = rows(&own("tei/bad-lines.txt"), 7);
    assert_eq!(check_rows(&rows), rows.len(), "rows of unknown kind");
}

/// Sensible lines to spoil. Numbers are small: a table of the size that a
/// spoiled line asks for must fit into memory.
const SENSIBLE: [&str; 14] = [
    "tei",
    "isready",
    "stop",
    "setoption name HalfKomi value 4",
    "setoption name Hash value 1",
    "setoption name Flats value 25",
    "teinewgame 6",
    "teinewgame size 5 halfkomi 4",
    "position startpos",
    "position startpos moves a1 f6 c3 Sc4 Cd4 c3+*",
    "position tps x5/x2,12S,2/x,1C,x3/x5/2,x4 1 6 moves a5",
    "go depth 2",
    "go movetime 1 nodes 5 depth 3",
    "go wtime 100 btime 100 winc 5 binc 5",
];

/// A line of noise, or a sensible one with a few things wrong.
fn garbage(random: &mut Rng) -> Vec<u8> {
    let mut below = |limit: usize| random.usize(..limit);
    if below(4) == 0 {
        let length = below(200);
        let mut noise: Vec<u8> = (0..length).map(|_| below(256) as u8).collect();
        noise.retain(|&byte| byte != b'\n');
        return noise;
    }
    let mut line = SENSIBLE[below(SENSIBLE.len())].as_bytes().to_vec();
    for _ in 0..=below(3) {
        let at = below(line.len().max(1)).min(line.len());
        match below(6) {
            0 => line.truncate(at),
            1 => line.insert(at, [0, 0xc3, 0xff, b' ', b'\r', b'-', b'*'][below(7)]),
            2 if at < line.len() => drop(line.remove(at)),
            3 if at < line.len() => line[at] ^= 1 << below(8),
            4 => line.extend_from_slice(SENSIBLE[below(SENSIBLE.len())].as_bytes()),
            _ => line.extend("\u{20ac}".bytes().take(2)),
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}

#[test]
fn random_garbage() {
    let mut random = Rng::with_seed(20);
    let mut client = Client::introduced();
    for number in 0..2000 {
        let mut line = garbage(&mut random);
        if number % 400 == 399 {
            // Two megabytes of it.
            line = line.repeat(2_000_000 / line.len().max(1) + 1);
        }
        client.send_bytes(&line);
        // A search that began with the line would tell as it likes.
        client.send("stop");
        client.send("setoption name no-such-option value 1");
        let heard = up_to_mark(&mut client);
        let place =
            format!("line {number}: {:?}", String::from_utf8_lossy(&line[..line.len().min(200)]));
        check_complaints(&heard, &place);
        assert!(count(&heard, "info string ") <= 1, "{place}: {heard:?}");
        assert!(client.errors().is_empty(), "{place}: {}", client.errors());
    }
    for line in ["stop", "setoption name Caps value -1", "setoption name Flats value -1"] {
        client.send(line);
    }
    client.send("teinewgame 6");
    client.ready();
    client.send("position startpos");
    client.send("go depth 1");
    client.answer().check(&read_position("position startpos", BoardSize::Six));
    client.quit();
}

/// What is said before the complaint about an option that does not exist: a
/// mark that no garbage makes, unlike `readyok`.
fn up_to_mark(client: &mut Client) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let (_, line) = client.line();
        if line.contains("no-such-option") {
            return lines;
        }
        lines.push(line);
    }
}
