//! The moves that the solver searches: attacks that threaten a road, and answers that may meet a
//! threat.

use tak_encoding::{
    Action, Bitboard, Color, Direction, Kind, Move, OneHash, Outcome, Playable, Position, Size,
};

use super::aim::Aim;

/// A move and facts about the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<const N: usize> {
    pub(super) mv: Move<N>,
    /// The hash of the position after it.
    pub(super) hash: u64,
    /// Whether later moves could undo it.
    pub(super) is_reversible: bool,
    /// For an attack, the number of squares where a placement would complete a road.
    pub(super) threats: u32,
}

/// Sorts by numbers that are found once for each, the first counting most. All are sorted by
/// numbers of one type: each type would be a sort of its own in the download for browsers.
pub(super) fn sort_by_numbers<T>(list: &mut [T], numbers: impl FnMut(&T) -> (u32, u32, u32, u32)) {
    list.sort_by_cached_key(numbers);
}

/// Whether the player to move can end the game at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice<const N: usize> {
    /// With this move, which wins for the attacker or, if the defender is to move, denies the
    /// attacker the win.
    Ends(Move<N>),
    /// No.
    Open,
}

/// Lists moves, and reuses its buffer.
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

    /// For the attacker to move, appends the moves that may win, except those that let the defender
    /// complete a road at once. If a move wins at once, it is returned and nothing is appended.
    pub(super) fn attacks(
        &mut self,
        position: &mut Position<N, OneHash>,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        self.attacks_within(position, u32::MAX, found)
    }

    /// Like [`attacks`](Self::attacks), but lists only moves that may win within that many plies.
    pub(super) fn attacks_within(
        &mut self,
        position: &mut Position<N, OneHash>,
        plies: u32,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        if let Some(mv) = position.road_move() {
            return Choice::Ends(mv);
        }
        let on_flats = may_end_on_flats(position);
        let aim = self.aim;
        let forcing = aim.mode.is_forcing() || (plies <= 3 && can_wait(position));
        // A wall cannot create a threat of a road, and there was none before.
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

    /// For the defender to move, appends the moves that do not lose at once. If a move ends the
    /// game without a win of the attacker, it is returned and nothing is appended.
    pub(super) fn answers(
        &mut self,
        position: &mut Position<N, OneHash>,
        found: &mut Vec<Candidate<N>>,
    ) -> Choice<N> {
        self.some_answers(position, usize::MAX, found)
    }

    /// Like [`answers`](Self::answers), but stops after `most` of them.
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

    /// Appends the moves that pass `may_do` and, once played, `threats_after`, unless they let the
    /// opponent complete a road at once. If a move ends the game as its player wants, it is
    /// returned and nothing is appended.
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

/// Whether the aim allows the attacker's move that led to this position, where the game is not
/// over.
pub(super) fn is_attack<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    !aim.mode.is_forcing() || threats(aim, position).1
}

/// Whether the aim allows a move of the attacker: it ends the game, or is an attack.
pub(super) fn is_attack_by<const N: usize>(
    aim: Aim,
    position: &Position<N, OneHash>,
    mv: Move<N>,
) -> bool
where
    Size<N>: Playable,
{
    let after = position.after(mv);
    after.outcome().is_some() || is_attack(aim, &after)
}

/// Whether a move of the attacker completes a road or threatens to.
pub(super) fn threatens<const N: usize>(
    aim: Aim,
    position: &Position<N, OneHash>,
    mv: Move<N>,
) -> bool
where
    Size<N>: Playable,
{
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome == Outcome::Road(aim.attacker),
        None => has_threat(aim, &after),
    }
}

/// Whether the attacker, if they were to move, could complete a road.
pub(super) fn has_threat<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    threats(aim, position).1
}

/// The number of squares where the attacker, if they were to move, could complete a road by placing
/// a piece, and whether they could complete one by any move.
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

/// Whether the next move could end the game without a road: with the last piece or on the last
/// square.
pub(super) fn may_end_on_flats<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    // A spread covers at most N − 1 empty squares.
    pieces(position) <= 1 || (position.empty().count() as usize) < N || position.is_opening()
}

/// Whether a move of the player to move that threatens no road cannot win within three plies: the
/// opponent has a wall to place, after which no more roads can be completed than after a pass, and
/// the game goes on.
fn can_wait<const N: usize>(position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    let theirs = position.reserve(!position.side_to_move());
    // A spread covers at most N − 1 empty squares.
    !position.is_opening()
        && theirs.flats >= 2
        && pieces(position) >= 3
        && position.empty().count() as usize >= 2 * N
}

/// The pieces in the reserve of the player to move.
fn pieces<const N: usize>(position: &Position<N, OneHash>) -> u16
where
    Size<N>: Playable,
{
    let reserve = position.reserve(position.side_to_move());
    u16::from(reserve.flats) + u16::from(reserve.caps)
}

/// Whether every legal move of the defender ends the game with a win of the attacker.
pub(super) fn ends_at_once<const N: usize>(aim: Aim, position: &Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    // If a piece and a square are left after it, a placement does not end the game, unless the
    // defender wins.
    if pieces(position) > 1 && position.empty().count() > 1 && !position.is_opening() {
        return false;
    }
    let mut moves = position.legal_moves().into_iter();
    moves.all(|mv| position.after(mv).outcome().is_some_and(|end| aim.is_met_by(end)))
}

/// The most threats considered. A move that meets these may still fail against others.
const MOST_SETS: usize = 4;

/// For each of some threats, the squares of which the defender must touch one to meet it.
struct Obstacles<const N: usize> {
    sets: [Bitboard<N>; MOST_SETS],
    count: usize,
}

impl<const N: usize> Obstacles<N> {
    fn none() -> Self {
        Self { sets: [Bitboard::empty(); MOST_SETS], count: 0 }
    }

    /// The squares that threats of the attacker, who is not to move, depend on. A move that touches
    /// none of the squares of a threat leaves it in place.
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

/// The squares that are connected to two opposite edges.
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
