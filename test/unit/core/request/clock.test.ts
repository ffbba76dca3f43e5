import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createClock, formatDuration } from "../../../../src/core/request/clock.ts";

const day = 86_400_000;

function clockAt(wall: number, steady = 500) {
  const machine = { wall, steady };
  return { machine, clock: createClock({ wall: () => machine.wall, steady: () => machine.steady }) };
}

test("follows the wall clock, even while the machine sleeps", () => {
  const { machine, clock } = clockAt(1000);
  expect(clock()).toBe(1000);
  machine.wall += day;
  expect(clock()).toBe(1000 + day);
});

test("keeps running if the wall clock is set back", () => {
  const { machine, clock } = clockAt(2 * day);
  machine.wall -= day;
  machine.steady += 60_000;
  expect(clock()).toBe(2 * day + 60_000);
  expect(clock()).toBe(2 * day + 60_000);
});

test("never runs backwards", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.integer())), (steps) => {
      const { machine, clock } = clockAt(0, 0);
      const measured = steps.map(([wall, steady]) => {
        Object.assign(machine, { wall, steady });
        return clock();
      });
      expect(measured).toEqual(measured.toSorted((one, other) => one - other));
    }),
  );
});

test("uses the machine's clocks by default", () => {
  const before = Date.now();
  expect(createClock()()).toBeGreaterThanOrEqual(before);
});

test.each([
  [0, "0 ms"],
  [0.4, "1 ms"],
  [999, "999 ms"],
  [1000, "1 s"],
  [1499, "1.499 s"],
  [1500, "1.5 s"],
  [90_000, "90 s"],
])("formats %d ms as %j", (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});
