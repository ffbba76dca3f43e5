import { Authorizer } from "../api/authorizer.ts";
import { type BotCredential, parseCredential } from "../api/credential.ts";
import { invalidResponse } from "../api/response.ts";
import { Transport } from "../api/transport.ts";
import { parseBaseUrl } from "../http/base-url.ts";
import { parseSnowflake, type SnowflakeInput } from "../snowflake.ts";
import type { ActivityInstance } from "../wire/activity-instance.ts";
import type { CallOptions } from "../api/call-options.ts";
import { isRecord } from "./payload.ts";
import { defaultApiBase, type ServiceOptions } from "./service.ts";

/** Whose Activity is looked up, and with what right. */
export interface ActivityInstanceOptions extends ServiceOptions, CallOptions {
  readonly applicationId: SnowflakeInput;
  /** The service takes nothing but a bot token here. */
  readonly credential: BotCredential;
}

const timeoutMs = 15_000;
const maxWaitMs = 60_000;

/**
 * A running Activity: who takes part, and where (Discord documentation, Application resource, "Get Application Activity
 * Instance").
 *
 * @param instanceId - from `launchActivity({ withResponse: true })`, or from the Activity itself.
 * @throws ClientError `invalid_id`, `invalid_credential` or `invalid_base_url` before anything is sent; CommandsError
 * `not_found` when it does not run (any more).
 */
export async function fetchActivityInstance(
  instanceId: string,
  options: ActivityInstanceOptions,
): Promise<ActivityInstance> {
  const operation = "Looking up an Activity instance";
  const application = parseSnowflake(options.applicationId, "applicationId");
  const baseUrl = parseBaseUrl(options.apiBase ?? defaultApiBase, "apiBase");
  const shared = { baseUrl, timeoutMs, fetch: options.fetch };
  const authorizer = new Authorizer(parseCredential(options.credential), {
    ...shared,
    onSecret: () => undefined,
  });
  const answer = await new Transport({ ...shared, authorizer, maxWaitMs }).call({
    operation,
    method: "GET",
    path: `/applications/${application}/activity-instances/${encodeURIComponent(instanceId)}`,
    signal: options.signal,
  });
  if (!isInstance(answer)) throw invalidResponse(operation, "an Activity instance");
  return answer;
}

function isInstance(value: unknown): value is ActivityInstance {
  return isRecord(value) && typeof value["instance_id"] === "string" && Array.isArray(value["users"]);
}
