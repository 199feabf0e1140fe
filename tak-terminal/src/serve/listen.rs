//! Where to listen.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::str::FromStr;

use crate::failure::Failure;

/// What `--listen` takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Endpoint {
    /// A port on both loopback addresses.
    Port(u16),
    /// All addresses of a host and port.
    Addresses(Vec<SocketAddr>),
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(port) = text.parse() {
            return Ok(Self::Port(port));
        }
        let addresses = text.to_socket_addrs().map_err(|error| {
            format!(
                "expected a port, or an address and port like 127.0.0.1:7731 or [::1]:7731: {error}"
            )
        })?;
        Ok(Self::Addresses(addresses.collect()))
    }
}

/// Listens on all endpoints, or on the default port if there are none. Addresses that are
/// unavailable but not essential are noted.
pub fn bind(
    endpoints: &[Endpoint],
    default: u16,
    note: impl Fn(&str),
) -> Result<Vec<TcpListener>, Failure> {
    let default = [Endpoint::Port(default)];
    let endpoints = if endpoints.is_empty() { &default } else { endpoints };
    let mut listeners = Vec::new();
    for endpoint in endpoints {
        match endpoint {
            Endpoint::Port(port) => bind_loopback(*port, &mut listeners, &note)?,
            Endpoint::Addresses(addresses) => {
                for &address in addresses {
                    let listener = TcpListener::bind(address);
                    listeners.push(listener.map_err(|error| problem(address, &error))?);
                }
            }
        }
    }
    Ok(listeners)
}

/// `localhost` may mean either loopback address, and browsers try both.
fn bind_loopback(
    port: u16,
    listeners: &mut Vec<TcpListener>,
    note: &impl Fn(&str),
) -> Result<(), Failure> {
    let v4 = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let first = TcpListener::bind(v4).map_err(|error| problem(v4, &error))?;
    let port = first.local_addr().map_or(port, |address| address.port());
    listeners.push(first);
    let v6 = SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port);
    match TcpListener::bind(v6) {
        Ok(listener) => listeners.push(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(problem(v6, &error)),
        Err(error) => note(&format!("not listening on {v6}: {error}")),
    }
    Ok(())
}

fn problem(address: SocketAddr, error: &io::Error) -> Failure {
    let port = address.port();
    Failure::Input(match error.kind() {
        ErrorKind::AddrInUse => format!(
            "port {port} of {} is taken, perhaps by this program in another window: end that \
             one, or choose another port with --listen, and enter it in the page too",
            address.ip()
        ),
        _ => format!("cannot listen on {address}: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints() {
        let addresses = |text: &str| match text.parse() {
            Ok(Endpoint::Addresses(addresses)) => addresses,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!("7732".parse(), Ok(Endpoint::Port(7732)));
        assert!(addresses("127.0.0.1:0")[0].ip().is_loopback());
        assert!(addresses("[::1]:7731")[0].is_ipv6());
        for bad in ["", "65536", "127.0.0.1", "::1", "-1", "127.0.0.1:port"] {
            assert!(bad.parse::<Endpoint>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_taken_port_is_reported() {
        let mut taken = Vec::new();
        bind_loopback(0, &mut taken, &|_: &str| ()).unwrap();
        let port = taken[0].local_addr().unwrap().port();
        let error = bind(&[Endpoint::Port(port)], 0, |_| ()).unwrap_err();
        assert!(error.to_string().contains(&format!("port {port} of 127.0.0.1 is taken")));
    }
}
