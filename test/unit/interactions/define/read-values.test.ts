import { expect, test } from "vitest";
import {
  ChannelType,
  defineCommand,
  OptionType,
  type CommandPayload,
} from "../../../../src/interactions/index.ts";
import { Delivery } from "../../../../src/interactions/answer/delivery.ts";
import { createAnswerRules } from "../../../../src/interactions/messages/rules/messages.ts";
import type { OptionDefinition } from "../../../../src/interactions/define/option-values.ts";
import { ada, commandPayload } from "../../../setup/interactions/service.ts";

const role = { id: "20", name: "Mods", position: 1, permissions: "0" };
const channel = { id: "30", type: ChannelType.GuildText, name: "general", permissions: "0" };
const attachment = { id: "40", filename: "a.png", size: 1, url: "https://cdn.example/a.png" };
const member = { roles: ["20"], joined_at: null, permissions: "0" };
const resolved = {
  users: { [ada.id]: ada },
  members: { [ada.id]: member },
  roles: { 20: role, 21: "Mods" },
  channels: { 30: channel },
  attachments: { 40: attachment },
};

/** Returns the values that a handler receives for the options. */
function valuesOf(definitions: readonly OptionDefinition[], options: unknown, data: object = { resolved }) {
  const received: unknown[] = [];
  const command = defineCommand({
    name: "test",
    description: "Test",
    options: definitions,
    handle: (interaction, values) => {
      received.push(values);
      return interaction.reply({ content: "" });
    },
  });
  const payload = commandPayload({ name: "test", options, ...data }) as unknown as CommandPayload;
  const service = () => Promise.reject(new Error("not needed"));
  void command.run(payload, new Delivery(payload, service, () => undefined, createAnswerRules()));
  return received[0];
}

function option(type: number, more: object = {}): OptionDefinition {
  return { type, name: "one", description: "One", ...more } as OptionDefinition;
}

test.each([
  ["a string", OptionType.String, "text", "text"],
  ["an integer", OptionType.Integer, -5, -5],
  ["a boolean", OptionType.Boolean, false, false],
  ["a user and member", OptionType.User, ada.id, { id: ada.id, user: ada, member }],
  ["a channel", OptionType.Channel, "30", channel],
  ["a role", OptionType.Role, "20", role],
  ["a mentioned user", OptionType.Mentionable, ada.id, { id: ada.id, user: ada, member }],
  ["a mentioned role", OptionType.Mentionable, "20", { id: "20", role }],
  ["a number", OptionType.Number, 0.5, 0.5],
  ["an attachment", OptionType.Attachment, "40", attachment],
])("reads %s", (_, type, value, expected) => {
  expect(valuesOf([option(type)], [{ name: "one", type, value }])).toEqual({ one: expected });
});

test("returns `undefined` for an omitted option", () => {
  expect(valuesOf([option(OptionType.String)], undefined)).toEqual({ one: undefined });
  expect(valuesOf([], undefined)).toEqual({});
});

test("returns no member for a user outside the guild", () => {
  const data = { resolved: { users: resolved.users } };
  const filled = [{ name: "one", type: OptionType.User, value: ada.id }];
  expect(valuesOf([option(OptionType.User)], filled, data)).toEqual({
    one: { id: ada.id, user: ada, member: undefined },
  });
});

test("returns the path of the group and subcommand", () => {
  const leaf = { type: OptionType.String, name: "key", description: "Key" } as const;
  const definitions: OptionDefinition[] = [
    { type: 1, name: "list", description: "List" },
    {
      type: 2,
      name: "admin",
      description: "Admin",
      options: [{ type: 1, name: "set", description: "Set", options: [leaf] }],
    },
  ];
  expect(valuesOf(definitions, [{ name: "list", type: 1 }])).toEqual({ name: "list", options: {} });
  const set = { name: "set", type: 1, options: [{ name: "key", type: 3, value: "k" }] };
  expect(valuesOf(definitions, [{ name: "admin", type: 2, options: [set] }])).toEqual({
    name: "admin set",
    options: { key: "k" },
  });
  for (const options of [
    undefined,
    [],
    [{ name: "admin", type: 2, options: [] }],
    [{ name: "gone", type: 1 }],
  ]) {
    expect(() => valuesOf(definitions, options)).toThrow(
      expect.objectContaining({ code: "command_mismatch" }),
    );
  }
});

test("reads an option named __proto__", () => {
  const definition = option(OptionType.String, { name: "__proto__" });
  const values = valuesOf([definition], [{ name: "__proto__", type: 3, value: "x" }]);
  expect(Object.entries(values as object)).toEqual([["__proto__", "x"]]);
});

const choices = [{ name: "Warm", value: "warm" }];
test.each([
  ["a required option is missing", option(3, { required: true }), []],
  ["an option is not defined", option(3), [{ name: "two", type: 3, value: "x" }]],
  ["an option has another type", option(3), [{ name: "one", type: 4, value: 1 }]],
  ["a value is not among the choices", option(3, { choices }), [{ name: "one", type: 3, value: "cold" }]],
  ["a channel has another type", option(7, { channel_types: [2] }), [{ name: "one", type: 7, value: "30" }]],
])("throws `command_mismatch` if %s", (_, definition, options) => {
  expect(() => valuesOf([definition], options)).toThrow(
    expect.objectContaining({ code: "command_mismatch" }),
  );
});

test.each([
  ["options that are not an array", 3, { name: "one" }],
  ["options that are null", 3, null],
  ["an option without a name", 3, [{ name: 5, type: 3 }]],
  ["an option whose type is a string", 3, [{ name: "one", type: "3" }]],
  ["an option that is not an object", 3, ["one"]],
  ["a string option with a number", 3, [{ name: "one", type: 3, value: 1 }]],
  ["an integer option with a fraction", 4, [{ name: "one", type: 4, value: 1.5 }]],
  ["an unsafe integer", 4, [{ name: "one", type: 4, value: 2 ** 53 }]],
  ["a number option with a string", 10, [{ name: "one", type: 10, value: "0.5" }]],
  ["an unresolved attachment", 11, [{ name: "one", type: 11, value: "41" }]],
  ["a role that is not an object", 8, [{ name: "one", type: 8, value: "21" }]],
  ["a boolean option with a string", 5, [{ name: "one", type: 5, value: "true" }]],
  ["an unresolved user", 6, [{ name: "one", type: 6, value: "999" }]],
  ["a user id that is an inherited field's name", 6, [{ name: "one", type: 6, value: "constructor" }]],
  ["a missing value", 9, [{ name: "one", type: 9 }]],
])("throws `malformed_payload` for %s", (_, type, options) => {
  expect(() => valuesOf([option(type)], options)).toThrow(
    expect.objectContaining({ code: "malformed_payload" }),
  );
});
