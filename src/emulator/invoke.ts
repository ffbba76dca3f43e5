import { validationError } from "../errors.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import type { ActivityInstance } from "../wire/activity-instance.ts";
import { type Command, CommandType, EntryPointHandler } from "../wire/command.ts";
import type { Choice } from "../wire/command-option.ts";
import type { InteractionCallback } from "../wire/interaction-callback.ts";
import { CallbackType } from "../wire/interaction-callback.ts";
import { type InteractionOption, type InteractionPayload, InteractionType } from "../wire/interaction.ts";
import type { WireMessage } from "../wire/message.ts";
import type { EmulatorApplication } from "./application.ts";
import type { CommandBook } from "./command-book.ts";
import { deliver, unansweredError } from "./endpoint.ts";
import type { InteractionDesk } from "./interaction-desk.ts";
import { describeInteraction } from "./interaction-payload.ts";
import { createSnowflake } from "./new-id.ts";
import type { Player, Players } from "./players.ts";

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
export interface Invocation {
  /** Id or name of a command. */
  readonly command: string;
  /** Name of the player; default the first one. */
  readonly player?: string | undefined;
  /** Default: a direct message. */
  readonly guildId?: SnowflakeInput | undefined;
  readonly channelId?: SnowflakeInput | undefined;
  /** Filled options, as in the payload. */
  readonly options?: readonly FilledOption[] | undefined;
  /** Name of the player a USER command is used on (default the player), or the text of a MESSAGE command's message. */
  readonly target?: string | undefined;
}

/** What came of it. */
export interface InvocationResult {
  /** HTTP status of the application's answer; undefined when the service launched the Activity by itself. */
  readonly status?: number;
  /** The answer: an interaction callback. */
  readonly response?: InteractionCallback;
  /** What the application said to the player; grows as follow-ups arrive. */
  readonly messages: readonly WireMessage[];
  /** The Activity, when one was launched. */
  readonly activityInstance?: ActivityInstance & { readonly id: string };
}

/** What an invocation works with. */
export interface InvokeContext {
  readonly application: EmulatorApplication;
  readonly book: CommandBook;
  readonly players: Players;
  readonly desk: InteractionDesk;
  /** Launches an Activity without asking the application. */
  readonly launch: (payload: InteractionPayload) => ActivityInstance;
}

/**
 * Lets a player use a command: signs the interaction, sends it to the application's endpoint and acts on the answer.
 *
 * @throws ClientError `unknown_command`, `no_endpoint` (ValidationError), `bad_answer` (HTTPError), or `endpoint_unreachable` (NetworkError).
 */
export async function invoke(context: InvokeContext, invocation: Invocation): Promise<InvocationResult> {
  const command = findCommand(context.book, invocation);
  const payload = describe(context, invocation, command, InteractionType.ApplicationCommand);
  if (command.handler === EntryPointHandler.DiscordLaunchActivity) {
    return { messages: [], activityInstance: withId(context.launch(payload)) };
  }
  const open = context.desk.open(payload);
  const { status, response } = await deliver(context.application, payload);
  // Answered with 202: the callback comes on its own, before or after.
  if (response) context.desk.answer(payload.id, payload.token, response);
  else await Promise.race([open.answered, rejectLater()]);
  const { callback, messages, activityInstance } = open;
  return {
    status,
    ...(callback && { response: callback }),
    messages,
    ...(activityInstance && { activityInstance: withId(activityInstance) }),
  };
}

/**
 * Lets a player type: what the application suggests for the option that is `focused`.
 *
 * @throws ClientError as {@link invoke}.
 */
export async function suggest(context: InvokeContext, invocation: Invocation): Promise<readonly Choice[]> {
  const command = findCommand(context.book, invocation);
  const payload = describe(context, invocation, command, InteractionType.Autocomplete);
  const { response } = await deliver(context.application, payload);
  if (response?.type === CallbackType.AutocompleteResult) return response.data.choices;
  throw validationError("bad_answer", "The application did not answer with suggestions.");
}

function describe(
  { application, players }: InvokeContext,
  invocation: Invocation,
  command: Command,
  type: InteractionType,
): InteractionPayload {
  const player = invocation.player === undefined ? players.first : players.findOrAdd(invocation.player);
  return describeInteraction({
    type,
    applicationId: application.id,
    command,
    player,
    guildId: parseOptional(invocation.guildId, "guildId"),
    channelId: parseOptional(invocation.channelId, "channelId") ?? createSnowflake(),
    options: invocation.options as readonly InteractionOption[] | undefined,
    target: targetOf(command, invocation.target, player, players),
    findPlayer: (id) => players.byId(id),
  });
}

function targetOf(command: Command, target: string | undefined, player: Player, players: Players) {
  if (command.type === CommandType.User) return target === undefined ? player : players.findOrAdd(target);
  return command.type === CommandType.Message ? (target ?? "Hello") : undefined;
}

function parseOptional(value: SnowflakeInput | undefined, name: string): Snowflake | undefined {
  return value === undefined ? undefined : parseSnowflake(value, name);
}

function findCommand(book: CommandBook, { command: name, guildId }: Invocation): Command {
  const guild = parseOptional(guildId, "guildId");
  const commands = [...(guild === undefined ? [] : book.list(guild)), ...book.list("global")];
  const command = commands.find((candidate) => candidate.id === name || candidate.name === name);
  if (command) return command;
  throw validationError(
    "unknown_command",
    `No command has the id or name ${JSON.stringify(name)}.`,
    "Register it first.",
  );
}

function withId(instance: ActivityInstance): ActivityInstance & { readonly id: string } {
  return { ...instance, id: instance.instance_id };
}

function rejectLater(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(unansweredError()), 3_000).unref();
  });
}
