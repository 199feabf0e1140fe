// What may be said besides positions: options and limits.

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string[]} members what it may have
 * @throws {TypeError} that names what is unknown
 */
export function checkObject(name, value, members) {
  if (typeof value !== "object" || value === null) {
    throw new TypeError(`${name}: expected an object, found ${JSON.stringify(value)}`);
  }
  const unknown = Object.keys(value).find((member) => !members.includes(member));
  if (unknown !== undefined) {
    throw new TypeError(`${unknown}: expected one of ${members.join(", ")}`);
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} most
 * @param {boolean} [isWhole] whether it has no fraction
 * @throws {TypeError} that says what was expected
 */
export function checkNumber(name, value, most, isWhole = true) {
  const isNumber = typeof value === "number" && value >= 1 && value <= most;
  if (!isNumber || (isWhole && !Number.isInteger(value))) {
    throw new TypeError(`${name}: ${value}, expected a number from 1 to ${most}`);
  }
}
