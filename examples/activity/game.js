// The Activity's server: who a player is, whether that player takes part, and what players do. It believes nothing that a page
// says of itself: whoever opens a page can change it.
import { randomUUID } from "node:crypto";
import { json } from "node:stream/consumers";
import { verifyParticipant } from "slashpass/interactions";
import { createPlayerTokens, ErrorType, isClientError, memoryPlayerStore } from "slashpass/server";

/** @typedef {{ player: string, instanceId: string, waves: number }} Session */
/** @typedef {{ applicationId: string, clientSecret: string, botToken: string, apiBase?: string | undefined }} Settings */
/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */

// The page is in a frame of another site. Browsers keep a cookie there only with SameSite=None, which wants Secure; Partitioned
// keeps it where cookies of other sites are blocked, for this site in that place alone. No script can read it: HttpOnly.
const cookieAttributes = "Path=/; HttpOnly; Secure; SameSite=None; Partitioned";

/**
 * What answers below /api; false for any other path.
 *
 * @param {Settings} settings
 */
export function createGame({ applicationId, clientSecret, botToken, apiBase }) {
  // In memory: with several servers, or one that starts anew, redisPlayerStore of slashpass/redis.
  const tokens = createPlayerTokens({ applicationId, clientSecret, apiBase, store: memoryPlayerStore() });
  /** @type {Map<string, Session>} by what the cookie says */
  const sessions = new Map();
  /** @type {Map<Response, Session>} */
  const streams = new Map();

  /** @param {Omit<Session, "waves">} session */
  const mustTakePart = ({ player, instanceId }) =>
    verifyParticipant({ applicationId, credential: { botToken }, apiBase, instanceId, userId: player });

  /**
   * The session of whoever asks, who still has to take part.
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
      // Who has left comes in anew. When the service cannot be asked, nobody is let in, and the session stays.
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
      // The service says whose code it is; the refresh token stays here.
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
    // The real service hands on /.proxy/api/… as /api/….
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
  // Another site's page can have the browser send its cookies along, but not with this type.
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
  // A wrong secret or bot token, or no registered redirect: the hint on standard error says which.
  if (error.status !== undefined && !error.retryable) return new Refusal(500, "misconfigured");
  return new Refusal(503, "temporarily_unavailable");
}

/** @param {Response} response @param {number} status @param {object} body */
function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
