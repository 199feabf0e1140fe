//! What every command has: completions and a manual page.

use crate::TRAIN;

#[test]
fn there_are_completions_and_manual_pages() {
    assert!(TRAIN.stdout(&["completions", "bash"]).contains("--result-share"));
    let folder = TRAIN.folder("man");
    folder.stdout("-o .");
    assert!(folder.names().contains(&"tak-train-datagen.1".to_owned()));
}
