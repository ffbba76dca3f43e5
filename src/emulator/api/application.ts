import { isClientError } from "../../errors.ts";
import { isObject } from "../../input/readers.ts";
import { invalidField, missingAccess, notFound, unauthorized } from "../base/refusal.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { changeSettings } from "../world/application-settings.ts";
import { describeOwnApplication } from "../world/described-application.ts";
import { parseFields, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const applicationRoutes: readonly Route[] = [
  ["GET", "/applications/@me", getApplication],
  ["GET", "/oauth2/applications/@me", getApplication],
  ["PATCH", "/applications/@me", editApplication],
  ["GET", "/applications/:application_id/activity-instances/:instance_id", getActivityInstance],
];

/** The application of a bot token (Discord documentation, Application, "Get Current Application"; OAuth2, "Get Current Bot Application Information"). */
async function getApplication(call: ApiCall): Promise<ApiAnswer> {
  return { status: 200, body: describeOwnApplication(await ownApplication(call), call.world.players.first) };
}

/** Sets where interactions go, and what else an application says of itself (Discord documentation, Application, "Edit Current Application"). */
async function editApplication(call: ApiCall): Promise<ApiAnswer> {
  const application = await ownApplication(call);
  const body = parseFields(call);
  const { interactions_endpoint_url: url } = body;
  const description = parseDescription(body["description"]);
  if (url === null) application.removeInteractionsEndpoint();
  else if (url !== undefined) await setEndpoint(application, url);
  application.settings = changeSettings(application.settings, { ...body, description });
  return { status: 200, body: describeOwnApplication(application, call.world.players.first) };
}

/** A running Activity (Discord documentation, Application, "Get Application Activity Instance"). */
async function getActivityInstance(call: ApiCall): Promise<ApiAnswer> {
  const { bot, application } = await call.authenticate();
  if (!bot || application.id !== parsePathId(call, "application_id")) throw missingAccess();
  const instance = call.world.activities.find(application.id, call.param("instance_id"));
  if (!instance) throw notFound();
  return { status: 200, body: instance };
}

async function ownApplication({ authenticate }: ApiCall): Promise<EmulatorApplication> {
  const { bot, application } = await authenticate();
  if (!bot) throw unauthorized();
  return application;
}

/** A text, or one in several languages: the documentation has the one, the published description the other. */
function parseDescription(value: unknown): string | undefined {
  const text = isObject(value) ? value["default"] : (value ?? undefined);
  if (text === undefined) return undefined;
  if (typeof text !== "string") throw invalidField("description", "STRING_TYPE_CONVERT", "Must be a text.");
  if (text.length <= 400) return text;
  throw invalidField("description", "BASE_TYPE_MAX_LENGTH", "Must be 400 or fewer in length.");
}

async function setEndpoint(application: EmulatorApplication, url: unknown): Promise<void> {
  const field = "interactions_endpoint_url";
  if (typeof url !== "string") throw invalidField(field, "BASE_TYPE_BAD_TYPE", "Must be a URL.");
  try {
    await application.setInteractionsEndpoint(url);
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw invalidField(field, "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", error.message);
  }
}
