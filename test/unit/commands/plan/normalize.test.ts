import { expect, test } from "vitest";
import { normalizeField } from "../../../../src/commands/plan/normalize.ts";

test.each<[string, object, unknown]>([
  ["name_localizations", { name: "a", name_localizations: { de: "b", fr: "a", ja: null } }, { de: "b" }],
  ["name_localizations", { name: "a", name_localizations: null }, {}],
  ["description", {}, ""],
  ["description_localizations", { description: "a", description_localizations: { de: "a" } }, {}],
  ["options", {}, []],
  ["default_member_permissions", { default_member_permissions: "032" }, "32"],
  ["default_member_permissions", { default_member_permissions: null }, null],
  ["contexts", { contexts: [1, 0, 1] }, [0, 1]],
  ["contexts", {}, null],
  ["integration_types", { integration_types: null }, null],
  ["nsfw", {}, false],
  ["dm_permission", { dm_permission: false }, false],
  ["dm_permission", { dm_permission: null }, true],
  ["default_permission", {}, true],
  ["handler", { handler: 2 }, 2],
])("normalizes %s of %j as the service does", (field, command, value) => {
  expect(normalizeField(field, command as Readonly<Record<string, unknown>>)).toEqual(value);
});

const option = { type: 3, name: "text", description: "d" };
const normalized = (fields: object) =>
  (normalizeField("options", { options: [{ ...option, ...fields }] }) as unknown[])[0];

test.each<[object, object]>([
  [{ name_localizations: { de: "text" }, description_localizations: { de: "d" } }, {}],
  [{ name_localizations: { de: "Wort" } }, { name_localizations: { de: "Wort" } }],
  [{ description_localizations: { de: "Was" } }, { description_localizations: { de: "Was" } }],
  [{ name_localized: "Wort", description_localized: "Was" }, {}],
  [
    { required: true, autocomplete: true },
    { required: true, autocomplete: true },
  ],
  [{ required: false, autocomplete: false }, {}],
  [{ options: [], choices: [], channel_types: [], file_types: [] }, {}],
  [{ choices: null, channel_types: null, file_types: null, min_value: null }, {}],
  [{ options: [option] }, { options: [option] }],
  [{ channel_types: [2, 0, 2] }, { channel_types: [0, 2] }],
  [{ file_types: [".PNG", "image"] }, { file_types: [".png", "image"] }],
  [{ min_value: 0 }, { min_value: 0 }],
])("normalizes an option with %j to %j", (fields, meaning) => {
  expect(normalized(fields)).toEqual({ ...option, ...meaning });
});

test("reduces a choice to its name, its value and localizations that differ from the name", () => {
  const choices = [
    { name: "A", value: "a", name_localized: "A", name_localizations: { de: "A" } },
    { name: "B", value: "b", name_localizations: { de: "Be" } },
  ];
  expect(normalized({ choices })).toEqual({
    ...option,
    choices: [
      { name: "A", value: "a" },
      { name: "B", value: "b", name_localizations: { de: "Be" } },
    ],
  });
});
