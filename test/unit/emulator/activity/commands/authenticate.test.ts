import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ActivityWindow } from "../../../../../src/emulator/activity/window.ts";
import { type ActivityPage, openActivityPage } from "../../../../setup/activity/activity-page.ts";
import { openLaunched, tokenFor } from "../../../../setup/activity/launched.ts";
import { type OpenEmulator, startOpenEmulator } from "../../../../setup/emulator/live-world.ts";

let emulator: OpenEmulator;
let window: ActivityWindow;
let page: ActivityPage;
let token: string;
beforeAll(async () => {
  emulator = await startOpenEmulator();
});
afterAll(() => emulator[Symbol.asyncDispose]());
beforeEach(async () => {
  window = openLaunched(emulator);
  page = openActivityPage(window);
  token = await authorize(window, page);
});
afterEach(() => emulator.windows.close());

async function authorize(of: ActivityWindow, from: ActivityPage): Promise<string> {
  const scope = ["identify", "rpc.voice.read"];
  const answer = from.run("AUTHORIZE", { client_id: of.application.id, scope });
  of.prompts.all[0]?.accept();
  return await tokenFor(emulator, of, (await answer)["code"]);
}

const refused = (reason: string) => ({
  code: 4009,
  message: expect.stringMatching(`^Invalid OAuth2 access token: .*${reason}`) as unknown,
});

describe("AUTHENTICATE", () => {
  it("returns the token's player and grants its scopes", async () => {
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
    expect(await page.refusal("AUTHENTICATE", args)).toEqual(refused("pass as access_token"));
  });

  it("rejects a token that was never issued", async () => {
    expect(await page.refusal("AUTHENTICATE", { access_token: "made-up" })).toEqual(
      refused("it was never issued"),
    );
  });

  it("rejects a token of another application", async () => {
    const application = emulator.world.addApplication({ name: "Chess" });
    const other = openActivityPage(openLaunched(emulator, { application }));
    expect(await other.refusal("AUTHENTICATE", { access_token: token })).toEqual(
      refused("but this is the Activity of Chess"),
    );
  });

  it("rejects a token of another player", async () => {
    const grace = openActivityPage(openLaunched(emulator, { player: "Grace" }));
    expect(await grace.refusal("AUTHENTICATE", { access_token: token })).toEqual(
      refused("it belongs to Ada, but Grace plays here"),
    );
  });

  it("rejects a token without a player", async () => {
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

  it("rejects an expired token", async () => {
    emulator.world.clock.advance(61_000);
    expect(await page.refusal("AUTHENTICATE", { access_token: token })).toEqual(refused("it has expired"));
  });

  it("closes connections of the player and application when the token is revoked", async () => {
    const [grace, other] = [
      openActivityPage(openLaunched(emulator, { player: "Grace" })),
      openActivityPage(openLaunched(emulator)),
    ];
    await page.run("AUTHENTICATE", { access_token: token });
    emulator.player("Ada").deauthorize();
    expect(page.closed()).toEqual({
      code: 4003,
      message: "The token was revoked. Load the Activity again, and call authorize.",
    });
    expect([grace.closed(), other.closed()]).toEqual([undefined, undefined]);
    expect(await other.refusal("AUTHENTICATE", { access_token: token })).toEqual(refused("or was revoked"));
  });
});
