//! `tak-tools render`: what is in the pictures.

use std::fs;
use std::path::{Path, PathBuf};

use tiny_skia::Pixmap;

use crate::program::{self, Folder};

fn asset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name)
}

fn stdout(arguments: &[&str]) -> String {
    program::stdout(&[&["render"], arguments].concat())
}

fn png(arguments: &[&str]) -> Pixmap {
    let folder = Folder::new("render");
    let path = folder.path().join("board.png");
    let to_file = ["-o", path.to_str().unwrap()];
    assert_eq!(stdout(&[arguments, &to_file].concat()), "");
    Pixmap::decode_png(&fs::read(path).unwrap()).unwrap()
}

fn game() -> String {
    asset("game.ptn").to_str().unwrap().to_owned()
}

#[test]
fn the_examples_are_what_the_program_draws() {
    let game = game();
    let board = stdout(&[&game, "--format", "svg"]);
    assert_eq!(board, fs::read_to_string(asset("board.svg")).unwrap());
    let words = ["--every", "14", "--theme", "dark", "--format", "svg"];
    let sheet = stdout(&[&[game.as_str()], &words[..]].concat());
    assert_eq!(sheet, fs::read_to_string(asset("sheet.svg")).unwrap());
}

#[test]
fn each_theme_has_its_own_colors() {
    let drawn = |theme| stdout(&["--size", "3", "--theme", theme, "--format", "svg"]);
    let background = |theme| {
        let svg = drawn(theme);
        let fill = svg.split_once("fill=\"").and_then(|(_, rest)| rest.split_once('"'));
        fill.map(|(color, _)| color.to_owned()).unwrap_or_default()
    };
    let backgrounds = ["light", "dark", "wood", "contrast"].map(background);
    assert_eq!(backgrounds, ["#f0e9da", "#1f262b", "#e6d8c0", "#000000"]);
}

#[test]
fn an_svg_says_what_it_shows() {
    let game = "[Size \"5\"]\n[Player1 \"<b>&\"]\n\n1. a1 e5 2. c3 1-0\n";
    let text = Folder::with("render", &[("game.ptn", game)]).stdout("game.ptn --format svg");
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(text.contains(" viewBox=\"0 0 722 603\" role=\"img\">"), "{text}");
    let title = "<title>Tak 5×5, &lt;b&gt;&amp; – Black, after 2. c3, 1-0</title>";
    assert!(text.contains(title), "{text}");
    assert!(text.ends_with("</svg>\n"));
}

#[test]
fn a_board_on_the_terminal() {
    let moves = "a1 c3 b2 b1 b2- Sc1 2b1+11";
    let expected = "\
Tak 3×3, after 4. 2b1+11, Black to move
White (1): 2 flats, in hand 8
Black (2): 2 flats, in hand 7

   ┌─────┬─────┬─────┐
 3 │     │*1   │ 1   │
   ├─────┼─────┼─────┤
 2 │     │*2   │     │
   ├─────┼─────┼─────┤
 1 │ 2   │·    │ 2S  │
   └─────┴─────┴─────┘
     a     b     c
";
    assert_eq!(stdout(&["--size", "3", "--moves", moves]), expected);
    let bare = stdout(&["--size", "3", "--moves", moves, "--flip", "--no-coordinates"]);
    let board = "\
┌─────┬─────┬─────┐
│ 2S  │·    │ 2   │
├─────┼─────┼─────┤
│     │*2   │     │
├─────┼─────┼─────┤
│ 1   │*1   │     │
└─────┴─────┴─────┘
";
    assert!(bare.ends_with(board), "{bare}");
}

#[test]
fn colors_come_when_they_are_asked_for() {
    let position = ["--tps", "x3/x,12,x/x3 1 3"];
    let plain = stdout(&position);
    assert!(!plain.contains('\u{1b}'));
    let colored = stdout(&[&position[..], &["--color", "always"]].concat());
    assert!(colored.contains("\u{1b}[38;5;231;48;5;235m 2 \u{1b}["), "{colored:?}");
    let never = stdout(&[&position[..], &["--color", "never"]].concat());
    assert_eq!(never, plain);
}

/// Red, green and blue of a pixel.
fn pixel(picture: &Pixmap, x: u32, y: u32) -> u32 {
    let color = picture.pixel(x, y).unwrap();
    u32::from_be_bytes([0, color.red(), color.green(), color.blue()])
}

#[test]
fn a_png_has_its_size_and_its_colors() {
    let tps = "x,2,x/x3/1,x,2S 1 3";
    let picture = png(&["--tps", tps]);
    assert_eq!((picture.width(), picture.height()), (522, 403));
    let at = |file: u32, rank: u32, (x, y): (u32, u32)| {
        pixel(&picture, 50 + 100 * file + x, 69 + 100 * (2 - rank) + y)
    };
    let (middle, corner) = ((50, 50), (3, 3));
    assert_eq!(at(0, 0, middle), 0xfe_fbf3);
    assert_eq!(at(1, 2, middle), 0x56_504a);
    assert_eq!(at(2, 0, middle), 0x38_3430);
    // A wall leaves the corners of a flat bare.
    assert_eq!(at(2, 0, (30, 30)), at(2, 0, corner));
    assert_eq!((at(0, 0, corner), at(1, 0, corner)), (0xd9_c7a3, 0xe6_d8ba));

    let words = ["--width", "300", "--theme", "dark", "--no-coordinates"];
    let picture = png(&[&["--tps", tps], &words[..]].concat());
    assert_eq!(picture.width(), 300);
    assert_eq!(pixel(&picture, 1, 1), 0x1f_262b);
    // As Black sees it, White's flat is in the upper right.
    let picture = png(&["--tps", tps, "--flip"]);
    assert_eq!(pixel(&picture, 300, 119), 0xfe_fbf3);
}

#[test]
fn the_last_move_is_marked_where_it_went() {
    let spread = ["--tps", "x3/x3/122,x2 2 4", "--moves", "3a1+12"];
    let picture = png(&spread);
    let corner = |rank: u32| pixel(&picture, 53, 69 + 100 * (2 - rank) + 96);
    let plain = png(&["--tps", "x3/x3/122,x2 2 4"]);
    let bare = |rank: u32| pixel(&plain, 53, 69 + 100 * (2 - rank) + 96);
    let green = |rank| {
        let [_, red, green, blue] = corner(rank).to_be_bytes();
        i32::from(green) * 2 - i32::from(red) - i32::from(blue)
    };
    assert!((0..3).all(|rank| corner(rank) != bare(rank)));
    assert!(green(1) > green(0) + 20 && green(2) > green(0) + 20);
}

#[test]
fn the_tallest_stack_stays_on_its_square() {
    let stack = "12".repeat(50) + "1C";
    let picture = png(&["--tps", &format!("x8/x8/x8/x3,{stack},x4/x8/x8/x8/x8 2 90")]);
    let empty = png(&["--size", "8"]);
    for (x, y) in (50..850).flat_map(|x| (69..869).map(move |y| (x, y))) {
        let inside = (350..450).contains(&x) && (369..469).contains(&y);
        let same = pixel(&picture, x, y) == pixel(&empty, x, y);
        assert!(inside || same, "{x}, {y}");
    }
    assert_eq!(pixel(&picture, 380, 406), 0xff_ffff);
    let text = stdout(&["--tps", &format!("x8/x8/x8/x3,{stack},x4/x8/x8/x8/x8 2 90")]);
    let pieces = text.lines().skip(4).filter_map(|line| line.split('│').nth(4));
    let pieces: String = pieces.map(str::trim).collect();
    assert_eq!(pieces, stack);
}

/// The boards of a sheet of the example, which has 53 plies.
fn boards(every: &str) -> usize {
    let text = stdout(&[&game(), "--every", every, "--format", "svg"]);
    text.matches("width=\"500\" height=\"500\"").count()
}

#[test]
fn a_sheet_has_a_board_for_every_so_many_plies_and_the_end() {
    assert_eq!(boards("1"), 53);
    assert_eq!(boards("10"), 6);
    assert_eq!(boards("53"), 1);
    assert_eq!(boards("1000"), 1);
    let text = stdout(&[&game(), "--every", "20"]);
    let titles: Vec<_> = text.lines().filter(|line| line.starts_with("Tak")).collect();
    let start = "Tak 5×5, Alder – Birch, after";
    assert_eq!(
        titles,
        [
            format!("{start} 10... d2>, White to move"),
            format!("{start} 20... 2c5<, White to move"),
            format!("{start} 27. 3c2<12, R-0"),
        ]
    );
}

#[test]
fn plies_and_moves_name_the_same_positions() {
    let game = game();
    let at = |words: &[&str]| stdout(&[&[game.as_str()], words].concat());
    assert_eq!(at(&["--ply", "23"]), at(&["--move", "12w"]));
    assert_eq!(at(&["--ply", "24"]), at(&["--move", "12B"]));
    assert_eq!(at(&["--ply", "24"]), at(&["--move", "12"]));
    assert_eq!(at(&["--ply", "53"]), at(&["--move", "27"]));
    assert_eq!(at(&["--ply", "53"]), at(&[]));
    assert!(at(&["--ply", "0"]).starts_with("Tak 5×5, Alder – Birch, move 1, White to move\n"));
}

#[test]
fn one_game_of_many_has_to_be_named() {
    let games = "[Size \"5\"]\n1. a1 a1\n\n[Size \"3\"]\n1. a1 c3 2. b2\n";
    let folder = Folder::with("render", &[("games.ptn", games)]);
    // The bad one does not affect the other.
    assert!(folder.stdout("games.ptn --game 2").starts_with("Tak 3×3, after 2. b2"));
    folder.check_errors(
        "games.ptn | 2 | ^games.ptn: it holds 2 games; choose one with --game 1 to 2$\n\
         games.ptn --game 3 | 2 | ^games.ptn: --game 3: the file holds 2 games$\n\
         games.ptn --game 1 | 2 | games.ptn, line 2, column 7: ",
    );
}

const BAD: &str = "\
game.ptn --ply 99 | 2 | ^--ply 99: the game has 53 plies$
game.ptn --move 27b | 2 | ^--move 27b: the game has the moves 1w to 27w$
game.ptn --move w | 2 | like 12w or 3b
game.ptn --every 0 | 2 | --every
game.ptn --ply 1 --every 2 | 2 | cannot be used with
game.ptn --moves a1 | 2 | cannot be used with
--size 5 --ply 3 | 2 | cannot be used with
--tps 'x3/x3/x4 1 1' | 2 | TPS, rank 1
missing.ptn | 2 | missing.ptn: cannot be read
--size 5 -o board.jpg | 2 | --output board.jpg: expected a name that ends in .svg, .png, .gif or .txt
--size 5 --width 20000 -o board.gif | 2 | pixels are too many
--size 5 --theme blue | 2 | light, dark, wood, contrast
--size 5 --frame-time 100 -o board.svg | 2 | --frame-time is for a GIF
--size 5 --frame-time 10 -o board.gif | 2 | --frame-time
--size 5 --width 20000 --format png | 2 | pixels are too many
--size 5 -o missing/board.svg | 1 | cannot write missing/board.svg";

#[test]
fn what_cannot_be_drawn_is_one_line() {
    let game = fs::read_to_string(game()).unwrap();
    Folder::with("render", &[("game.ptn", &game)]).check_errors(BAD);
}

#[test]
fn long_and_strange_names_do_no_harm() {
    let name = "\u{1b}[2J名é".repeat(5000);
    let game = format!("[Size \"5\"]\n[Player1 \"{name}\"]\n\n1. a1 e5\n");
    let folder = Folder::with("render", &[("game.ptn", &game)]);
    for format in ["svg", "text"] {
        let text = folder.stdout(&format!("game.ptn --format {format}"));
        assert!(!text.contains('\u{1b}'), "{format}");
    }
    let path = folder.path().join("game.ptn");
    let path = path.to_str().unwrap();
    assert_eq!(png(&[path]).width(), 722);
    assert_eq!(png(&[path, "--every", "1", "--width", "200"]).width(), 200);
}

/// The columns of the rows of a file in the shared data.
fn rows(name: &str) -> Vec<Vec<String>> {
    let Some(path) = program::shared(name) else {
        return Vec::new();
    };
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split('|').map(str::to_owned).collect()).collect()
}

#[test]
fn every_shared_position_is_drawn() {
    for row in rows("perft.txt") {
        let [_, size, _, tps, moves, ..] = row.as_slice() else { panic!("{row:?}") };
        let start = match tps.as_str() {
            "startpos" => ["--size", size],
            tps => ["--tps", tps],
        };
        for format in ["svg", "text"] {
            stdout(&[&start[..], &["--moves", moves, "--format", format]].concat());
        }
        png(&[&start[..], &["--moves", moves, "--square", "20"]].concat());
    }
    for row in rows("symmetry.txt") {
        for tps in &row[2..10] {
            let text = stdout(&["--tps", tps, "--format", "svg"]);
            assert!(text.ends_with("</svg>\n"), "{tps}");
        }
    }
}
