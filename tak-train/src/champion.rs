//! `tak-train champion`: networks, one generation after the other, by one command.

mod plan;
mod record;
mod steps;

use tak_terminal::failure::Failure;
use tak_terminal::output::{make_folder, print};

pub(crate) use plan::Arguments;
use record::{Generation, Log};
use steps::Steps;

impl Arguments {
    /// Makes the generations that are missing.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        make_folder(&self.folder)?;
        self.claim()?;
        let steps = Steps::new(self)?;
        for number in 1..=self.generations {
            let mut log = Log::read(&self.folder)?;
            if log.0.len() >= number as usize {
                continue;
            }
            let champion = log.champion().unwrap_or_else(|| steps.first());
            steps.games(number, &champion)?;
            if self.part.part == 1 {
                log.add(&self.folder, generation(&steps, number, champion)?)?;
            } else {
                steps::wait_for(|| Ok(Log::read(&self.folder)?.0.len() >= number as usize))?;
            }
        }
        print(&Log::read(&self.folder)?.page())
    }
}

/// Trains and tries the network of a generation whose games are played.
fn generation(steps: &Steps<'_>, number: u32, champion: String) -> Result<Generation, Failure> {
    let learned = steps.network(number)?;
    let [by_nodes, by_time] = steps.matches(number, &champion)?;
    let is_accepted = by_nodes.lead() >= 0 && by_time.lead() > 0;
    Ok(Generation { number, champion, learned, by_nodes, by_time, is_accepted })
}
