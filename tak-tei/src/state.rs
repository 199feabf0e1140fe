//! `state`: a position as a web page draws it, with all legal moves.
//!
//! So the rules exist only once: a page that shows what it gets cannot play anything illegal.

use std::collections::BTreeMap;

use tak_encoding::{
    Action, AnyMove, AnyPosition, Color, Direction, EightHashes, Kind, Move, OneHash, Outcome,
    Playable, Size, Slide, shortest_road, with_move, with_position,
};

use crate::draw::stacks;
use crate::json::{Object, array, text, text_or_null};

/// A position and the move that led there as one line of JSON, as the README describes it.
pub(crate) fn describe(position: &AnyPosition<OneHash>, last: Option<AnyMove>) -> String {
    let (size, tps, outcome) = (position.size(), position.to_string(), position.outcome());
    let moves = if outcome.is_some() { Moves::default() } else { Moves::of(position) };
    let square = |index| square_name(size.squares_per_side(), index);
    let stacks = stacks(&tps).into_iter().enumerate().filter(|(_, stack)| !stack.is_empty());
    let (hands, flats) = with_position!(position, position => (
        position.reserves(),
        Color::ALL.map(|color| (position.tops(color) - position.blockers()).count()),
    ));
    let (color_to_place, key) = with_position!(position, position => (
        position.color_to_place(),
        position.rehashed::<EightHashes>().hashes().canonical(),
    ));
    Object::new()
        .with("size", size)
        .with_text("tps", &tps)
        .with("ply", position.ply())
        .with("move", position.move_number())
        .with_text("side", name(position.side_to_move()))
        .with_text("colorToPlace", name(color_to_place))
        .with("opening", position.is_opening())
        .with("halfKomi", position.half_komi().0)
        .with("carry", size)
        .with(
            "stacks",
            stacks
                .fold(Object::new(), |object, (index, stack)| {
                    object.with_text(&square(index), stack)
                })
                .end(),
        )
        .with(
            "hands",
            for_both(|color| {
                let hand = hands[color.index()];
                Object::new().with("flats", hand.flats).with("caps", hand.caps).end()
            }),
        )
        .with("flats", for_both(|color| flats[color.index()].to_string()))
        .with("places", moves.places.json())
        .with("spreads", moves.spreads.json())
        .with("crushes", array(moves.crushes.iter().map(|mv| text(mv))))
        .with("result", text_or_null(outcome))
        .with("road", array(road(position, outcome).into_iter().map(|index| text(&square(index)))))
        .with("last", text_or_null(last))
        .with_text("hash", format_args!("{:016x}", position.hash()))
        .with_text("key", format_args!("{key:016x}"))
        .end()
}

/// The squares of the road that ended the game, if one did.
fn road(position: &AnyPosition<OneHash>, outcome: Option<Outcome>) -> Vec<usize> {
    let Some(Outcome::Road(color)) = outcome else {
        return Vec::new();
    };
    let squares = with_position!(position, position => position.road_squares(color).bits());
    shortest_road(position.size().squares_per_side(), |square| squares >> square & 1 == 1)
}

fn square_name(size: usize, index: usize) -> String {
    format!("{}{}", char::from(b'a' + (index % size) as u8), index / size + 1)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn for_both(value: impl Fn(Color) -> String) -> String {
    let both = Color::ALL.into_iter();
    both.fold(Object::new(), |object, color| object.with(name(color), value(color))).end()
}

/// A map by square, and then by choice, such as a kind or drops.
type BySquare<T> = BTreeMap<String, BTreeMap<String, T>>;

/// The legal moves, in the order of a player's choices.
#[derive(Default)]
struct Moves {
    /// By square and what is placed.
    places: BySquare<String>,
    /// By square and direction, and then by drops.
    spreads: BySquare<BTreeMap<String, String>>,
    /// The spreads that end by flattening a wall.
    crushes: Vec<String>,
}

impl Moves {
    fn of(position: &AnyPosition<OneHash>) -> Self {
        let size = position.size().squares_per_side();
        let walls = with_position!(position, position => position.walls().bits());
        let mut moves = Self::default();
        for mv in position.legal_moves() {
            let text = mv.to_string();
            let (square, target, step) = with_move!(mv, mv => (
                mv.square().index(),
                mv.target().index(),
                Step::of(mv),
            ));
            let square = square_name(size, square);
            match step {
                Step::Place(what) => {
                    moves.places.entry(square).or_default().insert(what.to_owned(), text);
                }
                Step::Spread(direction, slide) => {
                    if walls >> target & 1 == 1 {
                        moves.crushes.push(text.clone());
                    }
                    let drops: String = slide.drops().map(|drop| drop.to_string()).collect();
                    let from = moves.spreads.entry(square).or_default();
                    let there = from.entry(direction.symbol().to_string()).or_default();
                    there.insert(drops, text);
                }
            }
        }
        moves
    }
}

/// What a move does, whatever the size.
enum Step {
    Place(&'static str),
    Spread(Direction, Slide),
}

impl Step {
    fn of<const N: usize>(mv: Move<N>) -> Self
    where
        Size<N>: Playable,
    {
        match mv.action() {
            Action::Place(Kind::Flat, _) => Self::Place("flat"),
            Action::Place(Kind::Wall, _) => Self::Place("wall"),
            Action::Place(Kind::Capstone, _) => Self::Place("capstone"),
            Action::PlaceTwo(_) => Self::Place("two flats"),
            Action::Spread(_, direction, slide) => Self::Spread(direction, slide),
        }
    }
}

/// Values that can be nested below a square.
trait Json {
    fn json(&self) -> String;
}

impl Json for String {
    fn json(&self) -> String {
        text(self)
    }
}

impl<T: Json> Json for BTreeMap<String, T> {
    fn json(&self) -> String {
        let members = self.iter();
        members.fold(Object::new(), |object, (name, value)| object.with(name, value.json())).end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_board_in_full() {
        let position = "x,2S,x/1,21,x/x2,2 1 5".parse().unwrap();
        let json = describe(&position, None);
        for part in [
            r#""stacks":{"c1":"2","a2":"1","b2":"21","b3":"2S"}"#,
            r#""hands":{"white":{"flats":8,"caps":0},"black":{"flats":7,"caps":0}}"#,
            r#""a1":{"flat":"a1","wall":"Sa1"}"#,
            r#""b2":{"-":{"1":"b2-","2":"2b2-"},"<":{"1":"b2<","2":"2b2<"}"#,
            r#""flats":{"white":2,"black":1}"#,
            r#""crushes":[],"result":null,"road":[]"#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }

    #[test]
    fn the_end_has_a_road_and_no_moves() {
        let position = "1,1,1/2,2,x/x3 2 4".parse().unwrap();
        let json = describe(&position, None);
        let end = r#""places":{},"spreads":{},"crushes":[],"result":"R-0","road":["a3","b3","c3"]"#;
        assert!(json.contains(end), "{json}");
    }

    #[test]
    fn a_crush_is_told() {
        let position = "x5/x2,2S,x2/x2,21C,x2/x5/x5 1 6".parse().unwrap();
        assert!(describe(&position, None).contains(r#""crushes":["c3+"]"#));
    }
}
