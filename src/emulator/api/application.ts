import { isClientError } from "../../errors.ts";
import type { ApiAnswer, ApiContext, ApiRequest } from "./route.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { EmulatorApplication } from "../world/application.ts";
import { invalidField, missingAccess, notFound, unauthorized } from "../base/refusal.ts";

/** The application of a bot token (Discord documentation, Application, "Get Current Application"). */
export async function getApplication(_context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  return { status: 200, body: describeApplication(await ownApplication(request)) };
}

/** Sets where interactions go (Discord documentation, Application, "Edit Current Application"). */
export async function setApplication(_context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  const application = await ownApplication(request);
  const { interactions_endpoint_url: url } = (parseJson(request) ?? {}) as Record<string, unknown>;
  if (url !== undefined) await setEndpoint(application, url);
  return { status: 200, body: describeApplication(application) };
}

/** A running Activity (Discord documentation, Application, "Get Application Activity Instance"). */
export async function getActivityInstance(
  context: ApiContext,
  request: ApiRequest,
  [applicationId, instanceId = ""]: readonly (string | undefined)[],
): Promise<ApiAnswer> {
  const { bot, application } = await request.authenticate();
  if (!bot || application.id !== parsePathId("application_id", applicationId)) throw missingAccess();
  const instance = context.activities.find(application.id, instanceId);
  if (!instance) throw notFound();
  return { status: 200, body: instance };
}

async function ownApplication(request: ApiRequest): Promise<EmulatorApplication> {
  const { bot, application } = await request.authenticate();
  if (!bot) throw unauthorized();
  return application;
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

function describeApplication({ id, name, publicKey, interactionsEndpoint }: EmulatorApplication) {
  return { id, name, verify_key: publicKey, interactions_endpoint_url: interactionsEndpoint ?? null };
}
