// How long it takes from the browser's callback to the token in hand: the callback's GET to the game, and the POST to the
// token endpoint. Beside the same two requests by hand, and by other clients. Medians over 300 runs, taken in turn.
// Needs `npm run build`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import { ProtocolMode, PublicClientApplication } from "@azure/msal-node";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { follow } from "../flow/fixtures/visit.js";

const { Client } = await import(new URL("../../dist/index.js", import.meta.url).href);

const runs = 300;
const warmUp = 50;
const applicationId = "1234567890123456789";
const verifier = oauth.generateRandomCodeVerifier();

const service = fork(new URL("token-server.js", import.meta.url));
const [port] = await once(service, "message");
const webBase = `http://127.0.0.1:${port}`;

/**
 * The browser: comes back with a code. Not with `fetch`, which marks its requests as a script's.
 * @param {string} redirectUri
 * @param {string} state
 */
async function comeBack(redirectUri, state) {
  const [answer] = await once(
    get(`${redirectUri}?code=abcdefghijklmnopqrstuvwxyz0123&state=${state}`),
    "response",
  );
  await once(answer.resume(), "end");
}

/**
 * The listener that the other clients leave to the game, as small as can be.
 * @param {(callback: URL, redirectUri: string) => Promise<unknown>} exchange
 */
function withListener(exchange) {
  return async () => {
    const listener = createServer();
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const address = /** @type {import("node:net").AddressInfo} */ (listener.address());
    const redirectUri = `http://127.0.0.1:${address.port}/callback`;
    const answered = new Promise((resolve, reject) => {
      listener.on("request", (request, response) => {
        response.setHeader("connection", "close").end("Return to the game.");
        exchange(new URL(request.url ?? "", redirectUri), redirectUri).then(resolve, reject);
      });
    });
    const started = performance.now();
    const back = comeBack(redirectUri, "state");
    await answered;
    const time = performance.now() - started;
    await back;
    listener.close();
    return time;
  };
}

const server = { issuer: webBase, token_endpoint: `${webBase}/api/oauth2/token` };
const oauthClient = { client_id: applicationId };
const insecure = { [oauth.allowInsecureRequests]: true };

const configuration = await openid.discovery(new URL(webBase), applicationId, undefined, openid.None(), {
  execute: [openid.allowInsecureRequests],
});

// It insists on https for the authority, so it gets the metadata beforehand; the tokens come from where the others get them.
const msal = new PublicClientApplication({
  auth: {
    clientId: applicationId,
    authority: `https://127.0.0.1:${port}`,
    knownAuthorities: [`127.0.0.1:${port}`],
    authorityMetadata: JSON.stringify({
      issuer: webBase,
      authorization_endpoint: `${webBase}/oauth2/authorize`,
      token_endpoint: server.token_endpoint,
      jwks_uri: `${webBase}/api/oauth2/keys`,
    }),
  },
  system: { protocolMode: ProtocolMode.OIDC },
});

const client = new Client({
  applicationId,
  webBase,
  apiBase: `${webBase}/api`,
  openBrowser: async (/** @type {string} */ url) => {
    const { searchParams } = new URL(await follow(url));
    started = performance.now();
    void comeBack(searchParams.get("redirect_uri") ?? "", searchParams.get("state") ?? "");
  },
});
let started = 0;

/** @type {Record<string, () => Promise<number>>} */
const ways = {
  "raw fetch": withListener(async (callback, redirectUri) => {
    const answer = await fetch(server.token_endpoint, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: callback.searchParams.get("code") ?? "",
        redirect_uri: redirectUri,
        client_id: applicationId,
        code_verifier: verifier,
      }),
    });
    return answer.json();
  }),
  slashpass: async () => {
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes: "openid" });
    await client.GetToken(applicationId, code, codeVerifier.Verifier(), redirectUri);
    return performance.now() - started;
  },
  oauth4webapi: withListener(async (callback, redirectUri) => {
    const parameters = oauth.validateAuthResponse(server, oauthClient, callback, "state");
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      oauthClient,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      insecure,
    );
    return oauth.processAuthorizationCodeResponse(server, oauthClient, answer);
  }),
  "openid-client": withListener((callback) =>
    openid.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: verifier,
      expectedState: "state",
    }),
  ),
  "@azure/msal-node": withListener((callback, redirectUri) =>
    msal.acquireTokenByCode({
      code: callback.searchParams.get("code") ?? "",
      scopes: ["openid"],
      redirectUri,
      codeVerifier: verifier,
    }),
  ),
};

/** @type {Record<string, number[]>} */
const times = {};
for (let run = -warmUp; run < runs; run++) {
  for (const [name, way] of Object.entries(ways)) {
    const time = await way();
    if (run >= 0) (times[name] ??= []).push(time);
  }
}
await client.close();
service.disconnect();

const at = (/** @type {number[]} */ sorted, /** @type {number} */ share) =>
  sorted[Math.floor(sorted.length * share)] ?? 0;
const medians = Object.entries(times).map(([name, list]) => ({
  name,
  sorted: list.toSorted((a, b) => a - b),
}));
const raw = at(medians[0]?.sorted ?? [], 0.5);
console.log(`Node ${process.version}, ${runs} runs each, callback to token in hand`);
console.table(
  Object.fromEntries(
    medians.map(({ name, sorted }) => [
      name,
      {
        "median ms": at(sorted, 0.5).toFixed(2),
        "p95 ms": at(sorted, 0.95).toFixed(2),
        "over raw ms": (at(sorted, 0.5) - raw).toFixed(2),
      },
    ]),
  ),
);
