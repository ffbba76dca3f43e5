import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { isClientError } from "../../src/core/errors.ts";
import { parseScheme } from "../../src/sign-in/redirect/custom-scheme-name.ts";
import { openCustomScheme } from "../../src/sign-in/redirect/custom-scheme.ts";
import {
  redirectSchemeStatus,
  registerRedirectScheme,
  unregisterRedirectScheme,
} from "../../src/sign-in/redirect/custom-scheme-registration.ts";
import { registerLaunchCommand, registerLaunchSteamApplication } from "../../src/sign-in/redirect/launch.ts";
import type { IgnoredReason, Judgement, RedirectReceiver } from "../../src/sign-in/redirect/receiver.ts";

const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;
const key = `HKCU\\Software\\Classes\\${scheme}`;
const machineKey = `HKLM\\Software\\Classes\\${scheme}`;
const command = `${key}\\shell\\open\\command`;

// `node:test` waits for its tests, so callers need not await them.
const describe = (title: string, body: () => void): void => void suite(title, body);
const it = (title: string, body: () => void | Promise<void>): void => void test(title, body);

let home = "";
let opener = "";
// This Node version does not support `using`.
const open: RedirectReceiver[] = [];
beforeEach(() => {
  removeKeys();
  home = mkdtempSync(join(tmpdir(), "slashpass-"));
  process.env["LOCALAPPDATA"] = home;
  opener = join(home, "slashpass", scheme, "redirect-opener.exe");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
  removeKeys();
});

function removeKeys(): void {
  for (const root of [key, machineKey]) spawnSync("reg", ["delete", root, "/f"], { stdio: "ignore" });
}

/** Runs a Windows program. Its output goes through a file, because pipes do not work under Wine. */
function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const file = join(home, "output.txt");
  const output = openSync(file, "w");
  const { status } = spawnSync(program, args, { stdio: ["ignore", output, output] });
  return { status, output: readFileSync(file, "utf8") };
}

function redirect(state: string): string {
  return `${scheme}:/authorize/callback?code=code-${state}&state=${state}`;
}

async function openReceiver(): Promise<RedirectReceiver> {
  const receiver = await openCustomScheme(parseScheme({ applicationId }));
  open.push(receiver);
  return receiver;
}

function receiveCode(receiver: RedirectReceiver, state: string) {
  const ignored: IgnoredReason[] = [];
  const judge = (parameters: URLSearchParams): Judgement<string> =>
    parameters.get("state") === state
      ? { answer: parameters.get("code") ?? "", ending: Promise.resolve({ outcome: "returned" } as const) }
      : { ignored: "wrong_state" };
  const signal = AbortSignal.timeout(20_000);
  return { ignored, code: receiver.receive(judge, { signal, onIgnored: (reason) => ignored.push(reason) }) };
}

async function exitCode(program: string, ...args: string[]): Promise<unknown> {
  const child = spawn(program, args, { stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

describe("redirect scheme on Windows", () => {
  it("is written to the user's registry with a quoted command and a separator", () => {
    registerRedirectScheme({ applicationId, name: "Example Game" });
    assert.match(run("reg", "query", key).output, /REG_SZ\s+URL:Example Game/);
    assert.match(run("reg", "query", key, "/v", "URL Protocol").output, /URL Protocol\s+REG_SZ/);
    const written = run("reg", "query", command).output;
    assert.ok(written.includes(`"${opener}" -- "%1"`), written);
  });

  it("is neither replaced nor removed if another program owns it", () => {
    const other = `"${process.execPath}" "%1"`;
    run("reg", "add", command, "/ve", "/d", other, "/f");
    assert.throws(
      () => registerRedirectScheme({ applicationId }),
      (error) =>
        isClientError(error) && error.code === "scheme_taken" && error.message.includes(process.execPath),
    );
    assert.equal(unregisterRedirectScheme({ applicationId }), false);
    assert.deepEqual(redirectSchemeStatus({ applicationId }), {
      owner: other,
      isOurs: false,
      isStale: false,
    });
    registerRedirectScheme({ applicationId, replace: true });
    assert.equal(redirectSchemeStatus({ applicationId }).isOurs, true);
  });

  it("stays with a program that replaced our registration", () => {
    registerRedirectScheme({ applicationId });
    run("reg", "add", command, "/ve", "/d", `"${process.execPath}" "%1"`, "/f");
    assert.equal(redirectSchemeStatus({ applicationId }).isOurs, false);
    assert.throws(
      () => unregisterRedirectScheme({ applicationId }),
      (error) => isClientError(error) && error.code === "scheme_taken",
    );
    assert.equal(run("reg", "query", command).status, 0);
  });

  it("is not replaced if it belongs to another program whose unquoted path has spaces", () => {
    const program = join(home, "some game.exe");
    writeFileSync(program, "");
    run("reg", "add", command, "/ve", "/d", `${program} %1`, "/f");
    assert.throws(
      () => registerRedirectScheme({ applicationId }),
      (error) => isClientError(error) && error.code === "scheme_taken",
    );
  });

  it("removes all the replaced program's values, which could override our command", () => {
    run("reg", "add", command, "/v", "DelegateExecute", "/d", "{00000000-0000-0000-0000-000000000001}", "/f");
    run("reg", "add", command, "/ve", "/d", `"${process.execPath}" "%1"`, "/f");
    registerRedirectScheme({ applicationId, replace: true });
    assert.ok(!run("reg", "query", key, "/s").output.includes("DelegateExecute"));
  });

  it("replaces a registration whose program is missing", () => {
    run("reg", "add", command, "/ve", "/d", '"C:\\gone\\game.exe" "%1"', "/f");
    registerRedirectScheme({ applicationId });
    assert.equal(redirectSchemeStatus({ applicationId }).isOurs, true);
  });
});

describe("redirect hand-over on Windows", () => {
  it("delivers a redirect opened by the system to the flow through two processes and a pipe", async () => {
    const { code } = receiveCode(await openReceiver(), "s1");
    // Wine looks up schemes only in the machine's classes; Windows merges the user's classes into them.
    run("reg", "copy", key, machineKey, "/s", "/f");
    await exitCode("rundll32", "url.dll,FileProtocolHandler", redirect("s1"));
    assert.equal(await code, "code-s1");
  });

  it("exits with an error code for anything but a redirect, without notifying the game", async () => {
    const { code, ignored } = receiveCode(await openReceiver(), "s1");
    assert.equal(await exitCode(opener), 2);
    assert.equal(await exitCode(opener, redirect("s1"), "--flag"), 2);
    assert.equal(await exitCode(opener, "--", `${scheme}://authorize/callback?code=c&state=s1`), 3);
    assert.equal(await exitCode(opener, "--", `${redirect("s1")} --flag`), 3);
    assert.deepEqual(ignored, []);
    assert.equal(await exitCode(opener, "--", redirect("s1")), 0);
    assert.equal(await code, "code-s1");
  });

  it("ignores a forged message from another of the player's programs and keeps waiting", async () => {
    const { code, ignored } = receiveCode(await openReceiver(), "s1");
    const user = /S-1-5-[0-9-]+/.exec(run("reg", "query", "HKU").output)?.[0] ?? "";
    const forger = connect(`\\\\.\\pipe\\slashpass-${user}-${scheme}`);
    forger.on("error", () => {});
    forger.write(`GET ${redirect("s1")} HTTP/1.1\r\n\r\n`);
    await until(() => ignored.length === 1);
    assert.deepEqual(ignored, ["not_a_redirect"]);
    assert.equal(await exitCode(opener, "--", redirect("s1")), 0);
    assert.equal(await code, "code-s1");
    forger.destroy();
  });

  it("reports with an exit code that no game is running", async () => {
    registerRedirectScheme({ applicationId });
    assert.equal(await exitCode(opener, "--", redirect("s1")), 4);
  });
});

describe("launch command on Windows", () => {
  it("runs with the launch URL as its last argument", async () => {
    const script = join(home, "my game.cjs");
    const written = join(home, "launched.txt");
    writeFileSync(
      script,
      'const fs = require("node:fs"); fs.writeFileSync(process.argv[2], process.argv.slice(3).join("|"));',
    );
    assert.equal(
      registerLaunchCommand(applicationId, `"${process.execPath}" "${script}" "${written}" --fast`),
      true,
    );
    assert.equal(await exitCode(opener, "--", `${scheme}://join?secret=x`), 0);
    await until(() => existsSync(written) && readFileSync(written, "utf8") !== "");
    assert.equal(readFileSync(written, "utf8"), `--fast|${scheme}://join?secret=x`);
  });

  it("is rejected if it is a batch file, whose arguments the command interpreter parses", async () => {
    const script = join(home, "game.bat");
    const written = join(home, "launched.txt");
    writeFileSync(script, `echo launched > "${written}"`);
    assert.equal(registerLaunchCommand(applicationId, `"${script}"`), true);
    assert.equal(await exitCode(opener, "--", `${scheme}://join`), 6);
    assert.equal(existsSync(written), false);
  });

  it("requires Steam to launch through Steam", () => {
    assert.equal(registerLaunchSteamApplication(applicationId, 480), false);
    run("reg", "add", "HKCU\\Software\\Valve\\Steam", "/v", "SteamExe", "/d", "C:\\Steam\\steam.exe", "/f");
    assert.equal(registerLaunchSteamApplication(applicationId, 480), true);
    run("reg", "delete", "HKCU\\Software\\Valve\\Steam", "/f");
    const registration = readFileSync(join(home, "slashpass", scheme, "registration"), "utf8");
    assert.match(registration, /launch C:\\Steam\\steam\.exe\nlaunch steam:\/\/rungameid\/480\n/);
  });
});
