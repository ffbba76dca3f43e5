import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map(endProgram)));

const asking = `const { SLASHPASS_API_BASE: base, SLASHPASS_BOT_TOKEN: token } = process.env;
const answer = await fetch(base + "/applications/@me", { headers: { authorization: "Bot " + token } });
console.log(answer.status, (await answer.json()).id);`;
const command = ["--", process.execPath, "--input-type=module", "-e", asking];

describe("slashpass emulator", () => {
  it("runs a program with the settings, prints its output, and logs the requests on standard error", async () => {
    const { status, stdout, stderr } = await runExecutable(["emulator", ...command]);
    expect([status, stdout]).toEqual([0, "200 1000000000000001\n"]);
    expect(stderr).toMatch(/^GET {4}\/api\/v10\/applications\/@me {2}200 {2}\d+ ms {2}ok$/m);
  });

  it("logs each request in color on a terminal", async () => {
    const { status, stdout } = await runOnTerminal(["emulator", ...command]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("\u001B[32mok\u001B[39m")]);
  });

  it("forwards SIGTERM to its program and exits with the program's exit code", async () => {
    const waiting =
      'process.on("SIGTERM", () => process.exit(6)); setInterval(() => {}, 1000); console.log("waits")';
    const args = ["emulator", "--", process.execPath, "-e", waiting];
    const child = startProgram(process.execPath, [executable, ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    await once(child.stdout ?? expect.unreachable(), "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([6, null]);
  });

  it("keeps running after the processes that read its output have exited", async () => {
    const child = startProgram(process.execPath, [executable, "emulator"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    const [greeting] = (await once(child.stdout ?? expect.unreachable(), "data")) as [Buffer];
    const [, webBase = ""] = /webBase +(\S+)/.exec(greeting.toString()) ?? [];
    child.stdout?.destroy();
    child.stderr?.destroy();
    const ask = async () => (await fetch(`${webBase}/api/v10/gateway`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
