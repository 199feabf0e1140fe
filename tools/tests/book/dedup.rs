//! `book dedup` on small books, in memory and on disk, in every format.

use crate::program::Folder;

/// Ten openings of two plies, four classes: corners on one side, corners across,
/// corner and middle, middle and corner.
const OPENINGS: &str =
    "a1 a5\n# a comment\n\na1 e1 \na1 e5\ne1 e5\nc3 a1\na1 c3\ne5 c3\ne5 a1\na5 a1\n1. a5 2. c3\n";
const CLASSES: [(&str, u64); 4] = [("a1 a5", 4), ("a1 e5", 2), ("c3 a1", 1), ("a1 c3", 3)];

fn lines(classes: &[(&str, u64)]) -> String {
    classes.iter().map(|(text, count)| format!("{text}\t{count}\n")).collect::<Vec<_>>().concat()
}

#[test]
fn the_first_of_each_class_stays_as_it_is_written() {
    let books = Folder::new("book");
    books.write("in.txt", OPENINGS);
    let told = books.told("dedup in.txt --size 5 -o out.txt");
    assert_eq!(told, "read 10 openings, kept 4, duplicates 6, bad 0, skipped 2\n");
    assert_eq!(books.read("out.txt"), "a1 a5\na1 e5\nc3 a1\na1 c3\n");
    assert_eq!(books.read("in.txt"), OPENINGS);
    assert_eq!(books.names(), ["in.txt", "out.txt"]);
}

#[test]
fn counts_are_kept_and_read_back() {
    let books = Folder::new("book");
    books.write("in.txt", OPENINGS);
    books.told("dedup in.txt --size 5 --counts -o once.txt");
    assert_eq!(books.read("once.txt"), lines(&CLASSES));
    books.told("dedup once.txt in.txt once.txt --size 5 --counts -o more.txt");
    let three = CLASSES.map(|(text, count)| (text, 3 * count));
    assert_eq!(books.read("more.txt"), lines(&three));
    // Through every format and back.
    books.told("dedup once.txt --size 5 --counts --to ptn -o games.ptn");
    books.told("dedup games.ptn games.ptn --counts --to ptn -o twice.ptn");
    books.told("dedup twice.ptn --counts --to moves -o back.txt");
    let two = CLASSES.map(|(text, count)| (text, 2 * count));
    assert_eq!(books.read("back.txt"), lines(&two));
    books.told("dedup twice.ptn --counts --to tps -o positions.tps");
    let tps = books.read("positions.tps");
    assert_eq!(tps.lines().next(), Some("1,x4/x5/x5/x5/2,x4 1 2\t8"));
    books.told("dedup positions.tps -o plain.tps");
    let counts_off: Vec<_> = tps.lines().map(|line| line.split('\t').next()).collect();
    let plain = books.read("plain.tps");
    assert_eq!(plain.lines().map(Some).collect::<Vec<_>>(), counts_off);
}

#[test]
fn canonical_openings_do_not_depend_on_how_they_lie() {
    let books = Folder::new("book");
    let mut outputs = Vec::new();
    for (index, opening) in ["a1 b5 c3", "e5 d1 c3", "a5 b1 c3"].iter().enumerate() {
        books.write("in.txt", opening);
        for to in ["moves", "tps", "ptn"] {
            books.told(&format!("dedup in.txt --size 5 --canonical --to {to} -o {index}.{to}"));
            outputs.push(books.read(&format!("{index}.{to}")));
        }
    }
    assert_eq!(outputs[..3], outputs[3..6]);
    assert_eq!(outputs[..3], outputs[6..]);
}

#[test]
fn games_stay_as_they_are_written_or_are_cut() {
    let books = Folder::new("book");
    let first = "[Size \"5\"]\n[Result \"R-0\"]\n\n1. a1 {corner} e5\n2. c3 b2";
    let same = "[Size \"5\"]\n1. e5 a1 2. c3 d4 0-1";
    let bad = "[Size \"5\"]\n1. a1 a1";
    let position = "[TPS \"x5/x5/x5/x5/2,x4 2 1\"]\n1. -- e5";
    books.write("in.ptn", format!("{first}\n\n{same}\n\n{bad}\n\n{position}\n"));
    let told = books.told("dedup in.ptn -o out.ptn");
    assert_eq!(
        told,
        "error: in.ptn, line 11: move `a1`: illegal here: the square is taken\n\
        read 3 openings, kept 2, duplicates 1, bad 1, skipped 0\n"
    );
    assert_eq!(books.read("out.ptn"), format!("{first}\n\n{position}\n\n"));
    let told = books.told("dedup in.ptn --plies 2 --to moves -o out.txt");
    assert!(told.ends_with("read 2 openings, kept 1, duplicates 1, bad 2, skipped 0\n"), "{told}");
    assert!(
        told.contains("in.ptn, line 13: it starts from a position: expected --to tps"),
        "{told}"
    );
    assert_eq!(books.read("out.txt"), "a1 e5\n");
    books.told("dedup in.ptn --plies 1 -o short.ptn");
    assert!(books.read("short.ptn").starts_with("[Size \"5\"]\n\n1. a1\n\n"));
}

#[test]
fn sizes_mix_in_tps_unless_one_is_asked_for() {
    let books = Folder::new("book");
    let tps =
        "x3/x3/1,x2 2 1\nx4/x4/x4/1,x3 2 1\nx2,1/x3/x3 2 7\nx3/x3/x3\t1\t1\nx3/x3/x3 1 1\t7\n";
    books.write("in.tps", tps);
    books.told("dedup in.tps --counts -o all.tps");
    assert_eq!(
        books.read("all.tps"),
        "x3/x3/1,x2 2 1\t2\nx4/x4/x4/1,x3 2 1\t1\nx3/x3/x3\t1\t1\t8\n"
    );
    let told = books.told("dedup in.tps --size 4 -o four.tps");
    assert_eq!(books.read("four.tps"), "x4/x4/x4/1,x3 2 1\n");
    let first = told.lines().next().unwrap();
    assert_eq!(first, "error: in.tps, line 1: expected a board of 4×4, found 3×3");
}

#[test]
#[ignore = "second tier: millions of openings"]
fn on_disk_the_output_is_the_same_byte_by_byte() {
    let books = Folder::new("book");
    for (to, name) in [("moves", "r.txt"), ("tps", "r.tps")] {
        // Few plies: many duplicates. Enough of them for several runs.
        books.told(&format!("random --size 4 --plies 3 --count 150000 --to {to} -o few-{name}"));
        books.told(&format!(
            "random --size 4 --plies 9 --count 250000 --seed 2 --to {to} -o many-{name}"
        ));
    }
    for options in [
        "few-r.tps many-r.tps",
        "few-r.tps many-r.tps few-r.tps --counts",
        "few-r.txt many-r.txt --size 4 --counts --to ptn",
        "many-r.txt --size 4 --canonical --counts",
    ] {
        let memory = books.json(&format!("dedup {options} -o memory"));
        let disk = books.json(&format!("dedup {options} -o disk --memory 16MiB --temporary ."));
        for field in ["read", "kept", "duplicates", "bad", "skipped"] {
            assert_eq!(memory[field], disk[field], "{options}: {field}");
        }
        assert!(disk["memory"]["files"].as_u64() > Some(2), "{options}: {disk}");
        assert!(memory["memory"]["bytes_per_position"].as_f64() < Some(40.0), "{memory}");
        assert!(books.read("memory") == books.read("disk"), "{options}");
    }
    let left = books.names();
    assert_eq!(left, ["disk", "few-r.tps", "few-r.txt", "many-r.tps", "many-r.txt", "memory"]);
}

#[test]
fn expanded_books_are_distinct_and_complete() {
    let books = Folder::new("book");
    books.told("expand --size 5 --plies 2 -o all.txt");
    let told = books.told("dedup all.txt --size 5 -o same.txt");
    assert_eq!(told, "read 85 openings, kept 85, duplicates 0, bad 0, skipped 0\n");
    assert_eq!(books.read("all.txt"), books.read("same.txt"));
    // Random openings find no class that is missing.
    books.told("expand --size 3 --plies 4 --to tps -o all.tps");
    books.told("random --size 3 --plies 4 --count 20000 --to tps -o random.tps");
    let both = books.json("dedup all.tps random.tps -o both.tps");
    let all = books.read("all.tps").lines().count();
    assert_eq!(both["kept"], all as u64);
}

/// Nothing would read it back.
#[test]
fn more_pieces_than_usual_are_no_tps() {
    let books = Folder::new("book");
    let game = |flats| {
        format!("[Size \"3\"]\n[Flats \"20\"]\n[TPS \"{flats},1,x/x,2,x/x3 1 14\"]\n\n14. c1\n\n")
    };
    books.write("in.ptn", game("11111111112") + &game("112"));
    let output = books.run("dedup in.ptn --to tps -o out.tps");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("in.ptn, line 1") && told.contains("--to ptn"), "{told}");
    assert_eq!(books.read("out.tps"), "112,1,x/x,2,x/x2,1 2 14\n");
    books.told("dedup out.tps -o again.tps");
    books.told("dedup in.ptn --to ptn -o out.ptn");
}

#[test]
fn a_link_is_a_game_wherever_it_stands() {
    const LINK: &str = "https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA";
    let books = Folder::new("book");
    books.write("links.txt", format!("{LINK}\n\n{LINK}\n"));
    let told = books.told(&format!("dedup links.txt {LINK} --to moves -o out.txt"));
    assert_eq!(told, "read 3 openings, kept 1, duplicates 2, bad 0, skipped 0\n");
    assert_eq!(books.read("out.txt"), "a1 e5\n");
    // A list with the address that it comes from is still a list.
    books.write("list.txt", "https://example.org/list\na1 e5\nc3 a1\n");
    let told = books.told("dedup list.txt --from moves --size 5 --to moves -o out.txt");
    assert!(told.ends_with("read 2 openings, kept 2, duplicates 0, bad 1, skipped 0\n"), "{told}");
}
