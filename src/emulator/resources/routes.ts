import { mustBeBot } from "../oauth/bearer.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { Refusal } from "../base/refusal.ts";
import { gatewayLimits } from "../../wire/gateway.ts";
import { gatewayUrl } from "../base/gateway-address.ts";
import { tellAnswer } from "../base/hear-answer.ts";
import { applicationRoutes } from "./application.ts";
import { channelRoutes } from "./channels.ts";
import { commandRoutes } from "./commands.ts";
import { entitlementRoutes } from "./entitlements.ts";
import { guildRoutes } from "./guilds.ts";
import { interactionRoutes } from "./interactions.ts";
import { lobbyRoutes } from "./lobbies.ts";
import { messageRoutes, voiceStatusRoutes } from "./messages.ts";
import { partnerRoutes } from "./partner.ts";
import { permissionRoutes } from "./permissions.ts";
import { roleConnectionRoutes } from "./role-connections.ts";
import { skuRoutes } from "./skus.ts";
import { threadMemberRoutes } from "./thread-members.ts";
import { userRoutes } from "./user.ts";
import { type ApiRequest, type ApiCall, ApiAnswer, type Route, absentResource } from "./route.ts";

const gatewayRoutes: readonly Route[] = [
  ["GET", "/gateway", ({ headers }) => ({ url: gatewayUrl(String(headers.host)) })],
  ["GET", "/gateway/bot", getBotGateway],
];

/** The value of large bots, so tests do not wait 5 seconds between starts. */
const concurrency = 16;

async function getBotGateway({ authenticate, headers, world }: ApiCall) {
  const application = mustBeBot(await authenticate());
  const session_start_limit = {
    total: gatewayLimits.startsPerDay,
    ...world.bots.startLimit(application.id),
    max_concurrency: concurrency,
  };
  return { url: gatewayUrl(String(headers.host)), shards: 1, session_start_limit };
}

const routes = [
  ...userRoutes,
  ...guildRoutes,
  ...roleConnectionRoutes,
  ...voiceStatusRoutes,
  ...channelRoutes,
  ...threadMemberRoutes,
  ...lobbyRoutes,
  ...skuRoutes,
  ...entitlementRoutes,
  ...partnerRoutes,
  ...interactionRoutes,
  ...messageRoutes,
  ...applicationRoutes,
  ...gatewayRoutes,
  ...permissionRoutes,
  ...commandRoutes,
].map(([method, path, answer]) => ({ method, path, pattern: patternOf(path), answer }));

export const endpoints: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);

export async function answerApi(live: LiveWorld, request: ApiRequest): Promise<ApiAnswer> {
  const { method, path } = request;
  try {
    const answer = await findAnswer(live, request);
    tellAnswer({ method, path, status: answer.status, body: answer.body });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) tellAnswer({ method, path, status: error.status, body: error.body });
    throw error;
  }
}

async function findAnswer(live: LiveWorld, request: ApiRequest): Promise<ApiAnswer> {
  const known = routes.filter(({ pattern }) => pattern.test(request.path));
  const route = known.find(({ method }) => method === request.method);
  if (route) {
    const param: ApiCall["param"] = (name) => request.path.replace(route.pattern, `$<${name}>`);
    const body = await route.answer({ ...live, ...request, param });
    return body instanceof ApiAnswer ? body : new ApiAnswer(body === undefined ? 204 : 200, body);
  }
  throw absentResource(`endpoint ${request.method} ${shownPath(request.path)}`, known.length > 0 ? 405 : 404);
}

/** Hides tokens and ids. */
function shownPath(path: string): string {
  return path.replaceAll(/[^/]+/g, (part) => (/^@?[a-z][a-z0-9-]{1,29}$/.test(part) ? part : "…"));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
