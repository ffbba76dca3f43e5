import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const id = "123456789012345678";
let home: string;

beforeEach(() => {
  home = temporaryFolder();
});

const setting = (more: NodeJS.ProcessEnv = {}) => ({
  cwd: home,
  env: { HOME: home, XDG_RUNTIME_DIR: home, SLASHPASS_APPLICATION_ID: id, ...more },
});
const launch = (...words: string[]) => runExecutable(["launch-command", ...words], setting());

describe("slashpass launch-command", needs("Linux", "whole programs"), () => {
  it("registers, shows and unregisters a command, and leaves no files behind", async () => {
    const game = join(home, "game");
    writeFileSync(game, "");
    expect(await launch("status")).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("no launch command") as string,
    });
    const registered = await launch("register", "--json", "--", "./game", "--fast");
    const expected = { applicationId: id, command: [game, "--fast"], works: true };
    expect(readObject(registered.stdout).result).toEqual(expected);
    expect(readObject((await launch("status", "--json")).stdout).result).toEqual(expected);
    const removed = await launch("unregister", "--json");
    expect(readObject(removed.stdout).result).toEqual({ applicationId: id, removed: true });
    expect(
      readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(id)),
    ).toEqual([]);
  });

  it("fits a terminal of 80 columns", async () => {
    await launch("register", "--steam", "480");
    const { status, stdout } = await runOnTerminal(["launch-command", "status"], setting());
    expect([status, stdout]).toEqual([0, expect.stringContaining("steam://rungameid/480")]);
    expect(Math.max(...stdout.split(/\r*\n/).map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("reports the reason if the system rejects the registration", async () => {
    const { status, stdout } = await runExecutable(
      ["launch-command", "register", "--steam", "480", "--json"],
      setting({ HOME: "" }),
    );
    expect(status).toBe(1);
    expect(readObject(stdout).error).toMatchObject({ code: "no_home" });
  });

  it("explains how to set an application if there is none", async () => {
    const { status, stderr } = await runExecutable(["launch-command", "status"], {
      cwd: home,
      env: { HOME: home },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("slashpass init")]);
  });
});
