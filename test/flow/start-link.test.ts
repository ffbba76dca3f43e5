import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import type { IgnoredReason } from "../../src/sign-in/redirect/receiver.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";
import { asPlatform } from "../setup/as-platform.ts";
import { outputOf } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { deliver, visit } from "./fixtures/visit.js";

const scopes = "openid identify";
const bearer = AuthorizationTokenType.Bearer;
const reused = { type: 8, code: "start_link_reused", retryable: true };

const emulator = await startEmulator();
afterAll(() => emulator.close());

const ada = () => emulator.player("Ada").browser();
const mallory = () => emulator.player("Mallory").browser();

function createGame(options: ClientOptions) {
  const client = new Client({ ...emulator.clientOptions(), store: memoryTokenStore(), ...options });
  onTestFinished(() => client.close());
  const ignored: IgnoredReason[] = [];
  const onIgnoredRedirect = (reason: IgnoredReason) => void ignored.push(reason);
  return { client, ignored, onIgnoredRedirect };
}

interface Visits {
  readonly status: number;
  readonly location?: string;
}

/** As another user, opens `url` like a browser and returns the response. */
async function visitAsAnotherUser(url: string): Promise<Visits> {
  const script = `
    process.setgid(54321);
    process.setuid(54321);
    const options = { headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" } };
    require("node:http").get(process.argv[1], options, ({ statusCode, headers }) => {
      console.log(JSON.stringify({ status: statusCode, location: headers.location }));
    });`;
  return JSON.parse(await outputOf(process.execPath, ["-e", script, url])) as Visits;
}

describe("another user of the machine", needs("the first process namespace", "the root user"), () => {
  it("gets no redirect from the start link, and the player can still sign in", async () => {
    let visits: Visits | undefined;
    const openBrowser = async (link: string) => {
      visits = await visitAsAnotherUser(link);
      // The attacker would complete the sign-in with another account.
      if (visits.location !== undefined) await mallory()(visits.location);
      else await ada()(link);
    };
    const { client, ignored, onIgnoredRedirect } = createGame({ openBrowser });
    const session = await client.signIn({ scopes, onIgnoredRedirect });
    expect(await session.user()).toMatchObject({ name: "Ada" });
    expect(visits).toEqual({ status: 403 });
    expect(ignored).toEqual(["other_user"]);
  });

  it("cannot deliver a redirect with the correct state", async () => {
    let authorizeUrl = "";
    const { client, ignored, onIgnoredRedirect } = createGame({ openBrowser: () => undefined });
    const onAuthorizeUrl = (url: string) => void (authorizeUrl = url);
    const answer = client.Authorize({ scopes }, { onAuthorizeUrl, onIgnoredRedirect });
    await expect.poll(() => authorizeUrl).not.toBe("");
    const { searchParams } = new URL(authorizeUrl);
    const redirect = (code: string) =>
      `${searchParams.get("redirect_uri")}?code=${code}&state=${searchParams.get("state")}`;
    expect(await visitAsAnotherUser(redirect("evil"))).toEqual({ status: 403 });
    await deliver(redirect("good"));
    expect((await answer).code).toBe("good");
    expect(ignored).toEqual(["other_user"]);
  });
});

describe("a visit by an unknown user after the sign-in", () => {
  /** A game whose start link an attacker opens first. The test decides when the player's browser arrives. */
  function createRacedGame(options: ClientOptions = {}) {
    asPlatform("freebsd");
    let link = "";
    const openBrowser = async (url: string) => {
      link = url;
      await mallory()((await visit(url)).location ?? "");
    };
    return { ...createGame({ openBrowser, ...options }), browserComes: (go = visit) => go(link) };
  }

  const stillWorks = (client: Client, token: string) =>
    client.FetchCurrentUser(bearer, token).then(
      () => true,
      () => false,
    );

  it("ends the session, revokes its tokens and deletes them", async () => {
    const { client, browserComes } = createRacedGame();
    const session = await client.signIn({ scopes });
    const token = await session.accessToken();
    const { status, location } = await browserComes();
    expect([status, location]).toEqual([410, undefined]);
    await expect(session.accessToken()).rejects.toMatchObject(reused);
    await expect(session.user()).rejects.toMatchObject(reused);
    await expect.poll(() => stillWorks(client, token)).toBe(false);
    await expect.poll(() => client.restoreSession()).toBeUndefined();
  });

  it("ends a sign-in as soon as its tokens are revoked", async () => {
    let token = "";
    const server = createGame({}).client;
    const { client, browserComes } = createRacedGame({
      exchangeCode: async ({ applicationId, code, codeVerifier, redirectUri }) => {
        await browserComes();
        const result = await server.GetToken(applicationId, code, codeVerifier, redirectUri);
        token = result.accessToken;
        return result;
      },
    });
    await expect(client.signIn({ scopes })).rejects.toMatchObject(reused);
    expect(await stillWorks(server, token)).toBe(false);
    expect(await client.restoreSession()).toBeUndefined();
  });

  it("prevents the exchange of the code from Authorize", async () => {
    const { client, browserComes } = createRacedGame();
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes });
    await browserComes();
    const exchange = client.GetToken(
      emulator.application.id,
      code,
      codeVerifier?.Verifier() ?? "",
      redirectUri,
    );
    await expect(exchange).rejects.toMatchObject(reused);
  });

  it("revokes the tokens from GetToken", async () => {
    const { client, browserComes } = createRacedGame();
    const { code, redirectUri, codeVerifier } = await client.Authorize({ scopes });
    const verifier = codeVerifier?.Verifier() ?? "";
    const { accessToken } = await client.GetToken(emulator.application.id, code, verifier, redirectUri);
    expect(await stillWorks(client, accessToken)).toBe(true);
    await browserComes();
    await expect.poll(() => stillWorks(client, accessToken)).toBe(false);
  });
});
