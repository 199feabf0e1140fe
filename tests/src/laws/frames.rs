//! Frames of a WebSocket, by RFC 6455.

use std::sync::mpsc::{self, sync_channel};

use tak_engine::frames::{CloseReason, read_commands};
use tak_tei::Session;
use tungstenite::Message;

use super::guest;
use crate::frames::opcode::{BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT};

/// Codes that a conversation ends with; the second is told to nobody.
const PROTOCOL: Ending = Ending::Code(1002);
const NOT_TEXT: Ending = Ending::Code(1007);
const TOO_LONG: Ending = Ending::Code(1009);

/// What a client sends after the handshake is answered by the rules, frame by frame, up
/// to the first that breaks one, which ends the conversation with the code for it.
///
/// # Panics
///
/// If not.
pub fn frames(data: &[u8]) {
    let by_the_rules = Conversation::read(data, MAX_ECHO);
    let (reason, echoed, _) = converse(data, true);
    assert_eq!(echoed, by_the_rules.messages(true));
    let ending = Ending::of(&reason);
    assert!(by_the_rules.endings.contains(&ending), "{reason:?}: {by_the_rules:?}");

    let by_the_rules = Conversation::read(data, MAX_MESSAGE);
    let (reason, answers, lines) = converse(data, false);
    let all = by_the_rules.messages(false);
    if matches!(reason, CloseReason::Quit) {
        assert!(by_the_rules.says_quit(), "{by_the_rules:?}");
        assert!(all.starts_with(&answers), "{answers:?}: {by_the_rules:?}");
    } else {
        let ending = Ending::of(&reason);
        assert!(by_the_rules.endings.contains(&ending), "{reason:?}: {by_the_rules:?}");
        assert_eq!(answers, all);
    }
    let is_line = |line: &String| !line.is_empty() && !line.contains(['\n', '\r']);
    assert!(lines.iter().all(is_line), "{lines:?}");
}

/// The longest messages, when they are echoed and when not.
const MAX_ECHO: u64 = 16 << 20;
const MAX_MESSAGE: u64 = 1 << 20;

/// Why the conversation ended, the messages that were sent, and the lines of the session.
fn converse(data: &[u8], echo: bool) -> (CloseReason, Vec<Message>, Vec<String>) {
    let (sender, said) = mpsc::channel();
    let mut session = Session::new(guest(), move |line: &str| {
        sender.send(line.to_owned()).expect("the test listens");
    });
    // Nobody takes the messages before the end; none has less than a byte.
    let (messages, sent) = sync_channel(data.len());
    let reason = read_commands(data, &mut session, &messages, || false, echo);
    drop((messages, session));
    (reason, sent.into_iter().flatten().collect(), said.into_iter().collect())
}

/// How a conversation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// In the middle, with nobody to say goodbye to.
    Lost,
    /// With a code, 0 for none.
    Code(u16),
}

impl Ending {
    fn of(reason: &CloseReason) -> Self {
        match reason.close_message() {
            Some(Message::Close(frame)) => {
                Self::Code(frame.map_or(0, |frame| u16::from(frame.code)))
            }
            Some(other) => panic!("a goodbye like {other:?}"),
            None => Self::Lost,
        }
    }
}

/// What a client says, by the rules.
#[derive(Default, Debug)]
struct Conversation {
    /// Whole messages, and pings.
    said: Vec<Message>,
    /// The message that has only begun: whether it is text, and its bytes.
    begun: Option<(bool, Vec<u8>)>,
    /// How it may end: one for each rule that the last frame breaks.
    endings: Vec<Ending>,
}

impl Conversation {
    fn read(mut data: &[u8], longest: u64) -> Self {
        let mut conversation = Self::default();
        while conversation.endings.is_empty() {
            data = conversation.read_frame(data, longest);
        }
        conversation
    }

    /// Reads a frame and returns what comes after it.
    fn read_frame<'a>(&mut self, data: &'a [u8], longest: u64) -> &'a [u8] {
        let Some((&[first, second], rest)) = data.split_first_chunk() else {
            self.endings.push(Ending::Lost);
            return &[];
        };
        let (is_last, opcode, is_masked) = (first & 0x80 != 0, first & 0x0f, second & 0x80 != 0);
        let length = match second & 0x7f {
            126 => rest.split_first_chunk().map(|(l, rest)| (u16::from_be_bytes(*l).into(), rest)),
            127 => rest.split_first_chunk().map(|(l, rest)| (u64::from_be_bytes(*l), rest)),
            length => Some((length.into(), rest)),
        };
        let is_control = opcode >= CLOSE;
        let is_known = matches!(opcode, CONTINUATION | TEXT | BINARY | CLOSE | PING | PONG);
        let is_out_of_turn = !is_control && (opcode == CONTINUATION) != self.begun.is_some();
        let is_long_control = is_control && (second & 0x7f > 125 || !is_last);
        if first & 0x70 != 0 || !is_known || !is_masked || is_out_of_turn || is_long_control {
            self.endings.push(PROTOCOL);
        }
        if length.is_some_and(|(length, _)| length > longest) {
            self.endings.push(TOO_LONG);
        }
        let payload = length.and_then(|(length, rest)| {
            let (mask, rest) = if is_masked { rest.split_first_chunk()? } else { (&[0; 4], rest) };
            let (payload, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            let bytes = payload.iter().zip(mask.iter().cycle());
            Some((bytes.map(|(byte, mask)| byte ^ mask).collect(), rest))
        });
        match payload {
            // A broken rule may show before the end.
            None => self.endings.push(Ending::Lost),
            Some((payload, rest)) if self.endings.is_empty() => {
                self.take(opcode, is_last, payload);
                return rest;
            }
            Some(_) => {}
        }
        &[]
    }

    /// Takes a frame that is allowed there.
    fn take(&mut self, opcode: u8, is_last: bool, payload: Vec<u8>) {
        match opcode {
            PING => self.said.push(Message::Ping(payload.into())),
            PONG => {}
            CLOSE => self.endings.extend(endings_of_close(&payload)),
            _ => {
                let begun = self.begun.take();
                let (is_text, mut bytes) = begun.unwrap_or((opcode == TEXT, Vec::new()));
                bytes.extend(payload);
                // What may yet become text is no mistake before its end.
                let text = str::from_utf8(&bytes);
                let is_wrong = text.is_err_and(|why| is_last || why.error_len().is_some());
                match text {
                    _ if is_text && is_wrong => self.endings.push(NOT_TEXT),
                    _ if !is_last => self.begun = Some((is_text, bytes)),
                    Ok(text) if is_text => self.said.push(Message::text(text)),
                    _ => self.said.push(Message::binary(bytes)),
                }
            }
        }
    }

    /// The messages that answer: pongs, and with `echo` what was said.
    fn messages(&self, echo: bool) -> Vec<Message> {
        let answer = |message: &Message| match message {
            Message::Ping(data) => Some(Message::Pong(data.clone())),
            message => echo.then(|| message.clone()),
        };
        self.said.iter().filter_map(answer).collect()
    }

    fn says_quit(&self) -> bool {
        let text = |message: &Message| message.to_text().unwrap_or_default().to_owned();
        let is_quit = |line: &str| line.split_whitespace().next() == Some("quit");
        self.said.iter().any(|message| message.is_text() && text(message).lines().any(is_quit))
    }
}

/// The code is sent back if a client may use it.
fn endings_of_close(payload: &[u8]) -> Vec<Ending> {
    let Some((code, reason)) = payload.split_first_chunk() else {
        return if payload.is_empty() { vec![Ending::Code(0)] } else { vec![PROTOCOL] };
    };
    let code = u16::from_be_bytes(*code);
    if str::from_utf8(reason).is_err() {
        return vec![NOT_TEXT];
    }
    match code {
        1000..=1003 | 1007..=1013 | 3000..=4999 => vec![Ending::Code(code)],
        // Registered later than the rules were written.
        1014 => vec![Ending::Code(code), PROTOCOL],
        _ => vec![PROTOCOL],
    }
}
