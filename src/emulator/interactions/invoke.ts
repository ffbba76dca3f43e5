import { validationError } from "../../errors.ts";
import { parseSnowflake } from "../../snowflake.ts";
import { type Command, CommandType, EntryPointHandler } from "../../wire/command.ts";
import type { Choice } from "../../wire/command-option.ts";
import { CallbackType } from "../../wire/interaction-callback.ts";
import { type InteractionOption, type InteractionPayload, InteractionType } from "../../wire/interaction.ts";
import type { CommandBook } from "../commands/command-book.ts";
import { type InvocationResult, runInteraction, withId } from "./run-interaction.ts";
import { describeInteraction } from "./interaction-payload.ts";
import { findPlace, type Place } from "./place.ts";
import type { EmulatorApplication } from "../world/application.ts";
import type { Player, Players } from "../world/players.ts";
import type { World } from "../world/world.ts";

/** An option as a player filled it; subcommands and groups hold further ones. */
export interface FilledOption {
  readonly name: string;
  /** An option type; see the command's definition. */
  readonly type: number;
  readonly value?: string | number | boolean | undefined;
  readonly options?: readonly FilledOption[] | undefined;
  /** The option being typed, for suggestions. */
  readonly focused?: boolean | undefined;
}

/** What a player does. */
export interface Invocation extends Place {
  /** Id or name of a command. */
  readonly command: string;
  /** Filled options, as in the payload. */
  readonly options?: readonly FilledOption[] | undefined;
  /** Name of the player a USER command is used on (default the player), or the text of a MESSAGE command's message. */
  readonly target?: string | undefined;
}

/**
 * Lets a player use a command: signs the interaction, sends it to the application's endpoint and acts on the answer.
 *
 * @throws ClientError `unknown_command` (ValidationError), and as `runInteraction`.
 */
export async function invoke(
  world: World,
  application: EmulatorApplication,
  invocation: Invocation,
): Promise<InvocationResult> {
  const command = findCommand(world.commandsOf(application.id), invocation);
  const payload = describe(world, application, invocation, command, InteractionType.ApplicationCommand);
  if (command.handler === EntryPointHandler.DiscordLaunchActivity) {
    return { messages: [], activityInstance: withId(world.launch(payload)) };
  }
  return runInteraction(world, application, payload);
}

/**
 * Lets a player type: what the application suggests for the option that is `focused`.
 *
 * @throws ClientError as {@link invoke}.
 */
export async function suggest(
  world: World,
  application: EmulatorApplication,
  invocation: Invocation,
): Promise<readonly Choice[]> {
  const command = findCommand(world.commandsOf(application.id), invocation);
  const payload = describe(world, application, invocation, command, InteractionType.Autocomplete);
  const { response } = await runInteraction(world, application, payload);
  if (response?.type === CallbackType.AutocompleteResult) return response.data.choices;
  throw validationError("bad_answer", "The application did not answer with suggestions.");
}

function describe(
  { players }: World,
  application: EmulatorApplication,
  invocation: Invocation,
  command: Command,
  type: InteractionType,
): InteractionPayload {
  const place = findPlace(players, application, invocation);
  return describeInteraction({
    ...place,
    type,
    command,
    options: invocation.options as readonly InteractionOption[] | undefined,
    target: targetOf(command, invocation.target, place.player, players),
    findPlayer: (id) => players.byId(id),
  });
}

function targetOf(command: Command, target: string | undefined, player: Player, players: Players) {
  if (command.type === CommandType.User) return target === undefined ? player : players.findOrAdd(target);
  return command.type === CommandType.Message ? (target ?? "Hello") : undefined;
}

function findCommand(book: CommandBook, { command: name, guildId }: Invocation): Command {
  const ofGuild = guildId === undefined ? [] : book.list(parseSnowflake(guildId, "guildId"));
  const commands = [...ofGuild, ...book.list("global")];
  const command = commands.find((candidate) => candidate.id === name || candidate.name === name);
  if (command) return command;
  throw validationError(
    "unknown_command",
    `No command has the id or name ${JSON.stringify(name)}.`,
    "Register it first.",
  );
}
