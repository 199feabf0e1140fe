// For a page that is built: `npx vite build`, or webpack with this file as its entry.
import { Engine } from "@tak-toolkit/engine";

async function think(out) {
  const engine = await Engine.start();
  const position = { size: 6, halfKomi: 4, moves: ["a1", "f6", "c3"] };
  out.textContent = `best move: ${await engine.bestMove(position, { depth: 8 })}`;
  engine.close();
}

think(document.getElementById("out"));
