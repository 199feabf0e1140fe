// What a game sounds like, made by the browser: a knock for each square that pieces fall on, and three
// notes at the end. Loaded once somebody wants to hear it.

import { readMove } from "./pieces.js";

/** @import { Change, Table } from "./table.js" */

/** How long a position that was not played is shown before it sounds, in milliseconds: whoever walks
 * through a game hears only where they stop. */
const REST = 120;

/** In hertz, and in seconds. */
const KNOCK = { pitch: 190, length: 0.09, apart: 0.07 };
const NOTES = { pitches: [392, 494, 587], length: 0.5, apart: 0.12 };
const VOLUME = 0.25;

export class Sound {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.isOn = false;
    this.node = table.node;
    this.result = table.result;
    /** What will sound after its rest. */
    this.pending = 0;
    /** Made by the first gesture: before it no page may be heard. @type {AudioContext | null} */
    this.context = null;
    table.listen((change) => this.look(change));
    for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, () => this.wake(), true);
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.wake();
  }

  wake() {
    if (!this.isOn || !navigator.userActivation.hasBeenActive) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  /** @param {Change} change */
  look({ isPlayed, isNew }) {
    const { node, result } = this.table;
    const isMoved = node !== this.node;
    const isOver = result !== null && (isMoved || result !== this.result);
    this.node = node;
    this.result = result;
    if (!isMoved && !isOver) return;
    const knocks = isMoved && node.move ? readMove(node.move).drops.length || 1 : 0;
    clearTimeout(this.pending);
    if (!isNew) this.pending = setTimeout(() => this.play(knocks, isOver), isPlayed ? 0 : REST);
  }

  /**
   * @param {number} knocks
   * @param {boolean} isOver
   */
  play(knocks, isOver) {
    for (let index = 0; index < knocks; index += 1) this.tone(KNOCK.pitch, index * KNOCK.apart, KNOCK.length);
    if (!isOver) return;
    NOTES.pitches.forEach((pitch, index) => this.tone(pitch, knocks * KNOCK.apart + index * NOTES.apart, NOTES.length));
  }

  /**
   * A tone that fades.
   * @param {number} pitch
   * @param {number} after
   * @param {number} length
   */
  tone(pitch, after, length) {
    const { context } = this;
    if (!context || !this.isOn) return;
    const start = context.currentTime + after;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(VOLUME / 1000, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
