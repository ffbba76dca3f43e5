import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { IdTokenKeys } from "../../src/emulator/state/id-token-keys.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { strangeKey } from "../setup/id-token-issuer.ts";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = "") =>
  JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;

describe("a backend that accepts only verified ID tokens (examples/35)", () => {
  let emulator: Emulator;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    emulator = await startEmulator({ world: { applications: [{}, {}] } });
  });
  afterAll(async () => {
    await Promise.all(running.map(endProgram));
    await emulator.close();
  });

  async function startBackend(): Promise<string> {
    const { id } = emulator.application;
    const child = startProgram(process.execPath, ["examples/35-verified-identity.js"], {
      env: { ...process.env, SLASHPASS_APPLICATION_ID: id, SLASHPASS_WEB_BASE: emulator.webBase, PORT: "0" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    running.push(child);
    for await (const line of createInterface({ input: child.stdout ?? expect.unreachable() })) {
      const port = /port: (\d+)/.exec(line)?.[1];
      if (port !== undefined) return `http://127.0.0.1:${port}`;
    }
    throw new Error("The backend exited without listening.");
  }

  const post = (url: string, body?: object) =>
    fetch(url, { method: "POST", ...(body && { body: JSON.stringify(body) }) });
  const nonceOf = async (backend: string) => (await post(`${backend}/nonce`)).text();
  const knock = async (backend: string, nonce: string, idToken: string) =>
    post(`${backend}/session`, { nonce, idToken });

  async function signIn(nonce: string, application = emulator.application): Promise<string> {
    const client = new Client({
      ...emulator.clientOptions(application),
      openBrowser: emulator.player("Ada", { application }).browser(),
      store: memoryTokenStore(),
    });
    try {
      const verifier = client.CreateAuthorizationCodeVerifier();
      const { code, redirectUri } = await client.Authorize({
        scopes: Client.GetDefaultPresenceScopes(),
        nonce,
        codeChallenge: verifier.Challenge(),
      });
      const token = await client.GetToken(application.id, code, verifier.Verifier(), redirectUri);
      return token.idToken ?? expect.unreachable();
    } finally {
      await client.close();
    }
  }

  it("accepts an ID token only once per nonce", async () => {
    const backend = await startBackend();
    const nonce = await nonceOf(backend);
    const idToken = await signIn(nonce);
    const answer = await knock(backend, nonce, idToken);
    expect([answer.status, await answer.text()]).toEqual([200, emulator.players[0].id]);
    // Replaying the token with its nonce fails.
    expect((await knock(backend, nonce, idToken)).status).toBe(401);
  });

  it("rejects forged tokens, then accepts the player's real token", async () => {
    const backend = await startBackend();
    const strange = await strangeKey();
    const attack = async (
      forge: (token: string, claims: Record<string, unknown>) => string | Promise<string>,
    ) => {
      const nonce = await nonceOf(backend);
      const token = await signIn(nonce);
      const [, body] = token.split(".");
      return (await knock(backend, nonce, await forge(token, decode(body)))).status;
    };
    const parts = (token: string) => token.split(".");
    expect({
      "another key": await attack((_, claims) => strange.sign(claims)),
      "another key under the published name": await attack((token, claims) => {
        const forged = strange.sign(claims);
        return [parts(token)[0], parts(forged)[1], parts(forged)[2]].join(".");
      }),
      "alg none": await attack((token) => `${encode({ alg: "none" })}.${parts(token)[1]}.`),
      "another player": await attack((token, claims) =>
        [parts(token)[0], encode({ ...claims, sub: "1" }), parts(token)[2]].join("."),
      ),
      "another application's token": await attack(async (_, { nonce }) =>
        signIn(String(nonce), emulator.applications[1]),
      ),
      "an old nonce": await attack(async () => signIn("of-another-sign-in")),
      "another issuer's token": await attack(async (_, { nonce }) => {
        const other = await startEmulator({ state: emulator.exportState() });
        const own = emulator;
        emulator = other;
        try {
          return await signIn(String(nonce), other.application);
        } finally {
          emulator = own;
          await other.close();
        }
      }),
      "an expired token": await attack((_, claims) => {
        // Every emulator starts with the same key.
        const { exp, iat } = claims as { exp: number; iat: number };
        return new IdTokenKeys().current().sign({ ...claims, exp: exp - 7200, iat: iat - 7200 });
      }),
      "the player's own token": await attack((token) => token),
    }).toEqual({
      "another key": 401,
      "another key under the published name": 401,
      "alg none": 401,
      "another player": 401,
      "another application's token": 401,
      "an old nonce": 401,
      "another issuer's token": 401,
      "an expired token": 401,
      "the player's own token": 200,
    });
  });

  it("accepts the service's new key immediately and rejects the old one", async () => {
    const backend = await startBackend();
    const nonces = await Promise.all([1, 2, 3].map(() => nonceOf(backend)));
    const [first = "", second = "", third = ""] = nonces;
    expect((await knock(backend, first, await signIn(first))).status).toBe(200);
    const old = await signIn(third);
    await emulator.rotateSigningKey();
    expect((await knock(backend, second, await signIn(second))).status).toBe(200);
    expect((await knock(backend, third, old)).status).toBe(401);
  });

  it("responds with 503, not 401, while it has no keys", async () => {
    const backend = await startBackend();
    const nonce = await nonceOf(backend);
    const token = await signIn(nonce);
    emulator.faults.add({ path: /\/oauth2\/keys$/, answer: "unavailable" });
    expect((await knock(backend, nonce, token)).status).toBe(503);
  });
});
