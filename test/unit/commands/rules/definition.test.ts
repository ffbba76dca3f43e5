import { expect, test } from "vitest";
import { toDefinition } from "../../../../src/commands/rules/definition.ts";
import type { Command } from "../../../../src/wire/command.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";

const definitionOf = (fields: Readonly<Record<string, unknown>>) =>
  toDefinition(storedCommand(fields) as unknown as Command);
const ping = { name: "ping", description: "Pong" };

test("omits default values and fields that the service adds", () => {
  const added = { guild_id: "5", name_localized: "ping", description_localized: "Pong" };
  const defaults = {
    nsfw: false,
    default_permission: true,
    dm_permission: true,
    options: [],
    name_localizations: {},
    description_localizations: null,
    default_member_permissions: null,
    contexts: null,
  };
  expect(definitionOf({ ...added, ...defaults })).toEqual(ping);
  expect(definitionOf({ type: 3, name: "Quote", description: "" })).toEqual({ type: 3, name: "Quote" });
});

test("keeps values that differ from the default", () => {
  const fields = {
    nsfw: true,
    default_permission: false,
    dm_permission: false,
    options: [{ type: 3, name: "text", description: "d" }],
    name_localizations: { de: "klingel" },
    description_localizations: { de: "Klingelt" },
    default_member_permissions: "0",
    integration_types: [0],
  };
  expect(definitionOf(fields)).toEqual({ ...ping, ...fields });
});

test("orders the fields of options and choices by importance", () => {
  const choices = [{ value: "a", name: "A" }];
  const option = { channel_types: [0], choices, required: true, description: "d", name: "text", type: 3 };
  expect(JSON.stringify(definitionOf({ options: [option] }))).toBe(
    JSON.stringify({
      ...ping,
      options: [
        {
          type: 3,
          name: "text",
          description: "d",
          required: true,
          channel_types: [0],
          choices: [{ name: "A", value: "a" }],
        },
      ],
    }),
  );
});

test("omits dm_permission if there are contexts", () => {
  expect(definitionOf({ dm_permission: false, contexts: [0] })).toEqual({ ...ping, contexts: [0] });
});

test("orders a command's fields by importance", () => {
  const fields = { handler: 1, integration_types: [0], description: "d", name: "launch", type: 4 };
  expect(Object.keys(definitionOf(fields))).toEqual([
    "type",
    "name",
    "description",
    "handler",
    "integration_types",
  ]);
});
