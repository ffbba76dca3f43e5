import { randomBytes } from "node:crypto";
import { type Command, InstallationContext, InteractionContext } from "../../wire/command.ts";
import type { InteractionPayload, InteractionType } from "../../wire/interaction.ts";
import { createSnowflake } from "../base/recent.ts";
import { describeChannel, describeMember, permissionsIn } from "../state/descriptions.ts";
import { directPermissions } from "../state/permission-book.ts";
import { describePlayer } from "../state/players.ts";
import type { ResolvedLocation } from "./location.ts";
import { messageLimits, interactionLifetime } from "../../wire/limits.ts";
import { isClientError } from "../../core/errors.ts";
import type { InteractionCallback } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { type Answered, badAnswer, deliver, unansweredError } from "../outbound/endpoint.ts";
import type { OpenInteractions, OpenInteraction } from "../state/open-interactions.ts";
import { type Clock, startStopwatch } from "../base/clock.ts";
import { keepPart } from "../outbound/exchanges.ts";
import type { World } from "../state/world.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import type { GatewayEventData } from "../../wire/gateway.ts";

export type Owners = Readonly<Record<string, string>>;

/** See Discord documentation, Interactions, "Interaction Object". */
export function describeEnvelope(
  location: ResolvedLocation,
  type: InteractionType,
  owners: Owners,
): Omit<InteractionPayload, "data"> {
  const { world, application, player, guild, member, channel, context } = location;
  return {
    id: createSnowflake(application.clock.now()),
    application_id: application.id,
    type,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    channel_id: channel.id,
    channel: describeChannel(channel, permissionsIn(location)),
    ...(guild && member
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
          member: { user: describePlayer(player), ...describeMember(guild, member), ...voice },
        }
      : { user: describePlayer(player) }),
    locale: player.locale,
    app_permissions: applicationPermissions(location),
    context,
    authorizing_integration_owners: owners,
    attachment_size_limit: messageLimits.fileBytes,
    entitlements: world.shop.held(application, player.id, guild?.id),
  };
}

const voice = { mute: false, deaf: false };

/** See Discord documentation, Interactions, "Authorizing Integration Owners Object". */
export function listOwners(
  { application, player, guild, context }: ResolvedLocation,
  command?: Pick<Command, "integration_types">,
): Owners {
  const { integrationTypes, guilds, players } = application;
  const types = command?.integration_types ?? integrationTypes;
  const isInGuild = guild ? guilds?.includes(guild.id) !== false : context === InteractionContext.BotDm;
  const isOfGuild = types.includes(InstallationContext.GuildInstall) && isInGuild;
  const isOfUser = types.includes(InstallationContext.UserInstall) && players.includes(player.name);
  return {
    ...(isOfGuild && { [InstallationContext.GuildInstall]: guild?.id ?? "0" }),
    ...(isOfUser && { [InstallationContext.UserInstall]: player.id }),
  };
}

function applicationPermissions({ application, guild, context }: ResolvedLocation): string {
  if (guild && application.guilds?.includes(guild.id) !== false) return application.permissions;
  return context === InteractionContext.BotDm ? directPermissions.ofApplication : directPermissions.ofOthers;
}

/** The outcome of an interaction. @stable */
export interface InvocationResult {
  /**
   * The HTTP status of the endpoint's response. `undefined` if the interaction was sent to a bot over the Gateway, if the service
   * itself launched the Activity, or if the endpoint responded only through the API.
   */
  readonly status?: number;
  readonly response?: InteractionCallback;
  /** The messages sent to the player. Follow-ups are appended as they arrive. */
  readonly messages: readonly WireMessage[];
  readonly activityInstance?: LaunchedActivity;
}

/** An Activity's initial state. @stable */
export type LaunchedActivity = ActivityInstance & {
  /** The same as `instance_id`. */
  readonly id: string;
};

/**
 * @throws ClientError `no_endpoint` (ValidationError), `bad_answer` (HTTPError), `endpoint_unreachable` or `no_answer`
 *   (NetworkError).
 */
export async function runInteraction(
  { world, application }: Pick<ResolvedLocation, "world" | "application">,
  payload: InteractionPayload,
): Promise<InvocationResult> {
  const open = world.interactions.open(payload);
  const status = isForBot(world, application, payload)
    ? await sendToBot(world, application, open)
    : await callEndpoint(world, application, open);
  const { callback, messages, activityInstance } = open;
  return {
    ...(status !== undefined && { status }),
    ...(callback && { response: callback }),
    messages,
    ...(activityInstance && { activityInstance: withId(activityInstance) }),
  };
}

function isForBot({ bots }: World, { endpoint }: EmulatorApplication, payload: InteractionPayload): boolean {
  return endpoint === undefined && bots.isConnected(payload.application_id, payload.guild_id);
}

async function sendToBot(
  { clock, worldEvents }: World,
  { exchanges }: EmulatorApplication,
  { payload, answered }: OpenInteraction,
): Promise<undefined> {
  const [at, elapsed] = [clock.now(), startStopwatch()];
  worldEvents.emit({
    name: "INTERACTION_CREATE",
    data: payload as GatewayEventData["INTERACTION_CREATE"],
    applicationId: payload.application_id,
  });
  const isInTime = await arrivesInTime(answered, clock);
  exchanges.add({
    from: "service",
    isAtGateway: true,
    method: "INTERACTION_CREATE",
    url: undefined,
    at,
    durationMs: elapsed(),
    request: keepPart([], Buffer.from(JSON.stringify(payload))),
    answer: undefined,
    ...(!isInTime && { silence: "silent-bot" }),
  });
  if (!isInTime) throw unansweredError("silent-bot");
}

async function callEndpoint(
  { interactions, clock }: World,
  application: EmulatorApplication,
  open: OpenInteraction,
): Promise<number | undefined> {
  const { payload, answered } = open;
  const delivered = await deliver(application, payload).catch((error: unknown) => {
    if (open.callback && isClientError(error) && error.code === "endpoint_unreachable") return undefined;
    throw error;
  });
  if (!delivered) return undefined;
  const { status, response, files } = delivered;
  // After a 202, the callback is a separate API request, which may arrive before or after the response.
  if (response) acceptAnswer(interactions, payload, { status, response, files });
  else if (!(await arrivesInTime(answered, clock))) throw unansweredError();
  return status;
}

function acceptAnswer(
  interactions: OpenInteractions,
  { id, token }: InteractionPayload,
  { status, response, files }: Answered,
): void {
  try {
    interactions.answer(id, token, response, files);
  } catch (error) {
    throw badAnswer(status, error);
  }
}

export function withId(instance: ActivityInstance): LaunchedActivity {
  return { ...instance, id: instance.instance_id };
}

async function arrivesInTime(answered: Promise<unknown>, clock: Clock): Promise<boolean> {
  const late = clock.wait(interactionLifetime.firstAnswerMs).then(() => false);
  return await Promise.race([answered.then(() => true), late]);
}
