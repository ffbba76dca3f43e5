import { expect, test } from "vitest";
import { validatePermissions } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules(
  "overwrite-constant",
  "overwrite-id",
  "overwrite-permission",
  "overwrite-type",
  "overwrite-unique",
  "overwrites-count",
  "overwrites-list",
);

test("suggests copying a numeric id again as a string", () => {
  expect(validatePermissions([{ id: 5, type: 1, permission: true }])).toMatchObject([
    { rule: "overwrite-id", fix: "Copy it again as a string: a number has lost digits." },
  ]);
  expect(validatePermissions([{ id: "0", type: 1, permission: true }])).toMatchObject([
    { fix: "Copy the id." },
  ]);
});

test("recognizes the ids of everyone and all channels if the guild is known", () => {
  const overwrites = [
    { id: "5", type: 2, permission: true },
    { id: "4", type: 1, permission: true },
  ];
  expect(placesOf(validatePermissions(overwrites, { guildId: "5" }))).toEqual([
    "overwrite-constant at [0].type",
    "overwrite-constant at [1].type",
  ]);
  expect(validatePermissions(overwrites)).toEqual([]);
});
