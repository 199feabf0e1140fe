//! Conversations as real clients have them, from the files in `data/tei`.

use std::fs;
use std::mem::take;

use tak_encoding::{AnyPosition, AnyRules, BoardSize, NoHash};

use super::{Answer, Client, Info, Peer, read_position_with};
use crate::corpus::own;
use crate::escapes::unescape;

/// What the client has said that affects its searches.
struct Said {
    size: BoardSize,
    position: String,
    rules: AnyRules,
    /// The positions of the searches that are not answered yet.
    searched: Vec<AnyPosition<NoHash>>,
    /// Whether the last of them was stopped.
    stopped: bool,
    /// Whether one of them was dropped; some of its lines may still come.
    dropped: bool,
}

impl Said {
    fn note(&mut self, line: &str) {
        if let Some(game) = line.strip_prefix("teinewgame ") {
            let number = game.trim_start_matches("size ").split(' ').next();
            self.size = number.expect("a word").parse().expect("a size");
            self.drop_search();
        } else if let Some(count) = line.strip_prefix("setoption name Flatstones value ") {
            self.rules.flats = [Some(count.parse().expect("a number")); 2];
        } else if let Some(count) = line.strip_prefix("setoption name Capstones value ") {
            self.rules.caps = [Some(count.parse().expect("a number")); 2];
        } else if line.starts_with("position ") {
            line.clone_into(&mut self.position);
        } else if line.starts_with("go") {
            self.drop_search();
            let position = read_position_with(&self.position, self.size, self.rules);
            self.searched.push(position);
            self.stopped = false;
        } else if line == "stop" {
            self.stopped = true;
        }
    }

    /// A search that was not stopped never answers once the next begins.
    fn drop_search(&mut self) {
        if !self.stopped {
            self.dropped |= self.searched.pop().is_some();
        }
    }

    /// Checks an answer, less what belongs to a search that was dropped.
    fn check(&mut self, mut answer: Answer) {
        if take(&mut self.dropped) {
            let infos = &mut answer.infos;
            let first = infos.iter().rposition(|info| info.depth == 1);
            infos.drain(..first.expect("a search begins at depth 1"));
        }
        answer.check(&self.searched.remove(0));
    }
}

/// Replays the conversation in a file: `>>` goes to the engine, `<<` must come from
/// it. Of what comes only the first word is given; all `info` lines before a
/// `bestmove` belong to it and are checked with it.
pub fn replay<P: Peer>(name: &str, mut client: Client<P>) {
    let text = fs::read_to_string(own("tei").join(name)).expect("a file of ours");
    let mut said = Said {
        size: BoardSize::Six,
        position: "position startpos".to_owned(),
        rules: AnyRules::default(),
        searched: Vec::new(),
        stopped: true,
        dropped: false,
    };
    let mut heard = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line == ">> <EOF>" {
            client.end_input();
            let last_words = client.exit();
            let answers = last_words.iter().filter(|line| line.starts_with("best"));
            assert!(answers.count() <= said.searched.len(), "{last_words:?}");
            return;
        }
        if let Some(sent) = line.strip_prefix(">> ") {
            let sent = String::from_utf8(unescape(sent)).expect("text");
            said.note(&sent);
            client.send(&sent);
        } else if line == "<< bestmove" {
            let mut answer = client.answer();
            answer.infos.splice(..0, heard.drain(..));
            said.check(answer);
        } else {
            let word = line.strip_prefix("<< ").expect("a word that must come");
            let passed = client.until(word);
            assert!(!passed.iter().any(|line| line.starts_with("best")));
            heard.extend(passed.iter().filter_map(|line| Info::read(line)));
        }
    }
    assert_eq!(client.exit(), Vec::<String>::new());
}
