//! Which network corrects the evaluation.

use std::fmt;
use std::fs;
use std::io;
use std::sync::{Arc, OnceLock};

use tak_encoding::BoardSize;

use super::{Network, NetworkError};

/// Where the network of a search comes from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum NetworkChoice {
    /// The built-in one, if there is one for the size.
    #[default]
    BuiltIn,
    /// None: the weighted terms alone.
    Nothing,
    /// This one at its size; the built-in ones at others.
    Given(Arc<Network>),
}

/// Why there is no network in a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// It cannot be read.
    Io(io::Error),
    /// It is not a network.
    Network(NetworkError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

/// The word for [`NetworkChoice::Nothing`].
const NONE: &str = "none";

impl NetworkChoice {
    /// The choice that a user writes: an empty string for the built-in one, `none`, or the name of
    /// a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a network.
    ///
    /// ```
    /// use tak_search::evaluation::network::NetworkChoice;
    ///
    /// assert_eq!(NetworkChoice::open("none").unwrap(), NetworkChoice::Nothing);
    /// assert!(NetworkChoice::open("no such file").is_err());
    /// ```
    pub fn open(text: &str) -> Result<Self, OpenError> {
        match text {
            "" => Ok(Self::BuiltIn),
            NONE => Ok(Self::Nothing),
            path => {
                let bytes = fs::read(path).map_err(OpenError::Io)?;
                let network = Network::from_bytes(&bytes).map_err(OpenError::Network)?;
                Ok(Self::Given(Arc::new(network)))
            }
        }
    }

    /// The network for a board size.
    pub fn of(&self, size: BoardSize) -> Option<Arc<Network>> {
        match self {
            Self::Nothing => None,
            Self::Given(network) if network.size() == size => Some(Arc::clone(network)),
            Self::BuiltIn | Self::Given(_) => built_in(size),
        }
    }
}

/// The built-in networks: see `NETWORK.md` beside the engine.
#[cfg(not(feature = "networks"))]
const BUILT_IN: [Option<&[u8]>; 6] = [None; 6];
#[cfg(feature = "networks")]
const BUILT_IN: [Option<&[u8]>; 6] = [
    Some(include_bytes!("../../../networks/three.net")),
    Some(include_bytes!("../../../networks/four.net")),
    Some(include_bytes!("../../../networks/five.net")),
    Some(include_bytes!("../../../networks/six.net")),
    Some(include_bytes!("../../../networks/seven.net")),
    Some(include_bytes!("../../../networks/eight.net")),
];

/// The one that `make EVALFILE=network` adds to them, for its size.
#[cfg(feature = "evalfile")]
const OF_THE_BUILD: Option<&[u8]> = Some(include_bytes!(env!("EVALFILE")));
#[cfg(not(feature = "evalfile"))]
const OF_THE_BUILD: Option<&[u8]> = None;

const _: () = if let Some(bytes) = OF_THE_BUILD {
    assert!(Network::may_be_in(bytes), "EVALFILE: expected a network of this version");
};

/// Read on first use. A program built with a damaged network must not play as if it had none.
fn of_the_build() -> Option<Arc<Network>> {
    static READ: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let whole = |bytes| Network::from_bytes(bytes).expect("EVALFILE was a whole network");
    READ.get_or_init(|| OF_THE_BUILD.map(whole).map(Arc::new)).clone()
}

fn built_in(size: BoardSize) -> Option<Arc<Network>> {
    of_the_build().filter(|network| network.size() == size).or_else(|| of_the_size(size))
}

/// Read on first use.
fn of_the_size(size: BoardSize) -> Option<Arc<Network>> {
    static READ: [OnceLock<Option<Arc<Network>>>; BUILT_IN.len()] = [const { OnceLock::new() }; 6];
    let index = size as usize - BoardSize::Three as usize;
    let read = || Network::from_bytes(BUILT_IN[index]?).ok().map(Arc::new);
    READ[index].get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::tests::random_network;

    #[test]
    fn what_is_built_in_can_be_read() {
        for size in BoardSize::ALL {
            let bytes = BUILT_IN[size as usize - BoardSize::Three as usize];
            let network = NetworkChoice::BuiltIn.of(size);
            assert_eq!(network.map(|network| network.size()), bytes.map(|_| size));
        }
    }

    #[test]
    fn a_network_counts_at_its_size() {
        let network = Arc::new(random_network::<4>(9));
        let choice = NetworkChoice::Given(Arc::clone(&network));
        assert_eq!(choice.of(BoardSize::Four), Some(network));
        assert_eq!(choice.of(BoardSize::Six), NetworkChoice::BuiltIn.of(BoardSize::Six));
        assert_eq!(NetworkChoice::Nothing.of(BoardSize::Six), None);
    }
}
