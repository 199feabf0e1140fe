//! What the terminal shows: where to click, and who connects and leaves.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};

use tak_tei::Announce;

/// The port that PTN Ninja tries unless it is given another.
pub(super) const PTN_NINJA_PORT: u16 = 7731;

/// The page that uses the engine for analysis.
pub(super) const PAGE: &str = "https://ptn.ninja";

/// Prints a line. It does not matter if nobody reads it.
pub(super) fn note(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// Says where the engine listens and how to connect to it.
pub(super) fn welcome(listeners: &[TcpListener], announce: Announce) -> io::Result<()> {
    let addresses = listeners.iter().map(TcpListener::local_addr);
    let addresses: Vec<SocketAddr> = addresses.collect::<Result<_, _>>()?;
    let version = env!("CARGO_PKG_VERSION");
    let mut here = addresses.iter().filter(|address| address.ip().is_loopback());
    let here = here.next();
    note(&match here {
        Some(address) => {
            format!("Tak engine {version}. Play and analyse:\n\n  http://{address}/\n")
        }
        None => format!("Tak engine {version}"),
    });
    note("TEI over WebSocket for other pages and programs:");
    for address in &addresses {
        note(&format!("  ws://{address}"));
    }
    if let Some(address) = here {
        note(&ptn_ninja(address.port(), announce));
    }
    let elsewhere = addresses.iter().filter(|address| !address.ip().is_loopback());
    for address in elsewhere {
        note(&warning(address));
    }
    note("\nCtrl-C ends the engine.\n");
    Ok(())
}

/// Where to click in PTN Ninja, using the labels of its buttons.
pub(super) fn steps(port: u16, announce: Announce) -> [String; 5] {
    let connect = match port {
        PTN_NINJA_PORT => {
            "Click \"Connect\": the address, localhost, and the port are filled in".into()
        }
        _ => format!("Enter {port} as the port and click \"Connect\""),
    };
    // If the page shows options, it wants to send them before it asks for anything.
    let analyse = match announce {
        Announce::Game => "Click \"Interactive Analysis\", the first button that appears",
        Announce::Engine | Announce::All => {
            "Click \"Apply Options\", and then \"Interactive Analysis\""
        }
    };
    [
        format!("Open {PAGE} and click the analysis icon at the top right"),
        "In the tab \"Engines\", click \"Add Engine\" and choose \"TEI\"".into(),
        connect,
        "The browser asks whether the page may reach your local network or other
     programs on this device: click \"Allow\". Until then it holds the connection
     back, and the page does not say so"
            .into(),
        analyse.into(),
    ]
}

/// The steps, for a terminal.
fn ptn_ninja(port: u16, announce: Announce) -> String {
    let mut text = "\nTo analyse with it in PTN Ninja:".to_owned();
    for (number, step) in (1..).zip(steps(port, announce)) {
        let _ = write!(text, "\n  {number}. {step}.");
    }
    text
}

fn warning(address: &SocketAddr) -> String {
    format!(
        "
Warning: whoever reaches {address} can use this machine for analysis, without a password.
Pages on https reach it only through a reverse proxy with TLS: see tak-engine/README.md,
and let the engine itself listen on 127.0.0.1 if the proxy runs on this machine."
    )
}
