import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi, describe, it } from "vitest";
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

afterEach(() => void vi.restoreAllMocks());

function setUp() {
  const exits: number[] = [];
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const clock = vi.spyOn(performance, "now");
  const signal = endAtSignals(source as never, 130);
  /** Emits a signal at this time, in milliseconds. */
  const emit = (name: string, ms = 0) => {
    clock.mockReturnValueOnce(ms);
    source.emit(name);
  };
  return { emit, signal, exits };
}

test("exits on a second signal, but ignores a Ctrl-C repeated by npm", () => {
  const { emit, exits } = setUp();
  for (const ms of [7_000, 7_003, 7_499]) emit("SIGINT", ms);
  expect(exits).toEqual([]);
  emit("SIGINT", 7_500);
  expect(exits).toEqual([130]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("aborts on %s with the signal as the reason", (name) => {
  const { emit, signal } = setUp();
  expect(signal.aborted).toBe(false);
  emit(name);
  expect(signal.reason).toMatchObject({
    name: "AbortError",
    message: `Terminated by ${name}.`,
    signal: name,
  });
});

function breaking(code: string): string[] {
  const reported: string[] = [];
  const stream = new PassThrough();
  ignoreClosedReader(stream, (error) => reported.push(String(error.code)));
  stream.emit("error", Object.assign(new Error(code), { code }));
  return reported;
}

test("reports a stream's errors unless its reader has closed it", () => {
  expect(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"].flatMap(breaking)).toEqual([]);
  expect(breaking("ENOSPC")).toEqual(["ENOSPC"]);
});

const program = `import { writeFileSync } from "node:fs";
  const { argv, execArgv, env: { NODE_DEBUG, WORD } } = process;
  writeFileSync("seen.json", JSON.stringify({ words: argv.slice(2), execArgv, NODE_DEBUG, WORD }));
  process.exitCode = 3;`;

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
    const cwd = folderWith({ "program.mjs": program });
    const { signal } = new AbortController();
    const start = [process.execPath, "--no-deprecation", "program.mjs"];
    const env = { WORD: "hello", NODE_DEBUG: "net" };
    expect(await runVerbosely(["commands", "plan"], { env, cwd, signal, program: start })).toBe(3);
    expect(JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8"))).toEqual({
      words: ["commands", "plan"],
      execArgv: ["--no-deprecation"],
      WORD: "hello",
      NODE_DEBUG: "net,slashpass",
    });
  });
});
