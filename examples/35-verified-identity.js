// A game backend that identifies players by verified ID tokens. Any program can send any player's id, so the game requests a
// nonce, signs in with it, and sends the resulting ID token.
//   node --env-file=.env examples/35-verified-identity.js
// In .env: SLASHPASS_APPLICATION_ID. In the game:
//   const nonce = await (await fetch(`${backend}/nonce`, { method: "POST" })).text();
//   client.Authorize({ scopes: "openid", nonce, … }), client.GetToken(…), then POST { nonce, idToken } to `${backend}/session`
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ErrorType, isClientError, verifyIdToken } from "slashpass/server";

const audience = process.env["SLASHPASS_APPLICATION_ID"] ?? "";
const webBase = process.env["SLASHPASS_WEB_BASE"];

// Each nonce works once, within ten minutes. If you run several backend instances, use shared storage.
/** @type {Map<string, number>} */
const nonces = new Map();

function giveNonce() {
  const now = Date.now();
  for (const [nonce, until] of nonces) if (until < now) nonces.delete(nonce);
  const nonce = randomUUID();
  nonces.set(nonce, now + 600_000);
  return nonce;
}

/** @param {unknown} nonce */
function takeNonce(nonce) {
  const until = nonces.get(String(nonce)) ?? 0;
  nonces.delete(String(nonce));
  return until > Date.now();
}

/** @param {import("node:http").IncomingMessage} request */
async function signIn(request) {
  const { nonce, idToken } = /** @type {{ nonce: string, idToken: string }} */ (await json(request));
  if (!takeNonce(nonce)) return { status: 401, body: "This nonce was already used or has expired." };
  try {
    const { sub } = await verifyIdToken(idToken, { nonce, audience, webBase });
    return { status: 200, body: sub };
  } catch (error) {
    if (!isClientError(error)) throw error;
    console.error(error.message);
    const isWrong = error.code === "invalid_id_token" || error.type === ErrorType.ValidationError;
    // If the signing keys cannot be fetched, reject all sign-ins.
    return isWrong ? { status: 401, body: "Sign in again." } : { status: 503, body: "Try again later." };
  }
}

const server = createServer(async (request, response) => {
  const answers = {
    "POST /nonce": async () => ({ status: 200, body: giveNonce() }),
    "POST /session": () => signIn(request),
  };
  const answer =
    /** @type {Record<string, (() => Promise<{ status: number, body: string }>) | undefined>} */ (answers)[
      `${request.method} ${request.url}`
    ];
  const { status, body } = (await answer?.().catch(() => ({ status: 400, body: "" }))) ?? {
    status: 404,
    body: "",
  };
  response.writeHead(status).end(body);
});
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("Listening:", server.address());
});
