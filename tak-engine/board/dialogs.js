// The dialogs: a new game, opening one, sharing one.

import { keep, kept } from "./storage.js";

/** @typedef {import("./play.js").Settings} Settings */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Game} Game */
/** @typedef {import("./session.js").State} State */

/**
 * An element of the page that is there.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}

/** Buttons that close the dialog they are in. */
export function wireDialogs() {
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    // A click beside it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}

/**
 * Asks before something is lost.
 * @param {string} question
 * @param {string} yes What the button says that goes ahead.
 * @returns {Promise<boolean>}
 */
export function asks(question, yes) {
  const dialog = byId("ask-dialog", HTMLDialogElement);
  byId("ask-text").textContent = question;
  byId("ask-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

const SETTINGS = "tak-board-settings";

/** @type {Settings} */
const FIRST = { size: 5, you: "white", level: 3, opening: "swap", halfKomi: 4, clock: null };

/** What was chosen the last time. @returns {Settings} */
export const storedSettings = () => ({ ...FIRST, ...kept("localStorage", SETTINGS) });

export class NewGame {
  /** @param {(settings: Settings) => void} start */
  constructor(start) {
    this.dialog = byId("new-dialog", HTMLDialogElement);
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    const levels = Array.from({ length: 10 }, (_, index) => [String(index + 1), `Level ${index + 1}`]);
    levels[0][1] += ", for a first game";
    this.fill("level", [...levels, ["0", "Full strength"]]);
    const komi = Array.from({ length: 17 }, (_, index) => [String(index), String(index / 2)]);
    this.fill("halfKomi", komi);
    this.form.addEventListener("submit", () => {
      const settings = this.read();
      keep("localStorage", SETTINGS, settings);
      start(settings);
    });
  }

  /**
   * @param {string} name
   * @param {string[][]} choices
   */
  fill(name, choices) {
    const select = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
    select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  }

  /** @param {Settings} settings */
  open(settings) {
    const { clock } = settings;
    const values = { ...settings, clock: clock ? `${clock.minutes}+${clock.increment}` : "" };
    for (const [name, value] of Object.entries(values)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof RadioNodeList || field instanceof HTMLSelectElement) field.value = String(value);
    }
    this.dialog.showModal();
  }

  /** @returns {Settings} */
  read() {
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name));
    const [minutes, increment] = text("clock").split("+").map(Number);
    return {
      size: Number(text("size")),
      you: /** @type {Settings["you"]} */ (text("you")),
      level: Number(text("level")),
      opening: text("opening"),
      halfKomi: Number(text("halfKomi")),
      clock: minutes ? { minutes, increment } : null,
    };
  }
}

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
    /** Texts that were begun to be read: only the last one counts, until it is cancelled. */
    this.readings = 0;
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
    this.readings += 1;
    this.isWaiting = false;
  }

  connectionChanged() {
    // After all that was asked before.
    if (this.isWaiting && this.session.isReady) queueMicrotask(() => this.read(this.text.value));
  }

  /** @param {File} file */
  async readFile(file) {
    this.giveUp();
    const reading = this.readings;
    /** @type {string | null} */
    const text = await file.text().catch(() => null);
    if (reading !== this.readings) return;
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
    const reading = this.readings;
    if (this.session.status === "gone") {
      this.say(text, "The engine has gone. This is opened once it is back.");
      this.isWaiting = true;
      return false;
    }
    const isPlaytak = /^\s*(Game#\S+ )?[PM] /i.test(text);
    const chosen = this.dialog.open ? Number(this.size.value) : this.tableSize();
    const size = Math.max(chosen, leastSize(text));
    const { rules } = this.session;
    if (isPlaytak) {
      this.session.setRules({ size, halfKomi: 0, opening: "swap", flats: null, caps: null });
    }
    const isGame = /^\s*([[{;]|\d+\.|2?[FSC]?[a-h][1-8])/i.test(text);
    const isBare = isGame && !/\[\s*(size|tps)\s/i.test(text);
    const head = isBare ? `[Size "${size}"] ` : "";
    // Who types moves may put commas between them; names and comments may hold some.
    const moves = isBare && !/[[{]/.test(text) ? text.replaceAll(",", " ") : text;
    const record = text.trim() ? await this.session.record(head + moves) : { error: "there is nothing to open" };
    // The game on the table still has its own.
    if (isPlaytak && rules) {
      this.session.setRules(rules);
      this.stays();
    }
    if (reading !== this.readings) return false;
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

export class Share {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.dialog = byId("share-dialog", HTMLDialogElement);
    this.file = "";
    for (const button of this.dialog.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.copy(/** @type {HTMLButtonElement} */ (button)));
    }
  }

  /**
   * @param {Game} game
   * @param {State} state
   */
  async open(game, state) {
    const ptn = game.toPtn();
    byId("share-ptn", HTMLTextAreaElement).value = ptn;
    byId("share-tps", HTMLInputElement).value = state.tps;
    URL.revokeObjectURL(this.file);
    this.file = URL.createObjectURL(new Blob([ptn], { type: "text/plain" }));
    byId("share-file", HTMLAnchorElement).href = this.file;
    this.dialog.showModal();
    const { link = "" } = await this.session.record(ptn);
    byId("share-link", HTMLInputElement).value = link;
    byId("share-ninja", HTMLAnchorElement).href = link;
    const packed = link.slice(link.indexOf("/", "https://".length) + 1);
    byId("share-here", HTMLInputElement).value = new URL(`#${packed}`, location.href).href;
  }

  /** @param {HTMLButtonElement} button */
  async copy(button) {
    const field = /** @type {HTMLInputElement} */ (byId(button.dataset.copy ?? ""));
    button.dataset.says ??= button.textContent ?? "";
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Not every address may use the clipboard: the old way.
      field.select();
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = button.dataset.says ?? ""), 1500);
  }
}
