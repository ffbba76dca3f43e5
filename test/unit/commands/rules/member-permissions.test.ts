import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

testRules("member-permissions", "member-permissions-bits");

const findIn = (default_member_permissions: unknown, profile?: "spec") =>
  validateCommand(
    { name: "ping", description: "Pong", default_member_permissions },
    { scope: "global", profile },
  );

test("accepts absent permissions", () => {
  expect(findIn(null)).toEqual([]);
  expect(findIn(undefined)).toEqual([]);
});

test("requires a string instead of a number in the spec profile", () => {
  expect(findIn(32, "spec")).toMatchObject([
    { rule: "member-permissions", fix: 'Write it as a string: "32".' },
  ]);
  expect(findIn(32)).toEqual([]);
  expect(findIn(2 ** 54)).toMatchObject([{ rule: "member-permissions-bits" }]);
  expect(findIn(2 ** 54 + 4)).toMatchObject([{ rule: "member-permissions" }]);
});

test("rejects values that exceed 64 bits", () => {
  expect(findIn(String(2n ** 64n))).toMatchObject([{ rule: "member-permissions" }]);
  expect(findIn(String(2n ** 64n - 1n))).toMatchObject([{ rule: "member-permissions-bits" }]);
});
