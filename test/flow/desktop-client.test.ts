import { chmodSync, chownSync, existsSync, linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import type { ConsentNotice } from "../../src/sign-in/options.ts";
import { type Emulator, type EmulatedDesktopClient, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import type { CodeExchangeRequest } from "../../src/tokens/own-server.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { useChromium } from "../setup/browser.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { passClocks } from "../setup/emulator/passing-clocks.ts";
import { type Answer, fakeDesktopClient, lookForDesktopClientsIn } from "../setup/fake-desktop-client.ts";
import { readTable } from "../setup/markdown-table.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

const scopes = "openid identify";
const bearer = AuthorizationTokenType.Bearer;

let emulator: Emulator;
let desktop: EmulatedDesktopClient;
beforeAll(async () => {
  emulator = await startEmulator({ desktopClient: { player: "Grace" } });
  desktop = emulator.desktopClient as EmulatedDesktopClient;
});
afterAll(() => emulator.close());
beforeEach(() => {
  desktop.answer = "accept";
  desktop.behavior = "polite";
  lookForDesktopClientsIn(desktop.environment["XDG_RUNTIME_DIR"] ?? "");
});
afterEach(() => void vi.unstubAllEnvs());

/** A game whose player is Ada in the browser and Grace in the desktop client. */
function createGame(options: ClientOptions = {}) {
  const client = new Client({
    ...emulator.clientOptions(),
    openBrowser: emulator.player("Ada").browser(),
    store: memoryTokenStore(),
    ...options,
  });
  onTestFinished(() => client.close());
  const notices: ConsentNotice[] = [];
  const onConsent = (notice: ConsentNotice) => void notices.push(notice);
  return { client, notices, onConsent };
}

/** Signs in with `auto` and returns the player's name and the consent notices. */
async function signInAnywhere(): Promise<{ who: string; notices: ConsentNotice[] }> {
  const { client, notices, onConsent } = createGame();
  const session = await client.signIn({ scopes, consent: "auto", onConsent });
  const { name } = await client.FetchCurrentUser(bearer, await session.accessToken());
  return { who: name ?? "", notices };
}

/** Desktop clients that never respond, or that reject frequent connections. */
const silent: Answer = () => undefined;
const rude: Answer = (_sent, { send }) => send(2, { code: 4002, message: "Rate limited" });

/** How a hostile program posing as the desktop client reacts to a game's first message. */
const hostile: Readonly<Record<string, Answer>> = {
  "pings forever without reading": (_sent, { socket }) => {
    socket.pause();
    for (let count = 0; count < 400; count++) socket.write(frameOfText(3, "x".repeat(65_000)));
  },
  "closes one half of the connection": (_sent, { socket }) =>
    void socket.end(frameOfText(1, "[").subarray(0, 5)),
  "sends names of Object.prototype": (_sent, { send, socket }) => {
    socket.write(
      frameOfText(1, '{"cmd":"DISPATCH","evt":"READY","__proto__":{"code":"evil"},"then":1,"toJSON":1}'),
    );
    send(1, { cmd: "GET_SELECTED_VOICE_CHANNEL", evt: "ERROR", nonce: "__proto__", data: {} });
    send(2, { code: "__proto__", message: {} });
  },
};

function frameOfText(opcode: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

const here = ["desktop-client"];
const elsewhere = ["browser: desktop_client_unable"];

/** Each situation's setup and expected consent notices. */
const situations: Readonly<Record<string, readonly [setUp: () => unknown, expected: readonly string[]]>> = {
  "no client is running": [
    () => lookForDesktopClientsIn(temporaryFolder()),
    ["browser: desktop_client_absent"],
  ],
  "the client hangs after the handshake": [() => (desktop.behavior = "silent"), elsewhere],
  "two connections were made within the last minute": [() => (desktop.behavior = "rude"), elsewhere],
  "the client disconnects during the dialog": [() => (desktop.behavior = "closing"), [...here, ...elsewhere]],
  "the client announces a 4 GiB frame": [() => (desktop.behavior = "huge"), [...here, ...elsewhere]],
  "the client sends invalid data": [() => (desktop.behavior = "wrong"), [...here, ...elsewhere]],
  "the client responds slowly, in fragments": [beSlow, here],
  "only the fourth of ten sockets works": [fillTenSockets, here],
};

function beSlow(): void {
  passClocks();
  desktop.behavior = "slow";
}

async function fillTenSockets(): Promise<void> {
  const folder = temporaryFolder();
  for (let index = 0; index < 10; index += 1) {
    const name = `discord-ipc-${index}`;
    if (index === 3) linkSync(desktop.path, join(folder, name));
    else await fakeDesktopClient(rude, name, folder);
  }
  lookForDesktopClientsIn(folder);
}

const formatNotice = ({ consent, fallbackReason }: ConsentNotice) =>
  fallbackReason ? `${consent}: ${fallbackReason.code}` : consent;

describe("sign-in with consent `auto`", () => {
  // Retried because a desktop client must respond within 500 ms, which a busy machine can miss.
  it.each(Object.entries(situations))(
    "chooses between the desktop client and the browser when %s",
    { retry: 2 },
    async (_situation, [setUp, expected]) => {
      await setUp();
      const { who, notices } = await signInAnywhere();
      expect(notices.map(formatNotice)).toEqual(expected);
      expect(who).toBe(expected.at(-1) === "desktop-client" ? "Grace" : "Ada");
    },
  );

  it.each(Object.entries(hostile))(
    "uses the browser when a program posing as the client %s",
    async (_what, answer) => {
      const folder = temporaryFolder();
      await fakeDesktopClient(answer, "discord-ipc-0", folder);
      lookForDesktopClientsIn(folder);
      const { who, notices } = await signInAnywhere();
      expect([who, notices.map(formatNotice)]).toEqual(["Ada", elsewhere]);
    },
  );

  it("uses the browser when another user owns the socket", needs("the root user"), async () => {
    const folder = temporaryFolder();
    const { path, connections } = await fakeDesktopClient(silent, "discord-ipc-0", folder);
    chownSync(path, 4242, 4242);
    lookForDesktopClientsIn(folder);
    const { who, notices } = await signInAnywhere();
    expect(notices.map(formatNotice)).toEqual(elsewhere);
    expect(notices[0]?.fallbackReason?.message).toContain(`${path}: it belongs to another user`);
    expect([who, connections()]).toEqual(["Ada", 0]);
  });

  it("uses the browser when another user listens on this user's socket", needs("the root user"), async () => {
    // The socket must be outside the emulator's directory, which other users cannot access.
    vi.unstubAllEnvs();
    const folder = temporaryFolder();
    chmodSync(folder, 0o777);
    const path = join(folder, "discord-ipc-0");
    const script = `process.setuid(4242); require("node:net").createServer().listen(${JSON.stringify(path)})`;
    const listener = startProgram(process.execPath, ["-e", script], { stdio: "ignore" });
    onTestFinished(() => endProgram(listener));
    await expect.poll(() => existsSync(path)).toBe(true);
    chownSync(path, 0, 0);
    lookForDesktopClientsIn(folder);
    const { who, notices } = await signInAnywhere();
    expect(notices[0]?.fallbackReason?.message).toContain(
      `${path}: another user's process is listening there`,
    );
    expect(who).toBe("Ada");
  });

  it("accepts the player's denial as final", async () => {
    desktop.answer = "deny";
    const openBrowser = vi.fn();
    const { client, notices, onConsent } = createGame({ openBrowser });
    const signingIn = client.signIn({ scopes, consent: "auto", onConsent });
    await expect(signingIn).rejects.toMatchObject({ type: 7, code: "access_denied" });
    expect(notices.map(formatNotice)).toEqual(here);
    expect(openBrowser).not.toHaveBeenCalled();
  });

  it("covers the situations listed in docs/authorize.md", () => {
    const rows = readTable(readFileSync("docs/authorize.md", "utf8"), "How `auto` decides");
    const documented = rows.map(
      ([situation = "", happens = ""]) => [situation, happens.startsWith("the client")] as const,
    );
    const ends = Object.entries(situations).map(([situation, [, expected]]) => [
      situation,
      expected[0] === here[0],
    ]);
    const others = [
      ["another program, such as arRPC, imitates a client", false],
      ["another user owns the socket", false],
      ["another user's process accepts the connection", false],
      ["the player declines", true],
    ] as const;
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries([...ends, ...others]));
  });
});

describe("sign-in with only the desktop client", () => {
  it("returns a code that GetToken exchanges without a redirect URI", async () => {
    const { client } = createGame();
    const result = await client.Authorize({ scopes, nonce: "n-0S6" }, { consent: "desktop-client" });
    const verifier = result.codeVerifier?.Verifier() ?? "";
    const token = await client.GetToken(emulator.application.id, result.code, verifier, result.redirectUri);
    expect(token.claims).toMatchObject({ nonce: "n-0S6" });
    expect(await client.FetchCurrentUser(bearer, token.accessToken)).toMatchObject({ name: "Grace" });
  });

  it("supports a confidential application whose server exchanges the code", async () => {
    const application = emulator.addApplication({ publicClient: false });
    const exchangeCode = async ({ code, codeVerifier, redirectUri }: CodeExchangeRequest) => {
      expect(redirectUri).toBeUndefined();
      const response = await fetch(`${emulator.apiBase}/oauth2/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${application.id}:${application.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: "authorization_code", code, code_verifier: codeVerifier }),
      });
      const answer = (await response.json()) as { access_token: string; scope: string };
      return { accessToken: answer.access_token, scopes: answer.scope };
    };
    const { client } = createGame({ applicationId: application.id, exchangeCode });
    const session = await client.signIn({ scopes: "identify", consent: "desktop-client" });
    expect(await client.FetchCurrentUser(bearer, await session.accessToken())).toMatchObject({
      name: "Grace",
    });
  });

  it("suggests a redirect URI to register if the application has none", async () => {
    const { id: applicationId } = emulator.addApplication({ redirectUris: [] });
    const { client } = createGame({ applicationId });
    await expect(client.Authorize({ scopes }, { consent: "auto" })).rejects.toMatchObject({
      code: "invalid_request",
      hint: expect.stringContaining("Register a redirect URI") as unknown,
    });
  });

  it("withdraws its prompt if the sign-in is aborted", async () => {
    desktop.answer = "ask";
    const { client } = createGame();
    const signingIn = client.signIn({ scopes, consent: "desktop-client" });
    signingIn.catch(() => undefined);
    await expect.poll(() => desktop.prompts.length).toBe(1);
    client.AbortAuthorize();
    await expect(signingIn).rejects.toMatchObject({ code: "aborted" });
    await expect.poll(() => desktop.prompts.length).toBe(0);
  });

  it("allows one sign-in at a time and uses the browser for a second one", async () => {
    desktop.answer = "ask";
    const { client } = createGame();
    const first = client.signIn({ scopes, consent: "desktop-client" });
    await expect.poll(() => desktop.prompts.length).toBe(1);
    const { who, notices } = await signInAnywhere();
    expect(who).toBe("Ada");
    expect(notices[0]?.fallbackReason?.message).toContain("another sign-in in this program");
    desktop.prompts[0]?.accept();
    const session = await first;
    expect(await client.FetchCurrentUser(bearer, await session.accessToken())).toMatchObject({
      name: "Grace",
    });
  });
});

describe("the emulated desktop client's page", needs("Chromium"), () => {
  const { newPage } = useChromium();

  it("shows a prompt that can be accepted with a click", async () => {
    desktop.answer = "ask";
    const { client } = createGame();
    const signingIn = client.signIn({ scopes, consent: "desktop-client" });
    await expect.poll(() => desktop.prompts.length).toBe(1);
    const { page, complaints } = await newPage();
    await page.goto(`${emulator.webBase}/desktop-client`);
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText("There are no pending requests.").waitFor();
    const session = await signingIn;
    expect(session.scopes).toBe(scopes);
    expect(complaints).toEqual([]);
  });
});
