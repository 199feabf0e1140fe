// What counts of things that are begun one after the other, and take their time: the last one.

export class Latest {
  #begun = 0;

  /**
   * Begins another one.
   * @returns {() => boolean} Whether it still counts.
   */
  begin() {
    this.giveUp();
    const mine = this.#begun;
    return () => mine === this.#begun;
  }

  /** Nothing that was begun counts any more. */
  giveUp() {
    this.#begun += 1;
  }
}
