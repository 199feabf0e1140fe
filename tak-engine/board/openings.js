// Openings that players have a name for, by the key of their position. All are of 6×6, from nqeron's
// analyses of two tournaments of 2016: http://ditaktic.blogspot.com/2016/06/ and /2016/08/.

/** @type {Record<string, string>} */
const NAMED = {
  "5754511a3b4b6518": "Opposite corner opening",
  "2535560d4b0a0b67": "Opposite corner opening, close center",
  "084c036ecffe5430": "Adjacent corner opening",
  "014dbb25ff42bba3": "Adjacent corner opening, close center",
  "33151bdb30d07d52": "Adjacent corner opening, close center, far center",
  "1256a3efd5a71136": "Adjacent corner opening, edge crawl",
};

/**
 * What players call the position, as a sentence, if they have a name for it.
 * @param {import("./session.js").State} state
 */
export const spokenOpening = ({ size, key }) => (size === 6 && NAMED[key] ? `${NAMED[key]}. ` : "");
