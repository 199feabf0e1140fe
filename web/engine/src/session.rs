//! The TEI session of a worker.

use std::cell::RefCell;
use std::mem;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tak_search::engine::WaitingSearch;
use tak_search::evaluation::network::Network;
use tak_search::turns::Turns;
use tak_tei::{Announce, Flow, Profile, ScoreUnit};
use wasm_bindgen::prelude::*;

use crate::host;

/// The table until the page asks for another, in MiB: phones have little memory.
const HASH: usize = 32;

/// What is left of the 4 GiB of WebAssembly is for everything else.
const LARGEST_HASH: usize = 2048;

/// Searches take turns with the messages of the worker.
static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::with_host(host::pause_for));

thread_local! {
    /// The search that [`run_search`] will run: not part of the session, which is called
    /// while it is suspended.
    static NEXT: RefCell<Option<WaitingSearch>> = const { RefCell::new(None) };
}

/// A TEI session whose searches are run by [`run_search`].
#[wasm_bindgen]
pub struct Session {
    session: tak_tei::Session,
    answers: Arc<Mutex<Vec<String>>>,
}

#[wasm_bindgen]
#[expect(clippy::new_without_default, reason = "JavaScript knows constructors only")]
impl Session {
    /// A new session, of one thread.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        let mut profile = Profile::default();
        profile.options.hash = HASH;
        profile.largest_hash = LARGEST_HASH;
        profile.most_threads = 1;
        profile.announce = Announce::Engine;
        profile.score = ScoreUnit::Result; // what pages mark moves by
        profile.turns = Some(&TURNS);
        let answers = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&answers);
        let session = tak_tei::Session::new(profile, move |line| {
            told.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        });
        Self { session, answers }
    }

    /// Takes one line of the client. Returns false if that was `quit`.
    pub fn line(&mut self, line: &str) -> bool {
        self.session.line(line) == Flow::Continue
    }

    /// The lines for the client since the last call.
    pub fn answers(&mut self) -> Vec<String> {
        mem::take(&mut self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Hands the next search to [`run_search`]. Returns false if there is none.
    #[wasm_bindgen(js_name = takeSearch)]
    pub fn take_search(&mut self) -> bool {
        let next = self.session.next_search();
        NEXT.with_borrow_mut(|slot| {
            *slot = next;
            slot.is_some()
        })
    }

    /// The size of the position to search, if a network for it is wanted; or 0.
    #[wasm_bindgen(js_name = missingNetwork)]
    pub fn missing_network(&self) -> u8 {
        self.session.missing_network().map_or(0, |size| size as u8)
    }

    /// Takes the bytes of a network.
    ///
    /// # Errors
    ///
    /// If they are none.
    #[wasm_bindgen(js_name = addNetwork)]
    pub fn add_network(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.session.add_network(Network::from_bytes(bytes)?);
        Ok(())
    }
}

/// Runs the search that was taken, to its end. It is suspended now and then, and the
/// session may be called meanwhile.
#[wasm_bindgen(js_name = runSearch)]
pub fn run_search() {
    if let Some(search) = NEXT.take() {
        search.run();
    }
}
