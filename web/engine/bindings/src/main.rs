//! `bindings ENGINE.WASM FOLDER`: what `wasm-bindgen --target bundler` does, without the
//! rest of that program, and `glue.js`: the same for any number of instances.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("usage: bindings ENGINE.WASM FOLDER");
        return ExitCode::from(2);
    };
    match write(wasm, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{wasm}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(wasm: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("engine").typescript(true).bundler(true)?;
    bindgen.generate(folder)?;
    let module = fs::read_to_string(folder.join("engine_bg.js"))?;
    fs::write(folder.join("glue.js"), function_of(&module)?)?;
    Ok(())
}

/// A module that exports one function, which makes what the given module exports. That one
/// knows one instance of the WebAssembly: whichever was named to it last.
fn function_of(module: &str) -> Result<String, String> {
    let mut names = Vec::new();
    let mut body = String::new();
    for line in module.lines() {
        let unknown = || format!("cannot stand in a function: {line}");
        let item = line.strip_prefix("export ");
        if let Some(item) = item {
            names.push(name_of(item).ok_or_else(unknown)?);
        } else if line.starts_with("import ") {
            return Err(unknown());
        }
        let _ = writeln!(body, "{}", item.unwrap_or(line));
    }
    let names = names.join(", ");
    Ok(format!("export function makeGlue() {{\n{body}return {{ {names} }};\n}}\n"))
}

/// The name of a function or a class.
fn name_of(item: &str) -> Option<&str> {
    let rest = item.strip_prefix("function ").or_else(|| item.strip_prefix("class "))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}
