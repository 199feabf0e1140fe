//! `bindings ENGINE.WASM FOLDER`: what `wasm-bindgen --target bundler` does, without the
//! rest of that program.

use std::error::Error;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("usage: bindings ENGINE.WASM FOLDER");
        return ExitCode::from(2);
    };
    match write(wasm, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{wasm}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(wasm: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("engine").typescript(true).bundler(true)?;
    bindgen.generate(folder)?;
    Ok(())
}
