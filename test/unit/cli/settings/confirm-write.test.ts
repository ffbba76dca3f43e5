import { describe, expect, it } from "vitest";
import { entry } from "../../../../src/cli/frame/run-command.ts";
import { define } from "../../../../src/cli/frame/definition.ts";
import { confirmOptions, confirmWrite, targetOf } from "../../../../src/cli/settings/confirm-write.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";
import { type ProgramSetting, runInProcess } from "../../../setup/program/run-in-process.ts";

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
  options: confirmOptions,
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

it("names the environment, the application, the guild and where it is", () => {
  expect(targetOf(settings)).toBe(
    "application 1400000000000000001 (production), guild 1400000000000000002 at http://127.0.0.1:1/api",
  );
  const bare = { environment: undefined, applicationId: "1400000000000000001", commandsFile: "commands.mjs" };
  expect(targetOf(bare)).toBe("application 1400000000000000001 at discord.com");
});

describe("writing to a protected environment", () => {
  it("asks first", async () => {
    const yes = await writing(settings, [], { columns: 120, typed: ["y"] });
    expect([yes.code, yes.stdout]).toEqual([0, "written\n"]);
    expect(yes.stderr).toContain("Write: application 1400000000000000001 (production)");
    const no = await writing(settings, [], { columns: 120, typed: ["n"] });
    expect([no.code, no.stdout]).toEqual([130, ""]);
  });

  it("wants --yes where nobody can be asked", async () => {
    expect(await writing(settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Give --yes."),
    });
    const forced = await writing(settings, ["--yes"]);
    expect(forced.stdout).toBe("written\n");
    expect(forced.stderr).toMatch(/^Write: application 1400000000000000001 \(production\)/);
  });
});

it("asks before another environment too", async () => {
  const staging = { ...settings, protected: false };
  expect((await writing(staging, ["--yes"])).code).toBe(0);
  expect((await writing(staging)).code).toBe(2);
});
