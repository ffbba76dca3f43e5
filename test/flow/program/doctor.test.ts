import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import stringWidth from "fast-string-width";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";
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
  env = {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    SLASHPASS_APPLICATION_ID: application.id,
    SLASHPASS_API_BASE: apiBase,
    SLASHPASS_WEB_BASE: webBase,
  };
});

interface Check {
  readonly check: string;
  readonly verdict: string;
}

/** The verdicts of the checks that do not depend on the machine. */
async function verdictsOf(words: readonly string[] = []) {
  const cwd = temporaryFolder();
  const { status, stdout, stderr } = await runExecutable(["doctor", "--json", ...words], { env, cwd });
  expect(stderr).toBe("");
  const { checks } = readObject(stdout).result as { checks: readonly Check[] };
  const depends = new Set(["addon", "browser", "scheme", "keychain"]);
  return {
    status,
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

describe("slashpass doctor", needs("whole programs"), () => {
  it("passes a configured application, and reports a missing keychain", async () => {
    const { verdicts, stdout, status } = await verdictsOf();
    expect(verdicts).toEqual(good);
    expect(stdout).toContain("keychain_absent");
    expect(status).toBe(3);
  });

  it("reports missing settings, and does not print the bot token", async () => {
    const { id, botToken } = emulator.addApplication({ publicClient: false, redirectUris: [] });
    Object.assign(env, { SLASHPASS_APPLICATION_ID: id, SLASHPASS_BOT_TOKEN: botToken });
    const { verdicts, stdout, status } = await verdictsOf();
    expect(verdicts).toMatchObject({ network: "ok", "redirect-uri": "failure", "public-client": "failure" });
    expect(stdout).not.toContain(botToken);
    expect(status).toBe(3);
  });

  it("reports a wrong bot token and an unreachable service", async () => {
    Object.assign(env, { SLASHPASS_BOT_TOKEN: "wrong-token-0123456789" });
    expect((await verdictsOf()).stdout).toContain("bot_token_refused");
    Object.assign(env, {
      SLASHPASS_API_BASE: "http://127.0.0.1:9/api",
      SLASHPASS_WEB_BASE: "http://127.0.0.1:9",
    });
    const { verdicts } = await verdictsOf();
    expect(verdicts).toMatchObject({ loopback: "ok", network: "failure", "redirect-uri": "not-checked" });
  });

  it.each([80, 200])(
    "prints each check in color without wrapping on a terminal of %i columns",
    async (columns) => {
      const { status, stdout } = await runOnTerminal(["doctor"], { env, columns, cwd: temporaryFolder() });
      expect(status).toBe(3);
      expect(stdout).toContain("\u001B[32mok");
      // The spinner overwrites its line, so each frame counts as a line.
      const lines = stdout.split(/\n|\r|.\[\d*[A-HJK]/).map((line) => stringWidth(line));
      expect(Math.max(...lines)).toBeLessThanOrEqual(columns);
      expect(stdout).toMatch(/11 checks: .* 1 failure/);
    },
  );

  it("explains how to set an application if there is none", async () => {
    const { status, stderr, stdout } = await runExecutable(["doctor"], {
      env: { HOME: "/" },
      cwd: temporaryFolder(),
    });
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining("slashpass init")]);
  });

  it("exits at Ctrl-C while the service hangs", async () => {
    const server = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(env, { SLASHPASS_API_BASE: `${base}/api`, SLASHPASS_WEB_BASE: base });
    const child = startProgram(process.execPath, [executable, "doctor"], {
      env: { PATH: process.env["PATH"], ...env },
      cwd: temporaryFolder(),
      stdio: "ignore",
    });
    try {
      await once(server, "request");
      child.kill("SIGINT");
      expect(await once(child, "exit")).toEqual([130, null]);
    } finally {
      await endProgram(child);
      server.closeAllConnections();
      server.close();
    }
  });
});
