// Takes the command-line screenshots by running the built program with the emulator on an 80-column pseudo-terminal.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderTerminal } from "./terminal.js";

/** @import { Run } from "./take.js" */

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = join(root, "dist/cli/main.js");
const game = join(root, "build/screenshots/game");
const columns = 80;
const guilds = Array.from({ length: 240 }, (_, index) => String(1400000000000000100n + BigInt(index)));
const ping = { name: "ping", description: "Replies to show that the commands work." };
const score = {
  name: "score",
  description: "Shows a player's score.",
  options: [{ type: 6, name: "player", description: "The player; you by default." }],
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
export async function takeProgram({ library, folder }) {
  const emulator = await library.startEmulator({
    world: {
      applications: [{ id: "1400000000000000001", name: "Space Race" }],
      guilds: [{ id: "1400000000000000002", name: "Testers", owner: "Ada", channels: [] }],
    },
  });
  mkdirSync(game, { recursive: true });

  /** @param {readonly object[]} commands */
  function define(commands) {
    writeFileSync(join(game, "commands.json"), JSON.stringify(commands));
  }

  /**
   * Runs the program on a terminal and returns its output.
   *
   * @param {string} line
   * @returns {Promise<string>}
   */
  function run(line) {
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
    const text = change(await run(line))
      .replaceAll(root, "/home/ada/slashpass/")
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8181");
    writeFileSync(join(folder, `${name}.svg`), renderTerminal(`slashpass ${line}`, text, columns));
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
  await run("commands apply --yes");
  define([
    ping,
    { ...score, options: [{ ...score.options[0], description: "Whose score; yours if left out." }] },
    race,
  ]);
  await take("plan", "commands plan");
  await take("apply", "commands apply --yes");
  // Slow enough to capture the progress bar halfway.
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
}
