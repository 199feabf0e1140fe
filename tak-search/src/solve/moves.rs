//! The moves that a proof looks at: attacks that threaten a road, and the answers that
//! can meet a threat.

use tak_encoding::{
    Action, Bitboard, Color, Direction, Kind, Move, OneHash, Playable, Position, Size,
};

use super::aim::Aim;

/// A move, and the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<const N: usize> {
    pub(super) mv: Move<N>,
    /// The hash of the position after it.
    pub(super) hash: u64,
    /// Whether a later move could undo it.
    pub(super) is_reversible: bool,
    /// After an attack: on how many squares a placement would complete a road.
    pub(super) threats: u32,
}

/// What the player to move has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice<const N: usize> {
    /// A move that ends the game as the player wants: with the attacker's win, or without
    /// it, where the defender moves.
    Ends(Move<N>),
    /// Nothing of that kind.
    Open,
}

/// Lists moves; keeps its memory.
pub(super) struct Lister<const N: usize> {
    pub(super) aim: Aim,
    moves: Vec<Move<N>>,
}

impl<const N: usize> Lister<N>
where
    Size<N>: Playable,
{
    pub(super) fn new(aim: Aim) -> Self {
        Self { aim, moves: Vec::with_capacity(256) }
    }

    /// The attacker is to move: appends the moves that may win, except those that let
    /// the defender end the game with the next move. If a move wins at once, it is
    /// returned and nothing is appended.
    pub(super) fn attacks(
        &mut self,
        position: &mut Position<N, OneHash>,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        if let Some(mv) = position.road_move() {
            return Choice::Ends(mv);
        }
        let on_flats = may_end_on_flats(position);
        let (aim, forcing) = (self.aim, self.aim.mode.is_forcing());
        // A wall adds nothing to a road, and there was no threat before it.
        let walls = !forcing || (on_flats && aim.mode.counts_flats());
        self.list(
            position,
            usize::MAX,
            found,
            |mv| walls || !matches!(mv.action(), Action::Place(Kind::Wall, _)),
            |after| {
                let (threats, is_threat) = threats(aim, after);
                let threats = if is_threat { threats.max(1) } else { 0 };
                (is_threat || !forcing).then_some(threats)
            },
        )
    }

    /// The defender is to move: appends the moves that do not lose at once. If a move
    /// ends the game without the attacker's win, it is returned and nothing is appended.
    pub(super) fn answers(
        &mut self,
        position: &mut Position<N, OneHash>,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        self.some_answers(position, usize::MAX, found)
    }

    /// The same, but no more answers than so many.
    pub(super) fn some_answers(
        &mut self,
        position: &mut Position<N, OneHash>,
        most: usize,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        if let Some(mv) = position.road_move() {
            return Choice::Ends(mv);
        }
        let obstacles = if may_end_on_flats(position) || position.is_opening() {
            Obstacles::none()
        } else {
            Obstacles::of_threats(position, self.aim.attacker)
        };
        self.list(position, most, found, |mv| obstacles.are_met_by(mv), |_| Some(0))
    }

    /// Appends the moves that are worth a look by themselves and, after them, by their
    /// threats, unless they let the opponent complete a road. If a move ends the game as
    /// its player wants, it is returned and nothing is appended.
    fn list(
        &mut self,
        position: &mut Position<N, OneHash>,
        most: usize,
        found: &mut Vec<Candidate<N>>,
        may_do: impl Fn(Move<N>) -> bool,
        threats_after: impl Fn(&Position<N, OneHash>) -> Option<u32>,
    ) -> Choice<N> {
        let first = found.len();
        let is_attack = position.side_to_move() == self.aim.attacker;
        self.moves.clear();
        position.generate(&mut self.moves);
        for &mv in self.moves.iter().filter(|&&mv| may_do(mv)) {
            let is_reversible = position.is_reversible(mv);
            let undo = position.play_unchecked(mv);
            if position.is_over_after(mv) {
                let is_met = position.outcome().is_some_and(|end| self.aim.is_met_by(end));
                position.undo(undo);
                if is_met == is_attack {
                    found.truncate(first);
                    return Choice::Ends(mv);
                }
                continue;
            }
            if let Some(threats) = threats_after(position)
                && position.road_move().is_none()
            {
                found.push(Candidate { mv, hash: position.hash(), is_reversible, threats });
            }
            position.undo(undo);
            if found.len() - first == most {
                break;
            }
        }
        Choice::Open
    }
}

/// Whether a move of the attacker that led to this position, where the game goes on, is
/// one that the aim allows.
pub(super) fn is_attack<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    !aim.mode.is_forcing() || threats(aim, position).1
}

/// On how many squares the attacker, were it their turn, could place a piece to complete
/// a road, and whether there is any move that does.
fn threats<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> (u32, bool)
where
    Size<N>: Playable,
{
    if position.is_opening() {
        return (0, false);
    }
    let reach = position.road_reach(aim.attacker);
    let squares = (reach.joining() & position.empty()).count();
    let is_threat = squares > 0 || position.road_spread_within(aim.attacker, &reach).is_some();
    (squares, is_threat)
}

/// Whether a move could end the game without a road: the last piece, or the last square.
pub(super) fn may_end_on_flats<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    // A spread fills at most all but one square of its line.
    pieces(position) <= 1 || (position.empty().count() as usize) < N || position.is_opening()
}

/// The pieces left to the player to move.
fn pieces<const N: usize>(position: &Position<N, OneHash>) -> u16
where
    Size<N>: Playable,
{
    let reserve = position.reserve(position.side_to_move());
    u16::from(reserve.flats) + u16::from(reserve.caps)
}

/// Whether every legal move of the defender ends the game with the attacker's win.
pub(super) fn ends_at_once<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    // With a piece and a square left after it, a placement ends nothing, or the defender wins.
    if pieces(position) > 1 && position.empty().count() > 1 && !position.is_opening() {
        return false;
    }
    let mut moves = position.legal_moves().into_iter();
    moves.all(|mv| position.after(mv).outcome().is_some_and(|end| aim.is_met_by(end)))
}

/// Threats that are looked at; what meets these need not meet all.
const MOST_SETS: usize = 4;

/// What stands in the way of threats: the defender must touch a square of each set.
struct Obstacles<const N: usize> {
    sets: [Bitboard<N>; MOST_SETS],
    count: usize,
}

impl<const N: usize> Obstacles<N> {
    fn none() -> Self {
        Self { sets: [Bitboard::empty(); MOST_SETS], count: 0 }
    }

    /// For some threats of the attacker, who is not to move: the squares that each of
    /// them needs. A move that touches none of these leaves the threat as it is.
    fn of_threats(position: &mut Position<N, OneHash>, attacker: Color) -> Self
    where
        Size<N>: Playable,
    {
        let mut obstacles = Self::none();
        let road = position.road_squares(attacker);
        let reach = position.road_reach(attacker);
        for square in (reach.joining() & position.empty()).iter().take(MOST_SETS - 1) {
            let square = Bitboard::from_square(square);
            obstacles.add(square.flood(road | square));
        }
        if let Some(mv) = position.road_spread_within(attacker, &reach) {
            position.pass();
            let undo = position.play_unchecked(mv);
            let road = spanning(position.road_squares(attacker));
            position.undo(undo);
            position.unpass();
            obstacles.add(road | touched(mv));
        }
        obstacles
    }

    fn add(&mut self, set: Bitboard<N>) {
        self.sets[self.count] = set;
        self.count += 1;
    }

    #[inline]
    fn are_met_by(&self, mv: Move<N>) -> bool {
        if self.count == 0 {
            return true;
        }
        let touched = touched(mv);
        self.sets[..self.count].iter().all(|set| set.intersects(touched))
    }
}

/// The squares that are connected with two opposite edges.
fn spanning<const N: usize>(road: Bitboard<N>) -> Bitboard<N> {
    let reached = |edge: Bitboard<N>| (edge & road).flood(road);
    let across = reached(Bitboard::file(0)) & reached(Bitboard::file(N - 1));
    let along = reached(Bitboard::rank(0)) & reached(Bitboard::rank(N - 1));
    across | along
}

/// The squares that a move changes.
#[inline]
pub(super) fn touched<const N: usize>(mv: Move<N>) -> Bitboard<N> {
    let mut bits = 1u64 << mv.square().index();
    if let Action::Spread(from, direction, slide) = mv.action() {
        let mut bit = 1u64 << from.index();
        for _ in 0..slide.length() {
            bit = match direction {
                Direction::Up => bit << N,
                Direction::Right => bit << 1,
                Direction::Down => bit >> N,
                Direction::Left => bit >> 1,
            };
            bits |= bit;
        }
    }
    Bitboard::from_bits(bits)
}
