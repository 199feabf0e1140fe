//! Examples in Markdown: what is typed, and what is printed.
//!
//! A block `console` has commands after `$ `, which go on after a backslash, and below each of them
//! what it prints. Where nothing stands below, the output is not shown. In a game of `play`, what
//! follows the prompt, as in `2. c3`, is typed. A block `tei` has lines to the engine after `> ` and
//! its answers after `< `. In what is printed, `…` stands for any text, and alone for any lines.

use std::ops::Range;

/// One command and what is printed.
pub(crate) struct Example {
    /// For the shell.
    pub(crate) command: String,
    /// What is typed once it runs.
    pub(crate) input: String,
    /// The lines that it prints; none if they are not shown.
    pub(crate) shown: Vec<String>,
    /// The lines of the document that show them.
    pub(crate) lines: Range<usize>,
    /// What stands before each of them.
    pub(crate) mark: &'static str,
}

impl Example {
    /// Whether it is one in TEI.
    pub(crate) fn is_conversation(&self) -> bool {
        !self.mark.is_empty()
    }
}

/// All examples of a document, in order.
pub(crate) fn examples(text: &str) -> Vec<Example> {
    let lines: Vec<_> = text.lines().collect();
    let mut examples = Vec::new();
    let mut next = 0;
    while let Some(found) = lines[next..].iter().position(|line| line.starts_with("```")) {
        let start = next + found + 1;
        let length = lines[start..].iter().position(|line| *line == "```").expect("a closed block");
        let block = &lines[start..start + length];
        match lines[start - 1] {
            "```console" => examples.extend(commands(block, start)),
            "```tei" => examples.push(conversation(block, start)),
            _ => {}
        }
        next = start + length + 1;
    }
    examples
}

fn commands(block: &[&str], start: usize) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut at = 0;
    while at < block.len() {
        let first = block[at].strip_prefix("$ ").unwrap_or_else(|| panic!("{}", block[at]));
        let mut command = first.to_owned();
        at += 1;
        while command.ends_with('\\') {
            command = format!("{command}\n{}", block[at]);
            at += 1;
        }
        let end = block[at..].iter().position(|line| line.starts_with("$ "));
        let end = end.map_or(block.len(), |length| at + length);
        let command = installed(&command);
        let is_game = command.starts_with("tak-engine play");
        let (moves, shown): (Vec<_>, Vec<_>) =
            block[at..end].iter().partition(|line| is_game && typed(line).is_some());
        examples.push(Example {
            command,
            input: moves.into_iter().filter_map(|line| typed(line)).map(ended).collect(),
            shown: shown.into_iter().map(ToString::to_string).collect(),
            lines: start + at..start + end,
            mark: "",
        });
        at = end;
    }
    examples
}

/// A command of a clone as one of the programs.
fn installed(command: &str) -> String {
    let Some(rest) = command.strip_prefix("cargo run --release ") else {
        return command.to_owned();
    };
    let (package, words) = rest.split_once("-- ").expect("arguments after --");
    let program = package.trim().strip_prefix("-p ").unwrap_or("tak-engine");
    format!("{program} {words}")
}

/// What stands after the prompt of a game, if that is one word.
fn typed(line: &str) -> Option<&str> {
    let (number, word) = line.split_once(". ")?;
    let is_prompt = number.parse::<u32>().is_ok() && !word.contains(' ');
    is_prompt.then_some(word)
}

fn ended(line: &str) -> String {
    format!("{line}\n")
}

fn conversation(block: &[&str], start: usize) -> Example {
    let answers = block.iter().position(|line| !line.starts_with("> ")).unwrap_or(block.len());
    Example {
        command: "tak-engine".to_owned(),
        input: block.iter().filter_map(|line| line.strip_prefix("> ")).map(ended).collect(),
        shown: block[answers..].iter().map(|line| line.replacen("< ", "", 1)).collect(),
        lines: start + answers..start + block.len(),
        mark: "< ",
    }
}

/// Whether these lines are printed.
pub(crate) fn agrees(shown: &[String], printed: &[&str]) -> bool {
    let Some((first, rest)) = shown.split_first() else {
        return printed.is_empty();
    };
    if first == "…" {
        return (0..=printed.len()).any(|left_out| agrees(rest, &printed[left_out..]));
    }
    let line = printed.split_first();
    line.is_some_and(|(line, others)| line_agrees(first, line) && agrees(rest, others))
}

fn line_agrees(shown: &str, printed: &str) -> bool {
    match shown.split_once('…') {
        None => shown.trim_end() == printed.trim_end(),
        Some((start, rest)) => printed.strip_prefix(start).is_some_and(|others| {
            let ends = others.char_indices().map(|(at, _)| at).chain([others.len()]);
            ends.into_iter().any(|at| line_agrees(rest, &others[at..]))
        }),
    }
}

/// What a document shows of new lines: as much as before, and `…` where it still fits.
pub(crate) fn renewed(shown: &[String], printed: &[&str]) -> Vec<String> {
    let keep = |line: &&str| {
        let old = shown.iter().find(|old| old.len() > 3 && line_agrees(old, line));
        old.map_or_else(|| (*line).to_owned(), Clone::clone)
    };
    let gaps = shown.iter().filter(|line| *line == "…").count();
    let Some(before) = shown.iter().position(|line| line == "…") else {
        return printed.iter().map(keep).collect();
    };
    let after = shown.len() - before - 1;
    assert!(gaps == 1 && before + after <= printed.len(), "to be edited by hand: {shown:#?}");
    let end = printed.len() - after;
    let gap = ["…".to_owned()];
    let start = printed[..before].iter().map(keep);
    start.chain(gap).chain(printed[end..].iter().map(keep)).collect()
}

#[test]
fn what_is_left_out_may_be_anything() {
    let agrees = |shown: &str, printed: &str| {
        let shown: Vec<_> = shown.split('|').map(str::to_owned).collect();
        agrees(&shown, &printed.split('|').collect::<Vec<_>>())
    };
    assert!(agrees("a|…|d", "a|b|c|d"));
    assert!(agrees("a|…|d", "a|d"));
    assert!(!agrees("a|…|d", "a|d|e"));
    assert!(agrees("…|7 nodes … nps", "x|7 nodes 12 nps"));
    assert!(!agrees("7 nodes … nps", "8 nodes 12 nps"));
    assert!(agrees("time … s, … M", "time 3 s, 4 M"));
}

#[test]
fn new_lines_are_shown_as_the_old_ones_were() {
    let shown = ["a", "…", "7 in … ms"].map(str::to_owned);
    assert_eq!(renewed(&shown, &["b", "x", "y", "7 in 9 ms"]), ["b", "…", "7 in … ms"]);
    assert_eq!(renewed(&shown, &["a", "x", "8 in 9 ms"]), ["a", "…", "8 in 9 ms"]);
}
