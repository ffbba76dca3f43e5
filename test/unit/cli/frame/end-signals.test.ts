import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { endAtSignals } from "../../../../src/cli/frame/end-signals.ts";

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

test("aborts at the first signal, and exits at the second", () => {
  const { source, signal, clock, exits } = setUp();
  source.emit("SIGINT");
  expect([signal.aborted, signal.reason]).toMatchObject([true, { name: "AbortError", signal: "SIGINT" }]);
  clock.now += 500;
  source.emit("SIGINT");
  expect(exits).toEqual([130]);
});

test("ignores a Ctrl-C that npm repeats", () => {
  const { source, clock, exits } = setUp();
  for (const ms of [0, 3, 40]) {
    clock.now += ms;
    source.emit("SIGINT");
  }
  expect(exits).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("aborts at %s, with the signal as the reason", (name) => {
  const { source, signal } = setUp();
  expect(signal.aborted).toBe(false);
  source.emit(name);
  expect(signal.reason).toMatchObject({ message: `Ended by ${name}.`, signal: name });
});

test("separates signals by a monotonic clock by default", () => {
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
