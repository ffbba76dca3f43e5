import { apiPath, pathPartOf, type ServiceOptions } from "../core/request/addresses.ts";
import {
  callFields,
  type CallOptions,
  accessFields,
  type ApplicationAccess,
  serviceFields,
  createTransport,
} from "../core/request/transport.ts";
import type { BotCredential } from "../core/request/credential.ts";
import { invalidResponse, parserOf } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { isObject, type Reader, asItIs, optional, textOf, parseSnowflake } from "../core/check/readers.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { ClientError, type ErrorCode, ErrorType, isClientError } from "../core/errors.ts";
import type { ActivityInstance } from "../wire/application.ts";

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

const readOptions = fields<Checked>({
  ...serviceFields,
  ...callFields,
  applicationId: asItIs(),
  credential: asItIs<BotCredential>(),
  instanceId: readInstanceId,
  userId: parseSnowflake,
  locationId: optional(textOf({ most: 200 })),
});

/**
 * Verifies with the service that a player is taking part in an Activity, and rejects otherwise (Discord documentation,
 * Application resource, "Get Application Activity Instance").
 *
 * @stable
 * @returns The instance.
 * @throws ClientError (AuthorizationFailed) `not_participant` if the player is not taking part, `instance_ended` if this
 *   application has no such instance or the instance is empty, or `wrong_location` if the location does not match. Other errors,
 *   such as `network_error`, leave the result unknown; see {@link fetchActivityInstance}.
 */
export async function verifyParticipant(options: ParticipantOptions): Promise<ActivityInstance> {
  const { instanceId, userId, locationId, ...access } = readOptions(options, "options");
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
