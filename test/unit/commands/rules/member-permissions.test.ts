import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

testRules("member-permissions", "member-permissions-bits");

const findIn = (default_member_permissions: unknown) =>
  validateCommand({ name: "ping", description: "Pong", default_member_permissions }, { scope: "global" });

test("everybody may, where nothing is said", () => {
  expect(findIn(null)).toEqual([]);
  expect(findIn(undefined)).toEqual([]);
});

test("a number is to be written as a text", () => {
  expect(findIn(32)).toMatchObject([{ rule: "member-permissions", fix: 'Write it as a string: "32".' }]);
});

test("what does not fit into 64 bits is no bit set", () => {
  expect(findIn(String(2n ** 64n))).toMatchObject([{ rule: "member-permissions" }]);
  expect(findIn(String(2n ** 64n - 1n))).toMatchObject([{ rule: "member-permissions-bits" }]);
});
