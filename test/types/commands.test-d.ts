import type {
  APIApplicationCommand,
  RESTPatchAPIApplicationCommandJSONBody,
  RESTPostAPIApplicationCommandsJSONBody,
  RESTPostAPIApplicationGuildCommandsJSONBody,
  RESTPutAPIApplicationCommandPermissionsJSONBody,
  RESTPutAPIApplicationCommandsJSONBody,
  RESTPutAPIApplicationGuildCommandsJSONBody,
} from "discord-api-types/v10";
import { expectTypeOf, test } from "vitest";
import type { ClientOptions } from "../../src/index.ts";
import type { InteractionHandlerOptions } from "../../src/interactions/index.ts";
import type { CommandsClientOptions, ApiCredential, DesiredCommand } from "../../src/commands/index.ts";
import type {
  BulkItem,
  Command,
  CommandEdit,
  GlobalCommand,
  GuildCommand,
  PermissionOverwrite,
} from "../../src/wire/command.ts";
import type { CommandOption } from "../../src/wire/command-option.ts";

test("accepts bodies typed by discord-api-types", () => {
  expectTypeOf<RESTPostAPIApplicationCommandsJSONBody>().toExtend<GlobalCommand>();
  expectTypeOf<RESTPostAPIApplicationGuildCommandsJSONBody>().toExtend<GuildCommand>();
  expectTypeOf<RESTPatchAPIApplicationCommandJSONBody>().toExtend<CommandEdit<GlobalCommand>>();
  expectTypeOf<RESTPutAPIApplicationCommandsJSONBody>().toExtend<readonly BulkItem<GlobalCommand>[]>();
  expectTypeOf<RESTPutAPIApplicationGuildCommandsJSONBody>().toExtend<readonly BulkItem<GuildCommand>[]>();
});

test("accepts permissions typed by discord-api-types", () => {
  expectTypeOf<RESTPutAPIApplicationCommandPermissionsJSONBody["permissions"]>().toExtend<
    readonly PermissionOverwrite[]
  >();
});

test("accepts an id in a bulk item and the previous name in a desired command", () => {
  expectTypeOf({ id: "7", name: "ping", description: "Pong" }).toExtend<BulkItem<GuildCommand>>();
  expectTypeOf({ renamedFrom: "old", name: "ping", description: "Pong" }).toExtend<DesiredCommand>();
});

test("returns fetched commands with the fields of discord-api-types", () => {
  expectTypeOf<keyof APIApplicationCommand>().toExtend<keyof Command>();
});

test("allows a handler only in entry point commands", () => {
  expectTypeOf({ type: 4, name: "launch", handler: 1 } as const).toExtend<GlobalCommand>();
  // @ts-expect-error -- a slash command has no handler
  const slash: GlobalCommand = { name: "ping", description: "Pong", handler: 1 };
  // @ts-expect-error -- an entry point cannot be registered in a guild
  const guild: GuildCommand = { type: 4, name: "launch" };
  void [slash, guild];
});

test("accepts only the settings of the option's type", () => {
  // @ts-expect-error -- only strings have a length
  const integer: CommandOption = { type: 4, name: "n", description: "d", max_length: 3 };
  // @ts-expect-error -- a string option's choices must be strings
  const choice: CommandOption = { type: 3, name: "n", description: "d", choices: [{ name: "a", value: 1 }] };
  // @ts-expect-error -- a subcommand cannot be required
  const sub: CommandOption = { type: 1, name: "n", description: "d", required: true };
  void [integer, choice, sub];
});

test("requires complete credentials", () => {
  expectTypeOf({ botToken: "t", userToken: async () => "u" }).toExtend<ApiCredential>();
  expectTypeOf({ clientId: 5n, clientSecret: "s" }).toExtend<ApiCredential>();
  // @ts-expect-error -- client credentials require a secret
  const half: ApiCredential = { clientId: "5" };
  // @ts-expect-error -- an empty object is not a credential
  const none: ApiCredential = {};
  void [half, none];
});

test("rejects numbers as ids", () => {
  expectTypeOf<number>().not.toExtend<CommandsClientOptions["applicationId"]>();
});

test("accepts only supported API versions", () => {
  expectTypeOf<CommandsClientOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
  expectTypeOf<ClientOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
  expectTypeOf<InteractionHandlerOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
});
