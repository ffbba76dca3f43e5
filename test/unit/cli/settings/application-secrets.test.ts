import { describe, expect, it, vi } from "vitest";
import { refuseForeignHost } from "../../../../src/cli/settings/application-secrets.ts";
import { readCredential } from "../../../../src/cli/commands/open-client.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const foreign: Settings = {
  environment: "production",
  applicationId: "1400000000000000001",
  commandsFile: "c.json",
};
const foreignConfig = "/srv/theirs/slashpass.config.json";

describe("refuseForeignHost", () => {
  it.each(["https://collector.test/api", "http://discord.com/api", "https://discord.com.collector.test/api"])(
    "rejects the host %s in another user's config",
    (apiBase) => {
      expect(() => refuseForeignHost({ ...foreign, apiBase, foreignConfig })).toThrow(
        expect.objectContaining({
          code: "foreign_host",
          exitCode: 2,
          message: `The application's secrets are not sent to ${apiBase}, because this address comes only from ${foreignConfig}, which belongs to another user.`,
          hint: "If you trust it, pass it with --config, or set SLASHPASS_API_BASE.",
        }),
      );
    },
  );

  it.each([
    [
      "another user's config names the service's own host",
      { apiBase: "https://discord.com/api", foreignConfig },
    ],
    ["another user's config names no host", { foreignConfig }],
    ["this user's config names another host", { apiBase: "https://collector.test/api" }],
  ])("accepts the host if %s", (_case, named) => {
    expect(() => refuseForeignHost({ ...foreign, ...named })).not.toThrow();
  });
});

const settings: Settings = {
  environment: "staging-eu",
  applicationId: "1400000000000000001",
  commandsFile: "c.json",
};

/** Reads a credential; `shown` contains the secrets that were deliberately printed. */
async function read(setting: ProgramSetting = {}, of: Settings = settings) {
  const stored: unknown[] = [];
  const run = await runningAct(
    async (call) => {
      const credential = await readCredential(call, of);
      stored.push(credential);
      call.terminal.print(`shown: ${JSON.stringify(credential)}`);
      return { result: {} };
    },
    [],
    setting,
  );
  return { ...run, credential: stored[0] };
}

const own = { SLASHPASS_STAGING_EU_BOT_TOKEN: "token-of-staging" };
const general = { SLASHPASS_BOT_TOKEN: "token-of-all", SLASHPASS_CLIENT_SECRET: "secret-of-all" };

describe("readCredential", () => {
  it("prefers the environment's own variable to the general one", async () => {
    expect((await read({ env: { ...general, ...own } })).credential).toEqual({
      botToken: "token-of-staging",
    });
    expect((await read({ env: general })).credential).toEqual({
      botToken: "token-of-all",
      clientId: "1400000000000000001",
      clientSecret: "secret-of-all",
    });
  });

  it("uses general variables if there is no config and ignores empty ones", async () => {
    const env = { ...own, SLASHPASS_BOT_TOKEN: "", SLASHPASS_CLIENT_SECRET: "secret-of-all" };
    const { credential } = await read({ env }, { ...settings, environment: undefined });
    expect(credential).toEqual({ clientId: "1400000000000000001", clientSecret: "secret-of-all" });
  });

  it("hides secrets in the output", async () => {
    const { stdout } = await read({ env: { ...general, SLASHPASS_ACCESS_TOKEN: "token-of-ada" } });
    expect(stdout).toContain('"botToken":"[hidden]"');
    expect(stdout).not.toMatch(/of-all|of-ada/);
  });

  it.each([
    ["SLASHPASS_BOT_TOKEN", "Bot abc.def.ghi", 'SLASHPASS_BOT_TOKEN begins with "Bot" or "Bearer".'],
    ["SLASHPASS_CLIENT_SECRET", "abc def", "SLASHPASS_CLIENT_SECRET contains spaces or invalid characters."],
    ["SLASHPASS_ACCESS_TOKEN", "Bearer abc", 'SLASHPASS_ACCESS_TOKEN begins with "Bot" or "Bearer".'],
    [
      "SLASHPASS_STAGING_EU_BOT_TOKEN",
      "a b",
      "SLASHPASS_STAGING_EU_BOT_TOKEN contains spaces or invalid characters.",
    ],
  ])("rejects an invalid value of %s and names the variable", async (name, value, problem) => {
    const { stderr } = await expectEnd(read({ env: { ...general, [name]: value } }), 2, problem);
    expect(stderr).not.toContain(value);
  });

  it("includes a player's token if the variable is set", async () => {
    const { credential } = await read({ env: { ...own, SLASHPASS_ACCESS_TOKEN: "token-of-ada" } });
    const { userToken } = credential as { userToken: () => Promise<string> };
    expect(await userToken()).toBe("token-of-ada");
  });
});

it("names the variables to set if there is no terminal", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  const { code, stderr } = await read();
  vi.unstubAllEnvs();
  expect([code, stderr]).toEqual([2, expect.stringContaining("Set SLASHPASS_STAGING_EU_BOT_TOKEN or")]);
});
