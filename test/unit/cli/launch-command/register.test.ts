import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { registerDefinition } from "../../../../src/cli/launch-command/definitions.ts";
import { type LaunchLibrary, run } from "../../../../src/cli/launch-command/register.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const applicationId = "123456789012345678";
const status = { command: ["/opt/game"], works: true };
const register = vi.fn<LaunchLibrary["register"]>();
const registerSteam = vi.fn<LaunchLibrary["registerSteam"]>();
const schemeStatus = vi.fn<LaunchLibrary["schemeStatus"]>();
const library = { register, registerSteam, schemeStatus, status: () => status };
const own = entry(registerDefinition, () =>
  Promise.resolve({
    run: (call: Call<typeof registerDefinition.options, typeof registerDefinition.arguments>) =>
      run(call, library),
  }),
);
let cwd: string;
const runWith = (...words: string[]) =>
  runEntry(own, words, { cwd, env: { SLASHPASS_APPLICATION_ID: applicationId } });

beforeEach(() => {
  cwd = temporaryFolder();
  register.mockReset().mockReturnValue(true);
  registerSteam.mockReset().mockReturnValue(true);
  schemeStatus.mockReset().mockReturnValue({ isOurs: false, isStale: false });
});

test("registers a program with its absolute path and unchanged arguments", async () => {
  const game = join(cwd, "my game");
  writeFileSync(game, "");
  const { code, stdout } = await runWith("--json", "--", "./my game", "--name", 'say "hi"', "", "C:\\x");
  expect(code).toBe(0);
  expect(register).toHaveBeenCalledWith(applicationId, String.raw`"${game}" --name "say \"hi\"" "" C:\x`);
  expect(readObject(stdout).result).toEqual({ applicationId, ...status });
});

test("registers a URL unchanged, as macOS requires", async () => {
  expect((await runWith("--", "game://start")).code).toBe(0);
  expect(register).toHaveBeenCalledWith(applicationId, "game://start");
});

test("registers a Steam game by its id", async () => {
  expect((await runWith("--steam", "480")).stdout).toContain("is started with: /opt/game");
  expect(registerSteam).toHaveBeenCalledWith(applicationId, 480);
});

test.each([
  [[], 2, "Specify a program or a Steam game"],
  [["--steam", "480", "--", "/opt/game"], 2, "either a program"],
  [["--steam", "four"], 2, "takes a number, not 'four'"],
  [["--", "./absent"], 1, "There is no program at"],
])("rejects %j before anything is written", async (words, code, text) => {
  const ended = await runWith(...words);
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(text)]);
  expect([register.mock.calls, registerSteam.mock.calls]).toEqual([[], []]);
});

test.each([
  [["--", "game://start"], "permissions"],
  [["--steam", "480"], "Install Steam"],
])("gives a hint if the system does not allow %j", async (words, hint) => {
  register.mockReturnValue(false);
  registerSteam.mockReturnValue(false);
  const { stdout } = await runWith("--json", ...words);
  expect(readObject(stdout).error).toMatchObject({
    code: "not_registered",
    hint: expect.stringContaining(hint) as string,
  });
});

test("reports the error of the scheme status", async () => {
  register.mockReturnValue(false);
  schemeStatus.mockImplementation(() => {
    throw new ClientError({ type: ErrorType.Disabled, code: "sandboxed", message: "In a sandbox." });
  });
  const { stdout } = await runWith("--json", "--", "game://start");
  expect(readObject(stdout).error).toMatchObject({ code: "sandboxed" });
});
