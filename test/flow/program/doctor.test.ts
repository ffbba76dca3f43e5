import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";
import { readObject } from "../../setup/program/schema.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => {
  const home = temporaryFolder();
  const { application, apiBase, webBase } = emulator;
  for (const name of ["HOME", "XDG_RUNTIME_DIR"]) vi.stubEnv(name, home);
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  env = {
    SLASHPASS_APPLICATION_ID: application.id,
    SLASHPASS_API_BASE: apiBase,
    SLASHPASS_WEB_BASE: webBase,
  };
});

afterEach(() => void vi.unstubAllEnvs());

interface Check {
  readonly check: string;
  readonly verdict: string;
}

/** Returns the verdicts of the machine-independent checks. */
async function verdictsOf() {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await runInProcess(["doctor", "--json"], { env, cwd });
  expect(stderr).toBe("");
  const { checks } = readObject(stdout).result as { checks: readonly Check[] };
  const depends = new Set(["addon", "browser", "scheme", "keychain", "presence"]);
  return {
    code,
    stdout,
    verdicts: Object.fromEntries(
      checks.filter(({ check }) => !depends.has(check)).map(({ check, verdict }) => [check, verdict]),
    ),
  };
}

const good = {
  loopback: "ok",
  network: "ok",
  clock: "ok",
  "redirect-uri": "ok",
  "public-client": "ok",
  scopes: "ok",
  proxy: "ok",
};

describe("slashpass doctor", () => {
  it("reports no problems with a configured application except a missing keychain", async () => {
    const { verdicts, stdout, code } = await verdictsOf();
    expect(verdicts).toEqual(good);
    expect(stdout).toContain("keychain_absent");
    expect(code).toBe(3);
  });

  it("reports missing settings without printing the bot token", async () => {
    const { id, botToken } = emulator.addApplication({ publicClient: false, redirectUris: [] });
    Object.assign(env, { SLASHPASS_APPLICATION_ID: id, SLASHPASS_BOT_TOKEN: botToken });
    const { verdicts, stdout, code } = await verdictsOf();
    expect(verdicts).toMatchObject({ network: "ok", "redirect-uri": "failure", "public-client": "failure" });
    expect(stdout).not.toContain(botToken);
    expect(code).toBe(3);
  });

  it("reports an invalid bot token and an unreachable service", async () => {
    Object.assign(env, { SLASHPASS_BOT_TOKEN: "wrong-token-0123456789" });
    expect((await verdictsOf()).stdout).toContain("bot_token_refused");
    Object.assign(env, {
      SLASHPASS_API_BASE: "http://127.0.0.1:9/api",
      SLASHPASS_WEB_BASE: "http://127.0.0.1:9",
    });
    const { verdicts } = await verdictsOf();
    expect(verdicts).toMatchObject({ loopback: "ok", network: "failure", "redirect-uri": "not-checked" });
  });
});
