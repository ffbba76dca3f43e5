import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";

describe("a backend that accepts only verified ID tokens (examples/35)", () => {
  let emulator: Emulator;
  const running: ChildProcess[] = [];
  let backend: string;

  beforeAll(async () => {
    emulator = await startEmulator({ world: { applications: [{}, {}] } });
    backend = await startBackend();
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

  const nonceOf = async (at = backend) => (await fetch(`${at}/nonce`, { method: "POST" })).text();
  const knock = (nonce: string, idToken: string, at = backend) =>
    fetch(`${at}/session`, { method: "POST", body: JSON.stringify({ nonce, idToken }) });

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
    const nonce = await nonceOf();
    const idToken = await signIn(nonce);
    const answer = await knock(nonce, idToken);
    expect([answer.status, await answer.text()]).toEqual([200, emulator.players[0].id]);
    // Replaying the token with its nonce fails.
    expect((await knock(nonce, idToken)).status).toBe(401);
  });

  it("rejects a changed token, another application's token and another sign-in's token", async () => {
    const forge = async (nonce: string) => {
      const [head, body = "", signature] = (await signIn(nonce)).split(".");
      const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: "1" })).toString("base64url");
      return [head, changed, signature].join(".");
    };
    const wrong = [
      forge,
      (nonce: string) => signIn(nonce, emulator.applications[1]),
      () => signIn("of-another-sign-in"),
    ];
    for (const tokenFor of wrong) {
      const nonce = await nonceOf();
      expect((await knock(nonce, await tokenFor(nonce))).status).toBe(401);
    }
  });

  it("accepts the service's new key immediately and rejects the old one", async () => {
    const nonces = await Promise.all([1, 2, 3].map(() => nonceOf()));
    const [first = "", second = "", third = ""] = nonces;
    expect((await knock(first, await signIn(first))).status).toBe(200);
    const old = await signIn(third);
    await emulator.rotateSigningKey();
    expect((await knock(second, await signIn(second))).status).toBe(200);
    expect((await knock(third, old)).status).toBe(401);
  });

  it("responds with 503, not 401, while it has no keys", async () => {
    const unused = await startBackend();
    const nonce = await nonceOf(unused);
    const token = await signIn(nonce);
    emulator.faults.add({ path: /\/oauth2\/keys$/, answer: "unavailable" });
    expect((await knock(nonce, token, unused)).status).toBe(503);
  });
});
