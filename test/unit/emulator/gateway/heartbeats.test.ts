import { expect, it, vi } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { Heartbeats } from "../../../../src/emulator/gateway/connection.ts";

function watch() {
  const clock = new Clock();
  const actions = { ask: vi.fn(), giveUp: vi.fn() };
  return { clock, ...actions, heartbeats: new Heartbeats(clock, actions) };
}

it("requests a missing heartbeat, and gives up if it still does not arrive", () => {
  const { clock, ask, giveUp } = watch();
  clock.advance(41_000);
  expect(ask).not.toHaveBeenCalled();
  clock.advance(3_600_000);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 0]);
  clock.advance(10_001);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 1]);
});

it("restarts the timer after a heartbeat", () => {
  const { clock, ask, heartbeats } = watch();
  clock.advance(41_000);
  heartbeats.heard();
  clock.advance(41_000);
  expect(ask).not.toHaveBeenCalled();
});

it("requests a heartbeat on demand, and does nothing after `end`", () => {
  const { clock, ask, giveUp, heartbeats } = watch();
  heartbeats.ask();
  heartbeats.end();
  clock.advance(3_600_000);
  expect([ask.mock.calls.length, giveUp.mock.calls.length]).toEqual([1, 0]);
});
