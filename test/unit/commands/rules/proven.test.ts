import { expect, test } from "vitest";
import { nameOf, passOn, remember, warningsAbout } from "../../../../src/commands/rules/proven.ts";

const global = { scope: "global" } as const;

test("returns remembered warnings only for the same rules", () => {
  const command = Object.freeze({ name: "ping" });
  expect(warningsAbout(command, global)).toBeUndefined();
  remember(command, nameOf(global), []);
  remember(command, nameOf({ ...global, profile: "spec" }), []);
  expect(warningsAbout(command, { ...global, profile: "live" })).toEqual([]);
  expect(warningsAbout(command, { ...global, profile: "spec" })).toEqual([]);
  expect(warningsAbout(command, { scope: "guild" })).toBeUndefined();
});

test.each([null, undefined, "ping", 5])("never treats %j as proven", (value) => {
  expect(warningsAbout(value, global)).toBeUndefined();
});

test("passes a proof to a derived command and freezes it", () => {
  const made = passOn(remember(Object.freeze({ name: "ping" }), nameOf(global), []), {
    name: "ping",
    id: "5",
  });
  expect(warningsAbout(made, global)).toEqual([]);
  expect(Object.isFrozen(made)).toBe(true);
});

test("passes nothing on without a proof", () => {
  const made = passOn({ name: "ping" }, { name: "ping", id: "5" });
  expect(warningsAbout(made, global)).toBeUndefined();
  expect(Object.isFrozen(made)).toBe(false);
});
