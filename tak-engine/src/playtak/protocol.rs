//! The protocol between the server of playtak.com and a client: one message per line, words
//! separated by spaces.
//!
//! The bot asks for protocol 4, which has openings and growing increments. An older server leaves
//! these words out; both forms are understood.

use std::fmt;
use std::time::Duration;

use tak_encoding::{AnyRules, BoardSize, Color, HalfKomi, Opening};

use super::account::Account;

/// The terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) size: BoardSize,
    pub(super) time: Duration,
    pub(super) increment: Duration,
    /// Whether the increment is multiplied by the number of the move.
    pub(super) increment_grows: bool,
    pub(super) half_komi: HalfKomi,
    pub(super) flats: u8,
    pub(super) caps: u8,
    pub(super) is_rated: bool,
    pub(super) opening: Opening,
}

impl Terms {
    fn read(
        [size, time, increment]: [&str; 3],
        grows: Option<&str>,
        [komi, flats, caps, unrated]: [&str; 4],
        opening: Option<&str>,
    ) -> Option<Self> {
        Some(Self {
            size: size.parse().ok()?,
            time: seconds(time)?,
            increment: seconds(increment)?,
            increment_grows: flag(grows.unwrap_or("0"))?,
            half_komi: HalfKomi(komi.parse().ok()?),
            flats: flats.parse().ok()?,
            caps: caps.parse().ok()?,
            is_rated: !flag(unrated)?,
            opening: match opening.unwrap_or("0") {
                "0" => Opening::Swap,
                "1" => Opening::DoubleBlackStack,
                _ => return None,
            },
        })
    }

    /// The rules of the position at the start.
    pub(super) fn rules(&self) -> AnyRules {
        let mut rules = AnyRules::with_komi(self.half_komi);
        rules.flats = [Some(self.flats); 2];
        rules.caps = [Some(self.caps); 2];
        rules.opening = self.opening;
        rules
    }

    /// Whether only protocol 4 can say this.
    pub(super) fn needs_protocol_4(&self) -> bool {
        self.opening != Opening::Swap || self.increment_grows
    }

    /// The number of an opening; the protocol has none for `NoSwap`.
    fn opening_code(&self) -> u8 {
        u8::from(self.opening == Opening::DoubleBlackStack)
    }
}

/// An offer to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seek {
    pub(super) number: u32,
    pub(super) player: String,
    pub(super) terms: Terms,
    /// The only player who may accept it.
    pub(super) opponent: Option<String>,
    pub(super) is_by_bot: bool,
}

impl Seek {
    fn read(words: &[&str]) -> Option<Self> {
        let (clock, grows, rest) = match words {
            [_, _, size, time, increment, "W" | "B" | "A", rest @ ..] => {
                ([*size, *time, *increment], None, rest)
            }
            [_, _, size, time, increment, grows, "W" | "B" | "A", rest @ ..] => {
                ([*size, *time, *increment], Some(*grows), rest)
            }
            _ => return None,
        };
        let [komi, flats, caps, unrated, _, _, _, rest @ ..] = rest else {
            return None;
        };
        // If anybody may accept, the name is 0 or missing.
        let (opponent, bot, opening) = match *rest {
            [] => ("0", "0", None),
            [bot @ ("0" | "1")] => ("0", bot, None),
            [opponent] => (opponent, "0", None),
            [opponent, bot] => (opponent, bot, None),
            [opponent, bot, opening, ..] => (opponent, bot, Some(opening)),
        };
        let pieces = [*komi, *flats, *caps, *unrated];
        Some(Self {
            number: words[0].parse().ok()?,
            player: words[1].to_owned(),
            terms: Terms::read(clock, grows, pieces, opening)?,
            opponent: Some(opponent).filter(|&name| name != "0").map(str::to_owned),
            is_by_bot: flag(bot)?,
        })
    }
}

/// The start of a game, or its resumption after the connection was lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameStart {
    pub(super) number: u32,
    /// White and Black.
    pub(super) players: [String; 2],
    /// The receiver's colour.
    pub(super) color: Color,
    pub(super) terms: Terms,
}

impl GameStart {
    fn read(words: &[&str]) -> Option<Self> {
        let [number, white, "vs", black, color, rest @ ..] = words else {
            return None;
        };
        let terms = match rest {
            [size, time, increment, komi, flats, caps, unrated, _, _, _, _] => {
                let pieces = [*komi, *flats, *caps, *unrated];
                Terms::read([size, time, increment], None, pieces, None)
            }
            [
                size,
                time,
                increment,
                grows,
                komi,
                flats,
                caps,
                unrated,
                _,
                _,
                _,
                _,
                opening @ ..,
            ] => {
                let pieces = [*komi, *flats, *caps, *unrated];
                let opening = opening.first().copied();
                Terms::read([size, time, increment], Some(grows), pieces, opening)
            }
            _ => None,
        };
        Some(Self {
            number: number.parse().ok()?,
            players: [(*white).to_owned(), (*black).to_owned()],
            color: match *color {
                "white" => Color::White,
                "black" => Color::Black,
                _ => return None,
            },
            terms: terms?,
        })
    }
}

/// What happens in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum GameEvent {
    /// The opponent's move, or any move of a game sent again.
    Move(String),
    /// The time left to White and Black.
    Clocks([Duration; 2]),
    /// The last move is taken back.
    Undo,
    /// The opponent would like to take a move back.
    UndoWanted,
    /// The opponent offers a draw.
    DrawOffered,
    /// The end, with the result.
    Over(String),
    /// The end: somebody has left.
    Abandoned,
}

impl GameEvent {
    fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["P" | "M", ..] => Self::Move(words.join(" ")),
            ["Timems", white, black] => {
                let clock = |word: &str| word.parse().ok().map(Duration::from_millis);
                Self::Clocks([clock(white)?, clock(black)?])
            }
            ["Time", white, black] => Self::Clocks([seconds(white)?, seconds(black)?]),
            ["Undo"] => Self::Undo,
            ["RequestUndo"] => Self::UndoWanted,
            ["OfferDraw"] => Self::DrawOffered,
            ["Over", result] => Self::Over((*result).to_owned()),
            ["Abandoned.", ..] => Self::Abandoned,
            _ => return None,
        })
    }
}

/// A line from the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FromServer {
    /// The server waits for a login.
    LoginWanted,
    /// The login is done, under this name.
    LoggedIn(String),
    /// The login is refused.
    WrongPassword,
    /// Somebody else has logged in under the same name.
    LoggedInElsewhere,
    /// The number of players: the end of a login, after the running games.
    Settled,
    NewSeek(Seek),
    SeekGone(u32),
    /// The requested rematch is this seek.
    RematchReady(u32),
    GameStart(GameStart),
    /// An event, by the number of the game.
    Game(u32, GameEvent),
    /// A private message.
    Told {
        from: String,
        text: String,
    },
    /// A message for people.
    Message(String),
    /// A move was refused, and why.
    MoveRefused(String),
    /// Anything a bot need not know.
    Other,
}

impl FromServer {
    /// Parses a line; every line is a message.
    pub(super) fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let message = match words[..] {
            ["Login", "or", "Register"] => Some(Self::LoginWanted),
            ["Welcome", name] => name.strip_suffix('!').map(|name| Self::LoggedIn(name.to_owned())),
            ["Authentication", "failure"] => Some(Self::WrongPassword),
            ["Message", "You've", "logged", "in", "from", "another", ..] => {
                Some(Self::LoggedInElsewhere)
            }
            ["Message", ref text @ ..] => Some(Self::Message(text.join(" "))),
            ["Online", _] => Some(Self::Settled),
            ["Seek", "new", ref seek @ ..] => Seek::read(seek).map(Self::NewSeek),
            ["Seek", "remove", number, ..] => number.parse().ok().map(Self::SeekGone),
            ["Accept", "Rematch", number] => number.parse().ok().map(Self::RematchReady),
            ["Game", "Start", ref start @ ..] => GameStart::read(start).map(Self::GameStart),
            ["Tell", from, ref text @ ..] => {
                let name = from.strip_prefix('<').and_then(|from| from.strip_suffix('>'));
                name.map(|name| Self::Told { from: name.to_owned(), text: text.join(" ") })
            }
            [game, ref event @ ..] if game.starts_with("Game#") => game["Game#".len()..]
                .parse()
                .ok()
                .zip(GameEvent::read(event))
                .map(|(number, event)| Self::Game(number, event)),
            _ => line.strip_prefix("Error:").map(|why| Self::MoveRefused(why.trim().to_owned())),
        };
        message.unwrap_or(Self::Other)
    }
}

fn seconds(word: &str) -> Option<Duration> {
    word.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into()))
}

fn flag(word: &str) -> Option<bool> {
    match word {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// A line to the server.
#[derive(Clone)]
pub(super) enum ToServer {
    Client,
    Protocol,
    Login(Account),
    Seek(Terms),
    Accept(u32),
    /// A move in the server's notation, by the number of the game.
    Move(u32, String),
    Resign(u32),
    Tell {
        to: String,
        text: String,
    },
    Quit,
}

impl fmt::Display for ToServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client => write!(f, "Client tak-engine-{}", env!("CARGO_PKG_VERSION")),
            Self::Protocol => f.write_str("Protocol 4"),
            Self::Login(account) => write!(f, "Login {}", account.words()),
            Self::Seek(terms) => write_seek(f, terms),
            Self::Accept(seek) => write!(f, "Accept {seek}"),
            Self::Move(game, mv) => write!(f, "Game#{game} {mv}"),
            Self::Resign(game) => write!(f, "Game#{game} Resign"),
            Self::Tell { to, text } => write!(f, "Tell {to} {text}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// A seek for any opponent, hence the space at the end. The form of protocol 2 is used if it
/// suffices: every server since then understands it.
fn write_seek(f: &mut fmt::Formatter<'_>, terms: &Terms) -> fmt::Result {
    let (size, time, increment) = (terms.size, terms.time.as_secs(), terms.increment.as_secs());
    let (komi, flats, caps) = (terms.half_komi.0, terms.flats, terms.caps);
    let unrated = u8::from(!terms.is_rated);
    if terms.needs_protocol_4() {
        let (grows, opening) = (u8::from(terms.increment_grows), terms.opening_code());
        write!(f, "Seek {size} {time} {increment} {grows} A ")?;
        write!(f, "{komi} {flats} {caps} {unrated} 0 0 0 {opening} ")
    } else {
        write!(f, "Seek {size} {time} {increment} A {komi} {flats} {caps} {unrated} 0 0 0 ")
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    /// A message as a server of this protocol writes it.
    fn written(message: &FromServer, protocol: u8) -> String {
        let later = |from: u8, word: u8| {
            if protocol >= from { format!(" {word}") } else { String::new() }
        };
        let clock = |terms: &Terms| {
            let (time, increment) = (terms.time.as_secs(), terms.increment.as_secs());
            let grows = later(3, u8::from(terms.increment_grows));
            format!("{} {time} {increment}{grows}", terms.size)
        };
        let pieces = |terms: &Terms| {
            let unrated = u8::from(!terms.is_rated);
            format!("{} {} {} {unrated} 0 30 60", terms.half_komi.0, terms.flats, terms.caps)
        };
        match message {
            FromServer::NewSeek(seek) => {
                let (terms, bot) = (&seek.terms, u8::from(seek.is_by_bot));
                let opponent = seek.opponent.as_deref().unwrap_or("0");
                let opening = later(4, terms.opening_code());
                let (clock, pieces) = (clock(terms), pieces(terms));
                let (number, player) = (seek.number, &seek.player);
                format!("Seek new {number} {player} {clock} A {pieces} {opponent} {bot}{opening}")
            }
            FromServer::GameStart(start) => {
                let color = if start.color == Color::White { "white" } else { "black" };
                let [white, black] = &start.players;
                let (clock, pieces) = (clock(&start.terms), pieces(&start.terms));
                let opening = later(4, start.terms.opening_code());
                let number = start.number;
                format!(
                    "Game Start {number} {white} vs {black} {color} {clock} {pieces} 0{opening}"
                )
            }
            FromServer::Game(number, GameEvent::Clocks([white, black])) => {
                format!("Game#{number} Timems {} {}", white.as_millis(), black.as_millis())
            }
            FromServer::Game(number, GameEvent::Move(mv)) => format!("Game#{number} {mv}"),
            FromServer::Told { from, text } => format!("Tell <{from}> {text}"),
            _ => unreachable!("not one of the random messages"),
        }
    }

    fn random_message(random: &mut Rng, protocol: u8) -> FromServer {
        let name = |random: &mut Rng| -> String {
            (0..random.usize(4..16)).map(|_| random.alphabetic()).collect()
        };
        let number = random.u32(..);
        let terms = Terms {
            size: BoardSize::ALL[random.usize(..6)],
            time: Duration::from_secs(random.u32(..).into()),
            increment: Duration::from_secs(random.u32(..).into()),
            increment_grows: protocol >= 3 && random.bool(),
            half_komi: HalfKomi(random.i16(..9)),
            flats: random.u8(..),
            caps: random.u8(..),
            is_rated: random.bool(),
            opening: if protocol >= 4 && random.bool() {
                Opening::DoubleBlackStack
            } else {
                Opening::Swap
            },
        };
        match random.u8(..5) {
            0 => FromServer::NewSeek(Seek {
                number,
                player: name(random),
                terms,
                opponent: random.bool().then(|| name(random)),
                is_by_bot: random.bool(),
            }),
            1 => FromServer::GameStart(GameStart {
                number,
                players: [name(random), name(random)],
                color: if random.bool() { Color::White } else { Color::Black },
                terms,
            }),
            2 => {
                let clocks = [0; 2].map(|_: u8| Duration::from_millis(random.u32(..).into()));
                FromServer::Game(number, GameEvent::Clocks(clocks))
            }
            3 => FromServer::Game(number, GameEvent::Move("M A1 A3 1 2".to_owned())),
            _ => FromServer::Told { from: name(random), text: "!level 5".to_owned() },
        }
    }

    #[test]
    fn what_a_server_of_any_protocol_writes_is_read_as_the_same() {
        let mut random = Rng::with_seed(1);
        for _ in 0..20_000 {
            let protocol = random.u8(2..=4);
            let message = random_message(&mut random, protocol);
            let line = written(&message, protocol);
            assert_eq!(FromServer::read(&line), message, "{line}");
            // Cut or changed, it is some other message, never a panic.
            let mut bytes = line.into_bytes();
            bytes.truncate(random.usize(..=bytes.len()));
            if !bytes.is_empty() {
                let place = random.usize(..bytes.len());
                bytes[place] = random.u8(..);
            }
            FromServer::read(&String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn lines_of_the_public_server_are_read() {
        let game = |event| FromServer::Game(7, event);
        for (line, message) in [
            ("Welcome!", FromServer::Other),
            ("Login or Register", FromServer::LoginWanted),
            ("Welcome Guest12!", FromServer::LoggedIn("Guest12".to_owned())),
            ("Authentication failure", FromServer::WrongPassword),
            (
                "Message You've logged in from another window. Disconnecting",
                FromServer::LoggedInElsewhere,
            ),
            ("Online 12", FromServer::Settled),
            ("OnlinePlayers [\"a\"]", FromServer::Other),
            ("Seek remove 3 Ada 5 600 10 A 4 21 1 0 0 0 0 0 0", FromServer::SeekGone(3)),
            ("Accept Rematch 9", FromServer::RematchReady(9)),
            ("Game#7 P A1 W", game(GameEvent::Move("P A1 W".to_owned()))),
            ("Game#7 Time 170 200", game(GameEvent::Clocks([170, 200].map(Duration::from_secs)))),
            ("Game#7 Over 1/2-1/2", game(GameEvent::Over("1/2-1/2".to_owned()))),
            ("Game#7 Abandoned. Ada quit", game(GameEvent::Abandoned)),
            ("Game#7 GivenTime white 15000", FromServer::Other),
            ("Error:Not your turn", FromServer::MoveRefused("Not your turn".to_owned())),
            ("NOK", FromServer::Other),
            ("", FromServer::Other),
            ("Game#", FromServer::Other),
        ] {
            assert_eq!(FromServer::read(line), message, "{line}");
        }
    }

    #[test]
    fn a_seek_for_anybody_names_nobody() {
        for (end, opponent, is_by_bot) in [
            (" 0 0", None, false),
            (" 0 1", None, true),
            (" ", None, false),
            ("  1", None, true),
            (" Bob", Some("Bob"), false),
            (" Bob 1", Some("Bob"), true),
        ] {
            let line = format!("Seek new 3 Ada 5 600 10 A 4 21 1 0 0 0 0{end}");
            let FromServer::NewSeek(seek) = FromServer::read(&line) else { panic!("{line}") };
            assert_eq!((seek.opponent.as_deref(), seek.is_by_bot), (opponent, is_by_bot), "{line}");
        }
    }

    #[test]
    fn a_seek_is_written_in_the_oldest_form_that_can_say_it() {
        let mut terms = Terms {
            size: BoardSize::Five,
            time: Duration::from_mins(10),
            increment: Duration::from_secs(10),
            increment_grows: false,
            half_komi: HalfKomi(4),
            flats: 21,
            caps: 1,
            is_rated: false,
            opening: Opening::Swap,
        };
        assert_eq!(ToServer::Seek(terms).to_string(), "Seek 5 600 10 A 4 21 1 1 0 0 0 ");
        terms.opening = Opening::DoubleBlackStack;
        assert_eq!(ToServer::Seek(terms).to_string(), "Seek 5 600 10 0 A 4 21 1 1 0 0 0 1 ");
    }
}
