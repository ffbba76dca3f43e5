// From the question that the player sees to tokens, in the desktop client and in the browser, both by players who agree at
// once; and what `auto` costs where no desktop client is there. Usage: node test/bench/consent.js [runs]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, memoryTokenStore } from "slashpass";
import { startEmulator } from "slashpass/emulator";

const runs = Number(process.argv[2] ?? 50);
const nowhere = mkdtempSync(join(tmpdir(), "slashpass-bench-"));
const variables = ["XDG_RUNTIME_DIR", "TMPDIR", "TMP", "TEMP"];
const emulator = await startEmulator({ desktopClient: { answer: "accept" } });
const { application, apiBase, webBase, desktopClient } = emulator;

/** @param {string | undefined} folder - where a desktop client is looked for, besides /tmp. */
function lookIn(folder) {
  for (const variable of variables) process.env[variable] = folder;
}

/**
 * Milliseconds until the player is asked, and from there to tokens.
 *
 * @param {"browser" | "desktop-client" | "auto"} consent
 */
async function signIn(consent) {
  const client = new Client({
    applicationId: application.id,
    apiBase,
    webBase,
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const start = performance.now();
  let asked = start;
  await client.signIn({ scopes: "identify", consent, onConsent: () => (asked = performance.now()) });
  const end = performance.now();
  await client.close();
  return { untilAsked: asked - start, toTokens: end - asked };
}

/** @type {readonly (readonly [name: string, consent: "browser" | "desktop-client" | "auto", folder: string | undefined])[]} */
const ways = [
  ["browser", "browser", nowhere],
  ["desktop client", "desktop-client", desktopClient?.environment["XDG_RUNTIME_DIR"]],
  ["auto, nobody there", "auto", nowhere],
];
/** @type {Map<string, Awaited<ReturnType<typeof signIn>>[]>} */
const figures = new Map(ways.map(([name]) => [name, []]));
// In turns, so that what else the machine does falls on all of them; the first round is to warm up.
for (let run = 0; run <= runs; run += 1) {
  for (const [name, consent, folder] of ways) {
    lookIn(folder);
    const times = await signIn(consent);
    if (run > 0) figures.get(name)?.push(times);
  }
}

/** @param {number[]} times */
function summary(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const [median, slowest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
  return { median, text: `median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms` };
}

console.log(`consent, ${runs} runs, Node ${process.versions.node}`);
/** @type {Record<string, number>} */
const untilAsked = {};
for (const [name, times] of figures) {
  const [before, after] = [times.map((one) => one.untilAsked), times.map((one) => one.toTokens)];
  untilAsked[name] = summary(before).median;
  console.log(
    `${name.padEnd(19)} until asked: ${summary(before).text}; from there to tokens: ${summary(after).text}`,
  );
}
const cost = (untilAsked["auto, nobody there"] ?? 0) - (untilAsked["browser"] ?? 0);
console.log(`auto costs ${cost.toFixed(1)} ms where nobody is there (20 are allowed)`);
await emulator.close();
rmSync(nowhere, { recursive: true });
