// The course: small boards, what to do on each, and what counts as done. White is the learner.

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {number} size
 * @property {string} [start] A TPS; without it the board is empty, and the game begins.
 * @property {[number, number]} [caps] Where the board has others than usual.
 * @property {string} task
 * @property {Goal} goal
 * @property {string} reply What is said once it is done.
 * @property {string} hint What is said of another move.
 */

/**
 * @typedef {object} Goal What a move must do; it must do all that is named.
 * @property {string} [result] How the game ends with it.
 * @property {string[]} [moves] One of these.
 * @property {boolean} [crushes] Whether it flattens a wall.
 * @property {number} [carries] How many pieces it carries.
 * @property {boolean} [opens] Any move of the opening.
 */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: "A road",
    size: 4,
    start: "x4/x4/1,1,1,x/2,2,x,2 1 5",
    task: "A road of your flats from one edge to the opposite edge wins. You are White: click the empty square that completes one.",
    goal: { result: "R-0" },
    hint: "Your three flats lie in row 2: only d2 is missing.",
    reply: "That is a road: you win. It may go from left to right or from bottom to top.",
  },
  {
    title: "A road turns corners",
    size: 4,
    start: "2,x3/x,1,1,x/1,1,x,2/x2,2,x 1 5",
    task: "A road need not be straight, but its squares must share an edge: corner to corner does not count. Complete this one.",
    goal: { result: "R-0" },
    hint: "It begins on a2 and has come to c3: go on to the right edge.",
    reply: "It goes a2, b2, b3, c3, d3.",
  },
  {
    title: "A wall",
    size: 4,
    start: "x4/2,2,2,x/1,1,x2/x2,1,x 1 4",
    task: "Black needs only d3. A wall counts for no road, and nobody's flat can go onto it: choose Wall below the board, then click d3.",
    goal: { moves: ["Sd3"] },
    hint: "This one is about the wall: choose Wall below the board, then d3.",
    reply: "Black is blocked. Your wall is no part of your own roads either, so do not place too many.",
  },
  {
    title: "A stack",
    size: 4,
    start: "x4/x2,2,x/x,1,2,x/x4 1 3",
    task: "Pieces move, too: straight on by a square or more, and onto flats of either colour. Click your flat on b2, then Black's on c2.",
    goal: { moves: ["b2>"] },
    hint: "Click b2 to lift it, then c2.",
    reply: "You own the stack now: whoever has the top piece does, and only the top counts.",
  },
  {
    title: "Drops",
    size: 4,
    start: "x4/x4/121,x3/2,x3 1 5",
    task: "A stack can leave pieces on its way, at least one on each square. Move the three from a2 to the right: click a2, then b2, c2 and d2.",
    goal: { moves: ["3a2>111"] },
    hint: "Leave one on each square: a2, b2, c2, d2.",
    reply: "The lowest piece fell first. So a stack can grow into a road in one move.",
  },
  {
    title: "The carry limit",
    size: 3,
    start: "x3/21121,x2/2,x2 1 5",
    task: "One hand carries at most as many pieces as the board is wide: three here. Move as many as you can from this stack of five.",
    goal: { carries: 3 },
    hint: "Click a2 once: that lifts three. Each further click leaves one more behind.",
    reply: "Three moved and two stayed. A larger board lets you carry more.",
  },
  {
    title: "The capstone",
    size: 4,
    caps: [1, 1],
    start: "x4/x2,2,x/1,1,11C,2S/2,x,2,x 1 6",
    task: "The capstone counts for roads, nothing goes onto it, and alone it flattens a wall. Yours stands on a flat on c2: lift only it, and crush d2.",
    goal: { crushes: true },
    hint: "Click c2 twice, so that the flat stays, then d2. Only a capstone that comes alone flattens a wall.",
    reply: "The wall is a flat now, under your capstone, and your road is complete. Boards from 5×5 on have capstones.",
  },
  {
    title: "The flat count",
    size: 3,
    start: "1,2,1/2,1,2/1,2,x 1 6",
    task: "If the board is full, or somebody has no piece left, the game ends without a road: most flats on top win. Place on the last square.",
    goal: { result: "F-0" },
    hint: "A wall does not count: place a flat.",
    reply: "Five flats to four: you win. Black often gets some points for moving second, called komi.",
  },
  {
    title: "The first move",
    size: 3,
    task: "One thing is odd: in the first move each player places a flat of the other. Place Black's flat where it helps Black least.",
    goal: { opens: true },
    hint: "",
    reply: "Far from the middle is best. Black now does the same with one of yours, and from then on each places their own.",
  },
];
