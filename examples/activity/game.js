// The Activity's server: authenticates players, checks that they take part in the Activity, and tracks their actions. It trusts
// no data from the page, because anyone can modify the page.
import { randomUUID } from "node:crypto";
import { json } from "node:stream/consumers";
import { verifyParticipant } from "slashpass/interactions";
import { createPlayerTokens, ErrorType, isClientError, memoryPlayerStore } from "slashpass/server";

/** @typedef {{ player: string, instanceId: string, waves: number }} Session */
/** @typedef {{ applicationId: string, clientSecret: string, botToken: string, apiBase?: string | undefined }} Settings */
/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

// The page runs in a cross-site frame. Browsers store its cookies only with SameSite=None, which requires Secure. With
// Partitioned, this also works where third-party cookies are blocked: the cookie is limited to this embedding site. HttpOnly
// hides it from scripts.
const cookieAttributes = "Path=/; HttpOnly; Secure; SameSite=None; Partitioned";

/**
 * Creates the handler for requests under /api. The handler returns false for any other path.
 *
 * @param {Settings} settings
 */
export function createGame({ applicationId, clientSecret, botToken, apiBase }) {
  // Stores tokens in memory. For several servers, or to survive restarts, use redisPlayerStore from slashpass/redis.
  const tokens = createPlayerTokens({ applicationId, clientSecret, apiBase, store: memoryPlayerStore() });
  /** @type {Map<string, Session>} by cookie value */
  const sessions = new Map();
  /** @type {Map<Response, Session>} */
  const streams = new Map();

  /** @param {Omit<Session, "waves">} session */
  const mustTakePart = ({ player, instanceId }) =>
    verifyParticipant({ applicationId, credential: { botToken }, apiBase, instanceId, userId: player });

  /**
   * Returns a request's session, after checking that the player is still in the Activity.
   *
   * @param {Request} request
   */
  async function sessionOf({ headers }) {
    const [, id = ""] = /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? "") ?? [];
    const session = sessions.get(id);
    if (!session) throw new Refusal(401, "signed_out");
    try {
      await mustTakePart(session);
    } catch (error) {
      // A player who left has to enter again. If Discord is unavailable, the request fails but the session is kept.
      if (isRefused(error)) sessions.delete(id);
      throw error;
    }
    return session;
  }

  /** @param {string} instanceId */
  function tellRoom(instanceId) {
    const here = [...streams].filter(([, session]) => session.instanceId === instanceId);
    const room = here.map(([, { player, waves }]) => [player, waves]);
    for (const [stream] of here) stream.write(`data: ${JSON.stringify(Object.fromEntries(room))}\n\n`);
  }

  /** @type {Readonly<Record<string, (request: Request, response: Response) => Promise<void>>>} */
  const routes = {
    async "POST /api/session"(request, response) {
      const { code, instanceId } = await readBody(request);
      // Discord identifies the player from the code; the refresh token stays on the server.
      const { player, accessToken } = await tokens.exchange({ code: code ?? "" });
      const session = { player, instanceId: instanceId ?? "none", waves: 0 };
      await mustTakePart(session);
      const id = randomUUID();
      sessions.set(id, session);
      response.setHeader("set-cookie", `session=${id}; ${cookieAttributes}`);
      send(response, 200, { accessToken });
    },

    async "GET /api/room"(request, response) {
      const session = await sessionOf(request);
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      streams.set(response, session);
      response.once("close", () => {
        streams.delete(response);
        tellRoom(session.instanceId);
      });
      tellRoom(session.instanceId);
    },

    async "POST /api/wave"(request, response) {
      await readBody(request);
      const session = await sessionOf(request);
      session.waves += 1;
      tellRoom(session.instanceId);
      send(response, 200, {});
    },
  };

  /** @param {Request} request @param {Response} response */
  return (request, response) => {
    // Discord forwards /.proxy/api/… as /api/….
    const [path] = (request.url ?? "/").split("?");
    const route = routes[`${request.method} ${path}`];
    if (route) void route(request, response).catch((error) => refuse(response, error));
    return route !== undefined;
  };
}

class Refusal extends Error {
  /** @param {number} status @param {string} word */
  constructor(status, word) {
    super(word);
    this.status = status;
    this.word = word;
  }
}

/**
 * @param {Request} request
 * @returns {Promise<{ code?: string, instanceId?: string }>}
 */
async function readBody(request) {
  // Protects against cross-site requests: other sites can make the browser send the cookies, but not this content type.
  if (request.headers["content-type"] !== "application/json") throw new Refusal(415, "wrong_type");
  if (!(Number(request.headers["content-length"]) <= 10_000)) throw new Refusal(413, "too_large");
  const body = await json(request).catch(() => undefined);
  if (typeof body !== "object" || body === null) throw new Refusal(400, "not_json");
  return body;
}

/** @param {Response} response @param {unknown} error */
function refuse(response, error) {
  const { status, word } = error instanceof Refusal ? error : refusalOf(error);
  if (status >= 500) console.error(error);
  send(response, status, { error: word });
}

/** @param {unknown} error */
function isRefused(error) {
  return isClientError(error) && error.type === ErrorType.AuthorizationFailed;
}

/** @param {unknown} error */
function refusalOf(error) {
  if (!isClientError(error)) return new Refusal(500, "misconfigured");
  if (error.code === "invalid_grant") return new Refusal(401, "invalid_grant");
  if (isRefused(error)) return new Refusal(403, "not_participant");
  if (error.type === ErrorType.ValidationError) return new Refusal(400, "invalid_request");
  // A wrong secret or bot token, or no registered redirect URI. The hint on standard error names the cause.
  if (error.status !== undefined && !error.retryable) return new Refusal(500, "misconfigured");
  return new Refusal(503, "temporarily_unavailable");
}

/** @param {Response} response @param {number} status @param {object} body */
function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
