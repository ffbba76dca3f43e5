import { isClientError } from "../../core/errors.ts";
import { checkFields, dictionary, type Fields, text } from "../../interactions/messages/rules/checks.ts";
import { roleConnectionLimits as limits } from "../../wire/limits.ts";
import type { RoleConnection, RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { invalidField, notFound, refusal, refuse } from "../base/refusal.ts";
import { requireScope } from "../oauth/bearer.ts";
import { checkEventsEndpoint } from "../outbound/event-sender.ts";
import { readEndpoint } from "../outbound/signed-post.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { changeSettings, checkRoleConnectionMetadata, checkSettings } from "../state/application-settings.ts";
import { describeOwnApplication } from "../state/descriptions.ts";
import { type ApiCall, asBot, asOwnBot, requireInPath, parseJsonBody, type Route } from "./api-call.ts";

const metadataPath = "/applications/:application_id/role-connections/metadata";
const connectionPath = "/users/@me/applications/:application_id/role-connection";

export const applicationRoutes: readonly Route[] = [
  ["GET", "/applications/@me", asBot(describeForBot)],
  ["GET", "/oauth2/applications/@me", asBot(describeForBot)],
  ["PATCH", "/applications/@me", asBot(editApplication)],
  ["GET", "/applications/:application_id/activity-instances/:instance_id", getActivityInstance],
  ["GET", metadataPath, asOwnBot(({ roleConnections }) => roleConnections.metadata)],
  ["PUT", metadataPath, asOwnBot(setMetadata)],
  ["GET", connectionPath, getConnection],
  ["PUT", connectionPath, setConnection],
];

function describeForBot(application: EmulatorApplication, { world }: ApiCall) {
  return describeOwnApplication(application, world.players.first);
}

interface ApplicationForm {
  readonly interactions_endpoint_url?: string | null;
  readonly description?: string | { readonly default: string } | null;
  readonly [setting: string]: unknown;
}

async function editApplication(application: EmulatorApplication, call: ApiCall) {
  const body = parseJsonBody(call);
  refuse(checkSettings(body));
  const { interactions_endpoint_url: endpointUrl, description: given, ...settings } = body as ApplicationForm;
  const ofDefaultLanguage = typeof given === "object" ? given?.default : given;
  const { event_webhooks_url: eventsUrl } = settings;
  // Both URLs are validated before any setting is changed.
  if (typeof eventsUrl === "string")
    await tryUrl("event_webhooks_url", () =>
      checkEventsEndpoint(application, readEndpoint(eventsUrl, "event_webhooks_url")),
    );
  if (typeof endpointUrl === "string")
    await tryUrl("interactions_endpoint_url", () => application.setInteractionsEndpoint(endpointUrl));
  if (endpointUrl === null) application.removeInteractionsEndpoint();
  if (eventsUrl !== undefined) application.eventsHandler = undefined;
  application.settings = changeSettings(application.settings, {
    ...settings,
    description: ofDefaultLanguage,
  });
  return describeForBot(application, call);
}

async function getActivityInstance(call: ApiCall) {
  const { bot, application } = await call.authenticate();
  if (!bot) throw refusal("MissingAccess");
  requireInPath(call, application, "MissingAccess");
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

const roleConnectionForm: Fields = {
  optional: {
    platform_name: text(limits.platformNameLength),
    platform_username: text(limits.platformUsernameLength),
    metadata: dictionary(text(limits.valueLength, 1)),
  },
};

function setMetadata({ roleConnections }: EmulatorApplication, call: ApiCall) {
  const body = (parseJsonBody(call) ?? []) as readonly RoleConnectionMetadata[];
  refuse(checkRoleConnectionMetadata(body, []));
  roleConnections.define(body);
  return roleConnections.metadata;
}

async function getConnection(call: ApiCall) {
  const { connections, playerId } = await findConnection(call);
  return connections.of(playerId);
}

async function setConnection(call: ApiCall) {
  const { connections, playerId } = await findConnection(call);
  const body = parseJsonBody(call);
  refuse(checkFields(body, roleConnectionForm));
  return connections.set(playerId, body as RoleConnection);
}

async function findConnection(call: ApiCall) {
  const caller = await call.authenticate();
  const player = requireScope(caller, "role_connections.write");
  const { roleConnections } = requireInPath(call, caller.application, "MissingAccess");
  return { connections: roleConnections, playerId: player.id };
}
