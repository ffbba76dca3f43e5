import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { entriesOf } from "../../../../src/cli/frame/run-command.ts";
import { launchCommand as definitions } from "../../../../src/cli/launch-command/definitions.ts";
import {
  type LaunchLibrary,
  register,
  status,
  unregister,
} from "../../../../src/cli/launch-command/launch-command.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const applicationId = "123456789012345678";
const registered = { command: ["/opt/game"], works: true };
const library = {
  register: vi.fn<LaunchLibrary["register"]>(),
  registerSteam: vi.fn<LaunchLibrary["registerSteam"]>(),
  unregister: vi.fn<LaunchLibrary["unregister"]>(),
  status: vi.fn<LaunchLibrary["status"]>(),
  schemeStatus: vi.fn<LaunchLibrary["schemeStatus"]>(),
};
let cwd: string;
beforeEach(() => {
  cwd = temporaryFolder();
  library.register.mockReset().mockReturnValue(true);
  library.registerSteam.mockReset().mockReturnValue(true);
  library.status.mockReset().mockReturnValue(registered);
  library.schemeStatus.mockReset().mockReturnValue({ isOurs: false, isStale: false });
});

const entries = entriesOf(definitions, () =>
  Promise.resolve({
    register: (call) => register(call, library),
    status: (call) => status(call, library),
    unregister: (call) => unregister(call, library),
  }),
);

function run(name: keyof typeof definitions, ...words: string[]) {
  const own = entries.find(({ definition }) => definition === definitions[name]) ?? expect.unreachable();
  return runEntry(own, words, { cwd, env: { SLASHPASS_APPLICATION_ID: applicationId } });
}

describe("slashpass launch-command register", () => {
  it("registers a program with its absolute path and unchanged arguments", async () => {
    const game = join(cwd, "my game");
    writeFileSync(game, "");
    const words = ["--json", "--", "./my game", "--name", 'say "hi"', "", "C:\\x"];
    const { code, stdout } = await run("register", ...words);
    const command = String.raw`"${game}" --name "say \"hi\"" "" C:\x`;
    expect(library.register).toHaveBeenCalledWith(applicationId, command);
    expect([code, readObject(stdout).result]).toEqual([0, { applicationId, ...registered }]);
  });

  it("registers a URL unchanged, as macOS requires", async () => {
    expect((await run("register", "--", "game://start")).code).toBe(0);
    expect(library.register).toHaveBeenCalledWith(applicationId, "game://start");
  });

  it("registers a Steam game by id", async () => {
    expect((await run("register", "--steam", "480")).stdout).toContain("is started with: /opt/game");
    expect(library.registerSteam).toHaveBeenCalledWith(applicationId, 480);
  });

  it.each([
    [[], 2, "Specify a program or a Steam game"],
    [["--steam", "480", "--", "/opt/game"], 2, "either a program"],
    [["--steam", "four"], 2, "must be a number, not 'four'"],
    [["--", "./absent"], 1, "There is no program at"],
  ])("rejects %j before writing anything", async (words, code, text) => {
    await expectEnd(run("register", ...words), code, text);
    expect([library.register.mock.calls, library.registerSteam.mock.calls]).toEqual([[], []]);
  });

  it.each([
    [["--", "game://start"], "permissions"],
    [["--steam", "480"], "Install Steam"],
  ])("prints a hint if the system does not allow %j", async (words, hint) => {
    library.register.mockReturnValue(false);
    library.registerSteam.mockReturnValue(false);
    const { stdout } = await run("register", "--json", ...words);
    expect(readObject(stdout).error).toMatchObject({
      code: "not_registered",
      hint: expect.stringContaining(hint) as string,
    });
  });

  it("reports an error thrown by schemeStatus", async () => {
    library.register.mockReturnValue(false);
    library.schemeStatus.mockImplementation(() => {
      throw new ClientError({ type: ErrorType.Disabled, code: "sandboxed", message: "In a sandbox." });
    });
    const { stdout } = await run("register", "--json", "--", "game://start");
    expect(readObject(stdout).error).toMatchObject({ code: "sandboxed" });
  });
});

it.each([
  [{ works: false }, 3, /has no launch command here\. /],
  [{ command: ["/opt/my game", "--fast"], works: true }, 0, /is started with: "\/opt\/my game" --fast$/],
  [{ command: ["/opt/game\u{1b}[2J"], works: false }, 3, /"\/opt\/game\\u001b\[2J" However, the system/],
])("shows the status %j and exits with %i", async (found, expected, text) => {
  library.status.mockReturnValue(found);
  const output = await run("status");
  expect([output.code, oneLine(output.stdout)]).toEqual([expected, expect.stringMatching(text)]);
  const { code, stdout } = await run("status", "--json");
  expect([code, readObject(stdout).result]).toEqual([expected, { applicationId, ...found }]);
});

it.each([
  [true, /was removed/],
  [false, /had no launch command; nothing was changed/],
])("reports whether a command was removed: %s", async (removed, text) => {
  library.unregister.mockReturnValue(removed);
  expect((await run("unregister")).stdout).toMatch(text);
  const { stdout } = await run("unregister", "--json");
  expect(readObject(stdout).result).toEqual({ applicationId, removed });
});
