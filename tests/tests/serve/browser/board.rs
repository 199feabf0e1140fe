//! The engine's own page, used as people use it: `tests/browser/board.js` and its folder say how.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use tak_tests::browser::{self, Browser};
use tak_tests::client::engine;

use super::programs;

/// One browser at a time: each wants all CPUs.
static BROWSER: Mutex<()> = Mutex::new(());

fn run(scenario: &str) {
    let Some(Browser { folder, node, chromium }) = programs() else {
        return;
    };
    let _turn = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(node);
    command.arg("board.js").arg(scenario).arg(engine()).arg(chromium);
    browser::run(&mut command, &folder);
}

#[test]
fn a_whole_game_by_clicks() {
    run("game");
}

#[test]
fn a_whole_game_on_a_phone() {
    run("phone");
}

#[test]
fn drags_keys_undo_hint_and_resignation() {
    run("hands");
}

#[test]
fn drags_by_a_finger() {
    run("fingers");
}

#[test]
fn who_looks_back_does_not_stop_the_game() {
    run("back");
}

#[test]
fn a_resigned_game_is_analysed_further_and_its_record_stays_true() {
    run("resigned");
}

#[test]
fn analysis_of_a_game_with_variations() {
    run("analysis");
}

#[test]
fn nothing_is_lost_or_shown_elsewhere_where_users_are_fast() {
    run("hurried");
}

#[test]
fn squares_are_chosen_without_a_pointer() {
    run("unpointed");
}

#[test]
fn an_engine_that_hangs_is_sought_again() {
    run("hung");
}

#[test]
fn a_move_that_gives_the_game_away_is_marked() {
    run("marked");
}

#[test]
fn a_hint_goes_when_a_move_is_played() {
    run("hinted");
}

#[test]
fn keys_do_nothing_behind_a_dialog() {
    run("behind");
}

#[test]
fn each_move_has_one_line() {
    run("lines");
}

#[test]
fn what_cannot_be_opened_says_why() {
    run("errors");
}

#[test]
fn clocks_stand_while_the_engine_is_gone_and_fall_when_it_is_there() {
    run("flags");
}

#[test]
fn an_engine_without_room_says_so() {
    run("full");
}

#[test]
fn a_link_becomes_a_game_of_the_tab() {
    run("links");
}

#[test]
fn a_game_that_made_way_for_another_comes_back() {
    run("earlier");
}

#[test]
fn bad_input_changes_nothing() {
    run("bad");
}

#[test]
fn a_page_that_comes_in_part_and_a_browser_that_keeps_nothing() {
    run("pieces");
}

#[test]
fn themes_and_the_highest_stack() {
    run("looks");
}

#[test]
fn forced_colours_tell_all_that_colours_tell() {
    run("forced");
}

#[test]
fn high_stacks_and_fingertips_on_small_screens() {
    run("small");
}

#[test]
fn a_game_is_edited_while_the_engine_thinks() {
    run("edits");
}

#[test]
fn the_engine_goes_and_comes_back() {
    run("restart");
}

#[test]
fn clocks_go_on_where_the_page_is_loaded_again() {
    run("clocks");
}

#[test]
fn two_tabs_do_not_disturb_each_other() {
    run("tabs");
}

#[test]
fn a_folder_of_files_with_an_engine_in_a_worker() {
    run("folder");
}

#[test]
fn the_types_fit() {
    let Some(Browser { folder, node, .. }) = programs() else {
        return;
    };
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    browser::run(Command::new(node).arg(compiler).args(["-p", "."]), &folder);
}
