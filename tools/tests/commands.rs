//! `tak-tools completions` and `tak-tools man`.

use std::process::{Command, Output};

use crate::program::{Folder, run, run_with_input, stdout};

/// Feeds a text to another program; `None` where there is no such program.
fn feed(program: &str, arguments: &[&str], text: &str) -> Option<Output> {
    if Command::new(program).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {program}");
        return None;
    }
    Some(run_with_input(Command::new(program).args(arguments), text))
}

#[test]
fn every_shell_knows_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for word in ["perft", "slides", "canon", "convert", "--height"] {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(bare), "{shell}: no {word}");
        }
    }
    let output = run(&["completions", "csh"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bash_reads_its_script() {
    let script = stdout(&["completions", "bash"]);
    if let Some(output) = feed("bash", &["-n"], &script) {
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    // What the Tab key does after `tak-tools sl`.
    let (function, _) = script.split_once("()").unwrap();
    let ask = format!(
        "\nCOMP_WORDS=(tak-tools sl); COMP_CWORD=1; {function} tak-tools sl tak-tools\n\
         echo ${{COMPREPLY[@]}}"
    );
    if let Some(output) = feed("bash", &[], &(script.clone() + &ask)) {
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "slides");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = stdout(&["man"]);
    assert!(page.contains(".TH tak-tools 1"), "{page}");
    assert!(!page.contains("help(1)"), "there is no such page");
    if let Some(output) = feed("groff", &["-man", "-Tutf8", "-Kutf8", "-ww"], &page) {
        assert!(output.stderr.is_empty(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("tak-tools-canon(1)"));
    }

    let folder = Folder::new("");
    assert!(folder.stdout("man -o .").is_empty());
    for name in ["tak-tools.1", "tak-tools-canon.1", "tak-tools-convert.1"] {
        assert!(folder.names().iter().any(|known| known == name), "{name}");
    }
    let page = folder.read("tak-tools-slides.1");
    assert!(page.contains("tak\\-tools slides"), "{page}");
    assert!(page.contains("Examples:"), "{page}");
}

#[test]
fn missing_folders_are_made() {
    let folder = Folder::with("", &[("file", "")]);
    folder.stdout("man -o share/man/man1");
    assert!(folder.path().join("share/man/man1/tak-tools.1").is_file());
    folder.stdout("completions bash -o share/bash/tak-tools");
    assert_eq!(folder.read("share/bash/tak-tools"), stdout(&["completions", "bash"]));
    // A file is in the way.
    for command in ["man", "completions zsh"] {
        folder.error(&format!("{command} -o file/folder/x"), 1);
    }
}
