import { expect, it, vi } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { Heartbeats } from "../../../../src/emulator/gateway/connection.ts";

function watch() {
  const clock = new Clock();
  const actions = { ask: vi.fn(), giveUp: vi.fn() };
  return { clock, ...actions, heartbeats: new Heartbeats(clock, actions) };
}

it("a heartbeat that does not come is asked for, and then waited for", () => {
  const { clock, ask, giveUp } = watch();
  clock.advance(41_000);
  expect(ask).not.toHaveBeenCalled();
  clock.advance(3_600_000);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 0]);
  clock.advance(10_001);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 1]);
});

it("one that comes sets the time anew", () => {
  const { clock, ask, heartbeats } = watch();
  clock.advance(41_000);
  heartbeats.heard();
  clock.advance(41_000);
  expect(ask).not.toHaveBeenCalled();
});

it("can be asked for at once, and after the end nothing happens", () => {
  const { clock, ask, giveUp, heartbeats } = watch();
  heartbeats.ask();
  heartbeats.end();
  clock.advance(3_600_000);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 0]);
});
