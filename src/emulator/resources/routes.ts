import type { LiveWorld } from "../oauth/live-world.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { Refusal } from "../base/refusal.ts";
import { gatewayLimits } from "../../wire/gateway.ts";
import { gatewayUrl } from "../base/http.ts";
import { reportResponse } from "../base/captured-response.ts";
import { applicationRoutes } from "./application.ts";
import { channelRoutes } from "./channels.ts";
import { commandRoutes } from "./commands.ts";
import { guildRoutes } from "./guilds.ts";
import { interactionRoutes } from "./interactions.ts";
import { monetizationRoutes } from "./monetization.ts";
import { socialSdkRoutes } from "./social-sdk.ts";
import { permissionRoutes } from "./permissions.ts";
import { userRoutes } from "./user.ts";
import { absentResource, ApiAnswer, type ApiCall, type ApiRequest, asBot, type Route } from "./api-call.ts";

const gatewayRoutes: readonly Route[] = [
  ["GET", "/gateway", ({ headers }) => ({ url: gatewayUrl(String(headers.host)) })],
  ["GET", "/gateway/bot", asBot(describeBotGateway)],
];

/** The value for large bots, so that clients do not wait 5 seconds between starting shards. */
const concurrency = 16;

function describeBotGateway({ id }: EmulatorApplication, { headers, world }: ApiCall) {
  const session_start_limit = {
    total: gatewayLimits.startsPerDay,
    ...world.bots.startLimit(id),
    max_concurrency: concurrency,
  };
  return { url: gatewayUrl(String(headers.host)), shards: 1, session_start_limit };
}

const routes = [
  ...userRoutes,
  ...guildRoutes,
  ...channelRoutes,
  ...monetizationRoutes,
  ...socialSdkRoutes,
  ...interactionRoutes,
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
    reportResponse({ method, path, status: answer.status, body: answer.body });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) reportResponse({ method, path, status: error.status, body: error.body });
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
  throw absentResource(
    `endpoint ${request.method} ${describePath(request.path)}`,
    known.length > 0 ? 405 : 404,
  );
}

/** Hides tokens and ids. */
function describePath(path: string): string {
  return path.replaceAll(/[^/]+/g, (part) => (/^@?[a-z][a-z0-9-]{1,29}$/.test(part) ? part : "…"));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}
