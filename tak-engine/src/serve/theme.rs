//! Light or dark, as a visitor has chosen: the page sets a cookie (`board/main.js`), and the server
//! writes the choice into the next page, so that it is painted so at once.

use tak_terminal::serve::http::Request;

/// `light` or `dark`; `None` if nothing was chosen: then the visitor's system decides.
pub(super) fn chosen(request: &Request) -> Option<&'static str> {
    let headers = request.headers().get_all("Cookie").iter();
    let mut cookies = headers.flat_map(|cookies| cookies.as_bytes().split(|&byte| byte == b';'));
    cookies.find_map(|cookie| match cookie.trim_ascii() {
        b"tak-board-theme=light" => Some("light"),
        b"tak-board-theme=dark" => Some("dark"),
        _ => None,
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
    }
}
