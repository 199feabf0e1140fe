// What the browser keeps for this page. One that keeps nothing forgets, and that is all.

/** @typedef {"localStorage" | "sessionStorage"} Store For all tabs, or for each its own. */

/**
 * What was kept under a name; `null` if nothing was, or nothing that can be read.
 * @param {Store} store
 * @param {string} name
 */
export function kept(store, name) {
  try {
    return JSON.parse(window[store].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Whether it could be kept; if not, what was kept before stays.
 * @param {Store} store
 * @param {string} name
 * @param {any} value What JSON can hold.
 */
export function keep(store, name, value) {
  try {
    window[store].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    // Full, or forbidden.
    return false;
  }
}
