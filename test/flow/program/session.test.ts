import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { variablesFor } from "../../setup/program/player-at-terminal.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";

let emulator: Emulator;
let keychain: Awaited<ReturnType<typeof startSecrets>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  emulator = await startEmulator({ deviceIntervalSeconds: 1 });
  keychain = await startSecrets();
});
afterEach(() => Promise.all(children.splice(0).map(endProgram)));
afterAll(async () => {
  await keychain[Symbol.asyncDispose]();
  await emulator.close();
});

const env = () => ({
  PATH: process.env["PATH"],
  ...variablesFor(emulator),
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${keychain.bus.path}`,
  // Exits without opening a page: the player visits the URL that the program prints.
  BROWSER: "true",
});

/** Runs `login` and calls `act` with its output until `act` succeeds. */
async function login(words: readonly string[], act: (said: string, child: ChildProcess) => boolean) {
  const child = startProgram(process.execPath, [executable, "login", ...words], {
    env: env(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const printed = { stdout: "", stderr: "" };
  let done = false;
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed.stderr += text;
    done ||= act(printed.stderr, child);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...printed };
}

const visit = (player: string) => (said: string) => {
  const [, url] = /\n\n(http:\S+)\n\n/.exec(said) ?? [];
  if (url !== undefined) void emulator.player(player).browser()(url);
  return url !== undefined;
};

describe("a player at the terminal", needs("Linux", "whole programs"), () => {
  it("signs in, is shown by whoami, passes a token to a program, and signs out", async () => {
    const signedIn = await login([], visit("Ada"));
    expect([signedIn.code, signedIn.stdout]).toEqual([0, "Signed in as Ada.\n"]);
    const shown = await runOnTerminal(["whoami"], { env: env() });
    expect(shown.stdout).toMatch(/^Player +Ada \(\d+\)\r\n/);
    const refused = await runOnTerminal(["token"], { env: env() });
    expect([refused.status, refused.stdout]).toEqual([2, expect.stringContaining("--print")]);
    const program = ["--", process.execPath, "-p", "process.env.SLASHPASS_ACCESS_TOKEN.length > 20"];
    const run = await runExecutable(["token", "--exec", ...program], { env: env() });
    expect(run).toMatchObject({ status: 0, stdout: "true\n", stderr: "" });
    expect(readObject((await runExecutable(["logout", "--json"], { env: env() })).stdout).result).toEqual({
      signedOut: true,
    });
    const nobody = await runExecutable(["whoami", "--json"], { env: env() });
    expect([nobody.status, readObject(nobody.stdout).error?.code]).toEqual([1, "not_signed_in"]);
  });

  it("remains signed out after Ctrl-C", async () => {
    const act = (said: string, child: ChildProcess) => said.includes("\n\nhttp") && child.kill("SIGINT");
    const { code, stderr } = await login([], act);
    expect([code, stderr]).toEqual([130, expect.stringContaining("nothing was kept")]);
    expect((await runExecutable(["whoami"], { env: env() })).status).toBe(1);
  });

  it("sees a clear error without a keychain", async () => {
    const absent = { ...env(), DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" };
    const { status, stdout } = await runOnTerminal(["login"], { env: absent });
    expect([status, stdout]).toEqual([1, expect.stringContaining("This machine has no keychain")]);
    const widths = stripVTControlCharacters(stdout)
      .split("\r\n")
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
  });

  it("sees an error if the service cannot be reached", async () => {
    await login([], visit("Ada"));
    const offline = { ...env(), SLASHPASS_API_BASE: "http://127.0.0.1:9" };
    const { status, stderr } = await runExecutable(["whoami"], { env: offline });
    expect([status, stderr]).toEqual([1, expect.stringContaining("127.0.0.1")]);
  });
});
