// The lines of play that a search has found so far.

/** @import { Info } from "./tei.js" */

export class Lines {
  constructor() {
    /** By rank, the best first. @type {Info[]} */
    this.infos = [];
  }

  /**
   * Each first move has one line: where it rises or falls, those between move up or down until the
   * search names their ranks again.
   * @param {Info} info
   */
  add(info) {
    const index = info.rank - 1;
    const old = this.infos.findIndex((other) => other?.line[0] === info.line[0]);
    if (old >= 0) this.infos.splice(old, 1);
    if (old >= 0 && index < this.infos.length) this.infos.splice(index, 0, info);
    else this.infos[index] = info;
    this.infos.forEach((each, at) => {
      if (each.rank !== at + 1) this.infos[at] = { ...each, rank: at + 1 };
    });
  }

  /** The last line of each rank. */
  get all() {
    // A line that the network dropped leaves a hole, which a filter skips.
    return this.infos.filter(Boolean);
  }

  /** The best line that has come so far. @returns {Info | undefined} */
  get best() {
    return this.all[0];
  }
}
