import { expect, it } from "vitest";
import { createAuthorizationServer } from "../../../../src/emulator/oauth/authorization-server.ts";
import { World } from "../../../../src/emulator/state/world.ts";

it("creates one authorization server for all calls", async () => {
  const init = { issuer: "http://127.0.0.1:1", accessTokenSeconds: 60 };
  const provider = createAuthorizationServer(new World({}), init);
  const [one, other] = await Promise.all([provider(), provider()]);
  expect(other).toBe(one);
  expect(await provider()).toBe(one);
});
