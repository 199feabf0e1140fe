//! The theme that a visitor has chosen: the page sets a cookie (`board/theme.js`), and the server
//! writes the choice into the next page, so that it is painted so at once.

use tak_terminal::serve::http::Request;

/// The themes of the page.
const THEMES: [&str; 4] = ["light", "dark", "wood", "contrast"];

/// One of [`THEMES`]; `None` if nothing was chosen: then the visitor's system decides.
pub(super) fn chosen(request: &Request) -> Option<&'static str> {
    let headers = request.headers().get_all("Cookie").iter();
    let mut cookies = headers.flat_map(|cookies| cookies.as_bytes().split(|&byte| byte == b';'));
    cookies.find_map(|cookie| {
        let name = cookie.trim_ascii().strip_prefix(b"tak-board-theme=")?;
        THEMES.into_iter().find(|theme| theme.as_bytes() == name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tungstenite::http::HeaderValue;

    #[test]
    fn only_what_the_page_sets_is_a_choice() {
        let chosen = |cookies: &[&[u8]]| {
            let mut request = Request::default();
            for cookie in cookies {
                request.headers_mut().append("cookie", HeaderValue::from_bytes(cookie).unwrap());
            }
            chosen(&request)
        };
        assert_eq!(chosen(&[]), None);
        assert_eq!(chosen(&[b"tak-board-theme=<script>; x=dark; tak-board-theme="]), None);
        assert_eq!(chosen(&[b"x=\xff; y=1", b"z=2; tak-board-theme=dark"]), Some("dark"));
        assert_eq!(chosen(&[b"tak-board-theme=light;x"]), Some("light"));
        for theme in THEMES {
            assert_eq!(chosen(&[format!("tak-board-theme={theme}").as_bytes()]), Some(theme));
        }
    }
}
