import { afterEach, describe, expect, it, vi, onTestFinished } from "vitest";
import { ClientError, type ErrorCode, ErrorType } from "../../../../src/core/errors.ts";
import { freePort } from "../../../setup/free-port.js";
import { usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";
import { needs } from "../../../setup/system-parts.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { startGatedService } from "../../../setup/program/gated-service.ts";

const player = await usePlayer();
const { emulator } = player;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const keychainError = (code: ErrorCode) =>
  new ClientError({ type: ErrorType.Disabled, code, message: "The disk is full.", hint: "Make room." });

/** Returns the service's response status for a request with the token. */
async function statusWith(token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token?.trim()}` };
  return (await fetch(`${emulator.apiBase}/users/@me`, { headers })).status;
}

const neverPrompt = () => Promise.reject(new Error("Nobody may be asked."));

/** Signs in on another device with the printed URL and code, then lets the program poll again. */
function onDevice(answer: "accept" | "deny"): ProgramSetting {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let output = "";
  let visited = false;
  return {
    onOutput(text) {
      output += text;
      const [, address] = /open (http\S+)/.exec(oneLine(output)) ?? [];
      const [, code] = /the code (\S+) within/.exec(oneLine(output)) ?? [];
      if (address === undefined || code === undefined || visited) return;
      visited = true;
      const openBrowser = emulator.player("Grace").browser({ answer });
      void openBrowser(`${address}?user_code=${code}`).then(() => vi.advanceTimersByTime(1000));
    },
  };
}

describe("slashpass login", () => {
  it("opens the browser to sign in, but not if the player is already signed in", async () => {
    const first = await player.run(["login"]);
    expect([first.code, first.stdout]).toEqual([0, "Signed in as Ada.\n"]);
    expect(first.stderr).toMatch(/\n\nhttp:\S+\n\n/);
    player.openBrowser = neverPrompt;
    const second = await player.run(["login"]);
    expect([second.code, second.stdout]).toEqual([0, "Already signed in as Ada.\n"]);
    expect(second.stderr).toContain("slashpass logout");
  });

  it("prints the player as an object and requests the specified scopes", async () => {
    const words = ["login", "--json", "--account", "tester", "--scope", "openid", "identify"];
    const { stdout, stderr } = await player.run(words);
    expect(stderr).toBe("");
    expect(readObject(stdout).result).toMatchObject({
      applicationId: emulator.application.id,
      environment: null,
      account: "tester",
      player: { name: "Ada" },
      scopes: ["openid", "identify"],
      isNew: true,
    });
  });

  it("signs in even if the scopes do not include identify", async () => {
    const { stdout } = await player.run(["login", "--scope", "openid"]);
    expect(stdout).toBe("Signed in as the player.\n");
    expect((await player.run(["whoami"])).stdout).toMatch(/^Player +unknown: the identify scope/);
  });

  it("shows a QR code for another device", async () => {
    const setting = {
      columns: 80,
      env: { ...variablesFor(emulator), FORCE_COLOR: "1" },
      ...onDevice("accept"),
    };
    const { code, stdout, stderr } = await player.run(["login", "--device"], setting);
    expect([code, stdout]).toEqual([0, "Signed in as Grace.\n"]);
    expect(stderr).toContain("\u001B[97m\u001B[40m█");
  });

  it("uses the device flow, but not with --json, if there is no browser", needs("Linux"), async () => {
    for (const name of ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]) vi.stubEnv(name, "");
    player.openBrowser = undefined;
    const { stdout } = await player.run(["login", "--json"]);
    expect(readObject(stdout).error?.code).toBe("no_terminal");
    await expectEnd(player.run(["login"], onDevice("deny")), 1, "Scan this with a phone");
  });

  it("immediately reports an unreachable service in text and JSON", async () => {
    player.openBrowser = () => Promise.resolve();
    const address = `http://127.0.0.1:${await freePort()}`;
    const setting = { env: { ...variablesFor(emulator), SLASHPASS_API_BASE: `${address}/api` } };
    const { code, stderr } = await player.run(["login"], setting);
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining(`${address} could not be reached (ECONNREFUSED)`),
    ]);
    const printed = await player.run(["login", "--json"], setting);
    expect(readObject(printed.stdout).error?.code).toBe("network_error");
  });

  it.each([
    ["keychain_absent", "This machine has no keychain for the tokens."],
    ["keychain_locked", "The keychain is locked."],
  ] as const)("reports %s before opening the browser", async (code, message) => {
    player.store = { ...player.store, get: () => Promise.reject(keychainError(code)) };
    player.openBrowser = neverPrompt;
    const { stdout } = await player.run(["login", "--json"]);
    expect(readObject(stdout).error).toMatchObject({ code, message });
  });

  it("revokes tokens if they cannot be stored", async () => {
    const stored: string[] = [];
    const set = (_account: string, record: string) => {
      stored.push(record);
      return Promise.reject(keychainError("keychain_failed"));
    };
    player.store = { ...player.store, set };
    await expectEnd(player.run(["login"]), 1, "revoked: The disk is full. Make room.");
    const [, token] = /"a":"([^"]+)"/.exec(stored[0] ?? "") ?? [];
    expect(token).toBeDefined();
    expect(await statusWith(token)).toBe(401);
  });
});

describe("slashpass logout", () => {
  it("revokes and deletes the tokens, or reports that there is no session", async () => {
    await player.run(["login"]);
    const { stdout: token } = await player.run(["token"]);
    expect(await player.run(["logout"])).toEqual({ code: 0, stdout: "Signed out.\n", stderr: "" });
    expect(await statusWith(token)).toBe(401);
    const again = await player.run(["logout", "--json"]);
    expect([again.code, readObject(again.stdout).result]).toEqual([0, { signedOut: false }]);
  });

  it("deletes the tokens and warns that they remain valid if revocation fails", async () => {
    await player.run(["login"]);
    const online = emulator.faults.add({ answer: "unavailable", path: /revoke/ });
    const { code, stderr } = await player.run(["logout"]);
    online();
    expect([code, stderr.replaceAll("\n", " ")]).toEqual([
      1,
      expect.stringContaining("under Authorized Apps"),
    ]);
    expect((await player.run(["whoami"])).stderr).toContain("No player is signed in");
  });

  it("deletes the tokens on Ctrl-C and warns that they may remain valid", async () => {
    await player.run(["login"]);
    await using service = await startGatedService(emulator.apiBase);
    const end = new AbortController();
    service.hold().once("held", () => end.abort());
    const env = { ...variablesFor(emulator), SLASHPASS_API_BASE: service.apiBase };
    const { code, stderr } = await player.run(["logout"], { env, signal: end.signal });
    expect([code, oneLine(stderr)]).toEqual([
      130,
      expect.stringMatching(/Interrupted\. The service did not respond and may still accept the tokens\./),
    ]);
    await expect.poll(async () => (await player.run(["whoami"])).stderr).toContain("No player is signed in");
  });

  it("reports an error if the tokens cannot be deleted", async () => {
    await player.run(["login"]);
    player.store = { ...player.store, delete: () => Promise.reject(keychainError("keychain_denied")) };
    await expectEnd(player.run(["logout"]), 1, "The keychain denied access.");
  });
});

describe("slashpass token", () => {
  it("prints a valid token to a pipe and refreshes one that is about to expire", async () => {
    await player.run(["login"]);
    const first = (await player.run(["token"])).stdout;
    expect(first).toMatch(/^\S{20,}\n$/);
    const week = 7 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + week - 30_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { stdout } = await player.run(["token", "--json"]);
    expect(readObject(stdout).result).toMatchObject({
      scopes: ["identify"],
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    const second = (await player.run(["token"])).stdout;
    expect(second).not.toBe(first);
    vi.setSystemTime(Date.now() + 60_000);
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  });

  it("does not print a token on a terminal without --print", async () => {
    await player.run(["login"]);
    const { code, stdout, stderr } = await player.run(["token"], { columns: 80 });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("--print")]);
    const refused = await player.run(["token", "--json"], { columns: 80 });
    expect(readObject(refused.stdout).error?.code).toBe("token_would_be_seen");
    expect((await player.run(["token", "--print"], { columns: 80 })).stdout).toMatch(/^\S{20,}\n$/);
  });

  it("runs a program with a token, prints nothing, and exits with the program's code", async () => {
    await player.run(["login"]);
    const program = `const { SLASHPASS_API_BASE: base, SLASHPASS_ACCESS_TOKEN: token } = process.env;
      const { status } = await fetch(base + "/users/@me", { headers: { authorization: "Bearer " + token } });
      process.exitCode = status === 200 ? 8 : 1;`;
    const command = ["--", process.execPath, "--input-type=module", "-e", program];
    const setting = { env: { ...process.env, ...variablesFor(emulator) } };
    expect(await player.run(["token", "--exec", ...command], setting)).toEqual({
      code: 8,
      stdout: "",
      stderr: "",
    });
    const { stdout } = await player.run(["token", "--json", "--exec", "--", process.execPath, "-e", ""]);
    expect(readObject(stdout).result).not.toHaveProperty("accessToken");
  });

  it.each([
    [["--exec"], "--exec requires a program"],
    [["--exec", "--print", "node"], "cannot be used together"],
    [["node"], "add --exec"],
  ])("rejects %j", async (words, reason) => {
    await expectEnd(player.run(["token", ...words]), 2, reason);
  });
});

describe("slashpass whoami", () => {
  it("shows the player, application, scopes and expiry", async () => {
    await player.run(["login"]);
    const { code, stdout } = await player.run(["whoami"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Player +Ada \(\d+\)\nApplication +\d+\nScopes +identify\nToken +until \S+ \S+ UTC, in 7/,
    );
    expect(readObject((await player.run(["whoami", "--json"])).stdout).result).toMatchObject({
      player: { name: "Ada" },
      account: null,
      scopes: ["identify"],
    });
  });

  it("keeps players with different accounts separate", async () => {
    await player.run(["login", "--account", "tester"]);
    expect((await player.run(["whoami", "--account", "tester"])).stdout).toMatch(/^Account +tester$/m);
    const { code, stdout } = await player.run(["whoami", "--json", "--account", "other"]);
    expect([code, readObject(stdout).error]).toEqual([
      1,
      {
        code: "not_signed_in",
        message: expect.stringContaining("as 'other' on this machine"),
        hint: "Run 'slashpass login --account other'.",
      },
    ]);
  });

  it("suggests `login` if there is no session or the session has expired", async () => {
    expect((await player.run(["whoami"])).stderr).toMatch(
      /No player is signed in [^]*Run 'slashpass login'\.\n$/,
    );
    await player.run(["login"]);
    emulator.player("Ada").deauthorize();
    await expectEnd(player.run(["whoami"]), 1, "The player is signed out");
  });
});
