// Reads games with PTN Ninja's own parser: an array of PTN in JSON on standard input, an array of
// what was read on standard output. The argument is a folder with its sources (src/Game) and the
// packages that they import (node_modules: lodash, date-fns, marray, aggregation).

import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const folder = resolve(process.argv[2]);

// Its sources are made for a bundler: no extensions, and names imported from CommonJS.
const hooks = `
  import { createRequire } from "node:module";
  import { existsSync, statSync } from "node:fs";
  import { fileURLToPath, pathToFileURL } from "node:url";
  const require = createRequire(${JSON.stringify(pathToFileURL(`${folder}/x.js`).href)});
  const base = ${JSON.stringify(pathToFileURL(`${folder}/src/`).href)};
  const isFile = (path) => existsSync(path) && statSync(path).isFile();
  export async function resolve(specifier, context, next) {
    if (!context.parentURL?.startsWith(base)) return next(specifier, context);
    if (!specifier.startsWith(".")) return { url: "package:" + specifier, shortCircuit: true };
    const path = fileURLToPath(new URL(specifier, context.parentURL));
    const found = [path, path + ".js", path + "/index.js"].find(isFile);
    return { url: pathToFileURL(found).href, shortCircuit: true };
  }
  export async function load(url, context, next) {
    if (url.startsWith(base)) return next(url, { ...context, format: "module" });
    if (!url.startsWith("package:")) return next(url, context);
    const name = url.slice("package:".length);
    const whole = require(name);
    const names = Object.keys(whole).filter((each) => /^[a-z]\\w*$/i.test(each) && each !== "default");
    const path = JSON.stringify(require.resolve(name));
    const source = \`
      import { createRequire } from "node:module";
      const whole = createRequire(\${path})(\${path});
      const { \${names.map((each) => each + ": _" + each).join(", ")} } = whole;
      export { \${names.map((each) => "_" + each + " as " + each).join(", ")} };
      export default whole.default ?? whole;\`;
    return { format: "module", source, shortCircuit: true };
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

// What it warns of is told with the game.
for (const name of ["warn", "error", "log"]) console[name] = () => {};
const { default: Game } = await import(pathToFileURL(`${folder}/src/Game/index.js`).href);

/** The moves from the start to a ply. */
function line(ply) {
  const moves = [];
  for (let each = ply; each; each = each.parent) moves.unshift(each.text);
  return moves.join(" ");
}

function read(ptn) {
  const errors = [];
  const game = new Game({ ptn, onError: (error) => errors.push(String(error.message ?? error)) });
  if (errors.length) return { errors };
  const ends = game.plies.filter((ply) => !ply.children.length);
  const comments = Object.values({ ...game.notes }).concat(Object.values({ ...game.chatlog })).flat();
  // Where a branch cannot be played, its board is not known.
  const unplayed = game.plies.filter((ply) => !ply.tpsAfter).map(line);
  const main = game.plies.filter((ply) => !ply.branch);
  return {
    errors,
    warnings: game.warnings.map((warning) => String(warning.message ?? warning)),
    lines: ends.map(line),
    comments: comments.map((comment) => comment.contents),
    unplayed,
    end: main.at(-1)?.tpsAfter ?? game.board.tps,
    result: main.at(-1)?.result?.text ?? null,
  };
}

let input = "";
for await (const part of process.stdin) input += part;
process.stdout.write(JSON.stringify(JSON.parse(input).map(read)));
