import { afterAll, expect } from "vitest";

/** Files share a process: a variable that one leaves behind would change another, by the order in which they run. */
const before = { ...process.env };

afterAll(() => {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
  const changed = [...names].filter((name) => before[name] !== process.env[name] && !ofVitest.test(name));
  expect(changed, "variables that the file has left changed").toEqual([]);
});

const ofVitest = /^VITEST/;
