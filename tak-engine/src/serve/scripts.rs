//! Scripts as they are sent: without their comments, and most of the page's program as one.
//!
//! A browser takes some milliseconds for each script, and hears what one imports only when it has
//! read it. So all that `main.js` imports, and what that imports, is sent as one script, and
//! whatever imports any of it imports that. The scripts keep to forms that make this simple, which
//! a test checks: `import { a, b } from "./other.js";` and `export` begin a line, nothing is
//! renamed, no two of these scripts declare one name, and none imports another in a circle.

use std::sync::OnceLock;

/// The path of the scripts that are sent as one.
pub(super) const PARTS: &str = "/parts.js";

/// The script from which they are found.
const MAIN: &str = "/main.js";

/// A script without the lines that are comments, whose first characters tell; they are a third of it.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &str| {
        let line = line.trim_start();
        // Code may stand behind the type of an expression.
        let has_code = line.contains("*/") && !line.ends_with("*/");
        line.starts_with("//") || line.starts_with('*') || line.starts_with("/**") && !has_code
    };
    let code = script.split_inclusive('\n').filter(|line| !is_comment(line.trim_end()));
    code.collect()
}

/// The path that a line imports from, such as `/page.js`.
fn imported(line: &str) -> Option<&str> {
    let (names, path) = line.trim_end().strip_prefix("import {")?.split_once("} from \".")?;
    (!names.contains('}')).then(|| path.strip_suffix("\";"))?
}

/// What is sent instead of a script. `text` tells the scripts of the page by their paths.
pub(super) fn sent(path: &str, text: fn(&str) -> &'static str) -> String {
    if path == PARTS {
        return joined(text);
    }
    let parts = parts(text);
    let code = without_comments(text(path));
    let lines = code.split_inclusive('\n').map(|line| match imported(line) {
        Some(part) if parts.contains(&part) => line.replacen(part, PARTS, 1),
        _ => line.to_owned(),
    });
    lines.collect()
}

/// The paths of the scripts that are sent as one, each after those that it imports.
fn parts(text: fn(&str) -> &'static str) -> &'static [&'static str] {
    fn visit(path: &'static str, text: fn(&str) -> &'static str, found: &mut Vec<&'static str>) {
        for part in text(path).lines().filter_map(imported) {
            if !found.contains(&part) {
                visit(part, text, found);
                found.push(part);
            }
        }
    }
    static PARTS: OnceLock<Vec<&str>> = OnceLock::new();
    PARTS.get_or_init(|| {
        let mut found = Vec::new();
        visit(MAIN, text, &mut found);
        found
    })
}

/// The name that a line exports.
fn exported(line: &str) -> Option<&str> {
    let declared = line.strip_prefix("export ")?.trim_start_matches("async ");
    let (_, name) = declared.split_once(' ')?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// All parts, and what they export.
fn joined(text: fn(&str) -> &'static str) -> String {
    let (mut script, mut names) = (String::new(), Vec::new());
    for part in parts(text) {
        let code = without_comments(text(part));
        for line in code.split_inclusive('\n').filter(|line| imported(line).is_none()) {
            names.extend(exported(line).map(str::to_owned));
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
        }
    }
    format!("{script}export {{ {} }};\n", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::board::text;
    use super::*;
    use std::collections::BTreeSet;

    /// The name that a line at the left edge declares.
    fn declared(line: &str) -> Option<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("async ").unwrap_or(line);
        let name = ["class ", "const ", "function ", "function* ", "let "];
        let name = name.iter().find_map(|word| line.strip_prefix(word))?;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    }

    #[test]
    fn scripts_go_without_comments() {
        let script = "// Why.\n/** @import { A } from \"a\" */\n\n/**\n * What.\n */\nf(); // here\n  \
                      /** @type {A} */ (a).b();\n  // more\n";
        assert_eq!(without_comments(script), "\nf(); // here\n  /** @type {A} */ (a).b();\n");
    }

    #[test]
    fn lines_that_import_and_export() {
        assert_eq!(imported("import { a, B } from \"./c-d.js\";\n"), Some("/c-d.js"));
        for other in
            ["  import { a } from \"./b.js\";", "import(\"./b.js\");", "import { a } from \"b\";"]
        {
            assert_eq!(imported(other), None, "{other}");
        }
        for (line, name) in [
            ("export class Search {", "Search"),
            ("export const NO_ROOM = \"\";", "NO_ROOM"),
            ("export async function readMove(text) {", "readMove"),
        ] {
            assert_eq!((exported(line), declared(line)), (Some(name), Some(name)));
        }
        assert_eq!(exported("const a = 1;"), None);
    }

    #[test]
    fn the_parts_keep_to_their_forms() {
        let parts = parts(text);
        assert!(parts.len() > 30 && !parts.contains(&MAIN));
        let mut names = BTreeSet::new();
        for (number, part) in parts.iter().enumerate() {
            for line in without_comments(text(part)).lines() {
                if line.starts_with("import") {
                    let needed = imported(line).expect(line);
                    assert!(
                        parts[..number].contains(&needed),
                        "{part} and {needed} need each other"
                    );
                }
                let is_declared = declared(line).is_none_or(|name| names.insert(name.to_owned()));
                assert!(is_declared, "{part}: {line}: the name is taken");
                assert_eq!(exported(line).is_some(), line.starts_with("export"), "{part}: {line}");
            }
        }
    }

    #[test]
    fn the_parts_are_one_script() {
        let script = sent(PARTS, text);
        let lines: Vec<_> = script.lines().collect();
        let begin = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!((begin("import"), begin("export")), (0, 1));
        let (code, exports) = script.rsplit_once("export { ").unwrap();
        for name in exports.trim_end_matches(" };\n").split(", ") {
            let declares = |line: &str| declared(line) == Some(name);
            assert!(code.lines().any(declares), "{name}");
        }
        // Nobody loads one of them once more.
        for path in ["/main.js", "/trainer.js", "/coach.js"] {
            let script = sent(path, text);
            assert!(script.contains("from \"./parts.js\";"), "{path}");
            assert!(
                !parts(text).iter().any(|part| script.contains(&format!("\".{part}\""))),
                "{path}"
            );
        }
        assert!(sent("/trainer.js", text).contains("from \"./mistakes.js\";"));
    }
}
