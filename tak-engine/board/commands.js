// What can be done with a button, a key, or either.

import { buttons } from "./page.js";

/**
 * @typedef {object} Command
 * @property {string} [button] Its selector.
 * @property {string[]} [keys] By their names; letters are small.
 * @property {() => void} act
 * @property {() => boolean} [can] Whether there is anything to do; without it there always is.
 */

/** The second press of a double click is not meant for what took the place of the first one's button. */
export function wireDoubleClicks() {
  /** @type {Element | null} */
  let first = null;
  const pressed = (/** @type {MouseEvent} */ event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    // A list may have been drawn anew.
    const isSame = button === first || (!first?.isConnected && button?.textContent === first?.textContent);
    if (event.detail > 1 && first && !isSame) {
      event.stopImmediatePropagation();
      event.preventDefault();
    } else first = button;
  };
  document.addEventListener("click", pressed, { capture: true });
}

export class Commands {
  /** @param {Command[]} commands */
  constructor(commands) {
    this.commands = commands.map((command) => ({ ...command, buttons: command.button ? buttons(command.button) : [] }));
    for (const { buttons, act } of this.commands) {
      for (const button of buttons) button.addEventListener("click", act);
    }
    document.addEventListener("keydown", (event) => this.press(event));
  }

  draw() {
    for (const { buttons, can } of this.commands) {
      for (const button of buttons) button.disabled = can?.() === false;
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const isField = event.target instanceof Element && event.target.closest("textarea, input, select");
    // Whatever has the focus: what lies behind a dialog is not meant.
    const isMeant = !isField && !document.querySelector("dialog[open]");
    if (!isMeant || event.ctrlKey || event.altKey || event.metaKey) return;
    // A key may mean one thing here and another there.
    const named = (/** @type {string} */ key) => {
      const all = this.commands.filter(({ keys }) => keys?.includes(key));
      return all.find(({ can }) => can?.() !== false) ?? all[0];
    };
    const command = named(event.key) ?? named(event.key.toLowerCase());
    if (!command) return;
    event.preventDefault();
    if (command.can?.() !== false) command.act();
  }
}
