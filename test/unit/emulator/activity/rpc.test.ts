import { expect, it } from "vitest";
import { authorize } from "../../../../src/emulator/activity/rpc.ts";
import type { WorldEvent } from "../../../../src/emulator/state/world-events.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import { createAuthorizationServer } from "../../../../src/emulator/server/running-service.ts";

it("emits an event only for new consent", async () => {
  await using emulator = await startOpenEmulator();
  const { world, application, webBase } = emulator;
  const provider = createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds: 60 });
  const emitted: WorldEvent[] = [];
  world.worldEvents.listen((event) => emitted.push(event));
  const request = {
    live: { world, provider, webBase },
    application,
    player: world.players.first,
    args: { client_id: application.id, scope: ["identify"], integration_type: 1 },
    scopesName: "scope",
    needsChallenge: true,
    ask: () => Promise.resolve(true),
  } as const;
  const args = { ...request.args, code_challenge: "x".repeat(43), code_challenge_method: "S256" };
  const { code } = await authorize({ ...request, args });
  expect(code).toEqual(expect.any(String));
  const data = { integration_type: 1, scopes: ["identify"], user: { username: "ada" } };
  expect(emitted).toMatchObject([{ name: "APPLICATION_AUTHORIZED", data }]);
  await authorize({ ...request, args: { ...args, integration_type: "x" } });
  expect(emitted.pop()?.data).not.toHaveProperty("integration_type");
  await authorize({ ...request, args, isSilent: () => true, ask: () => expect.unreachable() });
  expect(emitted).toHaveLength(1);
  const refused = authorize({ ...request, args, ask: () => Promise.resolve(false) });
  await expect(refused).rejects.toMatchObject({
    code: 5000,
    message: expect.stringContaining("access_denied"),
  });
});
