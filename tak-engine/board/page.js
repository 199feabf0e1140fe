// Elements of the page: those that are there, and new ones.

const SVG = "http://www.w3.org/2000/svg";

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

/**
 * The elements that a selector of buttons finds.
 * @param {string} selector
 * @returns {HTMLButtonElement[]}
 */
export const buttons = (selector) => [...document.querySelectorAll(selector)].filter((each) => each instanceof HTMLButtonElement);

/**
 * A new element with classes and words.
 * @param {string} name
 * @param {string} [classes]
 * @param {string} [words]
 */
export function element(name, classes = "", words = "") {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = words;
  return made;
}

/**
 * A new element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
