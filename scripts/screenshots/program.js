// The pictures of the page of the command line: the built program on a pseudo-terminal of 80 columns, with the emulator.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { terminalPicture } from "./terminal-picture.js";
import { screenAfter } from "./terminal-screen.js";

/** @import { Run } from "./take.js" */

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = join(root, "dist/cli/main.js");
const columns = 80;
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

/** @param {Run} run */
export async function takeProgram({ library, browser, folder, isLook }) {
  const emulator = await library.startEmulator({
    world: {
      applications: [{ id: "1400000000000000001", name: "Space Race" }],
      guilds: [{ id: "1400000000000000002", name: "Testers", owner: "Ada", channels: [] }],
    },
  });
  const game = mkdtempSync(join(tmpdir(), "slashpass-screenshots-"));

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
    writeFileSync(
      join(folder, `${name}.svg`),
      terminalPicture(`slashpass ${line}`, screenAfter(text), columns),
    );
  }

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
  if (isLook) await lookAtPictures(browser, folder);
}

/**
 * Writes PNGs of the pictures in both colour schemes.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} folder
 */
async function lookAtPictures(browser, folder) {
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 300 + columns * 8, height: 900 } });
    for (const name of ["plan", "apply", "rollout", "doctor"]) {
      await page.goto(pathToFileURL(join(folder, `${name}.svg`)).href);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
}
