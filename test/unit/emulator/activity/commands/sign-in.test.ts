import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { ActivityWindow } from "../../../../../src/emulator/activity/window.ts";
import type { WorldEvent } from "../../../../../src/emulator/state/world-events.ts";
import { type ActivityPage, openActivityPage } from "../../../../setup/activity/activity-page.ts";
import { openLaunched, tokenFor } from "../../../../setup/activity/launched.ts";
import { startOpenEmulator } from "../../../../setup/emulator/live-world.ts";

const emulator = await startOpenEmulator();
let window: ActivityWindow;
let page: ActivityPage;
afterAll(() => emulator[Symbol.asyncDispose]());
beforeEach(() => {
  window = openLaunched(emulator);
  page = openActivityPage(window);
});
afterEach(() => {
  emulator.windows.close();
  emulator.world.deauthorize(window.player.id, window.application.id);
});

/** The arguments that Activities usually pass. */
const requests = (changes: object = {}) => ({
  client_id: window.application.id,
  response_type: "code",
  state: "",
  prompt: "none",
  scope: ["identify", "guilds"],
  ...changes,
});

async function agree(changes: object = {}) {
  const answer = page.run("AUTHORIZE", requests(changes));
  window.prompts.all[0]?.accept();
  return await answer;
}

describe("AUTHORIZE", () => {
  it("prompts the player and returns a code that can be exchanged without a redirect URI", async () => {
    const answer = page.run("AUTHORIZE", requests());
    expect(window.prompts.all).toMatchObject([{ kind: "consent", scopes: ["identify", "guilds"] }]);
    window.prompts.all[0]?.accept();
    const { code, ...rest } = await answer;
    expect(rest).toEqual({});
    expect(await tokenFor(emulator, window, code)).toEqual(expect.any(String));
  });

  it("returns a code that cannot be exchanged without the secret", async () => {
    const { code } = await agree();
    const form = { client_id: window.application.id, grant_type: "authorization_code", code: String(code) };
    const exchange = (more: object) =>
      fetch(`${emulator.apiBase}/oauth2/token`, {
        method: "POST",
        body: new URLSearchParams({ ...form, ...more }),
      });
    expect((await exchange({})).status).toBe(400);
    expect((await exchange({ client_secret: window.application.clientSecret })).status).toBe(200);
  });

  it("if prompt=none is set, does not prompt for scopes that were already granted", async () => {
    await agree();
    const { code } = await page.run("AUTHORIZE", requests({ scope: ["guilds"] }));
    expect(await tokenFor(emulator, window, code)).toEqual(expect.any(String));
    await agree({ scope: ["identify", "email"] });
    expect(await page.run("AUTHORIZE", requests({ scope: ["email", "guilds"] }))).toHaveProperty("code");
  });

  it("prompts if a scope is new or prompt=none is not set", async () => {
    await agree();
    for (const changes of [{ scope: ["identify", "email"] }, { prompt: undefined }]) {
      const answer = page.run("AUTHORIZE", requests(changes));
      expect(window.prompts.all).toHaveLength(1);
      window.prompts.all[0]?.accept();
      await answer;
    }
  });

  it("reports only new consent to the application", async () => {
    const emitted: WorldEvent[] = [];
    onTestFinished(emulator.world.worldEvents.listen((event) => emitted.push(event)));
    await agree({ integration_type: 1 });
    const data = { integration_type: 1, scopes: ["identify", "guilds"], user: { username: "ada" } };
    expect(emitted).toMatchObject([{ name: "APPLICATION_AUTHORIZED", data }]);
    await page.run("AUTHORIZE", requests());
    expect(emitted).toHaveLength(1);
    await agree({ prompt: undefined, integration_type: "x" });
    expect(emitted.at(-1)?.data).not.toHaveProperty("integration_type");
  });

  it("allows only one prompt at a time", async () => {
    const first = page.run("AUTHORIZE", requests());
    const message = expect.stringContaining("Already authing") as unknown;
    expect(await page.refusal("AUTHORIZE", requests())).toMatchObject({ code: 4002, message });
    window.prompts.all[0]?.accept();
    await first;
  });

  it("is rejected if the player denies it", async () => {
    const refused = page.refusal("AUTHORIZE", requests());
    window.prompts.all[0]?.deny();
    expect(await refused).toEqual({
      code: 5000,
      message: "OAuth2 Error: access_denied: The resource owner or authorization server denied the request",
    });
  });

  it("closes the prompt when the page disconnects", () => {
    void page.run("AUTHORIZE", requests());
    page.leave();
    expect(window.prompts.all).toEqual([]);
  });

  it.each<[string, object, number, string]>([
    ["for a token", { response_type: "token" }, 5000, "unsupported_response_type"],
    ["with a scope that is not an array", { scope: "identify" }, 4000, '"scope" fails'],
  ])("rejects a request %s", async (_what, changes, code, message) => {
    expect(await page.refusal("AUTHORIZE", requests(changes))).toMatchObject({
      code,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it("returns an exchangeable code if the only registered redirect URI is https://127.0.0.1", async () => {
    const application = emulator.world.addApplication({ redirectUris: ["https://127.0.0.1"] });
    const opened = openLaunched(emulator, { application });
    const answer = openActivityPage(opened).run("AUTHORIZE", requests({ client_id: application.id }));
    opened.prompts.all[0]?.accept();
    const { code } = await answer;
    expect(await tokenFor(emulator, opened, code)).toEqual(expect.any(String));
  });
});

const refused = (reason: string) => ({
  code: 4009,
  message: expect.stringMatching(`^Invalid OAuth2 access token: .*${reason}`) as unknown,
});

describe("AUTHENTICATE", () => {
  let token: string;
  beforeEach(async () => {
    const scope = ["identify", "rpc.voice.read"];
    token = await tokenFor(emulator, window, (await agree({ scope }))["code"]);
  });

  it("returns the token's player and grants the token's scopes", async () => {
    expect(await page.refusal("SUBSCRIBE", {}, "SPEAKING_START")).toMatchObject({ code: 4006 });
    expect(await page.run("AUTHENTICATE", { access_token: token })).toMatchObject({
      access_token: token,
      application: { id: window.application.id, name: window.application.name },
      scopes: ["identify", "rpc.voice.read"],
      user: { id: window.player.id, username: "ada", public_flags: 0 },
      expires: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    });
    expect(await page.run("SUBSCRIBE", {}, "SPEAKING_START")).toEqual({ evt: "SPEAKING_START" });
    expect(await page.refusal("SUBSCRIBE", {}, "RELATIONSHIP_UPDATE")).toMatchObject({ code: 4006 });
  });

  it.each([undefined, {}, { access_token: null }, { access_token: "" }])("rejects %j", async (args) => {
    expect(await page.refusal("AUTHENTICATE", args)).toEqual(refused("as access_token, pass"));
  });

  it.each<[string, () => Parameters<typeof openLaunched>[1], string]>([
    [
      "that belongs to another application",
      () => ({ application: emulator.world.addApplication({ name: "Chess" }) }),
      "but this is Chess's Activity",
    ],
    [
      "that belongs to another player",
      () => ({ player: "Grace" }),
      "it belongs to Ada, but Grace is playing here",
    ],
  ])("rejects a token %s", async (_whose, where, reason) => {
    const other = openActivityPage(openLaunched(emulator, where()));
    expect(await other.refusal("AUTHENTICATE", { access_token: token })).toEqual(refused(reason));
  });

  it("rejects a token that was never issued or has expired", async () => {
    const madeUp = { access_token: "made-up" };
    expect(await page.refusal("AUTHENTICATE", madeUp)).toEqual(refused("it was never issued"));
    emulator.world.clock.advance(61_000);
    expect(await page.refusal("AUTHENTICATE", { access_token: token })).toEqual(refused("it has expired"));
  });

  it("rejects a token that belongs to no player", async () => {
    const { id, clientSecret } = window.application;
    const response = await fetch(`${emulator.apiBase}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${id}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "identify" }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    expect(await page.refusal("AUTHENTICATE", { access_token })).toEqual(
      refused("to the application, not to a player"),
    );
  });

  it("closes the player's connections to the application when the token is revoked", async () => {
    const [grace, other] = [
      openActivityPage(openLaunched(emulator, { player: "Grace" })),
      openActivityPage(openLaunched(emulator)),
    ];
    await page.run("AUTHENTICATE", { access_token: token });
    emulator.player("Ada").deauthorize();
    expect(page.closed()).toEqual({
      code: 4003,
      message: "The token was revoked. Reload the Activity and call authorize.",
    });
    expect([grace.closed(), other.closed()]).toEqual([undefined, undefined]);
    expect(await other.refusal("AUTHENTICATE", { access_token: token })).toEqual(refused("or was revoked"));
  });
});
