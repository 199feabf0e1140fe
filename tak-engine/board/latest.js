// What counts of things that are begun one after the other, and take their time: the last one.

export class Latest {
  #begun = new AbortController();

  /**
   * Begins another one.
   * @returns {() => boolean} Whether it still counts.
   */
  begin() {
    this.giveUp();
    const { signal } = this;
    return () => !signal.aborted;
  }

  /** Aborted when what was begun last no longer counts. */
  get signal() {
    return this.#begun.signal;
  }

  /** Nothing that was begun counts any more. */
  giveUp() {
    this.#begun.abort();
    this.#begun = new AbortController();
  }
}
