import { readEndpoint } from "../outbound/signed-post.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../../wire/webhook-event.ts";
import {
  type Check,
  dictionary,
  type Fields,
  id,
  list,
  nullable,
  oneOf,
  record,
  text,
  url,
  whole,
  checkFields,
} from "../../interactions/messages/rules/checks.ts";
import { installScopes } from "../../wire/application.ts";
import { applicationLimits as limits } from "../../wire/limits.ts";
import { isClientError } from "../../core/errors.ts";
import { invalidField, notFound, refuse, refusal } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { changeSettings } from "../state/application-settings.ts";
import { describeOwnApplication } from "../state/described-application.ts";
import { checkEventsEndpoint } from "../outbound/event-sender.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiCall, Route } from "./route.ts";

const words = text(limits.descriptionLength);
const address = url(limits.urlLength);
/** The addresses to which the service sends requests. */
const endpoint = url(limits.urlLength, "http", "https");

/** A text, or one in several languages: the documentation has the one, the published description the other. */
const description: Check = (value, path) =>
  typeof value === "string"
    ? words(value, path)
    : record({ required: { default: words }, optional: { localizations: dictionary(words) } })(value, path);

/** Bits as a number, or as decimal digits: the published description has the one, the documentation the other. */
const permissions: Check = (value, path) =>
  typeof value === "string" ? id(value, path) : whole(0, 2 ** 54)(value, path);

const installParams = record({
  optional: { scopes: list(oneOf(...installScopes), Infinity, 1), permissions },
});

/** The changeable fields of an application (the service's published description, `ApplicationFormPartial`). */
export const applicationForm: Fields = {
  optional: {
    description,
    icon: text(Infinity),
    cover_image: text(Infinity),
    team_id: id,
    flags: whole(),
    interactions_endpoint_url: endpoint,
    explicit_content_filter: oneOf(0, 1),
    max_participants: whole(-1, limits.mostParticipants),
    type: oneOf(4),
    tags: list(text(limits.tagLength), limits.tags),
    custom_install_url: address,
    install_params: installParams,
    role_connections_verification_url: address,
    integration_types_config: dictionary(
      nullable(record({ optional: { oauth2_install_params: installParams } })),
    ),
    event_webhooks_status: oneOf(...Object.values(EventWebhooksStatus)),
    event_webhooks_url: endpoint,
    event_webhooks_types: list(oneOf(...webhookEventTypes)),
  },
};

export const applicationRoutes: readonly Route[] = [
  ["GET", "/applications/@me", getApplication],
  ["GET", "/oauth2/applications/@me", getApplication],
  ["PATCH", "/applications/@me", editApplication],
  // Games that the desktop client finds by their processes: it finds none here.
  ["GET", "/applications/detectable", () => []],
  ["GET", "/applications/:application_id/activity-instances/:instance_id", getActivityInstance],
];

/** The application of a bot token (Discord documentation, Application, "Get Current Application"; OAuth2, "Get Current Bot Application Information"). */
async function getApplication(call: ApiCall) {
  return describeOwnApplication(mustBeBot(await call.authenticate()), call.world.players.first);
}

/** The fields of the form that are read here; the rest is kept unchanged. */
interface ApplicationForm {
  readonly interactions_endpoint_url?: string | null;
  readonly description?: string | { readonly default: string } | null;
  readonly [setting: string]: unknown;
}

/** Sets where interactions go, and what else an application says of itself (Discord documentation, Application, "Edit Current Application"). */
async function editApplication(call: ApiCall) {
  const application = mustBeBot(await call.authenticate());
  const body = parseJson(call);
  refuse(checkFields(body, applicationForm));
  const { interactions_endpoint_url: endpointUrl, description: given, ...settings } = body as ApplicationForm;
  const ofDefaultLanguage = typeof given === "object" ? given?.default : given;
  const { event_webhooks_url: eventsUrl } = settings;
  // Nothing is changed before everything was tried.
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

/** A running Activity (Discord documentation, Application, "Get Application Activity Instance"). */
async function getActivityInstance(call: ApiCall) {
  const { bot, application } = await call.authenticate();
  if (!bot || application.id !== parsePathId(call, "application_id")) throw refusal("MissingAccess");
  const instance = call.world.activities.find(application.id, call.param("instance_id"));
  if (!instance) throw notFound();
  return instance;
}

/** Tries the URL of a field. @throws Refusal 50035 with the fault. */
async function tryUrl(field: string, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw invalidField(field, `APPLICATION_${field.toUpperCase()}_INVALID`, error.message);
  }
}
