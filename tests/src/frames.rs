//! What a client sends over WebSocket once the handshake is done.

use fastrand::Rng;

use opcode::{BINARY, CLOSE, PING, TEXT};

/// What a frame is, by RFC 6455.
pub(crate) mod opcode {
    pub(crate) const CONTINUATION: u8 = 0;
    pub(crate) const TEXT: u8 = 1;
    pub(crate) const BINARY: u8 = 2;
    pub(crate) const CLOSE: u8 = 8;
    pub(crate) const PING: u8 = 9;
    pub(crate) const PONG: u8 = 10;
}

const MASKED: u8 = 0x80;
const TWO_BYTES_OF_LENGTH: u8 = 0x7e;

const LINES: [&str; 6] = [
    "tei\nisready\n",
    "teinewgame 5\nposition startpos moves a1 e5\ngo nodes 50\n",
    "go infinite\nstop\n",
    "setoption name MultiPV value 3\n",
    "position tps x3/x,1,x/2,x2 1 2\ngo movetime 1",
    "go infinite\nposition startpos\nquit",
];

/// A frame as clients send them: masked.
pub fn frame(opcode: u8, is_last: bool, data: &[u8], random: &mut Rng) -> Vec<u8> {
    let mask = [(); 4].map(|()| random.u8(..));
    let mut frame = vec![u8::from(is_last) << 7 | opcode];
    match data.len() {
        length @ ..126 => frame.push(MASKED | length as u8),
        length => {
            frame.push(MASKED | TWO_BYTES_OF_LENGTH);
            frame.extend((length as u16).to_be_bytes());
        }
    }
    frame.extend(mask);
    frame.extend(data.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// What one client sends: a message in two parts with a ping between them, and more.
pub fn conversation(random: &mut Rng) -> Vec<u8> {
    let mut sent = Vec::new();
    for _ in 0..random.usize(1..5) {
        let text = LINES[random.usize(..LINES.len())].as_bytes();
        let (start, end) = text.split_at(random.usize(..=text.len()));
        sent.extend(frame(TEXT, false, start, random));
        sent.extend(frame(PING, true, b"here?", random));
        sent.extend(frame(0, true, end, random));
        match random.u8(..8) {
            0 => sent.extend(frame(BINARY, true, text, random)),
            1 => sent.extend(frame(CLOSE, true, b"\x03\xe8bye", random)),
            2 => sent.extend(frame(TEXT, true, &text.repeat(9), random)),
            _ => {}
        }
    }
    sent
}
