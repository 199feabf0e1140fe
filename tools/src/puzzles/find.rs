//! `tak-tools puzzles find`: puzzles in games.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use serde_json::json;
use tak_encoding::{
    AnyGame, AnyPosition, BoardSize, Color, HalfKomi, OneHash, PackedBoard, Reserve, with_game,
    with_position,
};
use tak_games::collection::Collection;
use tak_games::game_files::{EXTENSIONS, sources};
use tak_games::puzzles::Kind;
use tak_games::start::board_size;
use tak_pictures::{Coordinates, Diagram, LastMove, Picture, Theme};

use super::book;
use super::judge::Judge;
use super::puzzle::Puzzle;
use super::wanted::{Looked, Scope, Wanted};
use crate::counted::counted;
use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::Ledger;
use crate::output::{self, print, refuse_as_output, refuse_twice};
use crate::progress::Progress;
use crate::remark;

/// Find positions of games, or of a book, in which only one move wins or saves the game
///
/// A tinuë: the move is unique among all legal moves, no other threat wins, and no quiet move after
/// which every answer loses to threats. Avoidance: a pass, and every other move, loses to a strict
/// tinuë. Flats: the only move that wins within --within plies, on flats. Best: such a move that wins
/// in another way, but by no strict tinuë, or else the only one that does not lose within them. Of
/// symmetric positions the first is kept. Every proof of a win is replayed before it is written.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools puzzles find games.ptn --min-plies 5
  tak-tools puzzles find games.ptn --kind avoidance,flats,best
  tak-tools puzzles find my-games/ --json --ptn puzzles.ptn > puzzles.json
  tak-tools puzzles find humans.book --size 6 --json > puzzles.json
  tak-tools puzzles find games.ptn --size 6 --sheet puzzles.svg")]
pub(crate) struct Arguments {
    /// Files with games in PTN, a TPS or a link to ptn.ninja, also compressed by gzip; books;
    /// folders;
    /// - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// What to look for: tinuë, avoidance, flats (gaelet) or best; several with commas between them
    #[arg(long, value_name = "KIND", value_delimiter = ',', default_value = "tinuë")]
    kind: Vec<Kind>,

    /// The moves of a tinuë: strict, if each must threaten a road, or full, if some may be quiet
    #[arg(long, value_name = "SCOPE", default_value = "strict")]
    scope: Scope,

    /// Solutions of at least this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = value_parser!(u32).range(1..=99))]
    min_plies: u32,

    /// For flats and best: wins within this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = value_parser!(u32).range(1..=99))]
    within: u32,

    /// Only boards of this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// The most nodes for each question; a position left open is not a puzzle
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Memory of the solver, in MiB: nine sixteenths for the table of the proof-number search, half
    /// as much for that of the shortest win, and the rest to confirm a "no"
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=32_768))]
    hash: u32,

    /// Print JSON, one puzzle a line
    #[arg(long)]
    json: bool,

    /// Write the solutions as games with variations
    #[arg(long, value_name = "FILE")]
    ptn: Option<PathBuf>,

    /// Draw all puzzles on one sheet, as .svg or .png
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
}

/// A puzzle and where it comes from.
struct Known {
    puzzle: Puzzle,
    source: String,
}

/// Where puzzles are looked for.
enum Input {
    Book(Source),
    Games(Collection),
}

impl Input {
    fn read(source: Source) -> Result<Self, Failure> {
        match book::path_of(&source) {
            Some(_) => Ok(Self::Book(source)),
            None => Collection::read(&source).map(Self::Games),
        }
    }

    /// The sizes of its boards, as far as it can be read; the search tells what cannot.
    fn sizes(&self) -> Vec<BoardSize> {
        match self {
            Self::Book(source) => book::sizes(source),
            Self::Games(games) => {
                games.games().filter_map(|game| game.read().ok()).map(|game| game.size()).collect()
            }
        }
    }
}

impl Arguments {
    /// Searches all games.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if let Some(path) = &self.sheet {
            check_sheet(path)?;
        }
        let stdout = self.json.then_some(Path::new("-"));
        let outputs = [stdout, self.ptn.as_deref(), self.sheet.as_deref()];
        refuse_twice(&outputs)?;
        for path in outputs.into_iter().flatten() {
            refuse_as_output(&self.files, path)?;
        }
        let inputs = sources(&self.files, &EXTENSIONS).into_iter();
        let inputs: Vec<_> = inputs.map(|source| source.and_then(Input::read)).collect();
        if let Some(path) = self.sheet.as_ref().filter(|_| self.size.is_none()) {
            check_size(path, &inputs)?;
        }
        let mut ledger = Ledger::telling();
        let wanted = Wanted {
            judge: Judge::new(self.nodes, self.hash),
            kinds: self.kind.clone(),
            scope: self.scope,
            min_plies: self.min_plies,
            within: self.within,
        };
        let (seen, found) = (HashSet::new(), Vec::new());
        let mut search = Search { arguments: self, wanted, seen, found, open: 0 };
        let progress = Progress::things(None, "positions");
        for input in inputs {
            match input {
                Ok(Input::Book(source)) => {
                    ledger.count(search.read_book(&source, &progress))?;
                }
                Ok(Input::Games(games)) => search.read(&games, &progress, &mut ledger)?,
                Err(failure) => ledger.count(Err(failure))?,
            }
        }
        drop(progress);
        let Search { mut found, open, .. } = search;
        found.sort_by_key(|known| (known.puzzle.plies, known.puzzle.nodes));
        self.write(&found, open)?;
        ledger.finish("games and files")
    }

    fn write(&self, found: &[Known], open: u64) -> Result<(), Failure> {
        if self.json {
            let lines: String = found.iter().map(|known| known.json() + "\n").collect();
            print(&lines)?;
        }
        if let Some(path) = &self.ptn {
            let games: Vec<_> = found.iter().map(|known| known.puzzle.ptn.as_str()).collect();
            output::write(path, games.join("\n").as_bytes())?;
        }
        // If it fails, that is told last: what was found is not lost.
        let drawn = self.sheet.as_ref().map_or(Ok(()), |path| draw(path, found));
        if !self.json && self.ptn.as_deref() != Some(Path::new("-")) {
            let lines: String = found.iter().map(Known::line).collect();
            let count = counted(found.len(), "puzzle");
            let were = if open == 1 { "was" } else { "were" };
            let open = counted(open, "position");
            print(&format!("{lines}{count}; {open} {were} left open by --nodes\n"))?;
        }
        drawn
    }
}

/// The search through all games.
struct Search<'a> {
    arguments: &'a Arguments,
    wanted: Wanted,
    /// Positions already seen, in their canonical orientation, with what the board does not show and
    /// a count depends on.
    seen: HashSet<(PackedBoard, HalfKomi, [Reserve; 2])>,
    found: Vec<Known>,
    open: u64,
}

impl Search<'_> {
    fn read_book(&mut self, source: &Source, progress: &Progress) -> Result<(), Failure> {
        book::for_each(source, |position, ply| {
            let place = || format!("{}, ply {ply}", source.name());
            self.look_at_new(&position, place, progress)
        })
    }

    fn read(
        &mut self,
        games: &Collection,
        progress: &Progress,
        ledger: &mut Ledger,
    ) -> Result<(), Failure> {
        let count = games.games().count();
        if count == 0 {
            ledger.count(Err(games.source().failure("there is no game in it")))?;
        }
        for (number, game) in (1..).zip(games.games()) {
            match games.game(game) {
                Ok(game) => {
                    let name = games.source().name();
                    let name = if count == 1 { name } else { format!("{name}, game {number}") };
                    self.look_through(&game, &name, progress)?;
                    ledger.count(Ok(()))?;
                }
                Err(failure) => ledger.count(Err(failure))?,
            }
        }
        Ok(())
    }

    fn look_through(
        &mut self,
        game: &AnyGame,
        name: &str,
        progress: &Progress,
    ) -> Result<(), Failure> {
        if self.arguments.size.is_some_and(|size| size != game.size()) {
            return Ok(());
        }
        with_game!(game, game => {
            let mut position = game.start().rehashed::<OneHash>();
            for ply in 0..=game.moves().len() {
                self.look_at_new(&position.into(), || format!("{name}, ply {ply}"), progress)?;
                if let Some(&mv) = game.moves().get(ply) {
                    position.play_unchecked(mv);
                }
            }
            Ok(())
        })
    }

    /// Looks at a position unless it was seen before, in any orientation.
    fn look_at_new(
        &mut self,
        position: &AnyPosition<OneHash>,
        place: impl Fn() -> String,
        progress: &Progress,
    ) -> Result<(), Failure> {
        progress.set(self.seen.len() as u64);
        let is_wanted = self.arguments.size.is_none_or(|size| size == position.size());
        let board = position.canonical_board().into_board();
        let reserves = Color::ALL.map(|color| position.reserve(color));
        let is_new = is_wanted && self.seen.insert((board, position.half_komi(), reserves));
        if is_new && position.outcome().is_none() {
            self.look_at(position, place)?;
        }
        Ok(())
    }

    fn look_at(
        &mut self,
        position: &AnyPosition<OneHash>,
        place: impl Fn() -> String,
    ) -> Result<(), Failure> {
        match self.wanted.look_at(position)? {
            Looked::Nothing => {}
            Looked::Open => self.open += 1,
            Looked::Puzzle(puzzle) => {
                if let Some(certificate) = &puzzle.certificate {
                    let wrong = |wrong: tak_verify::Wrong| {
                        Failure::Disagreement(format!("{position}: {}", wrong.why))
                    };
                    tak_verify::check(certificate).map_err(wrong)?;
                }
                self.found.push(Known { puzzle: *puzzle, source: place() });
            }
        }
        Ok(())
    }
}

impl Known {
    fn line(&self) -> String {
        let Self { puzzle, source } = self;
        let kind = match (puzzle.kind, puzzle.is_quiet) {
            (Kind::Tinue, false) => String::new(),
            (Kind::Tinue, true) => "quiet tinuë, ".to_owned(),
            (kind, _) => format!("{}, ", kind.name()),
        };
        let most = if puzzle.is_shortest { "" } else { "at most " };
        // The solution of a defence is one move.
        let natural = if puzzle.is_delayed() {
            format!(" ({} without desperado moves)", puzzle.line.len())
        } else {
            String::new()
        };
        let themes: Vec<_> = puzzle.themes.iter().map(|theme| format!(", {theme}")).collect();
        format!(
            "{}  {kind}{most}{}{natural}, {}, rating {}, {}{}\n",
            puzzle.position,
            counted(puzzle.plies, "ply"),
            puzzle.line.first().map_or("", String::as_str),
            puzzle.rating(),
            source,
            themes.concat(),
        )
    }

    fn json(&self) -> String {
        let Self { puzzle, source } = self;
        let scope = if puzzle.is_quiet { "full" } else { "strict" };
        let solver = puzzle.position.side_to_move().to_string().to_lowercase();
        json!({
            "tps": puzzle.position.to_string(),
            "size": puzzle.position.size().squares_per_side(),
            "half_komi": puzzle.position.half_komi().0,
            "kind": puzzle.kind.name(),
            "scope": (puzzle.kind == Kind::Tinue).then_some(scope),
            "winner": puzzle.certificate.is_some().then_some(solver),
            "plies": puzzle.plies,
            "line_plies": puzzle.line.len(),
            "shortest": puzzle.is_shortest,
            "move": puzzle.line.first(),
            "line": puzzle.line,
            "themes": puzzle.themes,
            "nodes": puzzle.nodes,
            "rating": puzzle.rating(),
            "source": source,
            "ptn": puzzle.ptn,
        })
        .to_string()
    }
}

fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Refuses a sheet in an unknown format.
fn check_sheet(path: &Path) -> Result<(), Failure> {
    let is_svg = path.extension().and_then(OsStr::to_str).is_some_and(|name| name == "svg");
    if is_svg || is_png(path) {
        return Ok(());
    }
    let name = path.display();
    Err(Failure::Input(format!("--sheet {name}: expected a name that ends in .svg or .png")))
}

/// Refuses boards of several sizes, which do not fit on one sheet.
fn check_size(path: &Path, inputs: &[Result<Input, Failure>]) -> Result<(), Failure> {
    let mut sizes = inputs.iter().flatten().flat_map(Input::sizes);
    let first = sizes.next();
    match sizes.find(|&size| Some(size) != first) {
        None => Ok(()),
        Some(_) => Err(Failure::Input(format!(
            "--sheet {}: the boards have several sizes: choose one with --size",
            path.display()
        ))),
    }
}

/// Draws the boards, with the side to move and the plies to the road below each.
fn draw(path: &Path, found: &[Known]) -> Result<(), Failure> {
    if found.is_empty() {
        // An older sheet in the file does not show what was found now.
        remark::once(&format!("{}: not drawn, there are no puzzles", path.display()));
        return Ok(());
    }
    let diagrams: Vec<_> = found
        .iter()
        .map(|Known { puzzle, .. }| {
            let mut diagram = with_position!(&puzzle.position, position => {
                Diagram::new(position, None)
            });
            let most = if puzzle.is_shortest { "" } else { "≤ " };
            let solver = puzzle.position.side_to_move();
            let caption = if puzzle.certificate.is_some() {
                format!("{solver} in {most}{}", puzzle.plies)
            } else {
                format!("{solver} holds")
            };
            diagram.last = Some(LastMove { caption, source: None, drops: Vec::new() });
            diagram
        })
        .collect();
    let picture = Picture::sheet(&diagrams, Theme::Light, Coordinates::Hidden);
    let square = 40.0_f32.min(5000.0 / picture.width());
    if is_png(path) {
        return output::write(path, &picture.png(square).map_err(Failure::input)?);
    }
    output::write(path, picture.svg(square).as_bytes())
}
