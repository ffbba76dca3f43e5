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

/** Stops a program once it has written that it listens; gives how it ended. */
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

describe("a program of the person", () => {
  it("has the variables and the folder, and gives its exit code", async () => {
    const cwd = temporaryFolder();
    const program = 'require("fs").writeFileSync("it", process.env.WORD); process.exitCode = 7';
    expect(await runCommand(node(program), { env: { WORD: "hello" }, cwd, signal })).toBe(7);
    expect(readFileSync(join(cwd, "it"), "utf8")).toBe("hello");
  });

  it("that a signal ended has its number, as in a shell", async () => {
    const program = 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)';
    expect(await runCommand(node(program), { env: {}, cwd: "/", signal })).toBe(128 + 15);
  });

  it("gets the signal that ends this program, and may take its time", async () => {
    const ended = [
      stopped("process.exit(3)", new EndedBy("SIGTERM")),
      stopped("if (name === 'SIGTERM') process.exit(4)", undefined),
    ];
    expect(await Promise.all(ended)).toEqual([3, 4]);
  });

  it("is not started where this program was ended before", async () => {
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

  it("is not told twice of Ctrl-C at a terminal, and is ended where it goes on", async () => {
    process.stdin.isTTY = true;
    expect(await stopped("process.exit(5)", new EndedBy("SIGINT"), 20)).toBe(128 + 9);
  });

  it.each([
    ["there is no such program", "/nowhere/at-all"],
    ["EACCES", "/"],
  ])("that cannot be started is named: %s", async (reason, file) => {
    await expect(runCommand([file], { env: {}, cwd: "/", signal })).rejects.toMatchObject({
      code: "program_not_started",
      message: `The program '${file}' cannot be started: ${reason}.`,
    });
  });
});
