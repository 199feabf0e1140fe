//! `solve`: whether the player to move can force a win.

use tak_search::json;
use tak_search::solve::Answer;
use tak_search::table::NoMemory;

use crate::json::Object;

/// What was found, as one line of JSON.
pub(crate) fn describe(found: Result<Answer, NoMemory>) -> String {
    match found {
        Ok(answer) => json::answer(&answer).to_string(),
        Err(error) => Object::new().with_text("error", error).end(),
    }
}
