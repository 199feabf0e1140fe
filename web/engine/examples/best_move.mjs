// The best move of a game, in Node: node best_move.mjs
import { Engine } from "@tak-toolkit/engine";

const engine = await Engine.start();
const game = engine.parsePtn('[Size "5"]\n[Komi "2"]\n\n1. a1 e5 2. c3 c4 3. d3 d4');
for await (const { depth, score, line } of engine.analyze(game, { depth: 8 })) {
  console.log(depth, score, line.join(" "));
}
console.log("best move:", await engine.bestMove(game, { depth: 8 }));
engine.close();
