import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCodeVerifier } from "../../../../../src/sign-in/code-verifier.ts";
import { runCommand } from "../../../../../src/emulator/activity/desktop-client/connection.ts";
import type { EmulatedDesktopClient } from "../../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import { type Emulator, startEmulator } from "../../../../../src/emulator/index.ts";
import { createAuthorizationServer } from "../../../../../src/emulator/server/running-service.ts";
import type { EmulatorApplication } from "../../../../../src/emulator/state/application.ts";
import type { WorldEvent } from "../../../../../src/emulator/state/world-events.ts";
import { World } from "../../../../../src/emulator/state/world.ts";
import { connectProgram, type RpcProgram } from "../../../../setup/rpc-program.ts";

let emulator: Emulator;
let client: EmulatedDesktopClient;
let program: RpcProgram;
beforeAll(async () => {
  emulator = await startEmulator({
    desktopClient: { answer: "accept" },
    world: { applications: [{}, { publicClient: false }, { redirectUris: [] }] },
  });
  client = emulator.desktopClient as EmulatedDesktopClient;
});
afterAll(() => emulator.close());
beforeEach(async () => {
  program = await connectProgram(client.path, emulator.application.id);
});

const verifier = createCodeVerifier();
const challenge = verifier.Challenge().Challenge();
const asked = (changes: object = {}) => ({
  client_id: emulator.application.id,
  scopes: ["identify"],
  code_challenge: challenge,
  code_challenge_method: "S256",
  ...changes,
});

async function exchange(fields: Record<string, string>, application = emulator.application) {
  const response = await fetch(`${emulator.apiBase}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: application.id, grant_type: "authorization_code", ...fields }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function codeFor(changes: object = {}): Promise<string> {
  const { data } = await program.run("AUTHORIZE", asked(changes));
  return (data as { code: string }).code;
}

describe("AUTHORIZE", () => {
  it("returns only a code, which is exchanged without a redirect URI", async () => {
    const { data, evt, cmd, nonce } = await program.run("AUTHORIZE", asked({ state: "s" }));
    expect({ evt, cmd, nonce }).toEqual({ evt: null, cmd: "AUTHORIZE", nonce: "1" });
    expect(Object.keys(data as object)).toEqual(["code"]);
    const { code } = data as { code: string };
    expect(await exchange({ code, code_verifier: verifier.Verifier() })).toMatchObject({
      token_type: "Bearer",
      scope: "identify",
    });
  });

  it("returns a code that works once, with its verifier and without a redirect URI", async () => {
    const invalid = { error: "invalid_grant" };
    const verified = { code_verifier: verifier.Verifier() };
    const redirect_uri = "http://127.0.0.1/callback";
    expect(await exchange({ code: await codeFor(), ...verified, redirect_uri })).toMatchObject(invalid);
    expect(await exchange({ code: await codeFor(), code_verifier: "x".repeat(43) })).toMatchObject(invalid);
    const code = await codeFor();
    await exchange({ code, ...verified });
    expect(await exchange({ code, ...verified })).toMatchObject(invalid);
  });

  it("adds the nonce to the ID token", async () => {
    const code = await codeFor({ scopes: ["openid"], nonce: "the-nonce" });
    const { id_token: token } = await exchange({ code, code_verifier: verifier.Verifier() });
    const claims: unknown = JSON.parse(
      Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ nonce: "the-nonce", sub: emulator.players[0].id });
  });

  it("emits an event for the application, as after a consent in the browser", async () => {
    const world = new World({});
    const provider = createAuthorizationServer(world, {
      issuer: "http://127.0.0.1:1",
      accessTokenSeconds: 60,
    });
    const told: WorldEvent[] = [];
    world.worldEvents.listen((event) => told.push(event));
    const [application, player] = [world.applications[0], world.players.first];
    const live = { world, provider, webBase: "http://127.0.0.1:1" };
    const caller = { live, application, player, ask: () => Promise.resolve(true) };
    await runCommand(caller, "AUTHORIZE", asked({ client_id: application.id, integration_type: 1 }));
    await runCommand(caller, "AUTHORIZE", asked({ client_id: application.id, integration_type: "x" }));
    const data = { scopes: ["identify"], user: { global_name: "Ada" } };
    expect(told).toMatchObject([
      {
        name: "APPLICATION_AUTHORIZED",
        applicationId: application.id,
        data: { ...data, integration_type: 1 },
      },
      { name: "APPLICATION_AUTHORIZED", data },
    ]);
    expect(told[1]?.data).not.toHaveProperty("integration_type");
  });

  it.each<[string, object, number, string]>([
    ["without scopes", { scopes: undefined }, 4000, "must be an array"],
    ["with no scope", { scopes: [] }, 4000, "must be an array"],
    ["with scopes that are no texts", { scopes: [7] }, 4000, "must be an array"],
    ["with a scope that nobody knows", { scopes: ["nobody.knows"] }, 5000, "OAuth2 Error: invalid_scope: "],
    ["of another application", { client_id: "1" }, 4007, "Invalid client ID"],
    ["with a redirect URI", { redirect_uri: "http://127.0.0.1/" }, 5000, "Redirect URI cannot be used"],
    [
      "of a public application without a challenge",
      { code_challenge: undefined },
      5000,
      'Missing "code_challenge"',
    ],
    ["with a plain challenge", { code_challenge_method: "plain" }, 5000, 'Invalid "code_challenge"'],
    ["with a challenge that is none", { code_challenge: "short" }, 5000, 'Invalid "code_challenge"'],
    ["with a challenge that is no text", { code_challenge: 7 }, 5000, 'Invalid "code_challenge"'],
  ])("rejects a request %s", async (_what, changes, code, message) => {
    expect(await program.run("AUTHORIZE", asked(changes))).toMatchObject({
      evt: "ERROR",
      data: { code, message: expect.stringContaining(message) as unknown },
    });
  });

  it("rejects an application without redirect URIs", async () => {
    const { id } = emulator.applications[2] as EmulatorApplication;
    const other = await connectProgram(client.path, id);
    expect(await other.run("AUTHORIZE", asked({ client_id: id }))).toMatchObject({
      data: { code: 5000, message: 'OAuth2 Error: invalid_request: Missing "redirect_uri" in request.' },
    });
  });

  it("is rejected if the player denies it", async () => {
    client.answer = "deny";
    const { data } = await program.run("AUTHORIZE", asked());
    client.answer = "accept";
    expect(data).toMatchObject({ code: 5000, message: expect.stringContaining("access_denied") as unknown });
  });
});

describe("AUTHENTICATE", () => {
  it("returns the token's player if the token belongs to this application", async () => {
    const { access_token } = await exchange({ code: await codeFor(), code_verifier: verifier.Verifier() });
    expect(await program.run("AUTHENTICATE", { access_token })).toMatchObject({
      data: {
        application: { id: emulator.application.id },
        scopes: ["identify"],
        user: { global_name: "Ada" },
        expires: expect.stringMatching(/^\d{4}-/) as unknown,
      },
    });
    const { id } = emulator.applications[1] as EmulatorApplication;
    const other = await connectProgram(client.path, id);
    const refused = { evt: "ERROR", data: { code: 4009 } };
    expect(await other.run("AUTHENTICATE", { access_token })).toMatchObject(refused);
    expect(await program.run("AUTHENTICATE", {})).toMatchObject(refused);
  });
});

it.each([
  ["GET_SELECTED_VOICE_CHANNEL", 4006],
  ["GET_GUILDS", 4002],
  ["toString", 4002],
])("rejects %s with code %i", async (command, code) => {
  expect(await program.run(command, undefined)).toMatchObject({ evt: "ERROR", cmd: command, data: { code } });
});
