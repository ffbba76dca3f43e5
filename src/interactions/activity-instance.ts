import { apiPath } from "../core/request/api-path.ts";
import { createTransport } from "../core/request/client-options.ts";
import type { BotCredential } from "../core/request/credential.ts";
import { invalidResponse } from "../core/request/response.ts";
import { accessFields, type ApplicationAccess } from "../core/request/service-fields.ts";
import { fields } from "../core/check/fields.ts";
import { pathPartOf } from "../core/check/path-part.ts";
import { isObject } from "../core/check/readers.ts";
import type { Reader } from "../core/check/reader.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import type { ActivityInstance } from "../wire/activity-instance.ts";
import { callFields, type CallOptions } from "../core/request/call-options.ts";
import type { ServiceOptions } from "../core/request/addresses.ts";

/** The Activity's application, and the credential for the lookup. */
export interface ActivityInstanceOptions extends ServiceOptions, CallOptions {
  readonly applicationId: SnowflakeInput;
  /** The service takes nothing but a bot token here. */
  readonly credential: BotCredential;
}

/** Reads the id of an instance. Also a page says one, and a page can say anything. */
export const readInstanceId: Reader<string> = pathPartOf(200);

const readOptions = fields<ApplicationAccess & CallOptions>({ ...accessFields, ...callFields });

/**
 * A running Activity: who takes part, and where (Discord documentation, Application resource, "Get Application Activity
 * Instance").
 *
 * @param instanceId - from `launchActivity({ withResponse: true })`, or from the Activity itself.
 * @throws ClientError `invalid_argument`, `invalid_id`, `invalid_credential`, `invalid_base_url` or `conflicting_versions` before anything is sent; ApiError
 * `not_found` when it does not run (any more).
 */
export async function fetchActivityInstance(
  instanceId: string,
  options: ActivityInstanceOptions,
): Promise<ActivityInstance> {
  const operation = "Looking up an Activity instance";
  const id = readInstanceId(instanceId, "instanceId");
  const read = readOptions(options, "options");
  const answer = await createTransport(read).call({
    operation,
    method: "GET",
    path: apiPath`/applications/${read.applicationId}/activity-instances/${id}`,
    signal: read.signal,
  });
  if (!isInstance(answer)) throw invalidResponse(operation, "an Activity instance");
  return answer;
}

function isInstance(value: unknown): value is ActivityInstance {
  return isObject(value) && typeof value["instance_id"] === "string" && Array.isArray(value["users"]);
}
