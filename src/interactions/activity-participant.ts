import type { BotCredential } from "../core/request/credential.ts";
import { serviceFields } from "../core/request/service-fields.ts";
import { callFields } from "../core/request/call-options.ts";
import { invalidResponse } from "../core/request/response.ts";
import { ClientError, type ErrorCode, ErrorType, isClientError } from "../core/errors.ts";
import { fields } from "../core/check/fields.ts";
import { asItIs, optional, textOf } from "../core/check/readers.ts";
import { parseSnowflake } from "../core/snowflake.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { ActivityInstance } from "../wire/activity-instance.ts";
import { type ActivityInstanceOptions, fetchActivityInstance, readInstanceId } from "./activity-instance.ts";

/** Who is said to take part in which Activity. */
export interface ParticipantOptions extends ActivityInstanceOptions {
  /** `instanceId` of the page's `DiscordSDK`. */
  readonly instanceId: string;
  /** Whose access token it is, as `exchangeActivityCode` found out; never what the page says. */
  readonly userId: SnowflakeInput;
  /** `location_id` of the page's query, where the server goes by it: it then has to be where the Activity runs. */
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
 * Makes sure that a player takes part in an Activity, which the service is asked (Discord documentation, Application resource,
 * "Get Application Activity Instance"). It resolves for nobody else, so that a server which forgets to look at the answer lets
 * nobody in.
 *
 * @returns the instance.
 * @throws ClientError AuthorizationFailed for one who is not there: `not_participant`; `instance_ended` when there is no such
 *   instance of this application, or nobody is left in it; `wrong_location`. Anything else says that it is not known, as
 *   `network_error` does: those of {@link fetchActivityInstance}.
 */
export async function verifyParticipant(options: ParticipantOptions): Promise<ActivityInstance> {
  const { instanceId, userId, locationId, ...access } = readOptions(options, "options");
  const instance = await fetchActivityInstance(instanceId, access).catch(endedWhereUnknown);
  if (instance.instance_id !== instanceId)
    throw invalidResponse("Looking up an Activity instance", "the Activity instance that was asked for");
  if (!instance.users.includes(userId))
    throw refused("not_participant", "does not take part in the Activity");
  if (locationId !== undefined && instance.location?.id !== locationId)
    throw refused("wrong_location", "takes part in the Activity, but it runs in another channel or guild");
  return instance;
}

function endedWhereUnknown(error: unknown): never {
  const isUnknown = isClientError(error) && error.code === "not_found";
  throw isUnknown
    ? refused(
        "instance_ended",
        "does not take part in this Activity: it has ended, or belongs to another application",
      )
    : error;
}

function refused(code: ErrorCode, what: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code,
    message: `The player ${what}.`,
    hint: "Refuse the request. A player who really takes part has to open the Activity again.",
  });
}
