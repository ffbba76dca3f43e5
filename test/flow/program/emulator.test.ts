import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { executable, runOnTerminal } from "../../setup/program/run-executable.ts";

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map(endProgram)));

/** Starts the program and waits for its first output. */
async function start(...args: readonly string[]) {
  const child = startProgram(process.execPath, [executable, "emulator", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await once(child.stdout ?? expect.unreachable(), "data");
  const [, webBase = ""] = /webBase +(\S+)/.exec(printed) ?? [];
  return { child, webBase, printed: () => printed };
}

describe("slashpass emulator", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "exits with code 0 on %s, even while a browser is connected, and frees the port",
    async (signal) => {
      const { child, webBase, printed } = await start();
      const browser = connect(Number(new URL(webBase).port), "127.0.0.1").on("error", () => undefined);
      await once(browser, "connect");
      child.kill(signal);
      expect(await once(child, "close")).toEqual([0, null]);
      await expect(fetch(webBase)).rejects.toThrow("fetch failed");
      // A dependency prints these.
      expect(printed()).not.toMatch(/NOTICE|WARNING/);
    },
  );

  it("logs each request in color on a terminal", async () => {
    const asking = `await fetch(process.env.SLASHPASS_API_BASE + "/gateway");`;
    const command = ["--", process.execPath, "--input-type=module", "-e", asking];
    const { status, stdout } = await runOnTerminal(["emulator", ...command]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("\u001B[32mok\u001B[39m")]);
  });

  it("forwards SIGTERM to its program and exits with the program's exit code", async () => {
    const waiting =
      'process.on("SIGTERM", () => process.exit(6)); setInterval(() => {}, 1000); console.log("waits")';
    const { child } = await start("--", process.execPath, "-e", waiting);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([6, null]);
  });

  it("keeps running after the processes that read its output have exited", async () => {
    const { child, webBase } = await start();
    child.stdout?.destroy();
    child.stderr?.destroy();
    const ask = async () => (await fetch(`${webBase}/api/v10/gateway`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
