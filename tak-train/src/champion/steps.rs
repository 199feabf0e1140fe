//! The commands that make a generation. What each has found is kept as JSON, so that none is done
//! twice.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tak_terminal::failure::{Ending, Failure, printable};
use tak_terminal::input::Source;
use tak_terminal::interrupt::finish_when_interrupted;
use tak_terminal::output::{self, make_folder};

use super::plan::Arguments;
use super::record::{Duel, Learned, network_file, read_json};

/// The champion that is built in, as `--eval-file` has it.
const PRESENT: &str = "";

/// Runs the commands, all in the folder, so that names in them are short and the same on every
/// machine.
pub(super) struct Steps<'a> {
    arguments: &'a Arguments,
    /// `tak-train` and `tak-match`, from the same place.
    programs: [PathBuf; 2],
    first: String,
}

impl<'a> Steps<'a> {
    /// Finds the programs, and puts the first champion into the folder.
    pub(super) fn new(arguments: &'a Arguments) -> Result<Self, Failure> {
        let own = PathBuf::from(env::args_os().next().unwrap_or_default());
        // A name alone is looked for in PATH, wherever the program runs.
        let own = if own.components().count() > 1 {
            let folder = env::current_dir();
            folder
                .map_err(|error| Failure::outside(format_args!("this folder: {error}")))?
                .join(own)
        } else {
            own
        };
        let other = own.with_file_name(format!("tak-match{}", env::consts::EXE_SUFFIX));
        let found = Command::new(&other).arg("--version").stdout(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            return Err(Failure::outside(format_args!(
                "'{}', which plays the matches, does not run; expected it beside this program",
                printable(&other.to_string_lossy())
            )));
        }
        let first = match arguments.from.as_str() {
            "none" => "none".to_owned(),
            "present" => PRESENT.to_owned(),
            file => {
                let source = Source::File(PathBuf::from(file));
                let bytes = fs::read(file)
                    .map_err(|why| source.failure(format_args!("cannot be read: {why}")))?;
                output::write(&arguments.folder.join("first.net"), &bytes)?;
                "first.net".to_owned()
            }
        };
        Ok(Self { arguments, programs: [own, other], first })
    }

    /// The first champion.
    pub(super) fn first(&self) -> String {
        self.first.clone()
    }

    /// Plays this machine's part of the games, and waits for those of the others.
    pub(super) fn games(&self, number: u32, champion: &str) -> Result<(), Failure> {
        let Arguments { size, games, nodes, seed, threads, part, .. } = self.arguments;
        make_folder(&self.arguments.folder.join(number.to_string()))?;
        let share = games.div_ceil(part.parts);
        let file = games_file(number, part.part);
        let seed = 1000 * seed + u64::from(number);
        let done = self.done(number, part.part);
        if !done.exists() {
            let line = format!(
                "datagen --size {size} --games {share} --nodes {nodes} --random-plies 8 \
                 --seed {seed} --shard {}/{} --threads {threads} -o {file}",
                part.part, part.parts
            );
            let mut words: Vec<_> = line.split(' ').collect();
            if champion != PRESENT {
                words.extend(["--eval-file", champion]);
            }
            self.call(0, &words)?;
            output::write(&done, b"")?;
        }
        wait_for(|| Ok((1..=part.parts).all(|part| self.done(number, part).exists())))
    }

    /// Trains the network of a generation.
    pub(super) fn network(&self, number: u32) -> Result<Learned, Failure> {
        let Arguments { size, width, epochs, seed, threads, window, part, .. } = self.arguments;
        let line = format!(
            "network --size {size} --width {width} --epochs {epochs} --seed {seed} \
             --threads {threads} --plot {number}/errors.svg -o {} --json",
            network_file(number)
        );
        let first = number.saturating_sub(window - 1).max(1);
        let files = (first..=number)
            .flat_map(|number| (1..=part.parts).map(move |part| games_file(number, part)));
        let words = line.split(' ').map(str::to_owned).chain(files);
        let words: Vec<_> = words.collect();
        self.kept(&format!("{number}/network.json"), 0, &words)
    }

    /// Plays the matches of a network against the champion: with equal nodes, with equal time.
    pub(super) fn matches(&self, number: u32, champion: &str) -> Result<[Duel; 2], Failure> {
        let Arguments { match_nodes, match_tc, .. } = self.arguments;
        let nodes = self.duel(number, champion, "nodes", &match_nodes.to_string())?;
        Ok([nodes, self.duel(number, champion, "tc", match_tc)?])
    }

    fn duel(&self, number: u32, champion: &str, limit: &str, value: &str) -> Result<Duel, Failure> {
        let Arguments { size, match_games, seed, threads, .. } = self.arguments;
        let games = match_games.next_multiple_of(2);
        let line = format!(
            "play --size {size} --komi 2 --random-plies 2 --games {games} --seed {} \
             --threads {threads} --{limit} {value} --timemargin 500 --state {number}/{limit}.match --json",
            1000 * seed + u64::from(number)
        );
        let engines = [("new", network_file(number)), ("champion", champion.to_owned())];
        let engine = |(name, network): (&str, String)| match network.as_str() {
            PRESENT => format!("name={name}"),
            network => format!("name={name} option.EvalFile={network}"),
        };
        let engines =
            engines.map(engine).into_iter().flat_map(|words| ["--engine".to_owned(), words]);
        let words: Vec<_> = line.split(' ').map(str::to_owned).chain(engines).collect();
        self.kept(&format!("{number}/{limit}.json"), 1, &words)
    }

    /// Where a machine notes that its games are played.
    fn done(&self, number: u32, part: u32) -> PathBuf {
        self.arguments.folder.join(games_file(number, part)).with_extension("done")
    }

    /// What a command has found: now, or before, if that is kept in this file.
    fn kept<T: DeserializeOwned>(
        &self,
        file: &str,
        program: usize,
        words: &[impl AsRef<str>],
    ) -> Result<T, Failure> {
        let path = self.arguments.folder.join(file);
        if !path.exists() {
            output::write(&path, &self.call(program, words)?)?;
        }
        read_json(&path)
    }

    /// Runs a command; what it prints.
    fn call(&self, program: usize, words: &[impl AsRef<str>]) -> Result<Vec<u8>, Failure> {
        let interrupted = finish_when_interrupted();
        let program = &self.programs[program];
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let quoted = words.iter().map(|word| match word.as_ref() {
            word if word.contains(' ') => format!("'{word}'"),
            word => word.to_owned(),
        });
        let line = format!("{name} {}", quoted.collect::<Vec<_>>().join(" "));
        eprintln!("$ {line}");
        let mut command = Command::new(program);
        command.args(words.iter().map(AsRef::as_ref)).current_dir(&self.arguments.folder);
        let output = command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| Failure::outside(format_args!("{name}: {error}")))?;
        // Ctrl-C in a terminal ends the command, perhaps before it is known here.
        let is_left = output.status.code() == Some(Ending::Interrupted as i32);
        if is_left || interrupted.load(Ordering::Relaxed) {
            return Err(go_on());
        }
        if !output.status.success() {
            return Err(Failure::outside(format_args!("'{line}' ended with {}", output.status)));
        }
        Ok(output.stdout)
    }
}

/// Waits for what another machine does.
pub(super) fn wait_for(is_done: impl Fn() -> Result<bool, Failure>) -> Result<(), Failure> {
    let interrupted = finish_when_interrupted();
    while !is_done()? {
        if interrupted.load(Ordering::Relaxed) {
            return Err(go_on());
        }
        sleep(Duration::from_millis(500));
    }
    Ok(())
}

fn go_on() -> Failure {
    Failure::Interrupted("interrupted: the same command continues".to_owned())
}

/// The file of a machine's games.
fn games_file(number: u32, part: u32) -> String {
    format!("{number}/{part}.games")
}
