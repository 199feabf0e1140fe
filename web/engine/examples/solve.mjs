// Whether there is a forced road, in Node: node solve.mjs
import { solve, tinues } from "@tak-toolkit/engine/solver";

const position = { tps: "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5" };
for await (const { final, verdict, plies, line } of solve(position, { limits: { moveTime: 5000 } })) {
  if (final) console.log(verdict, plies, line.join(" "));
}

let ply = 0;
for await (const { tinue, missed } of tinues({ ...position, moves: ["b1", "a1"] })) {
  console.log(ply++, tinue && `${tinue.winner} in ${tinue.plies}`, missed && "missed");
}
