//! What the bot refuses, and what ends it: accounts, addresses, certificates.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use super::server::{Server, Wire};
use super::{Bot, NAME, PASSWORD, player};

fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = String::from_utf8([stdout, stderr].concat()).unwrap();
    assert!(!text.contains(PASSWORD), "{text}");
    (status.code(), text)
}

#[test]
fn passwords_stay_where_they_are() {
    let server = Server::start(Wire::Tcp);
    let running = player(&server, &[]);
    let mut client = server.accept();
    assert_eq!(client.greet(), format!("Login {NAME} {PASSWORD}"));
    client.send("Authentication failure");
    let (code, text) = running.end();
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("the server refuses this name and password"), "{text}");
    assert!(!text.contains(PASSWORD), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.txt");
    std::fs::write(&path, format!("{NAME}\n{PASSWORD}\n")).unwrap();
    let account = |path: &Path| {
        let path = path.to_str().unwrap();
        let mut command = Bot::command(&server.url(), &["--account", path]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let (code, text) = run(&mut account(&path));
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("others may read it") && text.contains("`chmod 600 "), "{text}");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
    }
    let running = Bot(account(&path).spawn().unwrap());
    assert_eq!(server.accept().greet(), format!("Login {NAME} {PASSWORD}"));
    drop(running);

    std::fs::write(&path, format!("{NAME}\nshort\n")).unwrap();
    let (code, text) = run(&mut account(&path));
    assert_eq!((code, text.contains("a password of 6 to 50 characters")), (Some(2), true));
}

#[test]
fn what_cannot_work_is_said_at_once() {
    let nobody = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("tcp://{}", listener.local_addr().unwrap())
    };
    for (url, arguments, code, why) in [
        (&*nobody, &["--guest"][..], 1, "refused"),
        (&nobody, &[], 2, "Set PLAYTAK_USERNAME and PLAYTAK_PASSWORD"),
        (&nobody, &["--guest", "--komi", "5"], 2, "expected 0 to 4"),
        (&nobody, &["--guest", "--opening", "no-swap"], 2, "no opening without a swap"),
        (&nobody, &["--guest", "--level", "eleven"], 2, "from 1 to 16 or full, or rating"),
        ("https://localhost", &["--guest"], 2, "expected wss, tls, ws or tcp"),
        ("playtak.com", &["--guest"], 2, "an address like `wss://playtak.com/ws`"),
    ] {
        let (found, text) = run(&mut Bot::command(url, arguments));
        assert_eq!(found, Some(code), "{arguments:?}: {text}");
        assert!(text.contains(why), "{arguments:?}: {text}");
    }
}

#[test]
fn a_stranger_with_a_certificate_of_its_own_is_not_trusted() {
    let server = Server::start(Wire::Wss);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-engine"));
    command.args(["playtak", "--guest", "--once", "--url", &server.url()]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let running = Bot(child);
    let handshake = thread::spawn(move || assert!(server.meet().is_none()));
    let (code, text) = running.end();
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("certificate"), "{text}");
    handshake.join().unwrap();
}

#[test]
fn another_login_under_its_name_ends_it() {
    let server = Server::start(Wire::Tcp);
    let running = player(&server, &[]);
    let mut client = server.accept();
    client.greet();
    client.admit(NAME, None);
    client.send("Message You've logged in from another window. Disconnecting");
    let (code, text) = running.end();
    assert_eq!((code, text.contains("somebody else has logged in")), (Some(2), true), "{text}");
}
