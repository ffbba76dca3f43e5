import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { freePort } from "../../../setup/free-port.js";
import { absentKeychain, usePlayer, variablesFor } from "../../../setup/program/player-at-terminal.ts";
import { needs } from "../../../setup/system-parts.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

const player = await usePlayer();
const { emulator } = player;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const nobodyIsAsked = () => Promise.reject(new Error("Nobody may be asked."));

/** Signs in on another device with the printed address and code. The program may then poll again. */
function onDevice(answer: "accept" | "deny"): ProgramSetting {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let shown = "";
  let visited = false;
  return {
    onOutput(text) {
      shown += text;
      const [, address] = /open (http\S+)/.exec(oneLine(shown)) ?? [];
      const [, code] = /the code (\S+) within/.exec(oneLine(shown)) ?? [];
      if (address === undefined || code === undefined || visited) return;
      visited = true;
      const openBrowser = emulator.player("Grace").browser({ answer });
      void openBrowser(`${address}?user_code=${code}`).then(() => vi.advanceTimersByTime(1000));
    },
  };
}

describe("slashpass login", () => {
  it("opens the browser to sign in, and does not prompt again later", async () => {
    const first = await player.run(["login"]);
    expect([first.code, first.stdout]).toEqual([0, "Signed in as Ada.\n"]);
    expect(first.stderr).toMatch(/\n\nhttp:\S+\n\n/);
    player.openBrowser = nobodyIsAsked;
    const second = await player.run(["login"]);
    expect([second.code, second.stdout]).toEqual([0, "Signed in already as Ada.\n"]);
    expect(second.stderr).toContain("slashpass logout");
  });

  it("prints the player as an object, and requests the specified scopes", async () => {
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
  });

  it("shows a scannable code for another device", async () => {
    const setting = {
      columns: 80,
      env: { ...variablesFor(emulator), FORCE_COLOR: "1" },
      ...onDevice("accept"),
    };
    const { code, stdout, stderr } = await player.run(["login", "--device"], setting);
    expect([code, stdout]).toEqual([0, "Signed in as Grace.\n"]);
    expect(stderr).toContain("\u001B[97m\u001B[40m█");
  });

  it("uses the device flow if there is no browser", needs("Linux"), async () => {
    for (const name of ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]) vi.stubEnv(name, "");
    player.openBrowser = undefined;
    const { code, stderr } = await player.run(["login"], onDevice("deny"));
    expect([code, oneLine(stderr)]).toEqual([1, expect.stringContaining("Scan this with a phone")]);
  });

  it("stores nothing if the player declines", async () => {
    player.openBrowser = emulator.player("Grace").browser({ answer: "deny" });
    const { code, stdout, stderr } = await player.run(["login"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(oneLine(stderr)).toContain("The player declined. Nobody was signed in, and nothing was kept.");
    expect((await player.run(["whoami"])).code).toBe(1);
  });

  it("stores nothing at Ctrl-C", async () => {
    const end = new AbortController();
    player.openBrowser = () => Promise.resolve(end.abort());
    const { code, stderr } = await player.run(["login"], { signal: end.signal });
    expect(code).toBe(130);
    expect(oneLine(stderr)).toMatch(/Interrupted\. Nobody was signed in, and nothing was kept\.$/);
  });

  it("reports immediately that the service cannot be reached, in text and JSON", async () => {
    player.openBrowser = () => Promise.resolve();
    const address = `http://127.0.0.1:${await freePort()}`;
    const setting = { env: { ...variablesFor(emulator), SLASHPASS_API_BASE: address } };
    const { code, stderr } = await player.run(["login"], setting);
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining(`${address} cannot be reached (ECONNREFUSED)`),
    ]);
    const told = await player.run(["login", "--json"], setting);
    expect(readObject(told.stdout).error?.code).toBe("network_error");
  });

  it("can be interrupted if the service cannot be reached", async () => {
    const end = new AbortController();
    player.openBrowser = () => Promise.resolve(end.abort());
    const away = { ...variablesFor(emulator), SLASHPASS_API_BASE: "http://127.0.0.1:1/api" };
    expect((await player.run(["login"], { env: away, signal: end.signal })).code).toBe(130);
  });

  it("fails with --json if there is no browser", needs("Linux"), async () => {
    for (const name of ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]) vi.stubEnv(name, "");
    player.openBrowser = undefined;
    const { code, stdout } = await player.run(["login", "--json"]);
    expect([code, readObject(stdout).error?.code]).toEqual([1, "no_terminal"]);
  });

  it("does not open the browser without a keychain", async () => {
    player.store = absentKeychain();
    player.openBrowser = nobodyIsAsked;
    const { code, stderr } = await player.run(["login"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("This machine has no keychain")]);
    expect(oneLine(stderr)).toContain("'slashpass doctor' shows what is missing");
  });

  it("reports a locked keychain before it opens the browser", async () => {
    const error = new ClientError({
      type: ErrorType.Disabled,
      code: "keychain_locked",
      message: "The keychain is locked.",
      hint: "Unlock it.",
    });
    player.store = { ...player.store, get: () => Promise.reject(error) };
    player.openBrowser = nobodyIsAsked;
    const { code, stdout, stderr } = await player.run(["login", "--json"]);
    expect([code, readObject(stdout).error?.code]).toEqual([1, "keychain_locked"]);
    expect(stderr).not.toContain("http");
  });

  it("revokes tokens that cannot be stored", async () => {
    const error = new ClientError({
      type: ErrorType.Disabled,
      code: "keychain_failed",
      message: "The disk is full.",
      hint: "Make room.",
    });
    const kept: string[] = [];
    const set = (_account: string, record: string) => {
      kept.push(record);
      return Promise.reject(error);
    };
    player.store = { ...player.store, set };
    const { code, stderr } = await player.run(["login"]);
    expect([code, oneLine(stderr)]).toEqual([
      1,
      expect.stringContaining("revoked: The disk is full. Make room."),
    ]);
    const [, token] = /"a":"([^"]+)"/.exec(kept[0] ?? "") ?? [];
    const headers = { authorization: `Bearer ${token}` };
    expect(token).toBeDefined();
    expect((await fetch(`${emulator.apiBase}/users/@me`, { headers })).status).toBe(401);
  });

  it("rejects --device with --json", async () => {
    const { code, stdout } = await player.run(["login", "--device", "--json"]);
    expect([code, readObject(stdout).error?.message]).toEqual([
      2,
      expect.stringContaining("--device and --json cannot be used together"),
    ]);
  });

  it("suggests `init` if there is no config", async () => {
    const { code, stderr } = await player.run(["login"], { env: {} });
    expect([code, stderr]).toEqual([2, expect.stringContaining("slashpass init")]);
  });
});
