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

test("requires no fields in an edit and rejects a type", () => {
  expect(placesInEdit({})).toEqual([]);
  expect(placesInEdit({ type: 1 })).toEqual(["edit-type at type"]);
  expect(placesInEdit({ name_localizations: { de: "" } })).toEqual([
    'name-length at name_localizations["de"]',
  ]);
});

test("infers a slash command from options and an entry point from a handler in an edit", () => {
  expect(placesInEdit({ name: "High Five", options: [] })).toContain("name-characters at name");
  expect(placesInEdit({ name: "High Five", handler: 2 })).toEqual([]);
  expect(placesInEdit({ name: "High Five", handler: 2, options: [{}] })).toContain(
    "options-command-type at options",
  );
});

test("accepts the empty description and options that the service returns for a menu", () => {
  const menu = { type: 2, name: "High Five", description: "", options: [], description_localizations: {} };
  expect(placesIn(menu)).toEqual([]);
  expect(placesIn({ ...menu, description_localizations: { de: "Gibt fünf" } })).toEqual([
    "description-command-type at description_localizations",
  ]);
});

test("requires localizations of a menu's description to be a dictionary if present", () => {
  const menu = { type: 2, name: "High Five" };
  expect(placesIn({ ...menu, description_localizations: null })).toEqual([]);
  expect(placesIn({ ...menu, description_localizations: [] })).toEqual([
    "field-type at description_localizations",
  ]);
});

test("reports a flag that is not a boolean", () => {
  const command = { name: "ping", description: "Pong" };
  expect(placesIn({ ...command, nsfw: 1, dm_permission: "no", default_permission: null })).toEqual([
    "field-type at nsfw",
    "field-type at dm_permission",
  ]);
});
