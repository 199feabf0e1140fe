// Glicko-2, after Glickman's "Example of the Glicko-2 system" (2013): ratings that move by results.

/**
 * @typedef {object} Rated
 * @property {number} rating
 * @property {number} deviation How far off the rating may be.
 * @property {number} volatility How much it tends to move.
 */

/** Points of the usual scale for one of Glicko-2. */
const SCALE = 173.7178;
/** How much the volatility may move. */
const TAU = 0.5;
const CLOSE = 1e-6;

/** Somebody of whom nothing is known. @returns {Rated} */
export const unknown = (rating = 1500, deviation = 350) => ({ rating, deviation, volatility: 0.06 });

/**
 * The rating after a period.
 * @param {Rated} own
 * @param {{ opponent: Rated, score: number }[]} results Scores from 0 to 1.
 * @returns {Rated}
 */
export function rate({ rating, deviation, volatility }, results) {
  const mu = (rating - 1500) / SCALE;
  const phi = deviation / SCALE;
  let [information, surprise] = [0, 0];
  for (const { opponent, score } of results) {
    const g = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - 1500) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const sigma = moved(volatility, phi, variance, variance * surprise);
  const after = 1 / Math.sqrt(1 / (phi * phi + sigma * sigma) + information);
  return { rating: 1500 + SCALE * (mu + after * after * surprise), deviation: SCALE * after, volatility: sigma };
}

/**
 * The new volatility: step 5 of the paper, by the Illinois method.
 * @param {number} volatility
 * @param {number} phi
 * @param {number} variance
 * @param {number} delta
 */
function moved(volatility, phi, variance, delta) {
  const a = Math.log(volatility * volatility);
  const slope = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let [low, high] = [a, Math.log(delta * delta - phi * phi - variance)];
  if (!(delta * delta > phi * phi + variance)) for (high = a - TAU; slope(high) < 0; ) high -= TAU;
  let [atLow, atHigh] = [slope(low), slope(high)];
  while (Math.abs(high - low) > CLOSE) {
    const x = low + ((low - high) * atLow) / (atHigh - atLow);
    const at = slope(x);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [x, at];
  }
  return Math.exp(low / 2);
}
