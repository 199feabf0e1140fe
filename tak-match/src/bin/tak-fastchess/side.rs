//! One engine of an order, read from the words after `-engine`.

use std::fmt::Display;

use tak_encoding::HalfKomi;
use tak_match::effort::read_seconds;
use tak_match::engine::EngineSpec;
use tak_terminal::failure::{Failure, printable};

/// Options that a worker with chess endgame tables gives to every engine.
const OPTIONS_OF_CHESS: [&str; 2] = ["SyzygyPath", "SyzygyProbeLimit"];

/// An engine, and the komi that it is given as an option.
#[derive(Default)]
pub(super) struct Side {
    pub(super) engine: EngineSpec,
    pub(super) komi: HalfKomi,
}

fn wrong(found: &str, expected: impl Display) -> Failure {
    Failure::Usage(format!("-engine: found '{}', expected {expected}", printable(found)))
}

impl Side {
    /// Takes a word like `tc=5+0.05` or `option.Hash=16`.
    pub(super) fn take(&mut self, word: &str) -> Result<(), Failure> {
        let Some((key, value)) = word.split_once('=') else {
            return Err(wrong(word, "words like name=value"));
        };
        if let Some(option) = key.strip_prefix("option.") {
            return self.set_option(option, value);
        }
        match key {
            "proto" if matches!(value, "tei" | "uci") => Ok(()),
            "proto" => Err(wrong(word, "proto=tei")),
            "tc" if value == "inf" => Ok(()),
            "st" => {
                let time = read_seconds(value).filter(|time| time.as_millis() > 0);
                let time = time.ok_or_else(|| wrong(word, "seconds: st=0.5"))?;
                self.engine.effort.movetime = Some(time.as_millis() as u64);
                Ok(())
            }
            "name" | "cmd" | "dir" | "arg" | "args" | "tc" | "nodes" | "depth" | "timemargin" => {
                let set = self.engine.set(key, value.to_owned());
                set.map_err(|why| Failure::Usage(format!("-engine: {why}")))
            }
            _ => Err(wrong(
                word,
                "cmd, dir, name, args, proto, tc, st, nodes, depth, timemargin or option.NAME",
            )),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        if name.eq_ignore_ascii_case("HalfKomi") {
            let komi = value.parse().map_err(|_| wrong(value, "twice the komi: option.HalfKomi=4"));
            self.komi = HalfKomi(komi?);
        } else if !OPTIONS_OF_CHESS.contains(&name) {
            self.engine.set_option(name, value);
        }
        Ok(())
    }

    /// The side, if nothing is missing.
    pub(super) fn whole(self) -> Result<Self, Failure> {
        let name = self.engine.name();
        if self.engine.cmd.is_none() {
            return Err(wrong(&name, "its program too: cmd=FILE"));
        }
        if self.engine.effort.is_none() {
            let expected = "what it may use too: tc=5+0.05, st=0.1, nodes=4000 or depth=9";
            return Err(wrong(&name, expected));
        }
        Ok(self)
    }
}
