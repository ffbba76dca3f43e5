import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endProgram, startProgram } from "../setup/child-process.ts";

const program = new URL("../../dist/cli/main.js", import.meta.url).pathname;
const children: ChildProcess[] = [];

afterEach(() => Promise.all(children.splice(0).map(endProgram)));

/** Starts the program; `output` grows as it runs. */
function start(...args: string[]) {
  const child = startProgram(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const run = { child, output: "", ended: once(child, "close") as Promise<[number | null, string | null]> };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (run.output += text));
  return run;
}

async function startServing(...args: string[]) {
  const run = start("emulator", ...args);
  while (!/players .*\n/.test(run.output)) await once(run.child.stdout ?? expect.unreachable(), "data");
  const port = Number(/webBase +http:\/\/127\.0\.0\.1:(\d+)/.exec(run.output)?.[1]);
  return { ...run, port, run };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe("slashpass emulator", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints no dependency warnings, exits with code 0 on %s even while a browser is connected, and frees the port",
    async (signal) => {
      const { child, port, ended, run } = await startServing();
      // Loads the authorization server.
      await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
      const browser = connect(port, "127.0.0.1").on("error", () => undefined);
      await once(browser, "connect");
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(await isOpen(port)).toBe(false);
      expect(run.output).not.toMatch(/NOTICE|WARNING/);
    },
  );
});

describe("slashpass", () => {
  it("exits with code 0 for --help and --version, and with 2 for an unknown option", async () => {
    const runs = [start("--help"), start("--version"), start("emulator", "--prot", "1")] as const;
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
      [2, null],
    ]);
    expect(runs.map(({ output }) => output)).toEqual([
      expect.stringMatching(/^Usage: slashpass/),
      expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      expect.stringContaining("--prot"),
    ]);
  });
});
