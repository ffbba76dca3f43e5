import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentTarget } from "../../src/native/addon-paths.ts";
import { outputOf } from "../setup/child-process.ts";
import { bundle } from "./workshop.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const prebuilt = join("prebuilds", currentTarget());

/** When the tests run as root, the game runs as an unprivileged user who owns no files. */
const player = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Runs the program in `folder` with a simulated browser and no keychain. */
async function play(
  folder: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const machine = join(folder, "machine");
  rmSync(machine, { recursive: true, force: true });
  mkdirSync(machine);
  const address = join(machine, "address");
  const browser = join(machine, "xdg-open");
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${address}.new && mv ${address}.new ${address}\n`);
  chmodSync(browser, 0o755);
  if (player) chownSync(machine, player.uid, player.gid);
  const [program = "", ...args] = command;
  const { application, apiBase, webBase } = emulator;
  const report = outputOf(program, args, {
    ...player,
    cwd: machine,
    env: {
      PATH: `${machine}:${process.env["PATH"]}`,
      HOME: machine,
      DISPLAY: ":0",
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(machine, "no-bus")}`,
      APPLICATION_ID: application.id,
      API_BASE: apiBase,
      WEB_BASE: webBase,
      ...env,
    },
  });
  const [text] = await Promise.all([report, Promise.race([report, visit(address)])]);
  return JSON.parse(text);
}

async function visit(address: string): Promise<void> {
  while (!existsSync(address)) await pause(20);
  await emulator.player().browser()(readFileSync(address, "utf8"));
}

const missing = {
  code: "addon_unavailable",
  message: expect.stringContaining(join(prebuilt, "slashpass.node: not there")) as string,
  hint: expect.stringContaining(`copy the folder node_modules/slashpass/${prebuilt}`) as string,
};
const keychain = expect.objectContaining({ code: "keychain_absent" }) as object;
const without = { scopes: "identify", redacted: missing, scheme: missing, keychain };
const whole = {
  scopes: "identify",
  redacted: "a [redacted] word",
  scheme: expect.objectContaining({ isOurs: true, isStale: false }) as object,
  keychain,
};

it.each([
  ["esbuild, as a module", ["node", "game.mjs"]],
  ["esbuild, as CommonJS", ["node", "game.cjs"]],
  ["rolldown", ["node", "game.mjs"]],
  ["Vite", ["node", "game.mjs"]],
  ["webpack", ["node", "game.cjs"]],
  ["webpack, as a module", ["node", "game.mjs"]],
  ["webpack, as a module", ["node", "game.mjs"], "electron-main"],
  ["Parcel", ["node", "game.cjs"]],
  ["A single program", ["./game"]],
  ["A single program with Bun", ["./game"]],
] as const)("builds a game that runs from another folder, with and without the addon: %s", async (...row) => {
  const [heading, command, target] = row;
  const folder = await bundle([heading, "The addon"], target);
  try {
    const game = command.map((word) => (word === "node" ? process.execPath : join(folder, word)));
    expect(await play(folder, game)).toEqual(whole);
    const addon = join(folder, prebuilt, "slashpass.node");
    renameSync(join(folder, "prebuilds"), join(folder, "elsewhere"));
    expect(await play(folder, game)).toEqual(without);
    const addonPath = addon.replace("prebuilds", "elsewhere");
    expect(await play(folder, game, { ADDON_PATH: addonPath })).toEqual(whole);
  } finally {
    rmSync(dirname(folder), { recursive: true });
  }
});
