import { afterAll, beforeAll, expect, it } from "vitest";
import { createAuthorizationServer } from "../../../../src/emulator/oauth/authorization-server.ts";
import { fillRedirect, issueDesktopCode } from "../../../../src/emulator/oauth/desktop-code.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../src/emulator/world/world.ts";

const world = new World({});
let live: LiveWorld;
beforeAll(async () => {
  const webBase = "http://127.0.0.1:1";
  live = {
    world,
    webBase,
    provider: await createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 }),
  };
});
afterAll(() => world.close());

async function fill(fields: Record<string, string>) {
  const form = new URLSearchParams(fields);
  await fillRedirect(world, form);
  return form.get("redirect_uri");
}

it("Only a code of the desktop client, exchanged without a redirect URI, gets what stands for none", async () => {
  const consent = { application: world.applications[0], player: world.players.first, scope: "identify" };
  const code = await issueDesktopCode(live, { ...consent, codeChallenge: undefined, nonce: undefined });
  expect(await fill({ code })).toBe("desktop-client:");
  expect(await fill({ code, redirect_uri: "http://127.0.0.1/callback" })).toBe("http://127.0.0.1/callback");
  expect(await fill({ code: "another" })).toBeNull();
  expect(await fill({ refresh_token: "x" })).toBeNull();
});
