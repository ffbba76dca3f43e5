import { readEndpoint } from "../outbound/signed-post.ts";
import { checkFields } from "../../interactions/messages/rules/checks.ts";
import { isClientError } from "../../core/errors.ts";
import { invalidField, notFound, refuse, refusal } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { applicationForm } from "../state/application-form.ts";
import { changeSettings } from "../state/application-settings.ts";
import { describeOwnApplication } from "../state/described-application.ts";
import { checkEventsEndpoint } from "../outbound/event-sender.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiCall, Route } from "./route.ts";

export const applicationRoutes: readonly Route[] = [
  ["GET", "/applications/@me", getApplication],
  ["GET", "/oauth2/applications/@me", getApplication],
  ["PATCH", "/applications/@me", editApplication],
  ["GET", "/applications/detectable", () => []],
  ["GET", "/applications/:application_id/activity-instances/:instance_id", getActivityInstance],
];

async function getApplication(call: ApiCall) {
  return describeOwnApplication(mustBeBot(await call.authenticate()), call.world.players.first);
}

interface ApplicationForm {
  readonly interactions_endpoint_url?: string | null;
  readonly description?: string | { readonly default: string } | null;
  readonly [setting: string]: unknown;
}

async function editApplication(call: ApiCall) {
  const application = mustBeBot(await call.authenticate());
  const body = parseJson(call);
  refuse(checkFields(body, applicationForm));
  const { interactions_endpoint_url: endpointUrl, description: given, ...settings } = body as ApplicationForm;
  const ofDefaultLanguage = typeof given === "object" ? given?.default : given;
  const { event_webhooks_url: eventsUrl } = settings;
  // Validate both URLs before any setting is changed.
  if (typeof eventsUrl === "string")
    await tryUrl("event_webhooks_url", () =>
      checkEventsEndpoint(application, readEndpoint(eventsUrl, "event_webhooks_url")),
    );
  if (typeof endpointUrl === "string")
    await tryUrl("interactions_endpoint_url", () => application.setInteractionsEndpoint(endpointUrl));
  if (endpointUrl === null) application.removeInteractionsEndpoint();
  if (eventsUrl !== undefined) application.removeEventsHandler();
  application.settings = changeSettings(application.settings, {
    ...settings,
    description: ofDefaultLanguage,
  });
  return describeOwnApplication(application, call.world.players.first);
}

async function getActivityInstance(call: ApiCall) {
  const { bot, application } = await call.authenticate();
  if (!bot || application.id !== parsePathId(call, "application_id")) throw refusal("MissingAccess");
  const instance = call.world.activities.find(application.id, call.param("instance_id"));
  if (!instance) throw notFound();
  return instance;
}

async function tryUrl(field: string, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw invalidField(field, `APPLICATION_${field.toUpperCase()}_INVALID`, error.message);
  }
}
