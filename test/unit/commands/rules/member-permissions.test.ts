import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { testRules } from "../../../setup/commands/rule-tests.ts";

testRules("member-permissions", "member-permissions-bits");

const findIn = (default_member_permissions: unknown, profile?: "spec") =>
  validateCommand(
    { name: "ping", description: "Pong", default_member_permissions },
    { scope: "global", profile },
  );

test("everybody may, where nothing is said", () => {
  expect(findIn(null)).toEqual([]);
  expect(findIn(undefined)).toEqual([]);
});

test("a number is to be written as a text, by the document", () => {
  expect(findIn(32, "spec")).toMatchObject([
    { rule: "member-permissions", fix: 'Write it as a string: "32".' },
  ]);
  expect(findIn(32)).toEqual([]);
  expect(findIn(2 ** 54)).toMatchObject([{ rule: "member-permissions-bits" }]);
  expect(findIn(2 ** 54 + 4)).toMatchObject([{ rule: "member-permissions" }]);
});

test("what does not fit into 64 bits is no bit set", () => {
  expect(findIn(String(2n ** 64n))).toMatchObject([{ rule: "member-permissions" }]);
  expect(findIn(String(2n ** 64n - 1n))).toMatchObject([{ rule: "member-permissions-bits" }]);
});
