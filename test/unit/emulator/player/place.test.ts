import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, application, at } = openScene();
const ada = world.players.first;

describe("a player is", () => {
  it("in the direct messages of the bot, unless it is told otherwise", () => {
    const place = at();
    expect(place).toMatchObject({ application, player: ada, guild: undefined, context: 1 });
    expect(place.channel).toMatchObject({ type: 1, applicationId: application.id });
    expect(at().channel).toBe(place.channel);
  });

  it("in a guild, by its name or id, in its first channel for texts or another one", () => {
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

  it("in a guild that nobody has arranged, which is there from then on", () => {
    const place = at({ guild: "11" });
    expect(place).toMatchObject({ guild: { id: "11" }, channel: { name: "general" } });
    expect(world.guilds.byId("11")).toBe(place.guild);
  });

  it("in direct messages with others", () => {
    const place = at({ recipients: ["Grace"] });
    expect(place).toMatchObject({ context: 2, channel: { type: 1, applicationId: undefined } });
    expect(at({ recipients: ["Ada"] }, "Grace").channel).toBe(place.channel);
    expect(at({ recipients: ["Grace", "Barbara", "Ada"] }).channel).toMatchObject({ type: 3 });
  });

  it.each([
    [{ guild: "Wreck" }, "unknown_guild"],
    [{ guild: "0" }, "unknown_guild"],
    [{ guild: "Reef", channel: "harbor" }, "unknown_channel"],
    [{ guild: "Empty" }, "unknown_channel"],
    [{ application: new EmulatorApplication() }, "unknown_application"],
  ])("nowhere at %o", (place, code) => {
    if (!world.guilds.find("Empty")) world.addGuild({ name: "Empty", channels: [] });
    expect(() => at(place)).toThrow(expect.objectContaining({ code }));
  });

  it("in no guild that they are not a member of", () => {
    expect(() => at({ guild: "Reef" }, "Barbara")).toThrow(
      expect.objectContaining({
        code: "not_a_member",
        message: 'Barbara is not a member of the guild "Reef".',
      }),
    );
  });
});
