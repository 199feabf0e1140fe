// The dialog that opens games: from texts, files, what is pasted or dropped.

import { Latest } from "./latest.js";
import { byId } from "./page.js";

/** @import { Session } from "./session.js" */

export class OpenGame {
  /**
   * @param {Session} session
   * @param {(record: any) => void} opened
   * @param {() => number} tableSize The size of the board on the table.
   * @param {() => void} stays Called when the game on the table stays, whose search was stopped.
   */
  constructor(session, opened, tableSize, stays) {
    this.session = session;
    this.opened = opened;
    this.tableSize = tableSize;
    this.stays = stays;
    this.dialog = byId("open-dialog", HTMLDialogElement);
    this.text = byId("open-text", HTMLTextAreaElement);
    this.error = byId("open-error");
    this.size = byId("open-size", HTMLSelectElement);
    /** Whether the text in the dialog is opened once the engine is there. */
    this.isWaiting = false;
    /** Texts that were begun to be read. */
    this.readings = new Latest();
    this.dialog.addEventListener("close", () => this.giveUp());
    const file = byId("open-file", HTMLInputElement);
    file.addEventListener("change", async () => {
      const [first] = file.files ?? [];
      if (first) await this.readFile(first);
      file.value = "";
    });
    this.dialog.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.read(this.text.value);
    });
    this.wireDrop();
    document.addEventListener("paste", (event) => {
      const isField = event.target instanceof Element && event.target.closest("textarea, input, dialog");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isField && text.trim()) this.read(text);
    });
  }

  open() {
    this.size.value = String(this.tableSize());
    this.error.textContent = "";
    this.dialog.showModal();
    this.text.select();
  }

  /** No text that was begun to be read counts any more. */
  giveUp() {
    this.readings.giveUp();
    this.isWaiting = false;
  }

  connectionChanged() {
    // After all that was asked before.
    if (this.isWaiting && this.session.isReady) queueMicrotask(() => this.read(this.text.value));
  }

  /** @param {File} file */
  async readFile(file) {
    this.giveUp();
    const counts = this.readings.begin();
    /** @type {string | null} */
    const text = await file.text().catch(() => null);
    if (!counts()) return;
    // Pictures and programs hold zeros, texts do not.
    if (text !== null && !text.includes("\0")) return this.read(text);
    const problem = text === null ? "cannot be read: is it a folder?" : "is not a text.";
    this.say(this.text.value, `${file.name} ${problem}`);
  }

  /**
   * Opens the game in a text, or says what is wrong with it.
   * @param {string} text
   * @returns {Promise<boolean>} Whether it was opened.
   */
  async read(text) {
    this.giveUp();
    const counts = this.readings.begin();
    if (this.session.status === "gone") {
      this.say(text, "The engine has gone. This is opened once it is back.");
      this.isWaiting = true;
      return false;
    }
    const { record, head } = await this.ask(text);
    if (!counts()) return false;
    for (const fault of [record, ...(record.leftOut ?? [])]) {
      if (fault.line === 1) fault.column -= head.length;
    }
    if (!record.error) {
      this.dialog.close();
      this.opened(record);
      return true;
    }
    const problem = spokenProblem(text, record);
    this.say(text, problem.text);
    if (problem.hasPlace) this.showPlace(record.line, record.column);
    return false;
  }

  /**
   * What the engine reads in a text, and what had to be written before it.
   * @param {string} text
   */
  async ask(text) {
    if (!text.trim()) return { record: { error: "there is nothing to open" }, head: "" };
    const chosen = this.dialog.open ? Number(this.size.value) : this.tableSize();
    const size = Math.max(chosen, leastSize(text));
    if (/^\s*(Game#\S+ )?[PM] /i.test(text)) return { record: await this.askPlaytak(text, size), head: "" };
    const isGame = /^\s*([[{;]|\d+\.|2?[FSC]?[a-h][1-8])/i.test(text);
    const isBare = isGame && !/\[\s*(size|tps)\s/i.test(text);
    const head = isBare ? `[Size "${size}"] ` : "";
    // Who types moves may put commas between them; names and comments may hold some.
    const moves = isBare && !/[[{]/.test(text) ? text.replaceAll(",", " ") : text;
    return { record: await this.session.record(head + moves), head };
  }

  /**
   * Moves in playtak's notation, which are those of the game that was begun last.
   * @param {string} text
   * @param {number} size
   */
  async askPlaytak(text, size) {
    const { rules } = this.session;
    this.session.setRules({ size, halfKomi: 0, opening: "swap" });
    const record = await this.session.record(text);
    // The game on the table still has its own.
    if (rules) {
      this.session.setRules(rules);
      this.stays();
    }
    return record;
  }

  /**
   * Says in the dialog why a text is not opened.
   * @param {string} text
   * @param {string} problem
   */
  say(text, problem) {
    if (!this.dialog.open) this.open();
    this.text.value = text;
    this.error.textContent = problem;
  }

  /**
   * Puts the cursor where the text is wrong.
   * @param {number | undefined} line
   * @param {number} column
   */
  showPlace(line, column) {
    if (!line) return;
    const lines = this.text.value.split("\n").slice(0, line - 1);
    const at = lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(at, at + (/^\S+/.exec(this.text.value.slice(at))?.[0].length ?? 0));
  }

  wireDrop() {
    const sign = byId("drop-here");
    const shows = (/** @type {boolean} */ isShown) => (sign.hidden = !isShown);
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      shows(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget || shows(false));
    document.addEventListener("drop", async (event) => {
      event.preventDefault();
      shows(false);
      const data = event.dataTransfer;
      const [file] = data?.files ?? [];
      if (file) return this.readFile(file);
      const text = data?.getData("text/plain");
      if (text) this.read(text);
    });
  }
}

/**
 * That of the smallest board that has all squares which a text names.
 * @param {string} text
 */
function leastSize(text) {
  const moves = text.replace(/\{[^}]*\}/g, " ");
  const squares = moves.toLowerCase().match(/\b[fscpm]?[a-h][1-8]/g) ?? [];
  return Math.max(3, ...squares.map((name) => Math.max(name.charCodeAt(name.length - 2) - 96, Number(name.at(-1)))));
}

/**
 * What is wrong with a text, and whether its place helps: whoever wrote a position or something else
 * knows nothing of the tags that a game has.
 * @param {string} text
 * @param {{ error: string, line?: number, column?: number }} fault
 */
function spokenProblem(text, { error, line, column }) {
  const [, why] = /^tag TPS: TPS, (.*)/s.exec(error) ?? [];
  const isTagged = /\[\s*\w+\s+"/.test(text);
  if (!isTagged && why && /^[x\d,/SC]+$/i.test(text.trim().split(/\s/)[0])) {
    return { text: `This position cannot be read: ${why}.`, hasPlace: false };
  }
  if (!isTagged && /^tag (TPS|Size):/.test(error)) {
    return { text: "This is neither a game nor a position.", hasPlace: false };
  }
  return { text: (line ? `Line ${line}, column ${column}: ` : "") + error, hasPlace: Boolean(line) };
}
