//! What OpenBench's worker does with a match runner, reimplemented: the command that it runs, and
//! what it reads from the output and from the file of games.

use std::collections::BTreeMap;

/// A workload, as far as the line depends on it.
pub(super) struct Order {
    pub(super) rounds: u32,
    pub(super) concurrency: u32,
    pub(super) start: u32,
    pub(super) variant: &'static str,
    /// For both engines.
    pub(super) options: &'static str,
    pub(super) dev_time: &'static str,
    pub(super) base_time: &'static str,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            rounds: 1,
            concurrency: 1,
            start: 1,
            variant: "standard",
            options: "",
            dev_time: "tc=inf nodes=100",
            base_time: "tc=inf nodes=100",
        }
    }
}

impl Order {
    pub(super) const DEV: &str = "tak-engine-0A1B2C3D";
    pub(super) const BASE: &str = "tak-engine-4E5F6071-D00DFEED";
    pub(super) const BOOK: &str = "tak-4x4.epd";
    pub(super) const PGN: &str = "PGNs/3.14.1753000000.0.pgn";

    /// The whole line, including spaces.
    pub(super) fn line(&self) -> String {
        let Self { rounds, concurrency, start, variant, options, dev_time, base_time } = self;
        let engine = |file, time, name| {
            let options = format!("Threads=1 Hash=16 HalfKomi=4 {options}");
            let options = options.split_whitespace().map(|word| format!(" option.{word}"));
            let options: String = options.collect();
            format!(
                "-engine dir=Engines/ cmd=./{file} proto=uci {time}{options} name=tak-engine-{name}"
            )
        };
        format!(
            "./fastchess-ob -recover -variant {variant} -testEnv \
             -concurrency {concurrency} -rounds {rounds} -games 2 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10  \
             {} {} -openings file=Books/{} format=epd order=random start={start} -srand 7 \
             -pgnout file={} seldepth=true nodes=true match_line='^info string pgncomment .*'",
            engine(Self::DEV, dev_time, "dev"),
            engine(Self::BASE, base_time, "base"),
            Self::BOOK,
            Self::PGN,
        )
    }
}

/// A line split into words, as by a shell.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What is counted and sent to the server.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Games that the first engine lost, drew and won.
    pub(super) trinomial: [u64; 3],
    /// Pairs in which it scored 0, ½ … 2 points.
    pub(super) pentanomial: [u64; 5],
    pub(super) crashes: u64,
    pub(super) time_losses: u64,
    pub(super) illegals: u64,
}

impl Tally {
    /// Reads an output as the worker does: ASCII, up to the first line that is empty.
    pub(super) fn read(output: &[u8]) -> Self {
        assert!(output.is_ascii());
        let output = str::from_utf8(output).unwrap();
        let lines = output.lines().map(str::trim);
        let mut tally = Self::default();
        let mut alone = BTreeMap::new();
        let mut read = 0;
        for line in lines.take_while(|line| !line.is_empty()) {
            read += 1;
            if line.contains("Finished game") {
                tally.take(line, &mut alone);
            }
        }
        assert_eq!(read, output.lines().count(), "an empty line ends the reading: {output}");
        assert!(alone.is_empty(), "{output}");
        tally
    }

    /// `Finished game 1 (dev vs base): 1-0 {White wins by road}`
    fn take(&mut self, line: &str, alone: &mut BTreeMap<u64, u64>) {
        let reason = line.split(':').nth(1).unwrap();
        let says = |word| u64::from(reason.contains(word));
        self.crashes += says("disconnect") | says("stalls");
        self.time_losses += says("on time");
        self.illegals += says("illegal");
        let words: Vec<_> = line.split_whitespace().collect();
        let game: u64 = words[2].parse().unwrap();
        let for_white = ["0-1", "1/2-1/2", "1-0"].iter().position(|result| *result == words[6]);
        let for_white = for_white.unwrap_or_else(|| panic!("{line}"));
        // With odd numbers the first engine has White.
        let points = if game % 2 == 1 { for_white } else { 2 - for_white };
        self.trinomial[points] += 1;
        let pair = game.div_ceil(2);
        match alone.remove(&pair) {
            Some(other) => self.pentanomial[points + other as usize] += 1,
            None => drop(alone.insert(pair, points as u64)),
        }
    }
}

/// A game as the worker finds it in the file: tags up to an empty line, moves up to the next.
pub(super) struct Game {
    pub(super) white: String,
    pub(super) start: String,
    pub(super) termination: String,
}

pub(super) fn games(file: &str) -> Vec<Game> {
    let parts: Vec<_> = file.trim_end().split("\n\n").collect();
    assert_eq!(parts.len() % 2, 0, "{file}");
    let read = |pair: &[&str]| {
        let tag = |name: &str| {
            let line = pair[0].lines().find(|line| line.starts_with(&format!("[{name} ")));
            line.and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned()
        };
        assert!(pair[1].ends_with(&tag("Result")), "{}", pair[1]);
        assert!(!tag("Result").is_empty());
        Game { white: tag("White"), start: tag("FEN"), termination: tag("Termination") }
    };
    parts.chunks(2).map(read).collect()
}
