//! The network that corrects the evaluation: `EvalFile`.

use std::fs;

use tak_encoding::BoardSize;
use tak_search::evaluation::network::{BUCKETS, MOST_SUMS, Network, ONE, Parts, Width, inputs};
use tak_tests::client::Client;

/// The bytes of a network with meaningless numbers.
fn network() -> Vec<u8> {
    let number = |index: usize, most: i16| (index * 7919 % 97) as i16 * most / 97 - most / 2;
    let row =
        |seed: usize, most| std::array::from_fn(|index| number(seed * MOST_SUMS + index, most));
    let parts = Parts {
        width: Width::Wide,
        start: row(1, ONE),
        rows: (0..inputs::count::<5>()).map(|input| row(input, ONE / 3)).collect(),
        outputs: std::array::from_fn(|bucket| [row(bucket, 30), row(bucket + BUCKETS, 30)]),
        biases: [0; BUCKETS],
        scale: 200,
    };
    Network::new(BoardSize::Five, parts).unwrap().to_bytes()
}

#[test]
fn another_network_evaluates_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("five.net");
    fs::write(&path, network()).unwrap();
    let mut client = Client::introduced();
    client.send("teinewgame 5");
    let mut evaluate = |value: &str| {
        client.send(&format!("setoption name EvalFile value {value}"));
        client.send_all(["position startpos moves a1 e5 c3 c4 d3", "eval"]);
        let lines = client.until("Chances");
        let told = lines.iter().find(|line| line.starts_with("Network: ")).cloned();
        let sum = lines.iter().find(|line| line.starts_with("Sum: ")).unwrap().clone();
        let answer = client.search("position startpos moves a1 e5 c3 c4 d3", "go nodes 3000");
        (told, sum, answer.infos.last().unwrap().line.clone())
    };
    let [own, none, given] = ["", "none", path.to_str().unwrap()].map(&mut evaluate);
    assert!(given.0.is_some() && none.0.is_none());
    assert!(given.1 != none.1 && given.1 != own.1, "{given:?}, {none:?}, {own:?}");
    // Back again, nothing is left of the others.
    assert_eq!([own, none], ["<empty>", "none"].map(&mut evaluate));
}

#[test]
fn a_bad_file_is_one_complaint() {
    let folder = tempfile::tempdir().unwrap();
    let (cut, text) = (folder.path().join("cut"), folder.path().join("text"));
    fs::write(&cut, &network()[..5000]).unwrap();
    fs::write(&text, "no network\n").unwrap();
    let mut client = Client::introduced();
    for bad in [folder.path(), &text, &cut, &folder.path().join("missing")] {
        let line = client.complaint(&format!("setoption name EvalFile value {}", bad.display()));
        assert!(line.starts_with("info string option EvalFile: `"), "{line}");
        assert!(line.ends_with("; the network stays as it was"), "{line}");
    }
}
