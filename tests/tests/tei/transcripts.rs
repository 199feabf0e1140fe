//! Conversations as real clients have them, over pipes and, where the client is
//! a page, over a WebSocket.

use tak_tests::client::{Client, Server, replay};

/// A page of PTN Ninja, three of its releases.
const PAGES: [&str; 3] = ["ptn-ninja-new.tei", "ptn-ninja-old.tei", "ptn-ninja-haste.tei"];

#[test]
fn over_pipes() {
    for name in ["ptn-ninja-worker.tei", "racetrack.tei", "playtak-tei.tei", "taktician.tei"] {
        replay(name, Client::start());
    }
    // Some people put a bridge between the page and the pipes of an engine.
    for name in PAGES {
        replay(name, Client::start());
    }
}

#[test]
fn over_a_websocket() {
    let server = Server::start(&["--hash", "16"]);
    for name in PAGES {
        replay(name, Client::connect(&server));
    }
    let server = Server::start(&["--hash", "16", "--threads", "2", "--options"]);
    replay("ptn-ninja-options.tei", Client::connect(&server));
}
