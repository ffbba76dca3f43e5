import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, application, at } = openScene();
const ada = world.players.first;

describe("a player's location", () => {
  it("is the bot's direct messages by default", () => {
    const location = at();
    expect(location).toMatchObject({ application, player: ada, guild: undefined, context: 1 });
    expect(location.channel).toMatchObject({ type: 1, applicationId: application.id });
    expect(at().channel).toBe(location.channel);
  });

  it("can be a guild by name or id and defaults to its first text channel", () => {
    expect(at({ guild: "Reef" })).toMatchObject({
      guild: { id: "7" },
      member: { nick: "Diver", roles: ["70"] },
      channel: { id: "9" },
      context: 0,
    });
    expect(at({ guild: "7", channel: "wreck" })).toMatchObject({
      guild: { name: "Reef" },
      channel: { id: "8" },
    });
    const sailing = world.addGuild({ name: "Sailing", channels: [{ name: "harbor", type: 2 }] });
    expect(at({ guild: "Sailing" }).channel).toBe(sailing.channels[0]);
  });

  it("can be an unknown guild, which is then created", () => {
    const location = at({ guild: "11" });
    expect(location).toMatchObject({ guild: { id: "11" }, channel: { name: "general" } });
    expect(world.guilds.byId("11")).toBe(location.guild);
  });

  it("can be direct messages with other players", () => {
    const location = at({ recipients: ["Grace"] });
    expect(location).toMatchObject({ context: 2, channel: { type: 1, applicationId: undefined } });
    expect(at({ recipients: ["Ada"] }, "Grace").channel).toBe(location.channel);
    expect(at({ recipients: ["Grace", "Barbara", "Ada"] }).channel).toMatchObject({ type: 3 });
  });

  it.each([
    [{ guild: "Wreck" }, "unknown_guild"],
    [{ guild: "0" }, "unknown_guild"],
    [{ guild: "Reef", channel: "harbor" }, "unknown_channel"],
    [{ guild: "Empty" }, "unknown_channel"],
    [{ application: new EmulatorApplication() }, "unknown_application"],
  ])("is rejected as unknown: %o", (location, code) => {
    if (!world.guilds.find("Empty")) world.addGuild({ name: "Empty", channels: [] });
    expect(() => at(location)).toThrow(expect.objectContaining({ code }));
  });

  it("is rejected if the player is not in the guild", () => {
    expect(() => at({ guild: "Reef" }, "Barbara")).toThrow(
      expect.objectContaining({
        code: "not_a_member",
        message: 'Barbara is not a member of the guild "Reef".',
      }),
    );
  });
});
