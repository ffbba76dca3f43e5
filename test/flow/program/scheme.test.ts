import { readdirSync } from "node:fs";
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

/** A separate home directory protects the user's own registrations. */
const setting = (applicationId = id) => ({
  cwd: home,
  env: { HOME: home, XDG_RUNTIME_DIR: home, SLASHPASS_APPLICATION_ID: applicationId },
});
const scheme = (...words: string[]) => runExecutable(["scheme", ...words], setting());

describe("slashpass scheme", needs("Linux", "whole programs"), () => {
  it("registers, shows and unregisters a scheme, and leaves no files behind", async () => {
    expect(await scheme("status")).toMatchObject({
      status: 3,
      stdout: expect.stringContaining(`No program is registered for discord-${id}.`) as string,
    });
    const registered = await scheme("register", "--title", "Example", "--json");
    const owner = `slashpass-discord-${id}.desktop`;
    expect(readObject(registered.stdout).result).toEqual({
      scheme: `discord-${id}`,
      owner,
      isOurs: true,
      isStale: false,
    });
    const shown = await runOnTerminal(["scheme", "status"], setting());
    expect(shown.status).toBe(0);
    expect(shown.stdout.split(/\r*\n/).every((line) => line.length <= 80)).toBe(true);
    const removed = await scheme("unregister", "--json");
    expect(readObject(removed.stdout).result).toEqual({ scheme: `discord-${id}`, removed: true });
    expect(readObject((await scheme("unregister", "--json")).stdout).result).toMatchObject({
      removed: false,
    });
    expect(readObject((await scheme("status", "--json")).stdout).result).toMatchObject({ isOurs: false });
    expect(
      readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(id)),
    ).toEqual([]);
  });

  it("replaces another application's scheme only with --replace", async () => {
    const own = ["--scheme", "com.example.game"];
    await runExecutable(["scheme", "register", ...own], setting("123456789012345679"));
    const refused = await scheme("register", ...own);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("123456789012345679");
    expect((await scheme("register", ...own, "--replace")).status).toBe(0);
    expect((await scheme("status", ...own)).status).toBe(0);
  });

  it.each([
    [["register", "--scheme", "http"], 1, "reserved_scheme"],
    [["register", "--scheme", "no scheme"], 1, "invalid_scheme"],
  ])("rejects %j with a hint", async (words, status, code) => {
    const ended = await scheme(...words, "--json");
    expect(ended.status).toBe(status);
    expect(readObject(ended.stdout).error).toMatchObject({ code, hint: expect.any(String) as string });
  });

  it("reports a missing home directory", async () => {
    const { status, stderr } = await runExecutable(["scheme", "register"], {
      ...setting(),
      env: { ...setting().env, HOME: "" },
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/home/i)]);
  });
});
