import { tellAnswer } from "../base/answers-heard.ts";
import { notFound, Refusal } from "../base/refusal.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { refuseAbsent } from "./absent-resources.ts";
import { applicationRoutes } from "./application.ts";
import { commandRoutes } from "./commands.ts";
import { gatewayRoutes } from "./gateway.ts";
import { guildRoutes } from "./guilds.ts";
import { interactionRoutes } from "./interactions.ts";
import { lobbyRoutes } from "./lobbies.ts";
import { messageRoutes } from "./messages.ts";
import { partnerRoutes } from "./partner.ts";
import { permissionRoutes } from "./permissions.ts";
import { roleConnectionRoutes } from "./role-connections.ts";
import type { ApiAnswer, ApiCall, ApiRequest } from "./route.ts";
import { threadMemberRoutes } from "./thread-members.ts";
import { userRoutes } from "./user.ts";
import { voiceStatusRoutes } from "./voice-status.ts";

/** The endpoints (Application Commands Interface, "Endpoints"; Discord documentation, OAuth2, User, Application). */
const routes = [
  ...userRoutes,
  ...guildRoutes,
  ...roleConnectionRoutes,
  ...voiceStatusRoutes,
  ...threadMemberRoutes,
  ...lobbyRoutes,
  ...partnerRoutes,
  ...interactionRoutes,
  ...messageRoutes,
  ...applicationRoutes,
  ...gatewayRoutes,
  ...permissionRoutes,
  ...commandRoutes,
].map(([method, path, answer]) => ({ method, path, pattern: patternOf(path), answer }));

/** Every endpoint, as its method and path. */
export const endpoints: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);

/** @throws Refusal with what the service would answer. */
export async function answerApi(live: LiveWorld, request: ApiRequest): Promise<ApiAnswer> {
  const { method, path } = request;
  try {
    const answer = await findAnswer(live, request);
    tellAnswer({ method, path, ...answer });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) tellAnswer({ method, path, status: error.status, body: error.body });
    throw error;
  }
}

async function findAnswer(live: LiveWorld, request: ApiRequest): Promise<ApiAnswer> {
  const known = routes.filter(({ pattern }) => pattern.test(request.path));
  const route = known.find(({ method }) => method === request.method);
  if (route) return await route.answer({ ...live, ...request, param: paramsOf(route.pattern, request.path) });
  refuseAbsent(request.path);
  throw known.length > 0 ? new Refusal(405, 0, "405: Method Not Allowed") : notFound();
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}

function paramsOf(pattern: RegExp, path: string): ApiCall["param"] {
  return (name) => path.replace(pattern, `$<${name}>`);
}
