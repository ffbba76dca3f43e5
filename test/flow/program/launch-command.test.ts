import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ProgramSetting, runInProcess } from "../../setup/program/run-in-process.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const id = "123456789012345678";
let home: string;

beforeEach(() => {
  home = temporaryFolder();
  // Protects the user's own registrations.
  for (const name of ["HOME", "XDG_RUNTIME_DIR"]) vi.stubEnv(name, home);
});
afterEach(() => void vi.unstubAllEnvs());

const launch = (words: readonly string[], setting: ProgramSetting = {}) =>
  runInProcess(["launch-command", ...words], {
    cwd: home,
    env: { SLASHPASS_APPLICATION_ID: id },
    ...setting,
  });

describe("slashpass launch-command", needs("Linux"), () => {
  it("registers, shows and unregisters a command, and leaves no files behind", async () => {
    const game = join(home, "game");
    writeFileSync(game, "");
    expect(await launch(["status"])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("no launch command") as string,
    });
    const registered = await launch(["register", "--json", "--", "./game", "--fast"]);
    const expected = { applicationId: id, command: [game, "--fast"], works: true };
    expect(readObject(registered.stdout).result).toEqual(expected);
    expect(readObject((await launch(["status", "--json"])).stdout).result).toEqual(expected);
    const removed = await launch(["unregister", "--json"]);
    expect(readObject(removed.stdout).result).toEqual({ applicationId: id, removed: true });
    expect(
      readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(id)),
    ).toEqual([]);
  });

  it("fits a terminal of 80 columns", async () => {
    await launch(["register", "--steam", "480"]);
    const { code, stdout } = await launch(["status"], { columns: 80 });
    expect([code, stdout]).toEqual([0, expect.stringContaining("steam://rungameid/480")]);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("reports the reason if the system rejects the registration", async () => {
    vi.stubEnv("HOME", "");
    const { code, stdout } = await launch(["register", "--steam", "480", "--json"]);
    expect([code, readObject(stdout).error]).toMatchObject([1, { code: "no_home" }]);
  });

  it("explains how to set an application if there is none", async () => {
    const { code, stderr } = await launch(["status"], { env: {} });
    expect([code, stderr]).toEqual([2, expect.stringContaining("slashpass init")]);
  });
});
