import { expect, it } from "vitest";
import { describeAuthenticated } from "../../../../../src/emulator/activity/rpc/sign-in.ts";
import { World } from "../../../../../src/emulator/state/world.ts";

it("returns the application, the player, the scopes and the token's expiration", () => {
  const world = new World({});
  const [application] = world.applications;
  const caller = { scopes: "identify guilds", expires: new Date(0) };
  expect(describeAuthenticated(caller, application, world.players.first)).toMatchObject({
    application: { id: application.id, rpc_origins: [] },
    scopes: ["identify", "guilds"],
    expires: "1970-01-01T00:00:00.000Z",
    user: { username: "ada" },
  });
  expect(describeAuthenticated({ scopes: "identify" }, application, world.players.first)).toHaveProperty(
    "expires",
    undefined,
  );
});
