import { afterAll, beforeAll, expect, it } from "vitest";
import { createAuthorizationServer } from "../../../../src/emulator/server/running-service.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { fillRedirect, issueDesktopCode } from "../../../../src/emulator/oauth/desktop-code.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const world = new World({});
let live: LiveWorld;
beforeAll(async () => {
  const webBase = "http://127.0.0.1:1";
  live = {
    world,
    webBase,
    provider: createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 }),
  };
});
afterAll(() => world.close());

async function fill(fields: Record<string, string>, hasSecret = true) {
  const form = new URLSearchParams(fields);
  await fillRedirect(world, form, hasSecret);
  return form.get("redirect_uri");
}

it("fills in a missing redirect URI only for a desktop client's code", async () => {
  const consent = { application: world.applications[0], player: world.players.first, scope: "identify" };
  const code = await issueDesktopCode(live, { ...consent, codeChallenge: undefined, nonce: undefined });
  expect(await fill({ code })).toBe("desktop-client:");
  expect(await fill({ code, redirect_uri: "http://127.0.0.1/callback" })).toBe("http://127.0.0.1/callback");
  expect(await fill({ code: "another" })).toBeNull();
  expect(await fill({ refresh_token: "x" })).toBeNull();
});

it("requires a code challenge if the application's secret is missing", async () => {
  const consent = { application: world.applications[0], player: world.players.first, scope: "identify" };
  const code = (codeChallenge: string | undefined) =>
    issueDesktopCode(live, { ...consent, codeChallenge, nonce: undefined });
  expect(await fill({ code: await code(undefined) }, false)).toBeNull();
  expect(await fill({ code: await code("x".repeat(43)) }, false)).toBe("desktop-client:");
});
