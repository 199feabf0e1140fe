// The dialogs: a new game, sharing one, and questions. `open.js` has the one that opens games.

import { annotated } from "./annotate.js";
import { Latest } from "./latest.js";
import { byId } from "./page.js";
import { keep, kept } from "./storage.js";

/** @import { Board } from "./board.js" */
/** @import { Settings } from "./play.js" */
/** @import { Session, State } from "./session.js" */
/** @import { Table } from "./table.js" */
/** @import { Game } from "./tree.js" */

/** Buttons that close the dialog they are in. */
export function wireDialogs() {
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    // A press beside it; not where text was selected beyond its edge.
    let isBeside = false;
    const liesBeside = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      return target === dialog && !(clientX >= left && clientX <= right && clientY >= top && clientY <= bottom);
    };
    dialog.addEventListener("pointerdown", (event) => (isBeside = liesBeside(event)));
    dialog.addEventListener("click", (event) => isBeside && liesBeside(event) && dialog.close());
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

/** What is offered to somebody who has never chosen: an engine that a beginner beats. @type {Settings} */
const FIRST = { size: 5, you: "white", level: 1, opening: "swap", halfKomi: 4, clock: null };

/** Whether anything was ever chosen here. */
export const hasSettings = () => kept("localStorage", SETTINGS) !== null;

/** What was chosen the last time. @returns {Settings} */
export const storedSettings = () => ({ ...FIRST, ...kept("localStorage", SETTINGS) });

const FULL = ["0", "Full strength"];

/** The fields in which a level is chosen. */
const LEVELS = ["level", "blackLevel"];

/** Whether this page may speak to an engine there: its policy has no way to name [::1]. @param {string} address */
function isReachable(address) {
  try {
    const { protocol, hostname, username, password } = new URL(address);
    return protocol === "ws:" && /^(localhost|127\.0\.0\.1)$/.test(hostname) && !/#/.test(address) && !username && !password;
  } catch {
    return false;
  }
}

export class NewGame {
  /**
   * @param {Session} session
   * @param {(settings: Settings) => void} start
   */
  constructor(session, start) {
    this.dialog = byId("new-dialog", HTMLDialogElement);
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    for (const name of LEVELS) this.fill(name, [FULL]);
    session.ask("levels").then((levels) => this.fillLevels(levels));
    const komi = Array.from({ length: 17 }, (_, index) => [String(index), String(index / 2)]);
    this.fill("halfKomi", komi);
    this.form.addEventListener("input", () => this.draw());
    // What is wrong is seen.
    this.form.addEventListener("invalid", ({ target }) => target instanceof Element && target.closest("details")?.setAttribute("open", ""), true);
    this.form.addEventListener("submit", () => {
      const settings = this.read();
      keep("localStorage", SETTINGS, settings);
      start(settings);
    });
  }

  /** @param {{ name: string, manner: string }[]} levels As the engine tells them. */
  fillLevels(levels) {
    const choices = levels.map(({ name, manner }, index) => [String(index + 1), `${index + 1} ${name}: ${manner}`]);
    for (const name of LEVELS) {
      const { value } = this.select(name);
      this.fill(name, [...choices, FULL]);
      this.select(name).value = value;
    }
  }

  /** @param {string} name */
  select(name) {
    return /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
  }

  /** Shows what is to be chosen where engines play each other. */
  draw() {
    const isWatched = new FormData(this.form).get("you") === "none";
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-watch]"))) part.hidden = !isWatched;
    byId("level-name").textContent = isWatched ? "White" : "Engine";
    for (const [level, name] of [["level", "whiteAt"], ["blackLevel", "blackAt"]]) {
      const field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
      // What is not seen cannot be mended.
      field.disabled = !isWatched;
      field.setCustomValidity(!field.value || isReachable(field.value) ? "" : "Name an engine on this machine like ws://localhost:7732, also for one at [::1].");
      // The levels are those of the page's engine.
      this.select(level).disabled = isWatched && field.value !== "";
    }
  }

  /**
   * @param {string} name
   * @param {string[][]} choices
   */
  fill(name, choices) {
    this.select(name).replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  }

  /** @param {Settings} settings */
  open(settings) {
    const { clock, level, blackLevel = level } = settings;
    for (const [name, value] of [["level", level], ["blackLevel", blackLevel]]) {
      // The engine has yet to tell what its levels are.
      if (this.select(String(name)).options.length === 1 && value) this.fill(String(name), [[String(value), `Level ${value}`], FULL]);
    }
    const values = { whiteAt: "", blackAt: "", ...settings, blackLevel, clock: clock ? `${clock.minutes}+${clock.increment}` : "" };
    for (const [name, value] of Object.entries(values)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof RadioNodeList || field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = String(value);
    }
    this.draw();
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
      level: Number(this.select("level").value),
      blackLevel: Number(this.select("blackLevel").value),
      whiteAt: String(data.get("whiteAt") ?? ""),
      blackAt: String(data.get("blackAt") ?? ""),
      opening: text("opening"),
      halfKomi: Number(text("halfKomi")),
      clock: minutes ? { minutes, increment } : null,
    };
  }
}

export class Share {
  /**
   * @param {Table} table
   * @param {Board} board
   * @param {boolean} isLocal Whether the engine is part of the page.
   */
  constructor(table, board, isLocal) {
    this.table = table;
    this.board = board;
    this.isLocal = isLocal;
    this.dialog = byId("share-dialog", HTMLDialogElement);
    this.file = "";
    /** Whether what the engine found goes along. */
    this.withFound = /** @type {HTMLInputElement} */ (byId("share-found").querySelector("input"));
    this.withFound.addEventListener("change", () => this.write());
    /** @type {Game | null} */
    this.game = null;
    /** What is on the board. */
    this.node = table.node;
    this.writings = new Latest();
    for (const button of this.dialog.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.copy(/** @type {HTMLButtonElement} */ (button)));
    }
    /** @type {NodeListOf<HTMLButtonElement>} */
    this.draws = this.dialog.querySelectorAll("[data-draws]");
    for (const button of this.draws) button.addEventListener("click", () => this.draw(button));
  }

  /** @param {State} state */
  open(state) {
    const { game, node } = this.table;
    this.game = game;
    this.node = node;
    byId("share-error").textContent = "";
    byId("share-found").hidden = !game.root.end.path.some(({ worth, standing }) => worth ?? standing);
    this.withFound.checked = game.isSearched;
    byId("share-tps", HTMLInputElement).value = state.tps;
    this.dialog.showModal();
    this.write();
  }

  /** Writes the game, and the links that hold it. */
  async write() {
    const ptn = this.game?.toPtn(this.withFound.checked ? annotated : undefined) ?? "";
    byId("share-ptn", HTMLTextAreaElement).value = ptn;
    URL.revokeObjectURL(this.file);
    this.file = URL.createObjectURL(new Blob([ptn], { type: "text/plain" }));
    byId("share-file", HTMLAnchorElement).href = this.file;
    // Nobody copies the links of what was written before.
    const counts = this.writings.begin();
    this.showLinks("", "");
    const { link = "", packed, error } = await this.table.session.record(ptn);
    if (!counts()) return;
    this.showLinks(link, packed ? new URL(`#${packed}`, location.href).href : "");
    if (error) byId("share-error").textContent = `No link can hold this game: ${error}.`;
  }

  /**
   * @param {string} ninja
   * @param {string} here
   */
  showLinks(ninja, here) {
    byId("share-link", HTMLInputElement).value = ninja;
    byId("share-here", HTMLInputElement).value = here;
    const anchor = byId("share-ninja", HTMLAnchorElement);
    if (ninja) anchor.href = ninja;
    else anchor.removeAttribute("href");
  }

  /**
   * Saves a picture of the position on the board, or of the line that it is part of.
   * @param {HTMLButtonElement} button
   */
  async draw(button) {
    const { game, node, board, isLocal } = this;
    if (!game) return;
    const says = button.textContent;
    const error = byId("share-error");
    error.textContent = "";
    button.textContent = "Drawing …";
    for (const each of this.draws) each.disabled = true;
    try {
      const { save } = await import("./pictures.js");
      const wanted = /** @type {import("./pictures.js").Wanted} */ (button.dataset.draws);
      const end = node.isMain && node.depth <= game.end.depth ? game.end : node.end;
      await save(wanted, game, wanted === "gif" ? end : node, board.isTurned, isLocal);
    } catch (problem) {
      error.textContent = `This could not be drawn: ${problem instanceof Error ? problem.message : problem}.`;
    }
    for (const each of this.draws) each.disabled = false;
    button.textContent = says;
    // Whoever came by a key goes on from here.
    if (document.activeElement === document.body) button.focus();
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
