import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { endAtSignals } from "../../../../src/cli/frame/end-signals.ts";

function setUp() {
  const exits: number[] = [];
  const clock = { now: 1_000 };
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const signal = endAtSignals(source as never, 130, () => clock.now);
  return { source, signal, clock, exits };
}

test("the first signal aborts, and the second does not wait", () => {
  const { source, signal, clock, exits } = setUp();
  source.emit("SIGINT");
  expect([signal.aborted, signal.reason]).toMatchObject([true, { name: "AbortError", signal: "SIGINT" }]);
  clock.now += 500;
  source.emit("SIGINT");
  expect(exits).toEqual([130]);
});

test("a Ctrl-C that npm passes on once more is one", () => {
  const { source, clock, exits } = setUp();
  for (const ms of [0, 3, 40]) {
    clock.now += ms;
    source.emit("SIGINT");
  }
  expect(exits).toEqual([]);
});
