// The lines of play that a search has found so far.

/** @typedef {import("./session.js").Info} Info */

export class Lines {
  constructor() {
    /** By rank, the best first. @type {Info[]} */
    this.infos = [];
  }

  /** @param {Info} info */
  add(info) {
    this.infos[info.rank - 1] = info;
  }

  /** The last line of each rank, one for each first move. */
  get all() {
    const seen = new Set();
    // A line that the network dropped leaves a hole, which a filter skips.
    return this.infos.filter(({ line }) => !seen.has(line[0]) && seen.add(line[0]));
  }

  /** The best line that has come so far. @returns {Info | undefined} */
  get best() {
    return this.all[0];
  }
}
