import { randomBytes } from "node:crypto";
import { validationError } from "../errors.ts";
import type { Snowflake, SnowflakeInput } from "../snowflake.ts";
import { parseSnowflake } from "../snowflake.ts";
import { type Command, CommandType, EntryPointHandler } from "../wire/command.ts";
import type { ActivityInstance } from "../wire/activity-instance.ts";
import type { Activities } from "./activities.ts";
import { describePlayer } from "./api-user.ts";
import type { EmulatorApplication } from "./application.ts";
import type { CommandBook } from "./command-book.ts";
import { deliver } from "./endpoint.ts";
import { createSnowflake } from "./new-id.ts";
import type { Player, Players } from "./players.ts";

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
  readonly options?: readonly unknown[] | undefined;
}

/** What came of it. */
export interface InvocationResult {
  /** HTTP status of the application's answer; undefined when the service launched the Activity by itself. */
  readonly status?: number;
  /** The answer: an interaction callback. */
  readonly response?: unknown;
  /** The Activity, when one was launched. */
  readonly activityInstance?: ActivityInstance & { readonly id: string };
}

/** What an invocation works with. */
export interface InvokeContext {
  readonly application: EmulatorApplication;
  readonly book: CommandBook;
  readonly players: Players;
  readonly activities: Activities;
}

const launchActivity = 12;

/**
 * Lets a player use a command: signs the interaction, sends it to the application's endpoint and acts on the answer.
 *
 * @throws ClientError `unknown_command`, `no_endpoint` (ValidationError), `bad_answer` (HTTPError), or `endpoint_unreachable` (NetworkError).
 */
export async function invoke(context: InvokeContext, invocation: Invocation): Promise<InvocationResult> {
  const guildId =
    invocation.guildId === undefined ? undefined : parseSnowflake(invocation.guildId, "guildId");
  const channelId =
    invocation.channelId === undefined
      ? createSnowflake()
      : parseSnowflake(invocation.channelId, "channelId");
  const command = findCommand(context.book, invocation.command, guildId);
  const player =
    invocation.player === undefined ? context.players.first : context.players.findOrAdd(invocation.player);
  const launch = () => {
    const place = { applicationId: context.application.id, userId: player.id, channelId, guildId };
    const instance = context.activities.launch(place);
    return { ...instance, id: instance.instance_id };
  };
  if (
    command.type === CommandType.PrimaryEntryPoint &&
    command.handler === EntryPointHandler.DiscordLaunchActivity
  ) {
    return { activityInstance: launch() };
  }
  const payload = describeInteraction({ context, invocation, command, player, guildId, channelId });
  const { status, response } = await deliver(context.application, payload);
  const launched = (response as { type?: unknown } | undefined)?.type === launchActivity;
  return { status, response, ...(launched && { activityInstance: launch() }) };
}

function findCommand(book: CommandBook, name: string, guildId: Snowflake | undefined): Command {
  const commands = [...(guildId === undefined ? [] : book.list(guildId)), ...book.list("global")];
  const command = commands.find((candidate) => candidate.id === name || candidate.name === name);
  if (command) return command;
  throw validationError(
    "unknown_command",
    `No command has the id or name ${JSON.stringify(name)}.`,
    "Register it first.",
  );
}

interface Details {
  readonly context: InvokeContext;
  readonly invocation: Invocation;
  readonly command: Command;
  readonly player: Player;
  readonly guildId: Snowflake | undefined;
  readonly channelId: Snowflake;
}

/** The payload of an application command (Application Commands Interface, "Interaction payload"). */
function describeInteraction({ context, invocation, command, player, guildId, channelId }: Details) {
  const user = describePlayer(player);
  const member = {
    user,
    roles: [],
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    permissions: "2147483647",
    nick: null,
  };
  return {
    id: createSnowflake(),
    application_id: context.application.id,
    type: 2,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    channel_id: channelId,
    channel: { id: channelId, type: guildId === undefined ? 1 : 0 },
    ...(guildId === undefined ? { user } : { guild_id: guildId, member, guild_locale: "en-US" }),
    locale: "en-US",
    app_permissions: "2147483647",
    context: guildId === undefined ? 1 : 0,
    authorizing_integration_owners: { "0": guildId ?? "0" },
    attachment_size_limit: 10_485_760,
    entitlements: [],
    data: {
      id: command.id,
      name: command.name,
      type: command.type,
      ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
      ...(invocation.options && { options: invocation.options }),
    },
  };
}
