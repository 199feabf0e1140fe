//! Which pages may connect.
//!
//! Any page can open a WebSocket to this machine, and no browser rule prevents that. But the
//! browser says where the page came from, in a header that the page cannot change. This also covers
//! names that are made to resolve to 127.0.0.1 (DNS rebinding): the page still comes from that
//! name.

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use super::http::{Refusal, Request, header};
use crate::failure::printable;

/// What `--allow-origin` takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AllowedOrigin {
    /// Any page, `*`.
    Any,
    /// As browsers write it: scheme, host, and port if it is not the default one;
    /// or `null`, which local files and sandboxed pages send.
    One(String),
}

impl FromStr for AllowedOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const LONGEST: usize = 300;
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        let text = without_default_port(&text).to_owned();
        let plain = |part: &str, also: &str| {
            let allowed = |c: char| c.is_ascii_alphanumeric() || also.contains(c);
            !part.is_empty() && part.chars().all(allowed)
        };
        match text.split_once("://") {
            None if text == "*" => Ok(Self::Any),
            None if text == "null" => Ok(Self::One(text)),
            Some((scheme, host))
                if plain(scheme, "+-.") && plain(host, "-._:[]") && text.len() <= LONGEST =>
            {
                Ok(Self::One(text))
            }
            _ => Err("expected scheme and host like https://example.org, `null` or `*`"),
        }
    }
}

/// Browsers leave out the default port of a scheme.
fn without_default_port(origin: &str) -> &str {
    let defaults = [("http://", ":80"), ("https://", ":443")];
    let mut defaults = defaults.iter().filter(|(scheme, _)| origin.starts_with(scheme));
    let shorter = defaults.find_map(|(_, port)| origin.strip_suffix(port));
    shorter.unwrap_or(origin)
}

/// The pages that may connect.
pub struct Origins {
    /// The page that the program is made for.
    page: &'static str,
    allowed: Vec<AllowedOrigin>,
    /// The pages refused so far, so that each is reported once.
    refused: Mutex<HashSet<String>>,
}

impl Origins {
    /// The page that the program is made for, like `https://example.org`, pages from this machine,
    /// and these.
    pub fn new(page: &'static str, allowed: Vec<AllowedOrigin>) -> Self {
        Self { page, allowed, refused: Mutex::default() }
    }

    /// Whether a page of this origin may connect.
    pub fn allow(&self, origin: &str) -> bool {
        let given = |allowed: &AllowedOrigin| match allowed {
            AllowedOrigin::Any => true,
            AllowedOrigin::One(allowed) => allowed.eq_ignore_ascii_case(origin),
        };
        origin == self.page || is_local(origin) || self.allowed.iter().any(given)
    }

    /// Whether the program answers to the name that a request gives in `Host`: only to that of a
    /// page that may connect. Any other could be somebody else's invention.
    fn knows_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        ["http", "https"].into_iter().any(|scheme| self.allow(&format!("{scheme}://{host}")))
    }

    /// Checks that a request calls the program by a name that is known.
    pub fn check_host(&self, request: &Request) -> Result<(), Refusal> {
        let host = header(request, "Host")?.ok_or(Refusal::Unreadable("Host"))?;
        if self.knows_host(host) { Ok(()) } else { Err(Refusal::UnknownHost(host.to_owned())) }
    }

    /// The page that a request comes from, if it may connect. Without one it is from a program, which
    /// could send anything. `tell` gets a line for the person at the terminal, once for each page
    /// that is refused.
    pub fn check_page<'a>(
        &self,
        request: &'a Request,
        tell: impl FnOnce(&str),
    ) -> Result<Option<&'a str>, Refusal> {
        match header(request, "Origin")? {
            Some(page) if !self.allow(page) => {
                if self.is_news(page) {
                    tell(&refused(page));
                }
                Err(Refusal::Forbidden)
            }
            page => Ok(page),
        }
    }

    /// Whether this page is refused for the first time. After very many pages, none counts as new.
    fn is_news(&self, origin: &str) -> bool {
        const MAX: usize = 100;
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.len() < MAX && refused.insert(origin.to_owned())
    }
}

/// What the terminal says of a refused page, with the option that allows it. That may be pasted into
/// a shell, so it is shown only if it is harmless.
fn refused(origin: &str) -> String {
    match origin.parse() {
        Ok(AllowedOrigin::One(origin)) => {
            format!("refused a page from {origin}; if you trust it: --allow-origin {origin}")
        }
        _ => format!("refused a page from {}", printable(origin)),
    }
}

/// Whether a page was served by this machine, on any port.
fn is_local(origin: &str) -> bool {
    let Some((scheme, address)) = origin.split_once("://") else {
        return false;
    };
    let hosts = ["localhost", "127.0.0.1", "[::1]"];
    let mut ports = hosts.iter().filter_map(|host| address.strip_prefix(host));
    let is_port = |port: &str| {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let digits = port.strip_prefix(':').filter(|digits| is_number(digits));
        port.is_empty() || digits.is_some_and(|digits| digits.parse::<u16>().is_ok())
    };
    matches!(scheme, "http" | "https") && ports.any(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_pages_may_connect() {
        let origins =
            Origins::new("https://ptn.ninja", vec!["HTTPS://Tak.example:8443/".parse().unwrap()]);
        for good in [
            "https://ptn.ninja",
            "https://tak.example:8443",
            "http://localhost",
            "https://localhost:8080",
            "http://127.0.0.1:8081",
            "http://[::1]:3000",
        ] {
            assert!(origins.allow(good), "{good}");
        }
        for bad in [
            "",
            "null",
            "*",
            "http://ptn.ninja",
            "https://ptn.ninja:444",
            "https://ptn.ninja.example",
            "https://evil-ptn.ninja",
            "https://tak.example",
            "http://localhost.example",
            "http://localhost:80.example",
            "http://localhost:+80",
            "http://localhost:80@evil.example",
            "http://127.0.0.1.example",
            "http://127.0.0.2",
            "file://localhost",
            "localhost",
        ] {
            assert!(!origins.allow(bad), "{bad}");
        }
        assert!(
            Origins::new("https://ptn.ninja", vec![AllowedOrigin::Any])
                .allow("https://evil.example")
        );
        for (host, known) in
            [("LocalHost:5000", true), ("ptn.ninja", true), ("evil.example", false)]
        {
            assert_eq!(origins.knows_host(host), known, "{host}");
        }
        let null = "null".parse().unwrap();
        assert!(Origins::new("https://ptn.ninja", vec![null]).allow("null"));
    }

    #[test]
    fn the_default_port_may_be_written() {
        for (given, sent) in [
            ("https://tak.example:443", "https://tak.example"),
            ("http://Tak.example:80/", "http://tak.example"),
            ("http://[fe80::1]:80", "http://[fe80::1]"),
            ("https://tak.example:80", "https://tak.example:80"),
            ("http://tak.example:8080", "http://tak.example:8080"),
        ] {
            let origins = Origins::new("https://ptn.ninja", vec![given.parse().unwrap()]);
            assert!(origins.allow(sent), "{given}");
        }
    }

    #[test]
    fn malformed_origins_are_refused() {
        for bad in [
            "",
            "ptn.ninja",
            "https://",
            "https://a/b",
            "https://a b",
            "https://*.a",
            "https://a;reboot",
            "https://$(reboot)",
        ] {
            assert!(bad.parse::<AllowedOrigin>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refused_page_is_reported_once() {
        let origins = Origins::new("https://ptn.ninja", Vec::new());
        assert!(origins.is_news("https://a.example"));
        assert!(!origins.is_news("https://a.example"));
        assert!(origins.is_news("https://b.example"));
    }
}
