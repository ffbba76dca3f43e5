import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, test } from "vitest";
import type { Addon } from "../../../src/native/binding.ts";
import { loadAddon } from "../../../src/native/load.ts";
import { cases } from "../../setup/cases.ts";
import { outputOf } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

test.each([1, 2, 3])(
  "survives random arguments to every function and rejects most of them (seed %i)",
  needs("whole programs"),
  async (seed) => {
    const folder = temporaryFolder();
    const homes = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR"];
    const env = Object.fromEntries(homes.map((name) => [name, folder]));
    const script = fileURLToPath(new URL("arguments.mjs", import.meta.url));
    const addon = fileURLToPath(new URL("../../../build/Release/slashpass.node", import.meta.url));
    const args = [script, addon, String(cases(2_000, 500)), String(seed)];
    const printed = await outputOf(process.execPath, args, { cwd: folder, env });
    const results = JSON.parse(printed) as Record<string, { calls: number; refused: number }>;
    expect(Object.keys(results)).toEqual(expect.arrayContaining(Object.keys(loadAddon())));
    expect(Object.keys(results)).toEqual(
      expect.arrayContaining(["log.write", "redactor.redact", "stream.push"]),
    );
    const takesNothing =
      /^(?:createRedactor|isOwnTcpPeer|.*\.(?:createStream|finish|takeProblem|close|closeNow))$/;
    for (const [name, { calls, refused }] of Object.entries(results)) {
      if (takesNothing.test(name)) expect(refused, name).toBe(0);
      else expect(refused, name).toBeGreaterThan(calls / 2);
    }
  },
);

describe("a wrong argument", () => {
  const bytes = new Uint8Array(1);
  const openLog = (addon: Addon) => {
    const log = addon.openLogFile(join(temporaryFolder(), "discord.log"));
    onTestFinished(() => log.closeNow());
    return log;
  };
  const scheme = ["discord-1", "1"] as const;

  const severity = "argument 1 must be a whole number from 1 to 4";
  const timeout = "argument 1 must be a whole number from 0 to 2147483647";
  const text = "argument 1 must be a string without NUL";
  const opener = "argument 3 must be a Uint8Array";
  const steam = "argument 4 must be a whole number from 0 to 4294967295";
  const no = undefined as never;

  it.each<[string, (addon: Addon) => unknown, string]>([
    ["a severity of 1.5", (addon) => openLog(addon).write(1.5, "x"), severity],
    ["no text", (addon) => openLog(addon).write(1, no), "argument 2 must be a string"],
    ["a negative timeout", (addon) => openLog(addon).flush(-1), timeout],
    ["a path with NUL", (addon) => addon.openLogFile("a\0b"), text],
    ["no opener", (addon) => addon.redirectSchemeStatus(...scheme, no), opener],
    [
      "a Float64Array as the opener",
      (addon) => addon.registerLaunch(...scheme, new Float64Array(1) as never, ""),
      opener,
    ],
    ["a Steam app ID above 32 bits", (addon) => addon.registerSteamLaunch(...scheme, bytes, 2 ** 32), steam],
    [
      "no flag",
      (addon) => addon.registerRedirectScheme(...scheme, bytes, "", 0 as never, ""),
      "argument 5 must be a boolean",
    ],
    ["no callback", (addon) => addon.openHandOver("discord-1", {} as never), "argument 2 must be a function"],
    [
      "no descriptor",
      (addon) => addon.peerUser(2 ** 31),
      "argument 1 must be a whole number from -2147483648 to 2147483647",
    ],
    ["no secret", (addon) => addon.createRedactor().add(1n as never), "a string was expected"],
    [
      "no bytes",
      (addon) => addon.createRedactor().redactBytes(new ArrayBuffer(8) as never),
      "argument 1 must be a Uint8Array",
    ],
  ])("is rejected with an error that states its position: %s", needs("Linux"), (_what, call, message) => {
    expect(() => call(loadAddon())).toThrow(new TypeError(message));
  });

  it("is treated as empty if it is a detached buffer", () => {
    const detached = new Uint8Array(64).fill(65);
    structuredClone(detached, { transfer: [detached.buffer] });
    const redactor = loadAddon().createRedactor();
    expect(redactor.redactBytes(detached)).toBe(detached);
    expect(redactor.createStream().push(detached)).toHaveLength(0);
  });
});
