//! What the bot does besides playing: it logs in, seeks and accepts, begins and resumes games,
//! answers players.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tak_encoding::{AnyPosition, OneHash};
use tak_terminal::counted::counted;
use tak_terminal::failure::{Failure, printable};

use super::account::Account;
use super::chat::{Allowance, HELP, Request};
use super::connection::{Endpoint, Lost, TrustedCertificates};
use super::game::{Game, MoveFound, Resources};
use super::note;
use super::protocol::{FromServer, GameEvent, GameStart, Seek, Terms, ToServer};
use super::strength::{Choice, rating_of};
use crate::strength::Strength;
use tak_search::level::Level;

/// How long the server may take to answer a seek or an acceptance.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long after a login running games may be announced, if nothing says that all have been.
const SETTLING: Duration = Duration::from_secs(3);

/// How long after something has said so.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Which seeks of others are accepted.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum Accept {
    /// None
    Nobody,
    /// Those that name the bot as the opponent, and rematches
    Named,
    /// The seeks of all people too
    Anyone,
}

/// What the user wants the bot to do.
pub(super) struct Plan {
    pub(super) account: Account,
    pub(super) terms: Terms,
    pub(super) accept: Accept,
    pub(super) choice: Choice,
    pub(super) resources: Resources,
    /// The number of games after which it leaves.
    pub(super) games: Option<u32>,
    /// The service that provides ratings.
    pub(super) ratings: Endpoint,
    pub(super) trust: TrustedCertificates,
}

/// Why a conversation with the server is over.
pub(super) enum Trouble {
    /// Another attempt may succeed.
    Lost(Lost),
    /// Another attempt would not help.
    Final(Failure),
}

impl From<Lost> for Trouble {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

/// News from other threads.
enum News {
    Answer(Box<MoveFound>),
    /// The opponent's rating, by the number of the game.
    Rating(u32, Result<u32, String>),
}

/// The stage of a login.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Since when.
    Connected(Instant),
    /// Until when running games may still be announced.
    LoggedIn(Instant),
    /// Whatever the server announces on its own has been announced.
    Settled,
}

/// The state shared by all games.
pub(super) struct Lobby {
    plan: Plan,
    pub(super) outbox: Vec<ToServer>,
    stage: Stage,
    name: String,
    /// The seeks of others, and our own.
    seeks: BTreeMap<u32, Seek>,
    /// No seek is posted before this time.
    next_seek: Instant,
    /// No seek is accepted before this time.
    next_accept: Instant,
    games: BTreeMap<u32, Game>,
    /// The games that the server has announced since the last login.
    announced: Vec<u32>,
    finished: u32,
    /// Whether to leave as soon as no game runs.
    pub(super) is_leaving: bool,
    /// How often the server's game and ours have differed, by game where it is named.
    differences: BTreeMap<Option<u32>, u32>,
    /// The strengths that players have asked for.
    wishes: HashMap<String, Strength>,
    allowance: Allowance,
    news: Receiver<News>,
    tell: Sender<News>,
}

impl Lobby {
    pub(super) fn new(plan: Plan, now: Instant) -> Self {
        let (tell, news) = channel();
        Self {
            plan,
            outbox: Vec::new(),
            stage: Stage::Connected(now),
            name: String::new(),
            seeks: BTreeMap::new(),
            next_seek: now,
            next_accept: now,
            games: BTreeMap::new(),
            announced: Vec::new(),
            finished: 0,
            is_leaving: false,
            differences: BTreeMap::new(),
            wishes: HashMap::new(),
            allowance: Allowance::new(now),
            news,
            tell,
        }
    }

    /// Called when there is a new connection; nothing from the last one holds.
    pub(super) fn connect(&mut self, now: Instant) {
        self.stage = Stage::Connected(now);
        self.outbox.clear();
        self.seeks.clear();
        self.announced.clear();
        self.games.values_mut().for_each(Game::lose_sight);
    }

    /// Whether the last login was completed.
    pub(super) fn is_settled(&self) -> bool {
        self.stage == Stage::Settled
    }

    /// Whether nothing is left to do.
    pub(super) fn is_done(&self) -> bool {
        self.games.is_empty() && !self.may_play()
    }

    /// Whether another game may begin.
    fn may_play(&self) -> bool {
        !self.is_leaving && self.plan.games.is_none_or(|games| self.finished < games)
    }

    /// The message at the end.
    pub(super) fn farewell(&self) -> String {
        counted(self.finished, "game") + " played"
    }

    /// Handles a line from the server.
    pub(super) fn hear(&mut self, message: FromServer, now: Instant) -> Result<(), Trouble> {
        match message {
            FromServer::LoginWanted => {
                let login = ToServer::Login(self.plan.account.clone());
                self.outbox.extend([ToServer::Client, ToServer::Protocol, login]);
            }
            FromServer::LoggedIn(name) => {
                note(&format!("logged in as {}", printable(&name)));
                self.name = name;
                self.stage = Stage::LoggedIn(now + SETTLING);
            }
            FromServer::WrongPassword => {
                let why = "the server refuses this name and password";
                return Err(Trouble::Final(Failure::input(why)));
            }
            FromServer::LoggedInElsewhere => {
                let why = "somebody else has logged in under the same name, so this bot leaves";
                return Err(Trouble::Final(Failure::input(why)));
            }
            FromServer::Settled => {
                // Another player's coming or going may look the same.
                if let Stage::LoggedIn(until) = &mut self.stage {
                    *until = (*until).min(now + LAST_WORDS);
                }
            }
            FromServer::NewSeek(seek) => self.remember(seek)?,
            FromServer::SeekGone(number) => drop(self.seeks.remove(&number)),
            FromServer::RematchReady(number) => self.accept_rematch(number, now),
            FromServer::GameStart(start) => self.begin(&start),
            FromServer::Game(number, event) => return self.follow(number, &event, now),
            FromServer::Told { from, text } => self.answer(&from, &text, now),
            FromServer::Message(text) => note(&format!("the server says: {}", printable(&text))),
            FromServer::MoveRefused(why) => return self.differ(None, &why),
            FromServer::Other => {}
        }
        Ok(())
    }

    /// Does what is due without a message from the server.
    pub(super) fn tick(&mut self, now: Instant) -> Result<(), Trouble> {
        const LOGIN: Duration = Duration::from_secs(20);
        match self.stage {
            Stage::Connected(since) if now - since > LOGIN => {
                return Err(Lost("the login was not answered".to_owned()).into());
            }
            Stage::LoggedIn(until) if now >= until => self.settle(now),
            _ => {}
        }
        while let Ok(news) = self.news.try_recv() {
            self.learn(news);
        }
        for (&number, game) in &mut self.games {
            let mv = game.advance(now);
            self.outbox.extend(mv.map(|mv| ToServer::Move(number, mv)));
        }
        if self.is_settled() && self.games.is_empty() && self.may_play() {
            self.look_for_a_game(now);
        }
        Ok(())
    }

    /// Called when the login is complete: games that were not announced again have ended.
    fn settle(&mut self, now: Instant) {
        self.stage = Stage::Settled;
        self.next_seek = now;
        self.next_accept = now;
        let gone = self.games.keys().filter(|game| !self.announced.contains(game));
        for number in gone.copied().collect::<Vec<_>>() {
            self.end(number, "over, while the connection was lost");
        }
    }

    fn learn(&mut self, news: News) {
        match news {
            News::Answer(answer) => {
                if let Some(game) = self.games.get_mut(&answer.game) {
                    game.keep(*answer);
                }
            }
            News::Rating(number, rating) => {
                let Some(game) = self.games.get_mut(&number) else {
                    return;
                };
                let player = printable(&game.opponent);
                match rating {
                    Err(why) => note(&format!("no rating of {player}: {}", printable(&why))),
                    // A level that the player asked for takes precedence.
                    Ok(_) if self.wishes.contains_key(&game.opponent) => {}
                    Ok(rating) => {
                        game.strength = Strength::Level(Level::for_rating(rating));
                        let strength = game.strength;
                        note(&format!("{player} has {rating} points: I play {strength}"));
                    }
                }
            }
        }
    }

    /// Accepts a seek, or posts our own if there is none yet.
    fn look_for_a_game(&mut self, now: Instant) {
        let wanted = self.seeks.values().find(|seek| self.wants(seek)).map(|seek| seek.number);
        let has_own = self.seeks.values().any(|seek| seek.player == self.name);
        if let Some(number) = wanted.filter(|_| now >= self.next_accept) {
            self.seeks.remove(&number);
            self.accept(number, now);
        } else if !has_own && now >= self.next_seek {
            self.next_seek = now + PATIENCE;
            self.outbox.push(ToServer::Seek(self.plan.terms));
        }
    }

    fn accept(&mut self, number: u32, now: Instant) {
        self.next_accept = now + PATIENCE;
        self.next_seek = now + PATIENCE;
        self.outbox.push(ToServer::Accept(number));
    }

    fn accept_rematch(&mut self, number: u32, now: Instant) {
        if self.games.is_empty() && self.may_play() && self.plan.accept != Accept::Nobody {
            self.accept(number, now);
        }
    }

    /// Whether to accept a seek.
    fn wants(&self, seek: &Seek) -> bool {
        /// The least time for forty moves; with less, too much would be lost on the way.
        const LEAST: Duration = Duration::from_mins(1);
        let is_for_us = match &seek.opponent {
            Some(name) => {
                name.eq_ignore_ascii_case(&self.name) && self.plan.accept != Accept::Nobody
            }
            None => self.plan.accept == Accept::Anyone && !seek.is_by_bot,
        };
        let terms = &seek.terms;
        is_for_us
            && seek.player != self.name
            && terms.time + terms.increment * 40 >= LEAST
            && AnyPosition::<OneHash>::with_rules(terms.size, terms.rules()).is_ok()
    }

    fn remember(&mut self, seek: Seek) -> Result<(), Trouble> {
        /// More than any server has.
        const MOST: usize = 10_000;
        if seek.player == self.name && seek.terms.opening != self.plan.terms.opening {
            let why = "this server does not know openings: leave out --opening";
            return Err(Trouble::Final(Failure::input(why)));
        }
        if self.seeks.len() < MOST {
            self.seeks.insert(seek.number, seek);
        }
        Ok(())
    }

    /// A game begins, or is resumed.
    fn begin(&mut self, start: &GameStart) {
        let number = start.number;
        self.announced.push(number);
        let begun = match self.games.get_mut(&number) {
            Some(game) => {
                note(&format!("game {number} is resumed"));
                game.begin_again(start)
            }
            None => self.begin_new(start),
        };
        if let Err(why) = begun {
            note(&format!("game {number} is resigned: {why}"));
            self.outbox.push(ToServer::Resign(number));
        }
    }

    fn begin_new(&mut self, start: &GameStart) -> Result<(), String> {
        // Before the login is complete, it can only be a game from an earlier connection.
        let is_new = self.is_settled();
        let number = start.number;
        let tell = self.tell.clone();
        let reply = move |answer| drop(tell.send(News::Answer(Box::new(answer))));
        let strength = self.plan.choice.at_first();
        let mut game = Game::new(start, is_new, strength, self.plan.resources, reply)?;
        let opponent = game.opponent.clone();
        match self.wishes.get(&opponent) {
            Some(&strength) => game.strength = strength,
            None if self.plan.choice == Choice::ByRating => self.ask_for_rating(number, &opponent),
            None => {}
        }
        let [white, black] = start.players.each_ref().map(|name| printable(name));
        let size = start.terms.size;
        note(&format!("game {number}: {white} against {black}, {size}×{size}"));
        if is_new {
            let hello = "Hello! I am a bot; !help says what you can ask me for.";
            self.say(&opponent, hello, Instant::now());
        }
        self.games.insert(number, game);
        Ok(())
    }

    /// Guests have no rating.
    fn ask_for_rating(&self, number: u32, player: &str) {
        if player.starts_with("Guest") {
            return;
        }
        let (service, trust) = (self.plan.ratings.clone(), self.plan.trust.clone());
        let (player, tell) = (player.to_owned(), self.tell.clone());
        let look = move || {
            let _ = tell.send(News::Rating(number, rating_of(&player, &service, &trust)));
        };
        // Without a thread the level stays as it is.
        let _ = thread::Builder::new().spawn(look);
    }

    /// Handles an event in a game.
    fn follow(&mut self, number: u32, event: &GameEvent, now: Instant) -> Result<(), Trouble> {
        let Some(game) = self.games.get_mut(&number) else {
            return Ok(());
        };
        if let Err(why) = game.hear(event, now) {
            return self.differ(Some(number), &why);
        }
        let opponent = game.opponent.clone();
        match event {
            GameEvent::UndoWanted => {
                self.say(&opponent, "Sorry, I do not take moves back.", now);
            }
            GameEvent::DrawOffered => {
                self.say(&opponent, "Thank you, but I would rather play on.", now);
            }
            GameEvent::Over(result) => self.end(number, &format!("over: {}", printable(result))),
            GameEvent::Abandoned => self.end(number, "over: the opponent has left"),
            GameEvent::Move(_) | GameEvent::Clocks(_) | GameEvent::Undo => {}
        }
        Ok(())
    }

    fn end(&mut self, number: u32, how: &str) {
        if self.games.remove(&number).is_some() {
            note(&format!("game {number} is {how}"));
            self.finished += 1;
            self.differences.retain(|game, _| game.is_some_and(|game| game != number));
        }
    }

    /// Called when the server's game and ours differ: this one, or one that it does not name. After a
    /// new login the server sends all moves again; if that does not help, the game is resigned.
    fn differ(&mut self, game: Option<u32>, why: &str) -> Result<(), Trouble> {
        const MOST: u32 = 3;
        let differences = self.differences.entry(game).or_default();
        *differences += 1;
        if differences.is_multiple_of(MOST) {
            let numbers = self.games.keys().copied();
            let meant = numbers.filter(|&number| game.is_none_or(|game| game == number));
            self.outbox.extend(meant.map(ToServer::Resign));
            note(&format!("resigned: the server and I see different games: {}", printable(why)));
            return Ok(());
        }
        Err(Lost(format!("the server sees another game: {}", printable(why))).into())
    }

    /// Answers a private message.
    fn answer(&mut self, from: &str, text: &str, now: Instant) {
        /// Enough for all who ask in a day.
        const MOST: usize = 1000;
        if from == self.name {
            return;
        }
        let Some(request) = Request::read(text) else {
            return;
        };
        if let Request::SetLevel(strength) = request {
            if self.wishes.len() >= MOST {
                self.wishes.clear();
            }
            self.wishes.insert(from.to_owned(), strength);
            let theirs = self.games.values_mut().filter(|game| game.opponent == from);
            theirs.for_each(|game| game.strength = strength);
        }
        let wish = self.wishes.get(from).copied();
        let game = self.games.values().find(|game| game.opponent == from);
        let strength = wish.or(game.map(|game| game.strength));
        let strength = strength.unwrap_or(self.plan.choice.at_first());
        let answer = match request {
            Request::Help => HELP.to_owned(),
            Request::BadLevel => {
                let most = Level::HIGHEST;
                format!("Levels go from 1 to {most} or are full, as in !level 5")
            }
            Request::TellLevel | Request::SetLevel(_) => format!("I play {strength}."),
        };
        self.say(from, &answer, now);
    }

    /// Says a line to a player, unless too much has been said already.
    fn say(&mut self, to: &str, text: &str, now: Instant) {
        if self.allowance.take(now) {
            self.outbox.push(ToServer::Tell { to: to.to_owned(), text: text.to_owned() });
        }
    }
}
