import {
  apiPath,
  pathPartOf,
  type ServiceOptions,
  defaultWebBase,
  parseBaseUrl,
} from "../core/request/addresses.ts";
import {
  callFields,
  type CallOptions,
  accessFields,
  type ApplicationAccess,
  serviceFields,
  createTransport,
} from "../core/request/transport.ts";
import { type BotCredential, parseClientSecret } from "../core/request/credential.ts";
import { invalidResponse, parserOf } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import {
  isObject,
  type Reader,
  asItIs,
  optional,
  textOf,
  parseSnowflake,
  countCharacters,
  isSnowflake,
} from "../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { ClientError, type ErrorCode, ErrorType, isClientError } from "../core/errors.ts";
import type { ActivityInstance } from "../wire/application.ts";
import { loadOnce } from "../core/lazy.ts";
import type { ActivityCodeOptions, ActivityPlayer, CheckedCode } from "./exchange-code.ts";
import { shareLimits } from "../wire/activity-rpc.ts";

/** Options for `activityLink`. @stable */
export interface ActivityLinkOptions {
  /** The Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The player who shares the link. Error: `invalid_id`. */
  readonly referrerId?: SnowflakeInput | undefined;
  /** Custom data, for example a match id: 1 to 64 characters. It is public. */
  readonly customId?: string | undefined;
  /** The base URL of Discord's website. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
}

/** The parameters of the link that opened the Activity. Anyone can create a link, so do not trust them. @stable */
export interface FollowedLink {
  /** The player who supposedly shared the link. */
  readonly referrerId?: Snowflake;
  /** The game's custom data: 1 to 64 characters. */
  readonly customId?: string;
}

interface CheckedLink extends ActivityLinkOptions {
  readonly applicationId: Snowflake;
  readonly referrerId?: Snowflake | undefined;
}

const readLinkOptions = fields<CheckedLink>({
  applicationId: parseSnowflake,
  referrerId: optional(parseSnowflake),
  customId: optional(textOf({ most: shareLimits.linkId })),
  webBase: optional(asItIs<string>()),
});

/**
 * Creates a link that opens an Activity and passes `referrerId` and `customId` to the Activity's page (Discord documentation,
 * Activities, "Growth and Referrals"). `customId` has the same maximum length as in `shareLink` (`@discord/embedded-app-sdk`
 * 2.5.0).
 *
 * @stable
 * @throws ClientError `invalid_id`, `invalid_argument`, `invalid_base_url` or `unknown_option`.
 */
export function activityLink(options: ActivityLinkOptions): string {
  const { applicationId, referrerId, customId, webBase } = readLinkOptions(options, "options");
  const url = new URL(`${parseBaseUrl(webBase ?? defaultWebBase, "webBase")}/activities/${applicationId}`);
  if (referrerId !== undefined) url.searchParams.set("referrer_id", referrerId);
  if (customId !== undefined) url.searchParams.set("custom_id", customId);
  return url.href;
}

const readAddress = textOf({ least: 0 });

/**
 * Reads the parameters of the link that opened the Activity. Malformed ids are ignored, because players can edit the link.
 *
 * @stable
 * @param address - `location.search` in the Activity's page, the `url` of the page's request on the server, or a complete link.
 * @throws ClientError `invalid_argument` unless `address` is a string.
 */
export function readActivityLink(address: string): FollowedLink {
  const text = readAddress(address, "address");
  const query = new URLSearchParams(text.slice(text.indexOf("?") + 1).replace(/#.*$/s, ""));
  const [referrerId, customId] = [query.get("referrer_id"), query.get("custom_id")];
  return {
    ...(isSnowflake(referrerId) && { referrerId }),
    ...(customId && countCharacters(customId, shareLimits.linkId) <= shareLimits.linkId && { customId }),
  };
}

/** Options for `fetchActivityInstance`. @stable */
export interface ActivityInstanceOptions extends ServiceOptions, CallOptions {
  /** The Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** A bot token. The endpoint accepts no other credential. */
  readonly credential: BotCredential;
}

const readInstanceId: Reader<string> = pathPartOf(200);

const readInstanceOptions = fields<ApplicationAccess & CallOptions>({ ...accessFields, ...callFields });

/**
 * Fetches a running Activity, including its participants and location (Discord documentation, Application resource, "Get
 * Application Activity Instance").
 *
 * @stable
 * @param instanceId - The id from `launchActivity({ withResponse: true })` or from the Activity.
 * @throws ClientError `invalid_argument`, `invalid_id`, `invalid_credential`, `invalid_base_url` or `conflicting_versions` before
 *   the request; ApiError `not_found` if the Activity is not running.
 */
export async function fetchActivityInstance(
  instanceId: string,
  options: ActivityInstanceOptions,
): Promise<ActivityInstance> {
  const operation = "Looking up an Activity instance";
  const id = readInstanceId(instanceId, "instanceId");
  const read = readInstanceOptions(options, "options");
  const path = apiPath`/applications/${read.applicationId}/activity-instances/${id}`;
  const call = { operation, method: "GET", path, signal: read.signal } as const;
  return createTransport(read).read(call, parserOf(isInstance, "an Activity instance"));
}

function isInstance(value: unknown): value is ActivityInstance {
  return isObject(value) && typeof value["instance_id"] === "string" && Array.isArray(value["users"]);
}

/** Options for `verifyParticipant`. @stable */
export interface ParticipantOptions extends ActivityInstanceOptions {
  /** The `instanceId` of the page's `DiscordSDK`. */
  readonly instanceId: string;
  /** The player's user id, as returned by `exchangeActivityCode`. Never use an id sent by the page. */
  readonly userId: SnowflakeInput;
  /** The `location_id` in the page's query string. If set, it must match the Activity's location. */
  readonly locationId?: string | undefined;
}

type Checked = Omit<ParticipantOptions, "userId"> & { readonly userId: Snowflake };

const readParticipantOptions = fields<Checked>({
  ...serviceFields,
  ...callFields,
  applicationId: asItIs(),
  credential: asItIs<BotCredential>(),
  instanceId: readInstanceId,
  userId: parseSnowflake,
  locationId: optional(textOf({ most: 200 })),
});

/**
 * Verifies with the service that a player is taking part in an Activity (Discord documentation,
 * Application resource, "Get Application Activity Instance").
 *
 * @stable
 * @returns The instance.
 * @throws ClientError (AuthorizationFailed) `not_participant` if the player is not taking part, `instance_ended` if this
 *   application has no such instance or the instance is empty, or `wrong_location` if the location does not match. Other errors,
 *   such as `network_error`, leave the result unknown; see {@link fetchActivityInstance}.
 */
export async function verifyParticipant(options: ParticipantOptions): Promise<ActivityInstance> {
  const { instanceId, userId, locationId, ...access } = readParticipantOptions(options, "options");
  const instance = await fetchActivityInstance(instanceId, access).catch(endedWhereUnknown);
  if (instance.instance_id !== instanceId)
    throw invalidResponse("Looking up an Activity instance", "the requested Activity instance");
  if (!instance.users.includes(userId))
    throw refused("not_participant", "is not a participant in the Activity");
  if (locationId !== undefined && instance.location?.id !== locationId)
    throw refused(
      "wrong_location",
      "is a participant in the Activity, but it runs in another channel or guild",
    );
  return instance;
}

function endedWhereUnknown(error: unknown): never {
  const isUnknown = isClientError(error) && error.code === "not_found";
  throw isUnknown
    ? refused(
        "instance_ended",
        "is not a participant in this Activity, which has ended or belongs to another application",
      )
    : error;
}

function refused(code: ErrorCode, what: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code,
    message: `The player ${what}.`,
    hint: "Reject the request. A real participant must open the Activity again.",
  });
}

const readCode = textOf({ most: 4096 });

const readCodeOptions = fields<CheckedCode>({
  ...serviceFields,
  ...callFields,
  applicationId: parseSnowflake,
  clientSecret: parseClientSecret,
  code: readCode,
  codeVerifier: optional(readCode),
});

const loadExchange = loadOnce(() => import("./exchange-code.ts"));

/**
 * Exchanges the code that an Activity's page received from the Embedded App SDK's `authorize` and identifies the player. Call it
 * on the Activity's server. The scopes must include `identify` or `openid`.
 *
 * The exchange uses no redirect URI, but one must be registered (RFC 6749 §4.1.3; Discord documentation, Activities, "Using the
 * Embedded App SDK"). Return `tokens.accessToken` to the page for `authenticate`, and keep the refresh token on the server.
 * `PlayerTokens.exchange` in `slashpass/server` also stores the tokens.
 *
 * @stable
 * @throws ClientError: a ValidationError before the request; an HTTPError with the service's `error`, such as `invalid_grant` for
 *   a code that was already used, has expired or belongs to another application, or `invalid_request` if no redirect URI is
 *   registered; `network_error` or `timeout`. The code is never sent again, so call `authorize` in the page to get a new one.
 */
export async function exchangeActivityCode(options: ActivityCodeOptions): Promise<ActivityPlayer> {
  const checked = readCodeOptions(options, "options");
  const { exchangeCode } = await loadExchange();
  return exchangeCode(checked);
}
