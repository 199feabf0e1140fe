//! A match while it is played: which game is next, and the score.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tak_encoding::Color;
use tak_terminal::failure::Failure;
use tak_terminal::interrupt::say_when_interrupted;
use tak_terminal::output::print;
use tak_terminal::progress::Progress;

use crate::plan::{Audience, Plan};
use crate::play;
use crate::player::Player;
use crate::record::Record;
use crate::report::Report;
use crate::results::Results;
use crate::standing::Standing;
use crate::statistics::Sprt;
use crate::tei;
use crate::worker;

/// A match while it is played, which its threads share.
pub struct Table<'a> {
    plan: &'a Plan,
    results: Results,
    /// By conditions.
    standings: Vec<Standing>,
    /// All games before this one are over or being played.
    next: u64,
    sprt: Option<Sprt>,
    progress: Option<Progress>,
    /// What is said at Ctrl-C.
    last_word: Arc<Mutex<String>>,
    failure: Option<Failure>,
}

impl<'a> Table<'a> {
    /// A match whose games so far are those of the results.
    pub fn new(plan: &'a Plan, results: Results, sprt: Option<Sprt>) -> Self {
        let standings = vec![Standing::default(); plan.conditions.len()];
        let mut table = Self {
            plan,
            results,
            standings,
            next: 0,
            sprt,
            progress: None,
            last_word: Arc::default(),
            failure: None,
        };
        for (_, record) in std::mem::take(&mut table.results.records) {
            let (opening, index, _) = plan.place(record.game);
            plan.openings.remember(opening, (index, plan.conditions[index]), &record);
            table.count(&record);
            table.results.records.insert(record.game, record);
        }
        table
    }

    /// Called before the first game.
    fn begin(&mut self) {
        let is_told = self.plan.audience == Audience::Person;
        let last_word = Arc::clone(&self.last_word);
        say_when_interrupted(move || {
            tei::end_all();
            is_told.then(|| lock(&last_word).clone())
        });
        self.progress = is_told.then(|| Progress::things(Some(self.plan.total), "games"));
        self.show();
    }

    /// Whether there are games to play.
    pub fn is_open(&mut self) -> bool {
        while self.results.records.contains_key(&self.next) {
            self.next += 1;
        }
        let decided = self.report().verdict().is_some();
        self.next < self.plan.total && self.failure.is_none() && !decided
    }

    /// The next game; `None` if all are over or being played.
    fn next(&mut self) -> Option<u64> {
        let next = self.is_open().then_some(self.next)?;
        self.next += 1;
        if self.plan.audience == Audience::Worker {
            self.print(&worker::started(self.plan, next));
        }
        Some(next)
    }

    /// Prints something for the worker. Without a reader the match is over.
    fn print(&mut self, text: &str) {
        if let Err(failure) = print(text) {
            self.failure.get_or_insert(failure);
        }
    }

    fn count(&mut self, record: &Record) {
        let (_, index, first) = self.plan.place(record.game);
        let partner = self.plan.partner(record.game);
        let partner = partner.and_then(|partner| self.results.records.get(&partner));
        self.standings[index].add(record, first, partner);
    }

    /// Takes a finished game.
    fn add(&mut self, record: Record) {
        self.count(&record);
        // Games that were played are valid.
        let written = self.plan.written(&record).unwrap_or_default();
        let told = match self.plan.audience {
            Audience::Person => {
                self.tell_fault(&record);
                None
            }
            Audience::Worker => Some(worker::finished(self.plan, &record)),
        };
        if let Err(failure) = self.results.add(record, &written) {
            self.failure.get_or_insert(failure);
        }
        // After the game is written: whoever reads that it is over may look for it.
        if let Some(line) = told {
            let score = worker::score(self.plan, &self.standings[0]);
            self.print(&(line + &score));
        }
        self.show();
    }

    fn tell_fault(&self, record: &Record) {
        let Some((loser, fault)) = self.plan.fault(record) else { return };
        let why = record.why.as_deref().unwrap_or_default();
        let line = format!("game {}: {loser} loses by {fault}: {why}", record.game + 1);
        match &self.progress {
            Some(progress) => progress.hide_while(|| tell(&line)),
            None => tell(&line),
        }
    }

    fn show(&self) {
        let score = self.report().line();
        *lock(&self.last_word) = self.results.last_word(self.plan.total, &score);
        if let Some(progress) = &self.progress {
            progress.note(&score);
            progress.set(self.results.records.len() as u64);
        }
    }

    /// Plays the games that are left, `threads` at the same time, until the match is decided.
    pub fn play(&mut self, threads: u16) -> Result<(), Failure> {
        self.begin();
        let plan = self.plan;
        let table = Mutex::new(&mut *self);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| play_games(plan, &table));
            }
        });
        self.progress = None;
        self.failure.take().map_or(Ok(()), Err)
    }

    /// The games so far.
    pub fn report(&self) -> Report<'_> {
        Report {
            plan: self.plan,
            standings: &self.standings,
            records: &self.results.records,
            sprt: self.sprt,
        }
    }
}

/// Says something besides the results.
fn tell(line: &str) {
    // Without standard error, the table still counts it.
    let _ = writeln!(io::stderr(), "{line}");
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays games until there are no more.
fn play_games(plan: &Plan, table: &Mutex<&mut Table<'_>>) {
    let table = || lock(table);
    let [mut one, mut two] = plan.pair().map(|spec| Player::new(spec, plan.patience));
    loop {
        let Some(number) = table().next() else { return };
        let (opening, index, first) = plan.place(number);
        let conditions = plan.conditions[index];
        let game = plan.openings.begin(opening, (index, conditions));
        let players = match first {
            Color::White => [&mut one, &mut two],
            Color::Black => [&mut two, &mut one],
        };
        let record = play::play(number, game, plan, players);
        table().add(record);
    }
}
