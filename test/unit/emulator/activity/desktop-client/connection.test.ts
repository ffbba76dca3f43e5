import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { EmulatedDesktopClient } from "../../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import { startEmulator } from "../../../../../src/emulator/index.ts";
import { passClocks } from "../../../../setup/emulator/passing-clocks.ts";
import { frameOf } from "../../../../setup/fake-desktop-client.ts";
import { connectProgram, type RpcProgram } from "../../../../setup/rpc-program.ts";
import { createCodeVerifier } from "../../../../../src/sign-in/code-verifier.ts";
import type { EmulatorApplication } from "../../../../../src/emulator/state/application.ts";

const emulator = await startEmulator({
  desktopClient: true,
  world: { applications: [{ publicClient: false }, {}, { redirectUris: [] }] },
});
const client = emulator.desktopClient as EmulatedDesktopClient;
afterAll(() => emulator.close());
beforeEach(() => {
  client.answer = "accept";
  client.behavior = "polite";
});

/** Encodes a frame with an arbitrary string as its payload. */
function rawFrame(opcode: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

const open = () => connectProgram(client.path, emulator.application.id);
const authorize = () => ({ client_id: emulator.application.id, scopes: ["identify"] });

describe("a connection", () => {
  it("receives the signed-in player in READY", async () => {
    const program = await connectProgram(client.path);
    const { host } = new URL(emulator.webBase);
    expect(await program.exchange(0, { v: 1, client_id: emulator.application.id })).toMatchObject({
      opcode: 1,
      payload: {
        cmd: "DISPATCH",
        evt: "READY",
        nonce: null,
        data: {
          v: 1,
          config: { cdn_host: host, api_endpoint: `//${host}/api`, environment: "production" },
          user: { id: emulator.players[0].id, global_name: "Ada" },
        },
      },
    });
  });

  it.each([
    ["with an unsupported version", { v: 2, client_id: "1" }, 4004],
    ["for an unknown application", { v: 1, client_id: "1" }, 4000],
    ["without an application", { v: 1 }, 4000],
    ["that is an array", [], 4004],
  ])("is closed with a reason after a handshake %s", async (_what, payload, code) => {
    const program = await connectProgram(client.path);
    expect(await program.exchange(0, payload)).toMatchObject({ opcode: 2, payload: { code } });
    program.hangUp();
  });

  it("is closed if it starts with a command or with invalid data", async () => {
    const early = await connectProgram(client.path);
    expect(await early.exchange(1, [])).toMatchObject({ opcode: 2, payload: { code: 4000 } });
    const odd = await connectProgram(client.path);
    odd.write(Buffer.from("GET / HTTP/1.1\r\n\r\n"));
    expect(await odd.next()).toMatchObject({ opcode: 2, payload: { code: 4005 } });
  });

  it.each([
    ["a nonce", '{"cmd":"AUTHORIZE","nonce":'],
    ["an argument", '{"cmd":"AUTHORIZE","nonce":"1","args":'],
  ])("is closed without affecting others if %s contains 5,000 nested arrays", async (_what, before) => {
    const program = await open();
    program.write(rawFrame(1, `${before}${"[".repeat(5_000)}${"]".repeat(5_000)}}`));
    expect(await program.next()).toMatchObject({ opcode: 2, payload: { code: 4005 } });
    const ping = "[".repeat(5_000) + "]".repeat(5_000);
    const next = await open();
    next.write(rawFrame(3, ping));
    await expect.poll(() => next.received().subarray(-ping.length).toString()).toBe(ping);
  });

  it("without a token, accepts only subscriptions to authorization requests", async () => {
    const program = await open();
    program.send(1, { cmd: "SUBSCRIBE", evt: "VOICE_STATE_UPDATE", nonce: "1" });
    expect(await program.next()).toEqual({
      opcode: 1,
      payload: {
        cmd: "SUBSCRIBE",
        evt: "ERROR",
        nonce: "1",
        data: { code: 4004, message: "Invalid event" },
      },
    });
    expect(await client.requestAuthorization()).toBe(0);
    program.send(1, { cmd: "SUBSCRIBE", evt: "AUTHORIZE_REQUEST", nonce: "2" });
    expect(await program.next()).toEqual({
      opcode: 1,
      payload: { cmd: "SUBSCRIBE", evt: null, nonce: "2", data: { evt: "AUTHORIZE_REQUEST" } },
    });
    expect(await client.requestAuthorization()).toBe(1);
    expect(await program.next()).toEqual({
      opcode: 1,
      payload: { cmd: "DISPATCH", evt: "AUTHORIZE_REQUEST", data: null, nonce: null },
    });
    program.hangUp();
    await expect.poll(() => client.requestAuthorization()).toBe(0);
  });

  it("is closed if the program keeps sending without reading", async () => {
    const program = connect(client.path);
    onTestFinished(() => void program.destroy());
    program.on("error", () => undefined);
    const ended = new Promise((resolve) => program.on("close", resolve));
    await once(program, "connect");
    const ping = frameOf(3, "x".repeat(60_000));
    for (let count = 0; count < 100; count += 1) program.write(ping);
    await ended;
    expect(program.bytesRead).toBeLessThan(100 * ping.length);
    const next = await open();
    expect(await next.exchange(3, "are you there")).toEqual({ opcode: 4, payload: "are you there" });
  });

  it("is closed on the program's request, together with its prompt", async () => {
    client.answer = "ask";
    const program = await open();
    program.send(1, { cmd: "AUTHORIZE", args: authorize(), nonce: "1" });
    await expect.poll(() => client.prompts.length).toBe(1);
    program.send(2, {});
    await program.ended;
    await expect.poll(() => client.prompts.length).toBe(0);
  });
});

describe("the desktop client", () => {
  it("closes every connection if `behavior` is `rude`", async () => {
    client.behavior = "rude";
    const program = await connectProgram(client.path);
    const came = await program.exchange(0, { v: 1, client_id: emulator.application.id });
    expect(came).toMatchObject({ opcode: 2, payload: { code: 4002 } });
  });

  it("sends only the greeting if `behavior` is `silent`", async () => {
    client.behavior = "silent";
    const program = await open();
    program.send(1, { cmd: "GET_GUILDS", nonce: "1" });
    // Messages are handled in order, so a response to the command would already have arrived.
    expect(await program.exchange(3, {})).toEqual({ opcode: 4, payload: {} });
  });

  it("delays its response if `behavior` is `slow`", async () => {
    const waits = passClocks();
    client.behavior = "slow";
    const program = await open();
    expect(await program.run("AUTHORIZE", authorize())).toHaveProperty("data.code");
    // One wait for the greeting and one for the response.
    expect(waits).toHaveLength(2);
  });

  it.each([
    ["wrong", "The data is not a frame."],
    ["huge", "\x01\0\0\0\xff\xff\xff\xff"],
  ] as const)("responds with invalid bytes if `behavior` is `%s`", async (behavior, bytes) => {
    const program = await open();
    client.behavior = behavior;
    program.send(1, { cmd: "AUTHORIZE", args: authorize(), nonce: "1" });
    await expect.poll(() => program.received().toString("latin1")).toContain(bytes);
    expect(program.received().toString("latin1").endsWith(bytes)).toBe(true);
  });

  it.each(["ask", "accept"] as const)(
    "closes the connection during a prompt if `behavior` is `closing` and `answer` is `%s`",
    async (answer) => {
      client.behavior = "closing";
      client.answer = answer;
      const program = await open();
      program.send(1, { cmd: "AUTHORIZE", args: authorize(), nonce: "1" });
      await program.ended;
      await expect.poll(() => client.prompts.length).toBe(0);
    },
  );
});

/** A public application, which has to send a challenge. */
const game = () => emulator.applications[1] as EmulatorApplication;
let program: RpcProgram;
beforeEach(async () => {
  program = await connectProgram(client.path, game().id);
});

const verifier = createCodeVerifier();
const challenge = verifier.Challenge().Challenge();
const requests = (changes: object = {}) => ({
  client_id: game().id,
  scopes: ["identify"],
  code_challenge: challenge,
  code_challenge_method: "S256",
  ...changes,
});

async function exchange(fields: Record<string, string>, application = game()) {
  const response = await fetch(`${emulator.apiBase}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: application.id, grant_type: "authorization_code", ...fields }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function codeFor(changes: object = {}): Promise<string> {
  const { data } = await program.run("AUTHORIZE", requests(changes));
  return (data as { code: string }).code;
}

describe("AUTHORIZE", () => {
  it("returns just a code, which can be exchanged without a redirect URI", async () => {
    const { data, evt, cmd, nonce } = await program.run("AUTHORIZE", requests({ state: "s" }));
    expect({ evt, cmd, nonce }).toEqual({ evt: null, cmd: "AUTHORIZE", nonce: "1" });
    expect(Object.keys(data as object)).toEqual(["code"]);
    const { code } = data as { code: string };
    expect(await exchange({ code, code_verifier: verifier.Verifier() })).toMatchObject({
      token_type: "Bearer",
      scope: "identify",
    });
  });

  it("returns a single-use code that requires the verifier and rejects a redirect URI", async () => {
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

  it.each<[string, object, number, string]>([
    ["without scopes", { scopes: undefined }, 4000, "must be an array"],
    ["with an empty scope list", { scopes: [] }, 4000, "must be an array"],
    ["with scopes that are not strings", { scopes: [7] }, 4000, "must be an array"],
    ["with an unknown scope", { scopes: ["nobody.knows"] }, 5000, "OAuth2 Error: invalid_scope: "],
    ["for another application", { client_id: "1" }, 4007, "Invalid client ID"],
    ["with a redirect URI", { redirect_uri: "http://127.0.0.1/" }, 5000, "Redirect URI cannot be used"],
    [
      "for a public application without a challenge",
      { code_challenge: undefined },
      5000,
      'Missing "code_challenge"',
    ],
    ["with a plain challenge", { code_challenge_method: "plain" }, 5000, 'Invalid "code_challenge"'],
    ["with an invalid challenge", { code_challenge: "short" }, 5000, 'Invalid "code_challenge"'],
    ["with a challenge that is not a string", { code_challenge: 7 }, 5000, 'Invalid "code_challenge"'],
  ])("rejects a request %s", async (_what, changes, code, message) => {
    expect(await program.run("AUTHORIZE", requests(changes))).toMatchObject({
      evt: "ERROR",
      data: { code, message: expect.stringContaining(message) as unknown },
    });
  });

  it("rejects an application without redirect URIs", async () => {
    const { id } = emulator.applications[2] as EmulatorApplication;
    const other = await connectProgram(client.path, id);
    expect(await other.run("AUTHORIZE", requests({ client_id: id }))).toMatchObject({
      data: { code: 5000, message: 'OAuth2 Error: invalid_request: Missing "redirect_uri" in request.' },
    });
  });
});

describe("AUTHENTICATE", () => {
  it("returns the player only if the token belongs to this application", async () => {
    const { access_token } = await exchange({ code: await codeFor(), code_verifier: verifier.Verifier() });
    expect(await program.run("AUTHENTICATE", { access_token })).toMatchObject({
      data: {
        application: { id: game().id },
        scopes: ["identify"],
        user: { global_name: "Ada" },
        expires: expect.stringMatching(/^\d{4}-/) as unknown,
      },
    });
    const { id } = emulator.application;
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
