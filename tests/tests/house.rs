//! The shape of the workspace: which package may use which, and no modules that
//! use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, slice};

use serde_json::Value;
use syn::visit::{self, Visit};
use tak_tests::corpus::workspace;
use tak_tests::programs::cargo;

/// Every package and what it may use of the others; the tests may use all.
const ARROWS: [(&str, &[&str]); 15] = [
    ("tak-bitops", &[]),
    ("tak-encoding", &["tak-bitops"]),
    ("tak-book", &["tak-encoding"]),
    ("tak-search", &["tak-bitops", "tak-encoding"]),
    ("tak-tei", &["tak-encoding", "tak-search"]),
    ("tak-pictures", &["tak-encoding"]),
    // It shares the rules with the solver whose proofs it checks, and nothing else.
    ("tak-verify", &["tak-encoding"]),
    // It asks which CPU it runs on.
    ("tak-terminal", &["tak-bitops"]),
    // Databases are games too, for those who ask for them.
    ("tak-games", &["tak-encoding", "tak-book", "tak-terminal"]),
    (
        "tak-engine",
        &[
            "tak-encoding",
            // It reads the books that the tools write.
            "tak-book",
            "tak-search",
            "tak-tei",
            "tak-pictures",
            "tak-terminal",
            "tak-games",
            "tak-testing",
        ],
    ),
    ("tak-web-engine", &["tak-encoding", "tak-pictures", "tak-search", "tak-tei"]),
    ("tak-match", &["tak-encoding", "tak-search", "tak-terminal", "tak-games", "tak-testing"]),
    ("tak-train", &["tak-encoding", "tak-search", "tak-terminal", "tak-games", "tak-testing"]),
    (
        "tak-tools",
        &[
            "tak-bitops",
            "tak-encoding",
            "tak-book",
            "tak-search",
            "tak-pictures",
            "tak-terminal",
            "tak-games",
            "tak-verify",
            "tak-testing",
        ],
    ),
    ("tak-testing", &[]),
];

/// The packages of the workspace as cargo sees them.
fn packages() -> Vec<Value> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(workspace())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn packages_use_only_those_below() {
    let packages = packages();
    let names: Vec<_> = packages.iter().map(|package| &package["name"]).collect();
    assert_eq!(names.len(), ARROWS.len() + 1, "{names:?}");
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        let allowed = ARROWS.iter().find(|(user, _)| *user == name);
        // Development dependencies are arrows too.
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            let inside = names.iter().any(|name| *name == used);
            let fine = name == "tak-tests"
                || !inside
                || allowed.is_some_and(|(_, below)| below.contains(&used));
            assert!(fine, "{name} must not use {used}");
        }
    }
}

/// Documents and scripts start the program that is named as its package.
#[test]
fn cargo_run_knows_which_program_of_a_package_is_meant() {
    for package in packages() {
        let is_program = |target: &Value| target["kind"] == serde_json::json!(["bin"]);
        let targets = package["targets"].as_array().unwrap();
        let programs = targets.iter().filter(|target| is_program(target)).count();
        let name = &package["name"];
        assert!(programs < 2 || package["default_run"] == *name, "{name} has {programs} programs");
    }
}

/// A path of modules from the root of a crate, which is empty.
type Module = Vec<String>;

/// One crate: its modules, what each of them names, and what they re-export.
#[derive(Default)]
struct Crate {
    modules: BTreeSet<Module>,
    /// Which module names which path, as written there.
    uses: Vec<(Module, Vec<String>)>,
    /// By re-exported names: the module that re-exports them, and the path written there.
    exports: BTreeMap<Vec<String>, (Module, Vec<String>)>,
}

impl Crate {
    fn read(root: &Path) -> Self {
        let mut found = Self::default();
        found.read_file(root, &root.with_file_name(""), &Vec::new());
        found
    }

    /// Reads a module's file; its children are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, module: &Module) {
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let syntax =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.read_items(&syntax.items, folder, module);
    }

    fn read_items(&mut self, items: &[syn::Item], folder: &Path, module: &Module) {
        self.modules.insert(module.clone());
        for item in items.iter().filter(|item| !is_for_tests(item)) {
            match item {
                syn::Item::Mod(child) => self.read_child(child, folder, module),
                syn::Item::Use(item) => {
                    let reexported = !matches!(item.vis, syn::Visibility::Inherited);
                    self.read_use(&item.tree, Vec::new(), module, reexported);
                }
                item => {
                    let mut paths = Paths::default();
                    paths.visit_item(item);
                    let uses = paths.0.into_iter().map(|path| (module.clone(), path));
                    self.uses.extend(uses);
                }
            }
        }
    }

    fn read_child(&mut self, child: &syn::ItemMod, folder: &Path, module: &Module) {
        let name = child.ident.to_string();
        let path = [module.as_slice(), slice::from_ref(&name)].concat();
        if let Some((_, items)) = &child.content {
            self.read_items(items, &folder.join(&name), &path);
        } else {
            let file = folder.join(format!("{name}.rs"));
            self.read_file(&file, &folder.join(&name), &path);
        }
    }

    fn read_use(&mut self, tree: &syn::UseTree, prefix: Vec<String>, module: &Module, out: bool) {
        let with = |name: &syn::Ident| [prefix.as_slice(), &[name.to_string()]].concat();
        let (path, name) = match tree {
            syn::UseTree::Path(path) => {
                return self.read_use(&path.tree, with(&path.ident), module, out);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.read_use(tree, prefix.clone(), module, out);
                }
                return;
            }
            syn::UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
            syn::UseTree::Rename(rename) => (with(&rename.ident), rename.rename.to_string()),
            syn::UseTree::Glob(_) => (prefix, "*".to_owned()),
        };
        if out {
            let export = [module.as_slice(), &[name]].concat();
            self.exports.insert(export, (module.clone(), path.clone()));
        }
        self.uses.push((module.clone(), path));
    }

    /// The module that a path leads into, through re-exports; `None` for paths into another crate
    /// or already imported.
    fn target(&self, module: &Module, path: &[String]) -> Option<Module> {
        let path = self.absolute(module, path)?;
        let length = (0..=path.len()).rfind(|&length| self.modules.contains(&path[..length]))?;
        let export = path.get(..=length).and_then(|name| self.exports.get(name));
        let through = export.and_then(|(module, path)| self.target(module, path));
        Some(through.unwrap_or_else(|| path[..length].to_vec()))
    }

    /// A path from the root on.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let mut base = module.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {}
            child => {
                let child = [module.as_slice(), &[child.to_owned()]].concat();
                self.modules.get(&child)?;
            }
        }
        while let Some((first, others)) = rest.split_first()
            && first == "super"
        {
            base.pop();
            rest = others;
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// For each module with children, which child uses which other one.
    fn arrows(&self) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
        let mut arrows: BTreeMap<Module, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
        for (user, path) in &self.uses {
            let Some(used) = self.target(user, path) else {
                continue;
            };
            let same = user.iter().zip(&used).take_while(|(a, b)| a == b).count();
            // There is no arrow between a module and what it contains.
            if let (Some(from), Some(to)) = (user.get(same), used.get(same)) {
                let siblings = arrows.entry(user[..same].to_vec()).or_default();
                siblings.entry(from.clone()).or_default().insert(to.clone());
            }
        }
        arrows
    }

    /// Every set of sibling modules that reach each other, as a line of text.
    fn circles(&self) -> Vec<String> {
        let mut circles = BTreeSet::new();
        for (parent, arrows) in self.arrows() {
            for start in arrows.keys() {
                let circle: Vec<_> = reached(start, &arrows)
                    .into_iter()
                    .filter(|other| reached(other, &arrows).contains(start))
                    .collect();
                if circle.len() > 1 {
                    circles.insert(format!("{}/{{{}}}", parent.join("/"), circle.join(",")));
                }
            }
        }
        circles.into_iter().collect()
    }
}

fn reached(start: &String, arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(module) = open.pop() {
        for next in arrows.get(module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    reached
}

fn is_for_tests(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    })
}

/// Every path in a piece of syntax.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.0.push(names.collect());
        visit::visit_path(self, path);
    }
}

/// The root file of each library and program of the workspace.
fn roots() -> Vec<PathBuf> {
    let mut roots = Vec::new();
    for package in packages() {
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            if kind == "lib" || kind == "bin" {
                roots.push(PathBuf::from(target["src_path"].as_str().unwrap()));
            }
        }
    }
    roots
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for root in roots() {
        let package = root.parent().and_then(Path::parent).unwrap();
        let found = Crate::read(&root).circles().into_iter();
        circles.extend(found.map(|circle| format!("{}: {circle}", package.display())));
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; pub use b::Thing;");
    write("a.rs", "mod inner; use crate::Thing; pub struct Other;");
    write("a/inner.rs", "use super::Other; fn f() {}");
    write("b.rs", "pub struct Thing; fn f() { crate::c::g() }");
    let circles = |c: &str| {
        write("c.rs", c);
        Crate::read(&folder.path().join("lib.rs")).circles()
    };
    let none: [&str; 0] = [];
    assert_eq!(circles("pub fn g() {}"), none);
    assert_eq!(circles("#[cfg(test)] mod tests { use crate::a; }"), none);
    assert_eq!(circles("pub fn g() { crate::a::inner::f() }"), ["/{a,b,c}"]);
    assert_eq!(circles("use super::b::{self};"), ["/{b,c}"]);
}
