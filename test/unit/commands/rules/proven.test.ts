import { expect, test } from "vitest";
import { isProven, passOn, remember } from "../../../../src/commands/rules/proven.ts";

const global = { scope: "global" } as const;

test("what was noted is known by the same rules only", () => {
  const command = Object.freeze({ name: "ping" });
  expect(isProven(command, global)).toBe(false);
  remember(command, global);
  remember(command, { ...global, profile: "spec" });
  expect(isProven(command, { ...global, profile: "live" })).toBe(true);
  expect(isProven(command, { ...global, profile: "spec" })).toBe(true);
  expect(isProven(command, { scope: "guild" })).toBe(false);
});

test.each([null, undefined, "ping", 5])("%j is never proven", (value) => {
  expect(isProven(value, global)).toBe(false);
});

test("a proof passes to what is made of the command, which nobody can change then", () => {
  const made = passOn(remember(Object.freeze({ name: "ping" }), global), { name: "ping", id: "5" });
  expect(isProven(made, global)).toBe(true);
  expect(Object.isFrozen(made)).toBe(true);
});

test("nothing passes where there is no proof", () => {
  const made = passOn({ name: "ping" }, { name: "ping", id: "5" });
  expect(isProven(made, global)).toBe(false);
  expect(Object.isFrozen(made)).toBe(false);
});
