import { expect, test } from "vitest";
import { planCommands } from "../../../../src/commands/index.ts";
import { defineCommand, entryPoint, EntryPointHandler } from "../../../../src/interactions/index.ts";
import { ask } from "../../../setup/interactions/ask.ts";
import { commandPayload } from "../../../setup/interactions/service.ts";

const handle = () => undefined;

test("returns the command body for registration without functions", () => {
  const command = defineCommand({
    name: "search",
    description: "Searches",
    name_localizations: { de: "suche" },
    options: [
      { type: 3, name: "map", description: "Map", required: true, autocomplete: () => [] },
      { type: 3, name: "tone", description: "Tone", choices: [{ name: "Warm", value: "warm" }] },
      { type: 3, name: "key", description: "Key", autocomplete: undefined },
    ],
    handle,
  });
  expect(command.body).toEqual({
    name: "search",
    description: "Searches",
    name_localizations: { de: "suche" },
    options: [
      { type: 3, name: "map", description: "Map", required: true, autocomplete: true },
      { type: 3, name: "tone", description: "Tone", choices: [{ name: "Warm", value: "warm" }] },
      { type: 3, name: "key", description: "Key" },
    ],
  });
  expect(defineCommand({ type: 2, name: "High Five", handle }).body).toEqual({ type: 2, name: "High Five" });
});

test("rejects an invalid command and lists every reason", () => {
  expect(() =>
    defineCommand({
      name: "Not Allowed",
      description: "",
      options: [{ type: 3, name: "map", description: "", autocomplete: () => [] }],
      handle,
    }),
  ).toThrow(/name[^]*description[^]*options\[0\]/);
});

test("rejects a setting for another option type even if the compiler accepts it", () => {
  const options = [{ type: 4, name: "level", description: "Level", max_length: 3 }] as const;
  expect(() => defineCommand({ name: "play", description: "Plays", options, handle })).toThrow(
    /options\[0\]\.max_length/,
  );
});

test("includes an entry point's handler", () => {
  expect(defineCommand({ type: 4, name: "launch", handle }).body).toEqual({
    type: 4,
    name: "launch",
    handler: 1,
  });
  const byService = entryPoint({ name: "launch", handler: EntryPointHandler.DiscordLaunchActivity });
  expect(byService.body).toEqual({ type: 4, name: "launch", handler: 2 });
  const byApp = entryPoint({ name: "launch", handler: EntryPointHandler.AppHandler, contexts: [0] });
  expect(byApp.body).toEqual({ type: 4, name: "launch", handler: 1, contexts: [0] });
});

test("rejects an unknown field with a suggestion unless unknown fields are allowed", () => {
  const definition = { name: "wipe", description: "Wipes", default_member_permission: "0", handle };
  expect(() => defineCommand(definition)).toThrow("Did you mean default_member_permissions?");
  expect(() => entryPoint({ ...definition, handler: 1 })).toThrow("Did you mean default_member_permissions?");
  const allowed = defineCommand(definition, { allowUnknownFields: true });
  expect(allowed.warnings).toMatchObject([{ rule: "unknown-field", path: "default_member_permission" }]);
  expect(entryPoint({ ...definition, handler: 1 }, { allowUnknownFields: true }).warnings).toHaveLength(1);
  expect(() => defineCommand(definition, { allowUnknownField: true } as never)).toThrow("Did you mean");
});

test("returns rule warnings in the definition and in its plan", () => {
  const { warnings, body } = defineCommand({
    name: "ping",
    description: "Pong",
    dm_permission: false,
    handle,
  });
  expect(warnings.map(({ rule }) => rule)).toEqual(["deprecated-field"]);
  expect(planCommands([body], [], { scope: "global" }).warnings).toMatchObject([
    { code: "rule", finding: { rule: "deprecated-field", path: "ping.dm_permission" } },
  ]);
  expect(defineCommand({ name: "ping", description: "Pong", handle }).warnings).toEqual([]);
});

const throwing = {
  toJSON: () => {
    throw new Error("no");
  },
};
test.each([
  ["a bigint", 10n],
  ["an object that throws when serialized", throwing],
])("rejects a name that is %s", (_, name) => {
  expect(() => defineCommand({ name: name as never, description: "x", handle })).toThrow(
    expect.objectContaining({
      code: "invalid_command",
      message: expect.stringContaining("The command without a name"),
    }),
  );
});

test("rejects a definition that throws when read", () => {
  const definition = {
    handle,
    get name(): string {
      throw new Error("of the caller");
    },
    description: "x",
  };
  expect(() => defineCommand(definition)).toThrow("definition cannot be read: a getter or proxy threw.");
});

const launch = { name: "launch", description: "Opens the game" };
const payload = commandPayload({ name: "launch", type: 4 });

test("launches the Activity or runs the application's handler", async () => {
  const plain = entryPoint({ ...launch, handler: 1 });
  expect(plain.body).toEqual({ ...launch, type: 4, handler: 1 });
  expect(await ask(payload, { commands: [plain] })).toMatchObject({ status: 200, answer: { type: 12 } });
  const replying = entryPoint({ ...launch, handler: 1, handle: (one) => one.reply({ content: "Soon" }) });
  expect(await ask(payload, { commands: [replying] })).toMatchObject({
    answer: { data: { content: "Soon" } },
  });
});
