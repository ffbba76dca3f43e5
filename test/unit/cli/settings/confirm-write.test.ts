import { describe, expect, it } from "vitest";
import { entry } from "../../../../src/cli/frame/run-command.ts";
import { define } from "../../../../src/cli/frame/definition.ts";
import { confirmOptions, settingsOptions } from "../../../../src/cli/options.ts";
import { confirmWrite, targetOf } from "../../../../src/cli/settings/confirm-write.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";
import { type ProgramSetting, runInProcess } from "../../../setup/program/run-in-process.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const settings: Settings = {
  environment: "production",
  applicationId: "1400000000000000001",
  guildId: "1400000000000000002",
  apiBase: "http://127.0.0.1:1/api",
  protected: true,
  commandsFile: "commands.mjs",
};
const definition = define({
  name: "write",
  summary: "Write.",
  options: { ...settingsOptions, ...confirmOptions },
  examples: {},
});

function writing(to: Settings, words: readonly string[] = [], setting: ProgramSetting = {}) {
  const write = entry(definition, () =>
    Promise.resolve({
      run: async (call) => {
        await confirmWrite(call, to, "Write");
        call.terminal.print("written");
        return { result: {} };
      },
    }),
  );
  const shape = { version: "1.0.0", summary: "Writes.", groups: {}, entries: [write], epilogue: "" };
  return runInProcess(["write", ...words], { ...setting, shape });
}

it("shows the environment, application, guild and service", () => {
  expect(targetOf(settings)).toBe(
    "application 1400000000000000001 (production), guild 1400000000000000002 at http://127.0.0.1:1/api",
  );
  const bare = { environment: undefined, applicationId: "1400000000000000001", commandsFile: "commands.mjs" };
  expect(targetOf(bare)).toBe("application 1400000000000000001 at discord.com");
});

const named = ["--environment", "production"];
const loose = { ...settings, protected: false };

describe("writing to a protected environment", () => {
  const typing = (...typed: string[]) => writing(settings, named, { columns: 120, typed });

  it("requires the user to type its name", async () => {
    const right = await typing("production\r");
    expect([right.code, right.stdout]).toEqual([0, "written\n"]);
    expect(right.stderr).toContain("Write: application 1400000000000000001 (production)");
    expect(right.stderr).toContain("Type 'production' to continue");
  });

  it("cannot be confirmed by answering yes, typing another name or passing --yes", async () => {
    const wrong = await writing(settings, [...named, "--yes"], { columns: 120, typed: ["yes\r\u0003"] });
    expect([wrong.code, wrong.stdout]).toEqual([130, ""]);
    expect(wrong.stderr).toContain("Type production, or press Ctrl-C to cancel.");
    expect(wrong.stderr).toContain("Interrupted. Nothing was changed.");
  });

  it.each([
    ["--environment, even at a terminal", ["--confirm", "production"], 120, "Add --environment production."],
    ["--confirm if there is no terminal", [...named, "--yes"], undefined, "Add --confirm production."],
  ])("requires %s", async (_what, words, columns, hint) => {
    const run = await writing(settings, words, columns === undefined ? {} : { columns });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(hint) });
    expect(run.stderr).toContain("The protected environment 'production'");
  });

  it("skips the prompt with both --environment and --confirm", async () => {
    const run = await writing(settings, [...named, "--confirm", "production"]);
    expect([run.code, run.stdout]).toEqual([0, "written\n"]);
    expect(run.stderr).toMatch(/^Write: application 1400000000000000001 \(production\)/);
  });
});

describe("writing to an unprotected environment", () => {
  it("asks for confirmation and does not report a refusal as an interruption", async () => {
    expect(await writing(loose, [], { columns: 120, typed: ["y"] })).toMatchObject({
      code: 0,
      stdout: "written\n",
    });
    const no = await writing(loose, [], { columns: 120, typed: ["n"] });
    expect([no.code, no.stdout]).toEqual([1, ""]);
    expect(no.stderr).toContain("Canceled at the prompt. Nothing was changed.");
    expect(no.stderr).not.toContain("Interrupted");
  });

  it("requires --yes if there is no terminal", async () => {
    expect((await writing(loose, ["--yes"])).code).toBe(0);
    await expectEnd(writing(loose), 2, "Pass --yes.");
  });

  it("is rejected if --confirm names another environment", async () => {
    const run = await writing(loose, ["--yes", "--confirm", "staging"]);
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--confirm is 'staging', but 'production' is selected."),
    });
  });
});
