import type { ApiAnswer, ApiContext, ApiRequest, Handler } from "./route.ts";
import { getApplication, getActivityInstance, setApplication } from "./application.ts";
import {
  createCommand,
  deleteCommand,
  editCommand,
  getCommand,
  listCommands,
  overwriteCommands,
} from "./commands.ts";
import { answerInteraction, deleteMessage, editMessage, getMessage, sendFollowUp } from "./interactions.ts";
import { issueChildToken, issueProvisionalToken, unmerge } from "./partner.ts";
import { getPermissions, listPermissions, refuseBatchEdit, setPermissions } from "./permissions.ts";
import { getAuthorization, getUser } from "./user.ts";
import { notFound, Refusal } from "../base/refusal.ts";

const webhookMessage = "/webhooks/([^/]+)/([^/]+)/messages/([^/]+)";
const application = "/applications/([^/]+)";
const commands = `${application}(?:/guilds/([^/]+))?/commands`;
const guildCommands = `${application}/guilds/([^/]+)/commands`;

/** The endpoints (Application Commands Interface, "Endpoints"; Discord documentation, OAuth2, User, Application). */
const routes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ["GET", "/users/@me", getUser],
  ["GET", "/oauth2/@me", getAuthorization],
  ["POST", "/partner-sdk/token", issueProvisionalToken],
  ["POST", "/partner-sdk/provisional-accounts/unmerge", unmerge],
  ["POST", "/partner-sdk/child-token", issueChildToken],
  ["POST", "/interactions/([^/]+)/([^/]+)/callback", answerInteraction],
  ["POST", "/webhooks/([^/]+)/([^/]+)", sendFollowUp],
  ["GET", webhookMessage, getMessage],
  ["PATCH", webhookMessage, editMessage],
  ["DELETE", webhookMessage, deleteMessage],
  ["GET", "/applications/@me", getApplication],
  ["PATCH", "/applications/@me", setApplication],
  ["GET", `${application}/activity-instances/([^/]+)`, getActivityInstance],
  ["GET", commands, listCommands],
  ["POST", commands, createCommand],
  ["PUT", commands, overwriteCommands],
  ["GET", `${guildCommands}/permissions`, listPermissions],
  ["PUT", `${guildCommands}/permissions`, refuseBatchEdit],
  ["GET", `${commands}/([^/]+)`, getCommand],
  ["PATCH", `${commands}/([^/]+)`, editCommand],
  ["DELETE", `${commands}/([^/]+)`, deleteCommand],
  ["GET", `${guildCommands}/([^/]+)/permissions`, getPermissions],
  ["PUT", `${guildCommands}/([^/]+)/permissions`, setPermissions],
];
const patterns = routes.map(([method, path, handler]) => [method, new RegExp(`^${path}$`), handler] as const);

/** @throws Refusal with what the service would answer. */
export async function answerApi(context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  for (const [method, pattern, handler] of patterns) {
    const match = method === request.method ? pattern.exec(request.path) : null;
    if (match) return await handler(context, request, match.slice(1));
  }
  const isKnown = patterns.some(([, pattern]) => pattern.test(request.path));
  throw isKnown ? new Refusal(405, 0, "405: Method Not Allowed") : notFound();
}
