//! Light or dark, as a visitor has chosen: the page sets a cookie (`board/main.js`), and the server
//! writes the choice into the next page, so that it is painted so at once.

/// What a visitor has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Theme {
    Light,
    Dark,
}

impl Theme {
    /// `None` if nothing was chosen: then the visitor's system decides.
    pub(super) fn chosen(cookies: &[String]) -> Option<Self> {
        cookies.iter().find_map(|cookie| match cookie.as_str() {
            "tak-board-theme=light" => Some(Self::Light),
            "tak-board-theme=dark" => Some(Self::Dark),
            _ => None,
        })
    }

    /// As the page calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_page_sets_is_a_choice() {
        let chosen = |cookies: &[&str]| {
            let cookies: Vec<_> = cookies.iter().map(|&cookie| cookie.to_owned()).collect();
            Theme::chosen(&cookies)
        };
        assert_eq!(chosen(&[]), None);
        assert_eq!(chosen(&["tak-board-theme=<script>", "x=dark", "tak-board-theme="]), None);
        assert_eq!(chosen(&["x=1", "tak-board-theme=dark"]), Some(Theme::Dark));
        assert_eq!(chosen(&["tak-board-theme=light"]), Some(Theme::Light));
    }
}
