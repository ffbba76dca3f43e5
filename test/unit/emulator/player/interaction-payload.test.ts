import { describe, expect, it } from "vitest";
import { describeEnvelope, listOwners } from "../../../../src/emulator/player/interaction.ts";
import type { Place } from "../../../../src/emulator/player/place.ts";
import { InteractionType } from "../../../../src/wire/interaction.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const shop = {
  guilds: ["7"],
  players: ["Ada"],
  permissions: "2048",
  entitlements: [
    { player: "Ada", sku: "5" },
    { player: "Ada", sku: "6", endsAt: "2020-01-01T00:00:00Z" },
    { player: "Ada", guild: "7", sku: "8" },
  ],
};
const { world, application, at } = openScene([shop, { integrationTypes: [1], guilds: [] }]);
const [, personal = expect.unreachable()] = world.applications;

function describePayload(place: Place, name?: string) {
  const found = at(place, name);
  return describeEnvelope(found, InteractionType.ApplicationCommand, listOwners(found));
}

describe("the payload of an interaction", () => {
  it("has the user and no guild in a direct message of the bot", () => {
    const payload = describePayload({});
    expect(payload).toMatchObject({
      application_id: application.id,
      type: 2,
      channel: { id: payload.channel_id, type: 1 },
      user: { global_name: "Ada" },
      locale: "fr",
      context: 1,
      authorizing_integration_owners: { "0": "0", "1": world.players.first.id },
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17 + 2 ** 18),
    });
    for (const name of ["guild_id", "guild", "member", "guild_locale"])
      expect(payload).not.toHaveProperty(name);
    expect(payload.channel).not.toHaveProperty("permissions");
  });

  it("has the member, and the permissions of the member and the bot in a guild", () => {
    const payload = describePayload({ guild: "Reef" });
    expect(payload).toMatchObject({
      guild_id: "7",
      guild: { id: "7", locale: "de", features: [] },
      guild_locale: "de",
      channel: { id: "9", type: 0, name: "general", guild_id: "7", permissions: "2147486752" },
      member: {
        user: { global_name: "Ada" },
        nick: "Diver",
        roles: ["70"],
        permissions: "2147486752",
        mute: false,
      },
      context: 0,
      authorizing_integration_owners: { "0": "7", "1": world.players.first.id },
      app_permissions: "2048",
      attachment_size_limit: 10_485_760,
    });
    expect(payload).not.toHaveProperty("user");
    expect(describePayload({ guild: "Reef" }, "Grace")).toMatchObject({
      member: { permissions: "2147486720", roles: [] },
      authorizing_integration_owners: { "0": "7" },
      locale: "en-US",
    });
  });

  it("has only the player as owner of the installation in a group", () => {
    expect(describePayload({ recipients: ["Grace"] })).toMatchObject({
      context: 2,
      authorizing_integration_owners: { "1": world.players.first.id },
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17),
    });
  });

  it("has default permissions if the guild has not added the application", () => {
    expect(describePayload({ guild: "Reef", application: personal })).toMatchObject({
      authorizing_integration_owners: {},
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17),
    });
  });

  it("lists the entitlements of the player, and of the guild in a guild", () => {
    expect(describePayload({}).entitlements).toEqual([
      expect.objectContaining({ sku_id: "5", user_id: world.players.first.id, type: 8, deleted: false }),
    ]);
    expect(describePayload({}, "Grace").entitlements).toEqual([]);
    const inGuild = describePayload({ guild: "Reef" }, "Grace").entitlements;
    expect(inGuild).toEqual([expect.objectContaining({ sku_id: "8", guild_id: "7" })]);
  });

  it("has a unique token and id", () => {
    const [one, other] = [describePayload({}), describePayload({})];
    expect(one.id).not.toBe(other.id);
    expect(one.token).not.toBe(other.token);
  });
});

describe("listOwners", () => {
  it("includes only installations of the command's integration types", () => {
    const place = at({ guild: "Reef" });
    expect(listOwners(place, { integration_types: [0] })).toEqual({ "0": "7" });
    expect(listOwners(place, { integration_types: [1] })).toEqual({ "1": world.players.first.id });
    expect(listOwners(place, {})).toEqual({ "0": "7", "1": world.players.first.id });
  });
});
