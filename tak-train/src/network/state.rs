//! The state of a training run, saved beside its output after each epoch.

use std::fs;
use std::path::{Path, PathBuf};

use tak_search::evaluation::network::BUCKETS;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::output;

use super::adam::Adam;
use super::model::Parameters;

/// The state of a training run.
pub(super) struct State<const SUMS: usize> {
    path: PathBuf,
    settings: String,
    /// Epochs that are done.
    pub(super) epoch: u32,
    /// For each of them, the error, and the error on unseen games.
    pub(super) errors: Vec<[f64; 2]>,
    pub(super) parameters: Parameters<SUMS>,
    pub(super) adam: Adam<SUMS>,
}

impl<const SUMS: usize> State<SUMS> {
    /// The state saved by an earlier run, or a new one with these parameters.
    pub(super) fn open(
        output: &Path,
        settings: &str,
        parameters: Parameters<SUMS>,
    ) -> Result<Self, Failure> {
        let mut name = output.as_os_str().to_owned();
        name.push(".state");
        let path = PathBuf::from(name);
        let adam = Adam::new(&parameters);
        let settings = settings.to_owned();
        let mut state = Self { path, settings, epoch: 0, errors: Vec::new(), parameters, adam };
        if state.path.exists() {
            let source = Source::File(state.path.clone());
            let bytes = fs::read(&state.path);
            let bytes =
                bytes.map_err(|error| source.failure(format!("cannot be read: {error}")))?;
            state.read(&bytes).map_err(|why| source.failure(why))?;
        }
        Ok(state)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Saves the state.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        let mut bytes = format!("{}\n", self.settings).into_bytes();
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.adam.steps.to_le_bytes());
        bytes.extend(self.errors.as_flattened().iter().flat_map(|error| error.to_le_bytes()));
        for part in self.parts() {
            let numbers = part.rows.as_flattened().iter().chain(&part.biases);
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        output::write(&self.path, &bytes)
    }

    /// Removes the saved state when training is over.
    pub(super) fn remove(self) {
        let _ = fs::remove_file(self.path); // it was not kept, then
    }

    fn parts(&self) -> [&Parameters<SUMS>; 3] {
        [&self.parameters, &self.adam.first, &self.adam.second]
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let settings = String::from_utf8_lossy(&bytes[..end]);
        if settings != self.settings {
            return Err(format!(
                "it was begun with other settings ({}); expected the same, or remove it",
                tak_terminal::failure::printable(&settings)
            ));
        }
        self.read_numbers(bytes.get(end + 1..).unwrap_or_default())
            .ok_or_else(|| "it is damaged; remove it to start over".to_owned())
    }

    fn read_numbers(&mut self, bytes: &[u8]) -> Option<()> {
        let (&epoch, bytes) = bytes.split_first_chunk()?;
        let (&steps, bytes) = bytes.split_first_chunk()?;
        (self.epoch, self.adam.steps) = (u32::from_le_bytes(epoch), u32::from_le_bytes(steps));
        let (errors, bytes) = bytes.split_at_checked(16 * self.epoch as usize)?;
        let errors: Vec<_> =
            errors.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        self.errors = errors.as_chunks().0.to_vec();
        let numbers = self.parameters.rows.as_flattened().len() + BUCKETS;
        let (values, rest) = bytes.as_chunks();
        if values.len() != 3 * numbers || !rest.is_empty() {
            return None;
        }
        let mut values = values.iter().map(|&bytes| f32::from_le_bytes(bytes));
        for part in [&mut self.parameters, &mut self.adam.first, &mut self.adam.second] {
            for number in part.rows.as_flattened_mut().iter_mut().chain(&mut part.biases) {
                *number = values.next()?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tak_search::evaluation::network::Width;

    use super::*;
    use tak_testing::spoil::{damages, spoil};

    type Narrow = State<{ Width::Narrow.sums() }>;

    fn open(output: &Path) -> Result<Narrow, Failure> {
        State::open(output, "--size 3 --seed 1", Parameters::random(9, 1))
    }

    fn bits(state: &Narrow) -> Vec<u32> {
        let parts = state.parts().into_iter();
        let numbers = parts.flat_map(|part| part.rows.as_flattened().iter().chain(&part.biases));
        numbers.map(|number| number.to_bits()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// What is written is read again; a spoiled file is read as it would be written, or
        /// refused.
        #[test]
        fn a_state_is_read_as_it_is_kept(
            errors in prop::collection::vec(any::<[f64; 2]>(), 0..4),
            damages in damages(),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let output = folder.path().join("net");
            let mut state = open(&output).unwrap();
            (state.epoch, state.errors) = (errors.len() as u32, errors);
            state.keep().unwrap();
            let known = open(&output).unwrap();
            prop_assert_eq!(&known.errors, &state.errors);
            prop_assert!(bits(&known) == bits(&state));
            let spoiled = spoil(fs::read(state.path()).unwrap(), &damages);
            fs::write(state.path(), spoiled).unwrap();
            if let Ok(known) = open(&output) {
                known.keep().unwrap();
                let again = open(&output).unwrap();
                prop_assert_eq!((again.epoch, bits(&again)), (known.epoch, bits(&known)));
            }
        }
    }
}
