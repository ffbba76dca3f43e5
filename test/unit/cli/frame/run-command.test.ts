import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { EndedBy } from "../../../../src/cli/frame/failure.ts";
import { runCommand } from "../../../../src/cli/frame/run-command.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const { isTTY } = process.stdin;
afterEach(() => void Object.assign(process.stdin, { isTTY }));

const { signal } = new AbortController();
const node = (program: string) => [process.execPath, "-e", program];

/** Aborts a program once it is ready and returns its exit code. */
async function stopped(onSignal: string, end: unknown, graceMs?: number): Promise<number> {
  const cwd = temporaryFolder();
  const stopping = new AbortController();
  const program = `for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => { ${onSignal} });
    setInterval(() => {}, 1000); require("fs").writeFileSync("ready", "")`;
  const running = runCommand(node(program), {
    env: {},
    cwd,
    signal: stopping.signal,
    ...(graceMs && { graceMs }),
  });
  await expect.poll(() => existsSync(join(cwd, "ready"))).toBe(true);
  stopping.abort(end);
  return await running;
}

describe("runCommand", () => {
  it("runs the program in the specified directory with the specified variables and returns its exit code", async () => {
    const cwd = temporaryFolder();
    const program = 'require("fs").writeFileSync("it", process.env.WORD); process.exitCode = 7';
    expect(await runCommand(node(program), { env: { WORD: "hello" }, cwd, signal })).toBe(7);
    expect(readFileSync(join(cwd, "it"), "utf8")).toBe("hello");
  });

  it("returns 128 plus the signal number if a signal terminates the program", async () => {
    const program = 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)';
    expect(await runCommand(node(program), { env: {}, cwd: "/", signal })).toBe(128 + 15);
  });

  it("forwards the signal and waits for the program to exit", async () => {
    const ended = [
      stopped("process.exit(3)", new EndedBy("SIGTERM")),
      stopped("if (name === 'SIGTERM') process.exit(4)", undefined),
    ];
    expect(await Promise.all(ended)).toEqual([3, 4]);
  });

  it("does not start a program if the signal is already aborted", async () => {
    const ended = AbortSignal.abort(new EndedBy("SIGINT"));
    const cwd = temporaryFolder();
    const running = runCommand(node('require("fs").writeFileSync("it", "")'), {
      env: {},
      cwd,
      signal: ended,
    });
    await expect(running).rejects.toMatchObject({ signal: "SIGINT" });
    expect(existsSync(join(cwd, "it"))).toBe(false);
  });

  it("does not forward Ctrl-C on a terminal, but kills a program that keeps running", async () => {
    process.stdin.isTTY = true;
    expect(await stopped("process.exit(5)", new EndedBy("SIGINT"), 20)).toBe(128 + 9);
  });

  it.each([
    ["there is no such program", "/nowhere/at-all"],
    ["EACCES", "/"],
  ])("rejects if the program cannot be started: %s", async (reason, file) => {
    await expect(runCommand([file], { env: {}, cwd: "/", signal })).rejects.toMatchObject({
      code: "program_not_started",
      message: `The program '${file}' cannot be started: ${reason}.`,
    });
  });
});
