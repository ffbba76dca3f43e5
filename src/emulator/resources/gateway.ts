import { gatewayLimits } from "../../wire/gateway.ts";
import { gatewayUrl } from "../base/gateway-address.ts";
import { unauthorized } from "../base/refusal.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const gatewayRoutes: readonly Route[] = [
  ["GET", "/gateway", getGateway],
  ["GET", "/gateway/bot", getBotGateway],
];

/** As many as large bots may start at a time: nobody has to wait for 5 seconds in a test. */
const concurrency = 16;

/** Where the gateway is (Discord documentation, Gateway, "Get Gateway"). */
function getGateway({ webBase }: ApiCall): ApiAnswer {
  return { status: 200, body: { url: gatewayUrl(webBase) } };
}

/** The same, and what a bot may do there ("Get Gateway Bot"). */
async function getBotGateway({ authenticate, webBase, world }: ApiCall): Promise<ApiAnswer> {
  const { bot, application } = await authenticate();
  if (!bot) throw unauthorized();
  const session_start_limit = {
    total: gatewayLimits.startsPerDay,
    ...world.bots.startLimit(application.id),
    max_concurrency: concurrency,
  };
  return { status: 200, body: { url: gatewayUrl(webBase), shards: 1, session_start_limit } };
}
