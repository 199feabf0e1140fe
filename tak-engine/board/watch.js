// A game of two engines that is watched: how fast it goes, whether it rests, and engines at addresses
// of their own.

import { connectTo } from "./engine.js";
import { Session } from "./session.js";
import { keep, kept } from "./storage.js";

/** @import { Settings } from "./play.js" */
/** @import { Side } from "./session.js" */
/** @import { Game } from "./tree.js" */

/** @typedef {{ address: string, session: Session, game: Game | null }} Guest An engine at an address of its own. */

const PACE = "tak-board-pace";

export class Watch {
  /** @param {() => void} changed Called when an engine comes or goes. */
  constructor(changed) {
    this.changed = changed;
    this.isPaused = false;
    /** How long a position is seen at least, in milliseconds. @type {number} */
    this.pace = kept("localStorage", PACE) ?? 1000;
    /** @type {Partial<Record<Side, Guest>>} */
    this.guests = {};
  }

  /** @param {number} pace */
  setPace(pace) {
    this.pace = pace;
    keep("localStorage", PACE, pace);
  }

  /**
   * The engine of a side that has an address of its own, told which game is played.
   * @param {Side} side
   * @param {Settings} settings
   * @param {Game} game
   */
  engineOf(side, settings, game) {
    const address = addressOf(side, settings);
    let guest = this.guests[side];
    if (guest?.address !== address) {
      guest?.session.close();
      guest = address ? { address, session: new Session(connectTo(address)), game: null } : undefined;
      if (guest) {
        guest.session.onStatus = () => this.changed();
        guest.session.client.offered = new Set();
      }
      this.guests[side] = guest;
    }
    if (guest && guest.game !== game) {
      guest.game = game;
      guest.session.setRules(game.rules);
    }
    return guest?.session ?? null;
  }

  /** What is searched elsewhere is given up. */
  rest() {
    for (const guest of Object.values(this.guests)) guest?.session.rest();
  }

  /** Nobody needs the engines elsewhere any more. */
  end() {
    for (const guest of Object.values(this.guests)) guest?.session.close();
    this.guests = {};
  }

  /** What keeps a side from playing, in words. @param {Side} side */
  problemOf(side) {
    const guest = this.guests[side];
    return guest?.session.status === "gone" ? `No engine answers at ${guest.address}. The game goes on once one does.` : "";
  }
}

/**
 * Where another engine is that plays a side; empty if it is the one of this page.
 * @param {Side} side
 * @param {Settings} settings
 */
export const addressOf = (side, { you, whiteAt, blackAt }) => (you === "none" ? (side === "white" ? whiteAt : blackAt) || "" : "");
