import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { press, submit } from "../../../../src/emulator/interactions/press.ts";
import { World } from "../../../../src/emulator/world/world.ts";
import { type Game, say, startGame } from "../../../setup/emulator/game.ts";

const world = new World({});
const [application] = world.applications;
const button = { type: 2, style: 1, custom_id: "vote:blue", label: "Blue" };
const menu = { type: 3, custom_id: "size", options: [] };
const message = {
  id: "5",
  channel_id: "8",
  author: { id: application.id, username: "game" },
  content: "The lobby",
  timestamp: "2026-01-01T00:00:00Z",
  components: [
    { type: 1, components: [button] },
    { type: 1, components: [menu] },
  ],
};
const modal = {
  custom_id: "rename",
  title: "A new name",
  components: [{ type: 1, components: [{ type: 4, custom_id: "name", label: "Name", style: 1 }] }],
};

let game: Game;
beforeAll(async () => {
  game = await startGame(application.publicKey);
  await application.setInteractionsEndpoint(game.url);
});
beforeEach(() => {
  game.payloads.length = 0;
  game.answer = () => say("done");
});
afterAll(() => game.close());

describe("a component", () => {
  it("is pressed in the channel of its message, by whom it is said", async () => {
    const pressed = await press(world, application, { message, customId: "vote:blue", player: "Grace" });
    expect(pressed.messages).toMatchObject([{ content: "done", channel_id: "8" }]);
    expect(game.payloads).toMatchObject([
      { type: 3, channel_id: "8", user: { global_name: "Grace" }, message: { id: "5" } },
    ]);
    expect(game.payloads[0]?.data).toEqual({ custom_id: "vote:blue", component_type: 2 });
  });

  it("may be a menu, from which is picked", async () => {
    await press(world, application, { message, customId: "size", values: ["4"] });
    expect(game.payloads[0]?.data).toEqual({ custom_id: "size", component_type: 3, values: ["4"] });
  });

  it("that the message does not have cannot be pressed", async () => {
    await expect(press(world, application, { message, customId: "gone" })).rejects.toMatchObject({
      code: "unknown_component",
      message: 'The message has no component with the custom_id "gone".',
    });
  });
});

describe("a form", () => {
  it("comes back filled, with the message whose component opened it", async () => {
    await submit(world, application, { modal, message, fields: { name: "Reef" } });
    expect(game.payloads).toMatchObject([{ type: 5, channel_id: "8", message: { id: "5" } }]);
    expect(game.payloads[0]?.data).toEqual({
      custom_id: "rename",
      components: [{ type: 1, components: [{ type: 4, custom_id: "name", value: "Reef" }] }],
    });
  });

  it("that a command opened belongs to no message, and may be left as it was", async () => {
    await submit(world, application, { modal, guildId: "7" });
    expect(game.payloads[0]).not.toHaveProperty("message");
    expect(game.payloads).toMatchObject([
      { guild_id: "7", data: { components: [{ components: [{ value: "" }] }] } },
    ]);
  });
});
