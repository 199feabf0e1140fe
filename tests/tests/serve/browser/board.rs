//! The engine's own page, used as people use it: `tests/browser/board.js` and its folder say how.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use tak_tests::browser::{self, Browser};
use tak_tests::programs::engine;

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

/// One test for each scenario of the script.
macro_rules! scenarios {
    ($($name:ident: $scenario:literal;)*) => {$(
        #[test]
        #[ignore = "second tier: in Chromium"]
        fn $name() {
            run($scenario);
        }
    )*};
}

scenarios! {
    a_whole_game_by_clicks: "game";
    a_whole_game_on_a_phone: "phone";
    drags_keys_undo_hint_and_resignation: "hands";
    drags_by_a_finger: "fingers";
    who_looks_back_does_not_stop_the_game: "back";
    a_resigned_game_is_analysed_further_and_its_record_stays_true: "resigned";
    analysis_of_a_game_with_variations: "analysis";
    nothing_is_lost_or_shown_elsewhere_where_users_are_fast: "hurried";
    squares_are_chosen_without_a_pointer: "unpointed";
    an_engine_that_hangs_is_sought_again: "hung";
    a_move_that_gives_the_game_away_is_marked: "marked";
    tinues_are_told_when_they_are_asked_for: "tinues";
    the_solver_is_asked_about_a_position: "solved";
    what_was_played_is_listed_by_the_book: "explored";
    without_a_book_it_lists_what_the_engine_played: "own";
    another_engine_is_asked_for_its_book: "otherBook";
    games_that_could_not_be_loaded_are_asked_for_again: "bookless";
    openings_have_the_names_that_players_gave_them: "named";
    a_hint_goes_when_a_move_is_played: "hinted";
    keys_do_nothing_behind_a_dialog: "behind";
    each_move_has_one_line: "lines";
    what_cannot_be_opened_says_why: "errors";
    odd_comments_and_komi_are_told_as_they_are: "odd";
    a_dialog_is_left_by_a_press_beside_it: "selected";
    clocks_stand_while_the_engine_is_gone_and_fall_when_it_is_there: "flags";
    an_engine_without_room_says_so: "full";
    a_link_becomes_a_game_of_the_tab: "links";
    a_game_that_made_way_for_another_comes_back: "earlier";
    bad_input_changes_nothing: "bad";
    a_page_that_comes_in_part_and_a_browser_that_keeps_nothing: "pieces";
    themes_and_the_highest_stack: "looks";
    whoever_wants_to_hears_the_moves_they_see: "sounds";
    sound_that_could_not_be_loaded_is_tried_again: "soundless";
    what_a_spread_drops_stands_on_its_arrow: "drops";
    roads_are_seen_to_grow: "strips";
    arrows_and_marks_are_drawn_with_the_right_button: "drawn";
    forced_colours_tell_all_that_colours_tell: "forced";
    both_players_are_seen_on_a_phone_on_its_side: "across";
    high_stacks_and_fingertips_on_small_screens: "small";
    a_game_is_edited_while_the_engine_thinks: "edits";
    the_engine_goes_and_comes_back: "restart";
    all_fits_on_phones_and_at_four_times_the_size: "fits";
    letters_of_the_readers_size_and_room_for_the_moves: "sizes";
    axe_finds_nothing_wrong_in_any_state_and_look: "accessible";
    what_is_not_known_is_not_shown_as_even: "unknown";
    analysis_ends_and_rests_unseen: "rests";
    what_a_search_found_is_shared: "found";
    a_game_is_shared_in_pictures: "pictured";
    engines_of_two_levels_are_watched: "watched";
    engines_from_elsewhere_play: "guests";
    a_watched_game_begins_when_it_is_asked_for: "unasked";
    a_click_that_does_nothing_says_why: "reasons";
    analysis_is_no_pause_of_a_game_with_clocks: "unpaused";
    before_the_program_runs_there_is_a_board: "early";
    a_stranger_is_offered_the_weakest_engine: "firstLevel";
    a_beginner_beats_the_lowest_level: "beginner";
    the_course_to_its_end_and_a_first_game: "course";
    a_game_comes_back_when_the_course_is_left: "left";
    a_game_on_its_way_back_is_not_lost: "hasty";
    a_coach_takes_no_search_from_others: "modest";
    a_double_click_is_for_one_button: "doubled";
    a_coach_names_what_is_threatened: "coached";
    twenty_puzzles_move_a_rating: "twenty";
    a_proof_is_shown_against_any_defence: "proven";
    puzzles_are_solved_by_keys: "byKeys";
    a_file_of_ones_own_leaves_the_daily_puzzle_alone: "daily";
    two_tabs_count_the_same_puzzles: "twoTabs";
    a_solution_ends_where_the_next_puzzle_begins: "skipped";
    the_first_puzzles_of_a_newcomer_are_short: "firstFive";
    a_try_that_wins_later_is_no_failure: "later";
    a_puzzle_is_solved_by_their_move_that_ends_the_game: "theirs";
    a_theme_is_told_by_the_first_move: "themed";
    other_moves_are_tried_after_the_proof: "others";
    ratings_move_as_the_paper_says: "glicko";
    a_missed_tinue_is_told_tried_again_and_comes_back: "mistake";
    a_game_that_was_played_is_reviewed: "afterwards";
    a_review_may_be_given_up: "givenUp";
    a_review_is_of_the_game_as_it_was: "goesOn";
    what_was_tried_is_no_part_of_the_game: "tried";
    an_engine_that_is_gone_loses_no_time: "absent";
    only_a_first_game_is_coached: "oneCoached";
    a_text_that_cannot_be_read_leaves_the_lesson: "unread";
    a_daily_puzzle_that_was_met_before_is_done: "known";
    ones_own_mistakes_come_in_turn: "ownOnes";
    what_comes_late_says_nothing_of_the_next_puzzle: "tooLate";
    clocks_go_on_where_the_page_is_loaded_again: "clocks";
    two_tabs_do_not_disturb_each_other: "tabs";
    a_folder_of_files_with_an_engine_in_a_worker: "folder";
}

#[test]
#[ignore = "second tier: needs TypeScript"]
fn the_types_fit() {
    let Some(Browser { folder, node, .. }) = programs() else {
        return;
    };
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    browser::run(Command::new(node).arg(compiler).args(["-p", "."]), &folder);
}
