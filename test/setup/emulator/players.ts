import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Service } from "./live-world.ts";
import { type Answer, send } from "./requests.ts";

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** The player, the client, and the player's answers on the consent page. */
export interface Visit {
  readonly clientId?: string;
  /** The loopback address on which the game listens. */
  readonly host?: string;
  readonly answer?: "accept" | "deny";
  readonly player?: string;
  /** Overrides for the authorize URL's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Builds a valid authorize URL, with overrides. */
export function authorizeUrl(
  { application, webBase }: Service,
  change: Readonly<Record<string, string>> = {},
): string {
  const url = new URL("/oauth2/authorize", webBase);
  url.search = new URLSearchParams({
    client_id: application.id,
    response_type: "code",
    scope: "openid sdk.social_layer",
    state: "the-state",
    code_challenge: challenge,
    code_challenge_method: "S256",
    redirect_uri: "http://127.0.0.1:4321/callback",
    ...change,
  }).toString();
  return url.href;
}

/** Signs a scripted player in and returns the loopback redirect's parameters. */
export async function authorize(emulator: Service, visit: Visit = {}) {
  const { clientId, host = "127.0.0.1", answer, player, parameters } = visit;
  const visits: URL[] = [];
  const game = createServer((request, response) => {
    visits.push(new URL(request.url ?? "/", "http://game"));
    response.end("Return to the game");
  });
  game.listen(0, host);
  await once(game, "listening");
  const { port } = game.address() as AddressInfo;
  const redirect_uri = `http://${host.includes(":") ? `[${host}]` : host}:${port}/callback`;
  const application = clientId === undefined ? {} : { client_id: clientId };
  try {
    const url = authorizeUrl(emulator, { ...application, redirect_uri, ...parameters });
    await emulator.player(player).browser({ answer })(url);
  } finally {
    game.close();
    game.closeAllConnections();
  }
  expect(visits).toHaveLength(1);
  return { redirect_uri, answer: Object.fromEntries(visits[0]?.searchParams ?? []) };
}

export function postForm(
  { apiBase }: Service,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(`${apiBase}${path}`, { method: "POST", body: new URLSearchParams(form), headers });
}

/** Signs a player in and exchanges the code for tokens. */
export async function getTokens(
  emulator: Service,
  visit: Visit = {},
  extra: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { redirect_uri, answer } = await authorize(emulator, visit);
  const client_id = visit.clientId ?? emulator.application.id;
  const code = { grant_type: "authorization_code", code: answer["code"] ?? "", code_verifier: verifier };
  return await postForm(emulator, "/oauth2/token", { client_id, redirect_uri, ...code, ...extra });
}

/** Returns an access token with `scope` for the first player. */
export async function getAccessToken(emulator: Service, scope: string): Promise<string> {
  const { body } = await getTokens(emulator, { parameters: { scope } });
  return String(body["access_token"]);
}

export function getUser({ apiBase }: Service, token: unknown): Promise<Answer> {
  return send(`${apiBase}/users/@me`, { headers: { authorization: `Bearer ${String(token)}` } });
}
