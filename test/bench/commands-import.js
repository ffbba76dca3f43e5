// What importing slashpass/commands adds to the start of Node. Needs `npm run build:ts`.
import { spawnSync } from "node:child_process";

const built = new URL("../../dist/commands/index.js", import.meta.url).href;
const scripts = { empty: "", "slashpass/commands": `import ${JSON.stringify(built)};` };
const runs = 41;

/** @type {Record<string, number[]>} */
const times = { empty: [], "slashpass/commands": [] };
for (let run = 0; run < runs; run++) {
  for (const [name, script] of Object.entries(scripts)) {
    const start = performance.now();
    spawnSync(process.execPath, ["--input-type=module", "--eval", script]);
    times[name]?.push(performance.now() - start);
  }
}

const empty = median("empty");
const ours = median("slashpass/commands");
console.log(
  `empty ${empty.toFixed(1)} ms, slashpass/commands ${ours.toFixed(1)} ms: ${(ours - empty).toFixed(1)} ms more`,
);

/** @param {string} name */
function median(name) {
  const sorted = times[name]?.toSorted((a, b) => a - b) ?? [];
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
