import { EventEmitter } from "node:events";
import { expect, test, vi, describe, it } from "vitest";
import {
  endAtSignals,
  ignoreClosedReader,
  isVerbose,
  runVerbosely,
} from "../../../../src/cli/frame/process.ts";
import { PassThrough } from "node:stream";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "../../../setup/program/game-folder.ts";

function fakeProcess() {
  const exits: number[] = [];
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  return { source, exits };
}

function setUp() {
  const { source, exits } = fakeProcess();
  const clock = { now: 1_000 };
  const signal = endAtSignals(source as never, 130, () => clock.now);
  return { source, signal, clock, exits };
}

test("aborts on the first signal and exits on the second", () => {
  const { source, signal, clock, exits } = setUp();
  source.emit("SIGINT");
  expect([signal.aborted, signal.reason]).toMatchObject([true, { name: "AbortError", signal: "SIGINT" }]);
  clock.now += 500;
  source.emit("SIGINT");
  expect(exits).toEqual([130]);
});

test("ignores a Ctrl-C repeated by npm", () => {
  const { source, clock, exits } = setUp();
  for (const ms of [0, 3, 40]) {
    clock.now += ms;
    source.emit("SIGINT");
  }
  expect(exits).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("aborts on %s with the signal as the reason", (name) => {
  const { source, signal } = setUp();
  expect(signal.aborted).toBe(false);
  source.emit(name);
  expect(signal.reason).toMatchObject({ message: `Terminated by ${name}.`, signal: name });
});

test("uses a monotonic clock by default to tell signals apart", () => {
  const { source, exits } = fakeProcess();
  const now = vi.spyOn(performance, "now").mockReturnValueOnce(7_000);
  try {
    endAtSignals(source as never, 130);
    source.emit("SIGTERM");
    for (const [ms, ended] of [
      [7_499, []],
      [7_500, [130]],
    ] as const) {
      now.mockReturnValueOnce(ms);
      source.emit("SIGTERM");
      expect(exits).toEqual(ended);
    }
  } finally {
    now.mockRestore();
  }
});

function breaking(code: string): string[] {
  const reported: string[] = [];
  const stream = new PassThrough();
  ignoreClosedReader(stream, (error) => reported.push(String(error.code)));
  stream.emit("error", Object.assign(new Error(code), { code }));
  return reported;
}

test("ignores errors caused by a reader that has closed the stream", () => {
  expect(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"].flatMap(breaking)).toEqual([]);
});

test("reports other stream errors", () => {
  expect(breaking("ENOSPC")).toEqual(["ENOSPC"]);
});

const program = `import { writeFileSync } from "node:fs";
  const { argv, execArgv, env: { NODE_DEBUG, WORD } } = process;
  writeFileSync("seen.json", JSON.stringify({ words: argv.slice(2), execArgv, NODE_DEBUG, WORD }));
  process.exitCode = 3;`;

/** Restarts a program that was started with a Node option and returns its exit code, arguments and environment. */
async function runAgain(env: Record<string, string>) {
  const cwd = folderWith({ "program.mjs": program });
  const { signal } = new AbortController();
  const start = [process.execPath, "--no-deprecation", "program.mjs"];
  const code = await runVerbosely(["commands", "plan"], { env, cwd, signal, program: start });
  return { code, ...(JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8")) as Record<string, unknown>) };
}

describe("request printing", () => {
  it.each(["slashpass", "SLASHPASS", "net,slashpass", "slashpass,net"])(
    "is enabled with NODE_DEBUG=%s",
    (NODE_DEBUG) => {
      expect(isVerbose({ NODE_DEBUG })).toBe(true);
    },
  );

  it.each([{}, { NODE_DEBUG: "" }, { NODE_DEBUG: "http" }, { NODE_DEBUG: "slashpassport" }])(
    "is disabled with %j",
    (env) => expect(isVerbose(env)).toBe(false),
  );

  it("runs the program in a child process and returns its exit code", async () => {
    const [plain, beside] = await Promise.all([
      runAgain({ WORD: "hello" }),
      runAgain({ WORD: "hello", NODE_DEBUG: "net" }),
    ]);
    const same = { code: 3, words: ["commands", "plan"], execArgv: ["--no-deprecation"], WORD: "hello" };
    expect(plain).toEqual({ ...same, NODE_DEBUG: "slashpass" });
    expect(beside).toEqual({ ...same, NODE_DEBUG: "net,slashpass" });
  });
});
