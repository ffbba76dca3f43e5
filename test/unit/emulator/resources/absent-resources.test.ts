import { expect, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const world = new World({});

test.each([
  ["GET", "/guilds/5/auto-moderation/rules", "automatic moderation"],
  ["PATCH", "/guilds/5/auto-moderation/rules/7", "automatic moderation"],
  ["POST", "/applications/5/emojis", "emojis"],
  ["GET", "/guilds/5/emojis/7", "emojis"],
  ["GET", "/guilds/5/messages/search", "search"],
  ["GET", "/channels/5/pins", "pins"],
  ["PUT", "/channels/5/messages/pins/7", "pins"],
])("%s %s says that the emulator has no %s", async (method, path, what) => {
  await expect(askApi(world, method, path)).rejects.toMatchObject({
    status: 404,
    body: { code: 0, message: expect.stringMatching(`^The emulator has no ${what}\\. A fault can answer`) },
  });
});

test.each(["/guilds/5/auto-moderation/ruleset", "/channels/5/messages/search", "/emojis"])(
  "%s is no path of the service, and only not found",
  async (path) => {
    await expect(askApi(world, "GET", path)).rejects.toMatchObject({ body: { message: "404: Not Found" } });
  },
);
