// The lines of play that a search has found so far.

/** @typedef {import("./session.js").Info} Info */

export class Lines {
  constructor() {
    /** By rank, the best first. @type {Info[]} */
    this.infos = [];
  }

  /**
   * Each first move has one line: where a move rises, the line that it meets takes its old place
   * until the search names that rank again.
   * @param {Info} info
   */
  add(info) {
    const old = this.infos.findIndex((other) => other?.line[0] === info.line[0]);
    const met = this.infos[info.rank - 1];
    this.infos[info.rank - 1] = info;
    if (old < 0 || old === info.rank - 1) return;
    if (met) this.infos[old] = { ...met, rank: old + 1 };
    else delete this.infos[old];
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
