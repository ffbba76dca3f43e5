// How long a redirect takes from the start of redirect-opener to the game's hands, beside the same done by a Node
// process. Prints medians over 200 runs, taken in turn. Needs `npm run build:native`.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const runs = 200;
const scheme = "discord-1234567890123456789";
const redirect = `${scheme}:/authorize/callback?code=abcdefghijklmnopqrstuvwxyz0123&state=${"s".repeat(43)}`;

const home = mkdtempSync(join(tmpdir(), "slashpass-bench-"));
for (const [variable, directory] of [
  ["XDG_DATA_HOME", "data"],
  ["XDG_CONFIG_HOME", "config"],
  ["XDG_RUNTIME_DIR", "run"],
]) {
  mkdirSync(join(home, directory ?? ""), { mode: 0o700 });
  process.env[variable ?? ""] = join(home, directory ?? "");
}

/** @type {import("../../src/native/binding.ts").Addon} */
const addon = createRequire(import.meta.url)("../../build/Release/slashpass.node");
const opener = readFileSync(new URL("../../build/Release/redirect-opener", import.meta.url));
addon.registerRedirectScheme(scheme, "1234567890123456789", opener, "Bench", false);

/** Called with each redirect, whoever brings it. */
let arrived = (/** @type {string} */ _uri) => {};
const close = addon.openHandOver(scheme, (uri) => arrived(uri ?? ""));

// The same hand-over by a helper written for Node: one argument over a Unix socket.
const socket = join(home, "run/node.sock");
const helper = join(home, "helper.cjs");
writeFileSync(helper, `require("node:net").connect(${JSON.stringify(socket)}).end(process.argv[2]);`);
const server = createServer((sender) => {
  let text = "";
  sender.on("data", (data) => (text += data.toString()));
  sender.on("end", () => arrived(text));
}).listen(socket);

/** @type {Record<string, [string, string[]]>} */
const ways = {
  "redirect-opener": [join(home, "data/slashpass", scheme, "redirect-opener"), ["--", redirect]],
  "Node helper": [process.execPath, [helper, redirect]],
};

/**
 * Milliseconds from the start of the program to the URL in JavaScript.
 * @param {[string, string[]]} way
 * @returns {Promise<number>}
 */
async function measure([program, args]) {
  const started = process.hrtime.bigint();
  const time = new Promise((resolve) => {
    arrived = () => resolve(Number(process.hrtime.bigint() - started) / 1e6);
  });
  const child = spawn(program, args, { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return time;
}

/** @param {number[]} times @param {number} share */
const at = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** @type {Record<string, number[]>} */
const times = {};
for (let run = 0; run < runs; run += 1) {
  for (const [name, way] of Object.entries(ways)) (times[name] ??= []).push(await measure(way));
}
for (const [name, taken] of Object.entries(times)) {
  console.log(
    `${name}: median ${at(taken, 0.5).toFixed(2)} ms, p95 ${at(taken, 0.95).toFixed(2)} ms over ${runs} runs`,
  );
}
console.log(`Node ${process.version}, ${process.platform}-${process.arch}`);

close();
server.close();
rmSync(home, { recursive: true, force: true });
