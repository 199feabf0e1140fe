//! What is learned from games: `tak-train network`, `tune` and `wdl`.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tak_testing::program::text;

use crate::{TRAIN, bytes, games};

#[test]
fn chances_are_fitted_to_games() {
    let folder = games();
    let report = folder.stdout("wdl --size 3 three.games");
    let mut report = report.lines();
    let first = report.next().unwrap();
    let positions: usize = first.strip_suffix(" positions of 3×3").unwrap().parse().unwrap();
    let surprise = |line: &str, start: &str| {
        let numbers = line.strip_prefix(start).unwrap_or_else(|| panic!("{line}"));
        let nats = numbers.rsplit(", ").next().unwrap().split(' ').next().unwrap();
        nats.parse::<f64>().unwrap()
    };
    let [used, fitted] =
        ["in use: curve([", "fitted: curve(["].map(|start| surprise(report.next().unwrap(), start));
    assert!(fitted <= used, "{fitted} and {used}");
    // Every position is in one row of the table.
    let rows = report.skip(1);
    let counts = rows.map(|row| row.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap());
    assert_eq!(counts.sum::<usize>(), positions);
}

#[test]
fn weights_are_fitted_to_games() {
    let source = games().stdout("tune --size 3 --epochs 1 three.games");
    assert!(source.starts_with("//! Weights of 3×3, "), "{source}");
    assert!(source.contains("], // TEMPO\n") && source.ends_with("];\n"));
}

/// Nothing is kept before the first epoch is done, and nothing is promised.
#[test]
fn a_training_that_has_kept_nothing_says_so() {
    let folder = TRAIN.folder("");
    folder.stdout("datagen --size 3 --nodes 20 --random-plies 2 --games 800 -o many.games");
    // So many steps take a second or more.
    let train = "network --size 3 many.games --batch 1 -o early.net";
    let mut child = folder.command(train).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(line.ends_with(" held out\n"), "{line}");
    sleep(Duration::from_millis(100));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(!rest.contains("epoch 1") && !rest.contains("continues"), "{rest}");
    assert_eq!(folder.names(), ["many.games"]);
}

/// A training that was interrupted gives the network of one that was not, to the bit,
/// and the engine plays with it.
#[test]
fn a_network_is_trained() {
    let folder = games();
    let train = "network --size 3 three.games --batch 64";
    let output = folder.run(&format!("{train} --epochs 40 -o whole.net --plot whole.svg"));
    let told = text(&output.stderr);
    assert!(output.status.success() && told.contains("epoch 40 of 40: error 0."), "{told}");
    assert!(folder.read("whole.svg").starts_with("<svg "));
    let error = |line: &str| -> f64 {
        let number = line.split("error ").nth(1).unwrap();
        number.split(',').next().unwrap().parse().unwrap()
    };
    let mut epochs = told.lines().filter(|line| line.starts_with("epoch "));
    let (first, last) = (epochs.next().unwrap(), epochs.next_back().unwrap());
    assert!(error(last) < error(first), "{told}");

    let mut child = folder
        .command(&format!("{train} --epochs 40 -o part.net"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_kept = || folder.names().contains(&"part.net.state".to_owned());
    while !is_kept() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    child.wait().unwrap();
    folder.run(&format!("{train} --epochs 40 -o part.net"));
    assert_eq!(bytes(&folder, "part.net"), bytes(&folder, "whole.net"));
    assert!(!folder.names().contains(&"part.net.state".to_owned()));

    // The eleventh byte is the width.
    assert_eq!(bytes(&folder, "whole.net")[10], 128);
    folder.run(&format!("{train} --epochs 1 --width 64 -o narrow.net"));
    assert_eq!(bytes(&folder, "narrow.net")[10], 64);
    folder.check_errors(
        "network --size 3 three.games --width 96 -o x.net | 2 | possible values: 64, 128",
    );

    folder.stdout("datagen --size 3 --games 2 --nodes 20 --eval-file whole.net -o by.games");
}

#[test]
fn bad_games_are_named() {
    let folder = games();
    let whole = bytes(&folder, "three.games");
    let mut damaged = whole.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    folder.write("damaged.games", &damaged);
    folder.write("text.games", "x3/x3/x3 1 1\t0\t0\n");
    folder.write("empty.games", "");
    for command in ["wdl --size", "tune --size", "network -o x.net --size"] {
        folder.check_errors(&format!(
            "{command} 3 damaged.games | 2 | damaged.games: byte\n\
             {command} 3 text.games | 2 | text.games: expected a file that\n\
             {command} 5 three.games | 2 | three.games: expected games on 5×5, found 3×3\n\
             {command} 3 empty.games | 2 | empty.games: expected a file that\n\
             {command} 3 missing.games | 2 | missing.games"
        ));
    }
}
