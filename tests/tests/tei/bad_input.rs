//! Invalid lines: at most one complaint each, nothing changes, and the engine plays on.

use tak_tests::client::{Client, count, is_complaint, is_doubt};
use tak_tests::corpus::{self, Row, own, rows};
use tak_tests::escapes::unescape;

/// A row of a data file.
struct Case {
    place: String,
    before: Vec<String>,
    line: Vec<u8>,
    /// Whether the input ends instead of the line.
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

    /// An engine that has read everything before the line.
    fn prepared(&self) -> Client {
        let mut client = Client::start();
        // A small table is allocated quickly.
        client.send("setoption name Hash value 1");
        client.send_all(self.before.iter().map(String::as_str));
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

        client.search("position startpos", "go depth 1");
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
        assert!(
            heard.iter().filter(|line| is_complaint(line)).count() <= 1,
            "{}: {heard:?}",
            self.place
        );
        // Only a client that says `quit` wants no answer.
        let wanted = usize::from(self.in_mid_search() && self.ends);
        assert_eq!(answers, wanted, "{}: {heard:?}", self.place);
    }

    fn check_heard(&self, heard: &[String]) {
        let doubts = heard.iter().filter(|line| is_doubt(line)).count();
        assert!(doubts <= usize::from(self.starts_with("go mate")), "{}: {heard:?}", self.place);
        let complaints = heard.iter().filter(|line| is_complaint(line));
        let complaints = complaints.inspect(|line| check_complaint(line, &self.place)).count();
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

    /// After a refused line, a search finds the same as without the line.
    fn check_unchanged(&self, client: &mut Client) {
        let search = |client: &mut Client| {
            client.send("go depth 2");
            let answer = client.answer();
            let last = answer.last();
            (last.score, last.nodes, last.line.clone())
        };
        let expected = search(&mut self.prepared());
        assert_eq!(search(client), expected, "{}: something has changed", self.place);
    }
}

/// A complaint is one short line, whatever it is about.
pub(crate) fn check_complaint(complaint: &str, place: &str) {
    let invisible = ['\u{200b}', '\u{202e}', '\u{feff}'];
    let short = complaint.chars().count() <= 250;
    assert!(short && !complaint.contains(invisible), "{place}: {complaint:?}");
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
