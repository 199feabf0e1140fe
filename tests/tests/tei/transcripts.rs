//! Conversations as real clients have them, over pipes and, where the client is
//! a page, over a WebSocket.

use tak_tests::client::{Client, Server, replay};

#[test]
fn ptn_ninja_with_its_own_engine() {
    replay("ptn-ninja-worker.tei", Client::start());
}

#[test]
fn racetrack() {
    replay("racetrack.tei", Client::start());
}

#[test]
fn playtak_tei() {
    replay("playtak-tei.tei", Client::start());
}

#[test]
fn taktician() {
    replay("taktician.tei", Client::start());
}

/// Some people put a bridge between the page and the pipes of an engine.
#[test]
fn ptn_ninja_through_a_bridge() {
    replay("ptn-ninja-new.tei", Client::start());
    replay("ptn-ninja-old.tei", Client::start());
    replay("ptn-ninja-haste.tei", Client::start());
}

#[test]
fn ptn_ninja_over_a_websocket() {
    let server = Server::start(&["--hash", "16"]);
    replay("ptn-ninja-new.tei", Client::connect(&server));
    replay("ptn-ninja-old.tei", Client::connect(&server));
    replay("ptn-ninja-haste.tei", Client::connect(&server));
}

#[test]
fn ptn_ninja_with_visible_options() {
    let server = Server::start(&["--hash", "16", "--threads", "2", "--options"]);
    replay("ptn-ninja-options.tei", Client::connect(&server));
}
