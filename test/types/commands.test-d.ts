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

test("bodies typed by discord-api-types are accepted", () => {
  expectTypeOf<RESTPostAPIApplicationCommandsJSONBody>().toExtend<GlobalCommand>();
  expectTypeOf<RESTPostAPIApplicationGuildCommandsJSONBody>().toExtend<GuildCommand>();
  expectTypeOf<RESTPatchAPIApplicationCommandJSONBody>().toExtend<CommandEdit<GlobalCommand>>();
  expectTypeOf<RESTPutAPIApplicationCommandsJSONBody>().toExtend<readonly BulkItem<GlobalCommand>[]>();
  expectTypeOf<RESTPutAPIApplicationGuildCommandsJSONBody>().toExtend<readonly BulkItem<GuildCommand>[]>();
});

test("permissions typed by discord-api-types are accepted", () => {
  expectTypeOf<RESTPutAPIApplicationCommandPermissionsJSONBody["permissions"]>().toExtend<
    readonly PermissionOverwrite[]
  >();
});

test("a bulk item accepts an id, and a desired command its previous name", () => {
  expectTypeOf({ id: "7", name: "ping", description: "Pong" }).toExtend<BulkItem<GuildCommand>>();
  expectTypeOf({ renamedFrom: "old", name: "ping", description: "Pong" }).toExtend<DesiredCommand>();
});

test("a fetched command has the fields of discord-api-types", () => {
  expectTypeOf<keyof APIApplicationCommand>().toExtend<keyof Command>();
});

test("only entry point commands have a handler", () => {
  expectTypeOf({ type: 4, name: "launch", handler: 1 } as const).toExtend<GlobalCommand>();
  // @ts-expect-error -- a slash command has no handler
  const slash: GlobalCommand = { name: "ping", description: "Pong", handler: 1 };
  // @ts-expect-error -- an entry point cannot be registered in a guild
  const guild: GuildCommand = { type: 4, name: "launch" };
  void [slash, guild];
});

test("an option accepts only the settings of its type", () => {
  // @ts-expect-error -- lengths belong to strings
  const integer: CommandOption = { type: 4, name: "n", description: "d", max_length: 3 };
  // @ts-expect-error -- the choices of a string are strings
  const choice: CommandOption = { type: 3, name: "n", description: "d", choices: [{ name: "a", value: 1 }] };
  // @ts-expect-error -- a subcommand cannot be required
  const sub: CommandOption = { type: 1, name: "n", description: "d", required: true };
  void [integer, choice, sub];
});

test("credentials must be complete", () => {
  expectTypeOf({ botToken: "t", userToken: async () => "u" }).toExtend<ApiCredential>();
  expectTypeOf({ clientId: 5n, clientSecret: "s" }).toExtend<ApiCredential>();
  // @ts-expect-error -- a client needs its secret
  const half: ApiCredential = { clientId: "5" };
  // @ts-expect-error -- nothing is no credential
  const none: ApiCredential = {};
  void [half, none];
});

test("numbers are not accepted as ids", () => {
  expectTypeOf<number>().not.toExtend<CommandsClientOptions["applicationId"]>();
});

test("only supported API versions are accepted", () => {
  expectTypeOf<CommandsClientOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
  expectTypeOf<ClientOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
  expectTypeOf<InteractionHandlerOptions["apiVersion"]>().toEqualTypeOf<10 | 11 | undefined>();
});
