import { expect, test } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { placesOf, testRules } from "../../../setup/commands/rule-tests.ts";

testRules(
  "command-type",
  "deprecated-field",
  "description-command-type",
  "edit-type",
  "entry-point-scope",
  "handler-command-type",
  "handler-value",
  "options-command-type",
  "unknown-field",
);

const placesIn = (command: unknown) => placesOf(validateCommand(command, { scope: "global" }));
const placesInEdit = (edit: unknown) => placesOf(validateCommand(edit, { scope: "global", partial: true }));

test("an edit needs no field, and cannot change the type", () => {
  expect(placesInEdit({})).toEqual([]);
  expect(placesInEdit({ type: 1 })).toEqual(["edit-type at type"]);
  expect(placesInEdit({ name_localizations: { de: "" } })).toEqual([
    'name-length at name_localizations["de"]',
  ]);
});

test("an edit with options is one of a slash command, and one with a handler that of an entry point", () => {
  expect(placesInEdit({ name: "High Five", options: [] })).toContain("name-characters at name");
  expect(placesInEdit({ name: "High Five", handler: 2 })).toEqual([]);
  expect(placesInEdit({ name: "High Five", handler: 2, options: [{}] })).toContain(
    "options-command-type at options",
  );
});

test("the empty description and options that the service returns do no harm to a menu", () => {
  const menu = { type: 2, name: "High Five", description: "", options: [], description_localizations: {} };
  expect(placesIn(menu)).toEqual([]);
  expect(placesIn({ ...menu, description_localizations: { de: "Gibt fünf" } })).toEqual([
    "description-command-type at description_localizations",
  ]);
});

test("localizations of a menu's description are a dictionary too, where there are some", () => {
  const menu = { type: 2, name: "High Five" };
  expect(placesIn({ ...menu, description_localizations: null })).toEqual([]);
  expect(placesIn({ ...menu, description_localizations: [] })).toEqual([
    "field-type at description_localizations",
  ]);
});

test("a flag that is neither true nor false has the wrong type", () => {
  const command = { name: "ping", description: "Pong" };
  expect(placesIn({ ...command, nsfw: 1, dm_permission: "no", default_permission: null })).toEqual([
    "field-type at nsfw",
    "field-type at dm_permission",
  ]);
});
