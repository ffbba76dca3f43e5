import { expect, test } from "vitest";
import { nameOf, passOn, remember, warningsAbout } from "../../../../src/commands/rules/proven.ts";

const global = { scope: "global" } as const;

test("what was noted is known by the same rules only", () => {
  const command = Object.freeze({ name: "ping" });
  expect(warningsAbout(command, global)).toBeUndefined();
  remember(command, nameOf(global), []);
  remember(command, nameOf({ ...global, profile: "spec" }), []);
  expect(warningsAbout(command, { ...global, profile: "live" })).toEqual([]);
  expect(warningsAbout(command, { ...global, profile: "spec" })).toEqual([]);
  expect(warningsAbout(command, { scope: "guild" })).toBeUndefined();
});

test.each([null, undefined, "ping", 5])("%j is never proven", (value) => {
  expect(warningsAbout(value, global)).toBeUndefined();
});

test("a proof passes to what is made of the command, which nobody can change then", () => {
  const made = passOn(remember(Object.freeze({ name: "ping" }), nameOf(global), []), {
    name: "ping",
    id: "5",
  });
  expect(warningsAbout(made, global)).toEqual([]);
  expect(Object.isFrozen(made)).toBe(true);
});

test("nothing passes where there is no proof", () => {
  const made = passOn({ name: "ping" }, { name: "ping", id: "5" });
  expect(warningsAbout(made, global)).toBeUndefined();
  expect(Object.isFrozen(made)).toBe(false);
});
