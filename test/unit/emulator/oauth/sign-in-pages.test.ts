import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import type { OidcProvider } from "../../../../src/emulator/oauth/oidc-provider.ts";
import {
  answerSignInPage,
  consentPage,
  signInPage,
  listScopes,
  compareRedirects,
} from "../../../../src/emulator/oauth/sign-in-pages.ts";
import type { WorldEvent } from "../../../../src/emulator/state/world-events.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import { authorize, authorizeUrl, getTokens, getUser } from "../../../setup/emulator/players.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { findForm } from "../../../../src/emulator/base/page.ts";
import type { Player } from "../../../../src/emulator/state/players.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Opens a sign-in as a browser would and returns its page and cookies. */
async function openSignIn(url: string): Promise<{ page: string; headers: { cookie: string } }> {
  const response = await fetch(url, { redirect: "manual" });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  const page = new URL(response.headers.get("location") ?? "", url).href;
  return { page, headers: { cookie: cookies.join("; ") } };
}

describe("the sign-in pages", () => {
  it("for prompt=login, asks which player is signing in and accepts a new name", async () => {
    const { body } = await getTokens(emulator, { player: "Barbara", parameters: { prompt: "login" } });
    expect(await getUser(emulator, body["access_token"])).toMatchObject({
      status: 200,
      body: { global_name: "Barbara" },
    });
  });

  it("lets another player sign in and asks that player for consent", async () => {
    const cookies = new Map<string, string>();
    const follow = async (url: string, form?: Record<string, string>) => {
      const body = form && { method: "POST", body: new URLSearchParams(form) };
      const cookie = [...cookies.values()].join("; ");
      const response = await fetch(url, { ...body, headers: { cookie }, redirect: "manual" });
      for (const line of response.headers.getSetCookie())
        cookies.set(line.replace(/=.*/, ""), line.replace(/;.*/, ""));
      const to = new URL(response.headers.get("location") ?? "", url).href;
      return { to, text: await response.text() };
    };
    /** Submits the form and follows the redirect. */
    const send = async (page: string, form: Record<string, string>) => {
      const { to: back } = await follow(page, form);
      return (await follow(back)).to;
    };
    const signIn = await follow(authorizeUrl(emulator));
    const consent = await send(signIn.to, { player: "Ada" });
    const { text } = await follow(consent);
    expect(text).toContain("You are signed in as Ada.");
    expect(text).toContain('<a href="?switch">Not you?</a>');
    expect((await follow(`${consent}?switch`)).text).toContain("<h1>Who is playing?</h1>");
    const other = await send(`${consent}?switch`, { player: "Grace" });
    expect((await follow(other)).text).toContain("You are signed in as Grace.");
    const code = await send(other, { answer: "accept" });
    expect(code).toMatch(/^http:\/\/127\.0\.0\.1:4321\/callback\?code=/);
  });

  it("escapes the names of players and applications", async () => {
    const id = "7";
    await using other = await startEmulator({
      world: { applications: [{ id, name: "<b>Reef</b>" }], players: ["<i>"] },
    });
    const { page, headers } = await openSignIn(authorizeUrl(other, { scope: "identify guilds" }));
    const first = await (await fetch(page, { headers })).text();
    expect(first).toContain("Sign in to continue to &lt;b&gt;Reef&lt;/b&gt;.");
    expect(first).toContain('<button class="player" name="player" value="&lt;i&gt;"><svg');
    expect(first).toContain("<span>&lt;i&gt;</span></button>");
    const body = new URLSearchParams({ player: " <i> " });
    const taken = await fetch(page, { method: "POST", body, headers, redirect: "manual" });
    expect(taken.status).toBe(303);
    expect(other.players).toHaveLength(1);
  });

  it("emits an event with the player, scopes and installation type after the player accepts", async () => {
    await using open = await startOpenEmulator();
    const emitted: WorldEvent[] = [];
    open.world.worldEvents.listen((event) => emitted.push(event));
    await authorize(open, { answer: "deny" });
    await authorize(open, { parameters: { scope: "identify guilds" } });
    await authorize(open, { player: "Bo", parameters: { scope: "identify", integration_type: "1" } });
    const applicationId = open.application.id;
    const name = "APPLICATION_AUTHORIZED";
    expect(emitted).toMatchObject([
      { name, applicationId, data: { scopes: ["identify", "guilds"], user: { global_name: "Ada" } } },
      { name, applicationId, data: { integration_type: 1, user: { global_name: "Bo" } } },
    ]);
    expect(emitted[0]?.data).not.toHaveProperty("integration_type");
  });

  it("treats a form without a player name as a refusal", async () => {
    const { page, headers } = await openSignIn(authorizeUrl(emulator));
    const body = new URLSearchParams({ player: " " });
    const answer = await fetch(page, { method: "POST", body, headers, redirect: "manual" });
    const back = await fetch(answer.headers.get("location") ?? "", { headers, redirect: "manual" });
    expect(back.headers.get("location")).toContain("error=access_denied");
  });

  it("explains an unknown sign-in", async () => {
    const response = await fetch(`${emulator.webBase}/sign-in/unknown`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Start again in the game");
  });
});

describe("answerSignInPage", () => {
  const world = new World({});

  /** Serves and fetches the sign-in page for one interaction. */
  async function readPage(ask: () => object): Promise<{ status: number; page: string }> {
    const provider = { interactionDetails: async () => ask() } as unknown as OidcProvider;
    await using server = await startServer((request, response) => {
      answerSignInPage(
        { world, provider: () => Promise.resolve(provider), webBase: "" },
        request,
        response,
      ).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    const response = await fetch(server.url);
    return { status: response.status, page: await response.text() };
  }

  const consent = { prompt: { name: "consent" }, params: { client_id: "5", scope: "guilds newer.scope" } };

  it("asks which player is signing in before asking for consent", async () => {
    for (const session of [undefined, { accountId: "0" }]) {
      const { page } = await readPage(() => ({ ...consent, session }));
      expect(page).toContain("<h1>Who is playing?</h1>");
    }
  });

  it("does not report other errors as an expired sign-in", async () => {
    const failing = (): never => {
      throw new Error("The disk is on fire.");
    };
    expect(await readPage(failing)).toEqual({ status: 500, page: "The disk is on fire." });
  });
});

describe("the sign-in pages' HTML", () => {
  const application = { id: "7", name: "Reef" };
  const player: Player = { id: "8", username: "ada", name: "Ada", locale: "en-US", adult: true };
  const question = { application, player, scopes: ["identify"] };

  it.each([
    ["http://127.0.0.1:4321/callback", "You will then return to the game on this computer: "],
    ["http://[::1]/callback", "You will then return to the game on this computer: "],
    ["https://reef.example/<back>", "You will then continue to "],
    ["discord-7:/authorize/callback", "The game will then open through this address: "],
    [undefined, "Then return to your device."],
  ])("for the redirect URI %s, shows where the player continues", (redirectUri, words) => {
    const code =
      redirectUri === undefined ? "" : `<code>${redirectUri.replace("<back>", "&lt;back&gt;")}</code>`;
    expect(consentPage({ ...question, redirectUri })).toContain(`<p class="next">${words}${code}</p>`);
  });

  it("shows the application's and the players' avatars on both pages", () => {
    const pages = [
      consentPage({ ...question, redirectUri: undefined }),
      signInPage(application, [player, { ...player, id: "9", name: "Bo" }]),
    ];
    expect(pages.map((page) => page.split('<svg class="avatar"').length - 1)).toEqual([2, 3]);
    expect(pages.join()).not.toMatch(/<img|<script|https?:|style="/);
  });

  it("puts the form for scripted players first on each page", () => {
    const consent = findForm(consentPage({ ...question, redirectUri: undefined }), { answer: "deny" });
    expect(consent?.fields.get("answer")).toBe("deny");
    const signIn = findForm(signInPage(application, [player]), { player: "Zoe" });
    expect(signIn?.fields.get("player")).toBe("Zoe");
  });

  it("shows each known scope's description and name, and only the name of an unknown scope", () => {
    expect(listScopes(["identify", "newer.<scope>", "toString"])).toBe(
      "<ul><li>See your name and picture <code>identify</code></li>\n" +
        "<li><code>newer.&lt;scope&gt;</code></li>\n<li><code>toString</code></li></ul>",
    );
  });

  it("shows the link's escaped redirect URI next to the registered ones", () => {
    const html = compareRedirects("http://127.0.0.1/<b>", ["http://127.0.0.1/callback", "game:/back?a&b"]);
    expect(html).toContain(
      '<h2>The link offers</h2><ul class="plain"><li><code>http://127.0.0.1/&lt;b&gt;</code></li></ul>',
    );
    expect(html).toContain("<li><code>http://127.0.0.1/callback</code></li>");
    expect(html).toContain("<li><code>game:/back?a&amp;b</code></li>");
  });

  it("reports that the application has no registered redirect URI", () => {
    expect(compareRedirects("http://127.0.0.1/", [])).toContain("<h2>Registered</h2><p>None.</p>");
  });
});
