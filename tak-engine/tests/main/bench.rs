//! `tak-engine bench`, as a testing framework reads it.

use crate::program::{run, success};

/// The nodes of all positions together, and the nodes and the speed of the last line.
fn bench(arguments: &[&str]) -> (u64, u64, u64) {
    let text = success(&run(&[&["bench"], arguments].concat()));
    let positions = text.lines().filter_map(|line| line.split_once(": "));
    let nodes = positions.map(|(_, nodes)| nodes.split_whitespace().next().unwrap());
    let sum = nodes.map(|nodes| nodes.parse::<u64>().unwrap()).sum();
    let words: Vec<_> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{words:?}");
    };
    (sum, nodes.parse().unwrap(), speed.parse().unwrap())
}

#[test]
fn nodes_are_a_signature() {
    let shallow = ["--deeper=-6"];
    let (sum, nodes, speed) = bench(&shallow);
    assert!(speed > 0 && nodes > 0);
    assert_eq!(sum, nodes, "the last line sums up the others");
    assert_eq!(bench(&shallow).1, nodes);
    assert!(bench(&["--deeper=-5"]).1 > nodes);
    let (sum, nodes, _) = bench(&["--deeper=-7", "--size", "6"]);
    assert_eq!(sum, nodes);
}
