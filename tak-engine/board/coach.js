// A first game: one sentence a move that fits what is on the board. What it says of roads the engine
// has proven; the rest can be seen.

import { Latest } from "./latest.js";
import { readMove } from "./pieces.js";
import { counted, NAMES, spokenMove } from "./words.js";

/** @import { Play } from "./play.js" */
/** @import { State } from "./session.js" */
/** @import { Table } from "./table.js" */

/** Below so many empty squares the flats are counted. */
const FEW = 6;

export class Coach {
  /**
   * @param {Table} table
   * @param {Play} play
   * @param {() => void} changed
   */
  constructor(table, play, changed) {
    this.table = table;
    this.play = play;
    this.changed = changed;
    this.text = "";
    this.looks = new Latest();
    table.listen(() => this.look());
  }

  /** Looks at the position, if it is the user's turn. */
  async look() {
    const { play, table } = this;
    const { state } = table;
    this.looks.giveUp();
    this.say("");
    // What a hint looks for comes first.
    if (!state || !play.isMyTurn || !play.settings.isFirst || play.hinted === null) return;
    const counts = this.looks.begin();
    const text = await this.advise(state);
    if (counts()) this.say(text);
  }

  /** @param {string} text */
  say(text) {
    if (text === this.text) return;
    this.text = text;
    this.changed();
  }

  /**
   * @param {State} state
   * @returns {Promise<string>}
   */
  async advise(state) {
    if (state.opening) return "Put it into a corner: far from the middle it helps least.";
    const own = await this.win(state.tps);
    if (own === null) return "";
    if (own) return `You can complete a road or win the count now: ${spokenMove(own, state)}.`;
    const [stacks, side, number] = state.tps.split(" ");
    const threat = await this.win(`${stacks} ${side === "1" ? 2 : 1} ${number}`);
    if (threat === null) return "";
    const { places, flats } = state;
    const them = state.side === "white" ? "black" : "white";
    if (threat) {
      /** @type {State} */
      const turned = { ...state, side: them, colorToPlace: them };
      const place = readMove(threat).direction ? "Put something in its way" : "Place there, or move a wall there";
      return `${NAMES[them]} threatens to win: ${spokenMove(threat, turned)}. ${place}.`;
    }
    const left = Object.keys(places).length;
    if (left < FEW) {
      return `${counted(left, "square")} left: if the board fills, most flats win. You have ${flats[state.side]}, ${NAMES[them]} ${flats[them]}.`;
    }
    if (state.ply < 6) return "Connect two opposite edges: place flats side by side, near the middle.";
    if (state.hands[state.side].caps && state.ply > 10) return "Your capstone is still in hand: it is strongest near the middle.";
    return flats[state.side] < flats[them] ? `${NAMES[them]} has more flats: place, and let your road grow.` : "No road is near: let yours grow where it has two ways to go on.";
  }

  /**
   * The move that ends the game at once for whoever is to move; empty if there is none, and `null` if
   * the engine has something else to look for.
   * @param {string} tps
   */
  async win(tps) {
    let isWon = false;
    const move = await this.table.session.search({
      position: `tps ${tps}`,
      level: 0,
      go: () => "depth 1",
      found: ({ proof }) => (isWon = proof?.verdict === "win" && proof.plies === 1),
    });
    return isWon || move === null ? move : "";
  }
}
