import { readdirSync } from "node:fs";
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

const scheme = (words: readonly string[], setting: ProgramSetting = {}, applicationId = id) =>
  runInProcess(["scheme", ...words], {
    cwd: home,
    env: { SLASHPASS_APPLICATION_ID: applicationId },
    ...setting,
  });

describe("slashpass scheme", needs("Linux"), () => {
  it("registers, shows and unregisters a scheme, and leaves no files behind", async () => {
    expect(await scheme(["status"])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`No program is registered for discord-${id}.`) as string,
    });
    const registered = await scheme(["register", "--title", "Example", "--json"]);
    const owner = `slashpass-discord-${id}.desktop`;
    expect(readObject(registered.stdout).result).toEqual({
      scheme: `discord-${id}`,
      owner,
      isOurs: true,
      isStale: false,
    });
    const shown = await scheme(["status"], { columns: 80 });
    expect(shown.code).toBe(0);
    expect(shown.stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
    const removed = await scheme(["unregister", "--json"]);
    expect(readObject(removed.stdout).result).toEqual({ scheme: `discord-${id}`, removed: true });
    expect(readObject((await scheme(["unregister", "--json"])).stdout).result).toMatchObject({
      removed: false,
    });
    expect(readObject((await scheme(["status", "--json"])).stdout).result).toMatchObject({ isOurs: false });
    expect(
      readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(id)),
    ).toEqual([]);
  });

  it("replaces another application's scheme only with --replace", async () => {
    const own = ["--scheme", "com.example.game"];
    await scheme(["register", ...own], {}, "123456789012345679");
    const refused = await scheme(["register", ...own]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("123456789012345679");
    expect((await scheme(["register", ...own, "--replace"])).code).toBe(0);
    expect((await scheme(["status", ...own])).code).toBe(0);
  });

  it.each([
    [["register", "--scheme", "http"], 1, "reserved_scheme"],
    [["register", "--scheme", "no scheme"], 1, "invalid_scheme"],
  ])("rejects %j with a hint", async (words, status, code) => {
    const ended = await scheme([...words, "--json"]);
    expect(ended.code).toBe(status);
    expect(readObject(ended.stdout).error).toMatchObject({ code, hint: expect.any(String) as string });
  });

  it("reports a missing home directory", async () => {
    vi.stubEnv("HOME", "");
    const { code, stderr } = await scheme(["register"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/home/i)]);
  });
});
