import { describe, expect, it, test } from "vitest";
import { findMessage } from "../../../../src/emulator/player/records.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, at, recordsAt } = openScene();
const inGuild = { guild: "Reef" };
const ada = world.players.first;
const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe("listing records", () => {
  it("returns the guild's members, roles and channels", () => {
    const records = recordsAt(inGuild);
    expect(names(records.list("user"))).toEqual(["Ada", "Grace"]);
    expect(names(records.list("role"))).toEqual(["@everyone", "Divers"]);
    expect(names(records.list("mentionable"))).toEqual(["Ada", "Grace", "@everyone", "Divers"]);
    expect(names(records.list("channel"))).toEqual(["wreck", "general"]);
    expect(names(records.list("channel", [2]))).toEqual(["wreck"]);
  });

  it("returns players if there is no guild", () => {
    const records = recordsAt({ recipients: ["Grace"] });
    expect(names(records.list("user"))).toEqual(["Ada", "Grace", "Barbara"]);
    expect(names(records.list("mentionable"))).toEqual(["Ada", "Grace", "Barbara"]);
    expect([records.list("role"), records.list("channel")]).toEqual([[], []]);
  });
});

describe("picking records", () => {
  it("returns an id and resolves its record", () => {
    const records = recordsAt(inGuild);
    expect(records.resolved).toEqual({});
    expect(records.pick("user", "Ada")).toBe(ada.id);
    expect(records.pick("role", "Divers")).toBe("70");
    expect(records.pick("channel", "wreck")).toBe("8");
    const file = records.attach("map.png");
    expect(records.resolved.resolved).toEqual({
      users: { [ada.id]: expect.objectContaining({ global_name: "Ada" }) },
      members: {
        [ada.id]: expect.objectContaining({ nick: "Diver", roles: ["70"], permissions: "2147486752" }),
      },
      roles: { 70: expect.objectContaining({ name: "Divers", permissions: "32" }) },
      channels: { 8: { id: "8", type: 2, name: "wreck", guild_id: "7", permissions: "2147486752" } },
      attachments: { [file]: expect.objectContaining({ filename: "map.png" }) },
    });
  });

  it("resolves no member outside a guild", () => {
    const records = recordsAt();
    records.pick("user", "Grace");
    expect(Object.keys(records.resolved.resolved ?? {})).toEqual(["users"]);
  });

  it("rejects unknown records", () => {
    expect(() => recordsAt(inGuild).pick("user", "Barbara")).toThrow('There is no user "Barbara" here.');
    expect(() => recordsAt(inGuild).pick("channel", "wreck", [0])).toThrow(
      'There is no channel "wreck" here.',
    );
  });

  it("includes the fields that the API description requires", () => {
    const records = recordsAt(inGuild);
    records.pick("user", "Ada");
    records.pick("role", "Divers");
    const file = records.attach({ name: "map.png", data: new Uint8Array([1, 2]), type: "image/png" });
    const { members = {}, users = {}, roles = {}, attachments = {} } = records.resolved.resolved ?? {};
    // The service's times have an offset, which the description's schemas reject.
    const times = { joined_at: "2026-01-01T00:00:00Z" };
    const whole = { ...members[ada.id], ...times, user: users[ada.id], mute: false, deaf: false };
    expect(problemsOf("PrivateGuildMemberResponse", whole)).toEqual([]);
    expect(problemsOf("GuildRoleResponse", roles["70"])).toEqual([]);
    expect(problemsOf("MessageAttachmentResponse", attachments[file])).toEqual([]);
  });
});

test("finds a message only in its channel", () => {
  expect(findMessage(at(inGuild), "90")).toMatchObject({ content: "Bonjour" });
  expect(() => findMessage(at(), "90")).toThrow(expect.objectContaining({ code: "unknown_message" }));
});
