//! What a picture shows: a position of any size and the move that led to it.

use tak_encoding::{
    Action, AnyGame, AnyMove, AnyPosition, Color, Direction, Game, GameResult, HalfKomi, Hashing,
    Kind, Move,
};
use tak_encoding::{MoveName, Outcome, Playable, Position, Reserve, Size, Square, shortest_road};
use tak_encoding::{with_game, with_position};

/// A position to be drawn. Squares are numbered as drawn: row by row from the bottom, each from the
/// left.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Squares per side.
    pub size: usize,
    /// The stack on each square.
    pub stacks: Vec<Stack>,
    /// The move number of the next ply.
    pub move_number: u32,
    /// Whose turn it is.
    pub turn: Color,
    /// White's name and counts, and Black's.
    pub sides: [Side; 2],
    /// The komi.
    pub half_komi: HalfKomi,
    /// How the game ended, as PTN writes it.
    pub result: Option<String>,
    /// The squares of a finished road, from edge to edge.
    pub road: Vec<usize>,
    /// Pairs of neighbours that are one player's, both flats or capstones: where a road could go on.
    pub joined: Vec<[usize; 2]>,
    /// The move that led here.
    pub last: Option<LastMove>,
    /// Whether the board is drawn as Black sees it.
    turned: bool,
}

/// The pieces on a square.
#[derive(Clone, Debug)]
pub struct Stack {
    /// From the bottom up.
    pub pieces: Vec<Color>,
    /// The kind of the top piece.
    pub kind: Kind,
}

/// One player's name and counts.
#[derive(Clone, Debug)]
pub struct Side {
    /// The player's name, if it is known.
    pub name: Option<String>,
    /// Flats on top, which count at the end.
    pub flats: u32,
    /// The pieces in hand now.
    pub reserve: Reserve,
    /// The pieces in hand before the first move.
    pub at_start: Reserve,
}

/// The move that led to a position.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// Like `12. c3>`, or `12... c3>` if Black moved.
    pub caption: String,
    /// Where a spread came from.
    pub source: Option<usize>,
    /// Where it left pieces, or the square of a placement.
    pub drops: Vec<usize>,
}

impl Diagram {
    /// The diagram of a position; `last` is the move that led to it.
    pub fn new<const N: usize, H: Hashing>(position: &Position<N, H>, last: Option<Move<N>>) -> Self
    where
        Size<N>: Playable,
    {
        let outcome = position.outcome();
        let road = match outcome {
            Some(Outcome::Road(color)) => {
                let road = position.road_squares(color);
                shortest_road(N, |square| road.contains(square))
            }
            _ => Vec::new(),
        };
        let stack = |square| Stack {
            pieces: position.stack(square).colors().rev().collect(),
            kind: position.top(square).map_or(Kind::Flat, |(_, kind)| kind),
        };
        let side = |color| {
            let reserve = position.reserve(color);
            let (flats, caps) = position.pieces_on_board(color);
            let at_start = Reserve {
                flats: reserve.flats.saturating_add(flats as u8),
                caps: reserve.caps.saturating_add(caps as u8),
            };
            let flats = (position.tops(color) - position.blockers()).count();
            Side { name: None, flats, reserve, at_start }
        };
        Self {
            size: N,
            stacks: Square::all().map(stack).collect(),
            move_number: position.move_number(),
            turn: position.side_to_move(),
            sides: Color::ALL.map(side),
            half_komi: position.half_komi(),
            result: outcome.map(|outcome| outcome.to_string()),
            road,
            joined: Color::ALL.into_iter().flat_map(|color| joined(position, color)).collect(),
            last: last.map(|mv| LastMove::new(position.ply(), mv)),
            turned: false,
        }
    }

    /// The diagram of a position of any size; `last` is the move that led to it. A move for another
    /// board size is not shown.
    pub fn of_any<H: Hashing>(position: &AnyPosition<H>, last: Option<AnyMove>) -> Self {
        with_position!(position, position => {
            Self::new(position, last.and_then(|mv| mv.try_into().ok()))
        })
    }

    /// The positions of a game, from its start to its end, with the names of the players. The last
    /// one has the result that the game claims, if the board does not show one.
    pub fn of_game(game: &AnyGame) -> Vec<Self> {
        with_game!(game, game => Self::of_moves(game))
    }

    fn of_moves<const N: usize>(game: &Game<N>) -> Vec<Self>
    where
        Size<N>: Playable,
    {
        let mut position = *game.start();
        let mut diagrams = vec![Self::new(&position, None)];
        for &mv in game.moves() {
            position.play_unchecked(mv);
            diagrams.push(Self::new(&position, Some(mv)));
        }
        let names = ["Player1", "Player2"].map(|tag| {
            game.tag(tag).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
        });
        for diagram in &mut diagrams {
            for (side, name) in diagram.sides.iter_mut().zip(&names) {
                side.name.clone_from(name);
            }
        }
        // Only the game knows about a resignation.
        let claimed = game.result().filter(|&result| result != GameResult::Unfinished);
        if let Some(last) = diagrams.last_mut() {
            last.result = last.result.take().or(claimed.map(|result| result.to_string()));
        }
        diagrams
    }

    /// The same position as Black sees it.
    pub fn turned(mut self) -> Self {
        let last_square = self.size * self.size - 1;
        let turn = |square: &mut usize| *square = last_square - *square;
        self.turned = !self.turned;
        self.stacks.reverse();
        self.road.iter_mut().chain(self.joined.as_flattened_mut()).for_each(turn);
        if let Some(last) = &mut self.last {
            last.source.iter_mut().chain(&mut last.drops).for_each(turn);
        }
        self
    }

    /// The letter below a column, counted from 0 on the left.
    pub fn file_name(&self, column: usize) -> char {
        let file = if self.turned { self.size - 1 - column } else { column };
        char::from(b'a' + file as u8)
    }

    /// The digit beside a row, counted from 0 at the bottom.
    pub fn rank_name(&self, row: usize) -> char {
        let rank = if self.turned { self.size - 1 - row } else { row };
        char::from(b'1' + rank as u8)
    }

    /// The name of a square, by its place in the picture.
    pub fn square_name(&self, square: usize) -> String {
        let (row, column) = (square / self.size, square % self.size);
        format!("{}{}", self.file_name(column), self.rank_name(row))
    }

    /// One player's name and counts.
    pub fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }

    /// The komi that this player gets, like `2` or `½`; `None` if there is none.
    pub fn komi(&self, color: Color) -> Option<String> {
        let HalfKomi(half_points) = self.half_komi;
        let mine = match color {
            Color::White => half_points < 0,
            Color::Black => half_points > 0,
        };
        let (whole, half) = (half_points.unsigned_abs() / 2, half_points % 2 != 0);
        mine.then(|| match (whole, half) {
            (0, _) => "½".to_owned(),
            (_, true) => format!("{whole}½"),
            (_, false) => whole.to_string(),
        })
    }

    /// The names of both players, if either is known.
    pub fn players(&self) -> Option<String> {
        let [white, black] = self.sides.each_ref().map(|side| side.name.as_deref());
        let known = white.is_some() || black.is_some();
        known.then(|| format!("{} – {}", white.unwrap_or("White"), black.unwrap_or("Black")))
    }

    /// What the picture shows, in one line of text.
    pub fn title(&self) -> String {
        let players = self.players().map_or_else(String::new, |names| names + ", ");
        let state = self.result.as_deref().unwrap_or_else(|| self.to_move());
        let place = match &self.last {
            Some(last) => format!("after {}, ", last.caption),
            None if self.result.is_some() => String::new(),
            None => format!("move {}, ", self.move_number),
        };
        format!("Tak {0}×{0}, {players}{place}{state}", self.size)
    }

    /// Whose turn it is, in words.
    pub fn to_move(&self) -> &'static str {
        match self.turn {
            Color::White => "White to move",
            Color::Black => "Black to move",
        }
    }
}

/// The neighbours that may both be part of a player's road, each pair once.
fn joined<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    color: Color,
) -> impl Iterator<Item = [usize; 2]>
where
    Size<N>: Playable,
{
    let road = position.road_squares(color);
    let is_road = move |square: &Square<N>| road.contains(square.index());
    Square::all().filter(is_road).flat_map(move |square| {
        let ways = [Direction::Up, Direction::Right].into_iter();
        let beside = ways.filter_map(move |way| square.step(way)).filter(is_road);
        beside.map(move |other| [square, other].map(Square::index))
    })
}

impl LastMove {
    /// `ply` is the number of plies played, including this one.
    fn new<const N: usize>(ply: u32, mv: Move<N>) -> Self {
        let (source, drops) = match mv.action() {
            Action::Place(_, square) | Action::PlaceTwo(square) => (None, vec![square.index()]),
            Action::Spread(source, direction, slide) => {
                let path = std::iter::successors(source.step(direction), |at| at.step(direction));
                let drops = path.take(slide.length() as usize);
                (Some(source.index()), drops.map(Square::index).collect())
            }
        };
        let name = MoveName::of_ply(ply.saturating_sub(1) as usize);
        Self { caption: format!("{} {mv}", name.in_ptn()), source, drops }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(tps: &str, last: &str) -> Diagram {
        let mut position: AnyPosition = tps.parse().unwrap();
        let last = position.parse_move(last).unwrap();
        position.play(last).unwrap();
        Diagram::of_any(&position, Some(last))
    }

    #[test]
    fn the_last_move_names_its_squares() {
        let start = "x5/x5/1,x2,122112C,x/x5/x5 2 7";
        let placed = diagram(start, "Sc1").last.unwrap();
        assert_eq!((placed.source, placed.drops), (None, vec![2]));
        let spread = diagram(start, "3d3<12").last.unwrap();
        assert_eq!((spread.source, spread.drops), (Some(13), vec![12, 11]));
        assert_eq!(spread.caption, "7... 3d3<12");
        let spread = diagram(start, "3d3-12").turned().last.unwrap();
        assert_eq!((spread.source, spread.drops), (Some(11), vec![16, 21]));
    }

    #[test]
    fn a_game_has_its_names_and_its_result_at_the_end() {
        let game = "[Size \"5\"]\n[Player2 \" Bob \"]\n\n1. a1 e5 2. c3 0-1".parse().unwrap();
        let diagrams = Diagram::of_game(&game);
        let captions = diagrams.iter().map(|diagram| diagram.last.as_ref().map(|mv| &*mv.caption));
        let captions: Vec<_> = captions.collect();
        assert_eq!(captions, [None, Some("1. a1"), Some("1... e5"), Some("2. c3")]);
        let results = diagrams.iter().map(|diagram| diagram.result.as_deref());
        assert_eq!(results.collect::<Vec<_>>(), [None, None, None, Some("0-1")]);
        for diagram in &diagrams {
            assert_eq!(diagram.players().as_deref(), Some("White – Bob"));
        }
    }

    #[test]
    fn neighbours_of_one_player_are_joined_unless_they_are_walls() {
        let position: AnyPosition = "1,1C,1S,x2/2,2,x3/2,x4/x5/x5 1 5".parse().unwrap();
        let diagram = Diagram::of_any(&position, None);
        assert_eq!(diagram.joined, [[20, 21], [10, 15], [15, 16]]);
        assert_eq!(diagram.turned().joined, [[4, 3], [14, 9], [9, 8]]);
    }

    #[test]
    fn a_turned_board_keeps_its_names() {
        let diagram = diagram("x3/x3/1,2,x 1 2", "c3").turned();
        let found = diagram.stacks.iter().position(|stack| stack.pieces == [Color::Black]);
        let square = found.unwrap();
        assert_eq!(diagram.file_name(square % 3), 'b');
        assert_eq!(diagram.rank_name(square / 3), '1');
        assert_eq!(diagram.side(Color::White).at_start.flats, 10);
    }

    #[test]
    fn komi_is_written_as_players_write_it() {
        let mut position = Position::<5>::new();
        for (half_points, white, black) in
            [(0, None, None), (4, None, Some("2")), (1, None, Some("½")), (-5, Some("2½"), None)]
        {
            position.set_half_komi(HalfKomi(half_points));
            let diagram = Diagram::new(&position, None);
            assert_eq!(diagram.komi(Color::White).as_deref(), white);
            assert_eq!(diagram.komi(Color::Black).as_deref(), black);
        }
    }
}
