//! What documents link to and call by its path is there.

use std::fs;
use std::path::{Path, PathBuf};

use tak_tests::corpus::workspace;

use crate::documents::documents;

/// Where the repository will be: documents of a package that is published name others by it.
const PUBLIC: &str = "https://github.com/tak-toolkit/tak-toolkit/";

/// The target of a link from the root of the repository on; `None` if it leads elsewhere.
fn inside(document: &Path, target: &str) -> Option<PathBuf> {
    let target = target.split('#').next()?;
    if let Some(public) = target.strip_prefix(PUBLIC) {
        let path = public.strip_prefix("tree/main/").or(public.strip_prefix("blob/main/"));
        return path.map(Into::into);
    }
    let is_file = !target.is_empty() && !target.contains("://") && !target.contains("::");
    is_file.then(|| document.parent().unwrap().join(target))
}

/// Whether a word of code is the path of a source file or a document.
fn is_path(code: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_-.".contains(&byte);
    let ends = [".rs", ".md", ".js", "/"];
    code.len() > 3 && code.bytes().all(plain) && ends.iter().any(|end| code.ends_with(end))
}

#[test]
fn every_link_leads_somewhere() {
    let mut missing = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(workspace().join(&document)).unwrap();
        for (_, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at + 2)) {
            let target = rest.split(')').next().unwrap();
            let path = inside(&document, target);
            if path.is_some_and(|path| !workspace().join(path).exists()) {
                missing.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_source_file_that_is_named_exists() {
    let mut missing = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(workspace().join(&document)).unwrap();
        let folder = workspace().join(document.parent().unwrap());
        // The page is copied by `web/board/build`.
        let page = workspace().join("tak-engine/board");
        let places =
            [folder.join("src"), folder.join("js"), folder.join(".."), folder, page, workspace()];
        // Every second part lies between two backticks; blocks of code have none inside.
        for code in text.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
            if code.ends_with('/') && document != Path::new("ARCHITECTURE.md") {
                continue;
            }
            if !places.iter().any(|place| place.join(code).exists()) {
                missing.push(format!("{}: {code}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
