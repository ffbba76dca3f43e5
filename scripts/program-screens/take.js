// Takes the pictures of docs/images: the built program on a pseudo-terminal, at the emulator. `take.js 200 build/screens`
// takes them at another width into another folder, with PNGs of both colour schemes to look at where there is a Chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../examples/main-job/browser.js";
import { picture } from "./picture.js";
import { screenAfter } from "./screen.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const columns = Number(process.argv[2] ?? 80);
const folder = resolve(root, process.argv[3] ?? "docs/images");
const program = join(root, "dist/cli/main.js");

/** @type {typeof import("slashpass/emulator")} */
const { startEmulator } = await import(pathToFileURL(join(root, "dist/emulator/index.js")).href);
const emulator = await startEmulator({
  world: {
    applications: [{ id: "1400000000000000001", name: "Space Race" }],
    guilds: [{ id: "1400000000000000002", name: "Testers", owner: "Ada", channels: [] }],
  },
});
const game = mkdtempSync(join(tmpdir(), "slashpass-screens-"));
const guilds = Array.from({ length: 240 }, (_, index) => String(1400000000000000100n + BigInt(index)));
const ping = { name: "ping", description: "Answers, so that you see that it works." };
const score = {
  name: "score",
  description: "Shows the score of a player.",
  options: [{ type: 6, name: "player", description: "Whose; yours if left out." }],
};
const race = {
  name: "race",
  description: "Starts a race in this channel, and waits for players to join it.",
  options: [
    {
      type: 3,
      name: "track",
      description: "Where to race.",
      required: true,
      choices: [{ name: "Moon", value: "moon" }],
    },
  ],
};

/** @param {readonly object[]} commands */
function define(commands) {
  writeFileSync(join(game, "commands.json"), JSON.stringify(commands));
}

/**
 * What the program writes to a terminal.
 *
 * @param {string} line
 * @returns {Promise<string>}
 */
function written(line) {
  const inside = `stty cols ${columns} rows 50; exec '${process.execPath}' '${program}' ${line}`;
  const { application } = emulator;
  const child = spawn("script", ["--quiet", "--return", "--command", inside, "/dev/null"], {
    cwd: game,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      HOME: game,
      TERM: "xterm-256color",
      SLASHPASS_BOT_TOKEN: application.botToken,
    },
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ part) => (text += part));
  return new Promise((done) => child.once("close", () => done(text)));
}

/**
 * @param {string} name
 * @param {string} line
 * @param {(text: string) => string} [change]
 */
async function take(name, line, change = (text) => text) {
  const text = change(await written(line))
    .replaceAll(root, "/home/ada/slashpass/")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8181");
  writeFileSync(join(folder, `${name}.svg`), picture(`slashpass ${line}`, screenAfter(text), columns));
}

mkdirSync(folder, { recursive: true });
writeFileSync(
  join(game, "slashpass.config.json"),
  JSON.stringify({
    environments: {
      development: {
        applicationId: emulator.application.id,
        guildId: "1400000000000000002",
        apiBase: emulator.apiBase,
        webBase: emulator.webBase,
      },
    },
    commands: "./commands.json",
  }),
);
writeFileSync(join(game, "guilds.txt"), guilds.join("\n"));
define([ping, score, { name: "start", description: "Starts a race." }]);
await written("commands apply --yes");
define([
  ping,
  { ...score, options: [{ ...score.options[0], description: "Whose score; yours if left out." }] },
  race,
]);
await take("plan", "commands plan");
await take("apply", "commands apply --yes");
// Slow, so that the bar is seen; the picture is from the middle of it.
emulator.faults.add({ latencyMs: 400 });
await take("rollout", "commands rollout --guilds guilds.txt --yes", (text) => {
  const bars = [...text.matchAll(/\[=+-+\] \d+ of \d+[\w ,:]*/g)];
  const bar = bars[Math.floor(bars.length / 2)];
  return bar ? `${text.slice(0, bar.index + bar[0].length)}\u001B[K` : text;
});
emulator.faults.clear();
await take("doctor", "doctor");
await emulator.close();
rmSync(game, { recursive: true });

const executablePath = findChromium();
if (executablePath !== null && process.argv[3] !== undefined) {
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 300 + columns * 8, height: 900 } });
    for (const name of ["plan", "apply", "rollout", "doctor"]) {
      await page.goto(pathToFileURL(join(folder, `${name}.svg`)).href);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
  }
  await browser.close();
}
