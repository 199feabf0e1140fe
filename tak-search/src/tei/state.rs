//! `state`: a position as a web page draws it, with all legal moves.
//!
//! So the rules exist only once: a page that shows what it gets cannot play anything illegal.

use std::collections::BTreeMap;

use tak_encoding::{
    Action, Color, EightHashes, Kind, OneHash, Outcome, Playable, Position, Size, Square,
    shortest_road,
};

use super::json::{Object, array, text, text_or_null};

/// A position as one line of JSON, as the README describes it.
pub(super) fn describe<const N: usize>(position: &Position<N, OneHash>) -> String
where
    Size<N>: Playable,
{
    let outcome = position.outcome();
    let road = outcome.and_then(|outcome| match outcome {
        Outcome::Road(color) => Some(position.road_squares(color)),
        _ => None,
    });
    let road = road.map(|road| shortest_road(N, |square| road.contains(square)));
    let road = road.unwrap_or_default().into_iter().filter_map(Square::<N>::new);
    let moves = if outcome.is_some() { Moves::default() } else { Moves::of(position) };
    let keys = position.rehashed::<EightHashes>();
    Object::new()
        .with("size", N)
        .with_text("tps", position)
        .with("ply", position.ply())
        .with("move", position.move_number())
        .with_text("side", name(position.side_to_move()))
        .with_text("lays", name(position.color_to_place()))
        .with("opening", position.is_opening())
        .with("halfKomi", position.half_komi().0)
        .with("carry", N)
        .with("stacks", stacks(position))
        .with(
            "hands",
            for_both(|color| {
                let hand = position.reserve(color);
                Object::new().with("flats", hand.flats).with("caps", hand.caps).end()
            }),
        )
        .with(
            "flats",
            for_both(|color| (position.tops(color) - position.blockers()).count().to_string()),
        )
        .with("places", moves.places.json())
        .with("spreads", moves.spreads.json())
        .with("crushes", array(moves.crushes.iter().map(|mv| text(mv))))
        .with("result", text_or_null(outcome))
        .with("road", array(road.map(|square| text(&square.to_string()))))
        .with_text("hash", format_args!("{:016x}", position.hash()))
        .with_text("key", format_args!("{:016x}", keys.hashes().canonical()))
        .end()
}

/// The stacks, from bottom to top as in TPS, by their squares.
fn stacks<const N: usize>(position: &Position<N, OneHash>) -> String
where
    Size<N>: Playable,
{
    let squares = Square::<N>::all().filter_map(|square| {
        let (_, kind) = position.top(square)?;
        let pieces = position.stack(square).colors().rev();
        let pieces: String = pieces.map(|color| ['1', '2'][color.index()]).collect();
        let top = match kind {
            Kind::Flat => "",
            Kind::Wall => "S",
            Kind::Capstone => "C",
        };
        Some((square.to_string(), text(&format!("{pieces}{top}"))))
    });
    squares.fold(Object::new(), |object, (square, stack)| object.with(&square, stack)).end()
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
    fn of<const N: usize>(position: &Position<N, OneHash>) -> Self
    where
        Size<N>: Playable,
    {
        let mut moves = Self::default();
        for mv in position.legal_moves() {
            let text = mv.to_string();
            let square = mv.square().to_string();
            let what = match mv.action() {
                Action::Place(Kind::Flat, _) => "flat",
                Action::Place(Kind::Wall, _) => "wall",
                Action::Place(Kind::Capstone, _) => "capstone",
                Action::PlaceTwo(_) => "two flats",
                Action::Spread(_, direction, slide) => {
                    if position.walls().contains(mv.target().index()) {
                        moves.crushes.push(text.clone());
                    }
                    let drops: String = slide.drops().map(|drop| drop.to_string()).collect();
                    let from = moves.spreads.entry(square).or_default();
                    let there = from.entry(direction.symbol().to_string()).or_default();
                    there.insert(drops, text);
                    continue;
                }
            };
            moves.places.entry(square).or_default().insert(what.to_owned(), text);
        }
        moves
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
        let position = Position::<3, OneHash>::from_tps("x,2S,x/1,21,x/x2,2 1 5").unwrap();
        let json = describe(&position);
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
        let position = Position::<3, OneHash>::from_tps("1,1,1/2,2,x/x3 2 4").unwrap();
        let json = describe(&position);
        let end = r#""places":{},"spreads":{},"crushes":[],"result":"R-0","road":["a3","b3","c3"]"#;
        assert!(json.contains(end), "{json}");
    }

    #[test]
    fn a_crush_is_told() {
        let position = Position::<5, OneHash>::from_tps("x5/x2,2S,x2/x2,21C,x2/x5/x5 1 6").unwrap();
        assert!(describe(&position).contains(r#""crushes":["c3+"]"#));
    }
}
