import { describe, expect, it, test } from "vitest";
import { type GuildInit, readGuildInit } from "../../../../src/emulator/state/guild-init.ts";
import { Guild, type Member, Guilds } from "../../../../src/emulator/state/guild.ts";
import { everyPermission, ordinaryPermissions } from "../../../../src/emulator/state/permission-book.ts";
import { Players } from "../../../../src/emulator/state/players.ts";

describe("Guild", () => {
  const players = new Players(["Ada", "Grace", "Barbara"], Date.now);
  const [ada, grace, barbara] = players.all as [Player, Player, Player];
  type Player = (typeof players.all)[number];

  describe("a guild with defaults", () => {
    const guild = new Guild({ name: "Reef" }, players);

    it("includes every player with ordinary permissions", () => {
      const member = guild.member(grace) ?? expect.unreachable();
      expect(member).toEqual({ player: grace, nick: null, roles: [] });
      expect(guild.permissionsOf(member)).toBe(ordinaryPermissions);
    });

    it("has one channel, the @everyone role and an owner who is not a listed player", () => {
      expect(guild.channels).toMatchObject([{ name: "general", type: 0, guildId: guild.id }]);
      expect(guild.roles).toMatchObject([{ id: guild.id, name: "@everyone", position: 0 }]);
      expect(guild.locale).toBe("en-US");
      expect(players.byId(guild.ownerId)).toBeUndefined();
    });
  });

  describe("a configured guild", () => {
    const guild = new Guild(
      {
        id: 7n,
        name: "Reef",
        locale: "de",
        owner: "Ada",
        permissions: "1",
        roles: [
          { id: "8", name: "Divers", permissions: "4" },
          { name: "Captains", permissions: "8", mentionable: true },
        ],
        channels: [{ id: "9", name: "wreck", type: 2 }],
        members: [{ player: "Grace", nick: "G", roles: ["Divers"] }],
      },
      players,
    );

    it("includes only its owner and the listed members", () => {
      expect(guild.member(grace)).toEqual({ player: grace, nick: "G", roles: ["8"] });
      expect(guild.member(ada)).toMatchObject({ player: ada });
      expect(guild.member(barbara)).toBeUndefined();
    });

    it("grants members their roles' permissions and its owner all permissions", () => {
      const may = (player: Player) => guild.permissionsOf(guild.member(player) ?? expect.unreachable());
      expect(may(grace)).toBe("5");
      expect(may(ada)).toBe(everyPermission);
    });

    it("has the configured roles and channels", () => {
      expect(guild.roles).toMatchObject([
        { id: "7", permissions: "1", mentionable: false, position: 0 },
        { id: "8", name: "Divers", permissions: "4", position: 1 },
        { name: "Captains", mentionable: true, position: 2 },
      ]);
      expect(guild.channels).toMatchObject([{ id: "9", name: "wreck", type: 2, nsfw: false, guildId: "7" }]);
      expect(guild.ownerId).toBe(ada.id);
    });
  });

  describe("members", () => {
    const emitted: unknown[] = [];
    const listener = {
      joined: (_: Guild, { player, nick }: Member) => void emitted.push(["joined", player.name, nick]),
      changed: (_: Guild, member: Member, before: Member) =>
        void emitted.push(["changed", before.nick, member.nick]),
      left: (_: Guild, { player }: Member) => void emitted.push(["left", player.name]),
    };
    const roles = [{ id: "8", name: "Divers" }];
    const listed = new Guild({ name: "Reef", roles, members: [{ player: "Ada" }] }, players, listener);
    const open = new Guild({ name: "Sea", roles }, players, listener);
    const news = () => emitted.splice(0);

    it("notify the listener when they are added, changed or removed", () => {
      expect(listed.member(grace)).toBeUndefined();
      const member = { player: grace, nick: "G", roles: [] };
      expect(listed.addMember({ player: "Grace", nick: "G" })).toEqual(member);
      expect(listed.editMember("Grace", { roles: ["Divers"] })).toEqual({ ...member, roles: ["8"] });
      expect(listed.editMember("Grace", { nick: null })).toEqual({ ...member, nick: null, roles: ["8"] });
      listed.removeMember("Grace");
      expect(listed.member(grace)).toBeUndefined();
      expect(news()).toEqual([
        ["joined", "Grace", "G"],
        ["changed", "G", "G"],
        ["changed", "G", null],
        ["left", "Grace"],
      ]);
    });

    it("can leave and rejoin a guild without a member list", () => {
      open.removeMember("Ada");
      expect(open.isOpen).toBe(true);
      expect([open.member(ada), open.member(grace)]).toEqual([undefined, expect.anything()]);
      open.addMember({ player: "Ada" });
      open.addMember({ player: "Somebody new" });
      expect(open.editMember("Grace", { nick: "G" }).nick).toBe("G");
      expect(open.member(grace)?.nick).toBe("G");
      expect(news()).toHaveLength(4);
    });

    it("are rejected if duplicate, missing or given an unknown role", () => {
      const fails = (act: () => unknown, code: string) =>
        expect(act).toThrow(expect.objectContaining({ code }));
      fails(() => listed.addMember({ player: "Ada" }), "duplicate");
      fails(() => listed.addMember({ player: "Barbara", roles: ["Diver"] }), "unknown_role");
      fails(() => listed.editMember("Ada", { roles: ["Diver"] }), "unknown_role");
      fails(() => listed.editMember("Barbara", {}), "not_a_member");
      fails(() => listed.removeMember("Nobody at all"), "not_a_member");
      fails(() => listed.addMember({ name: "Ada" } as never), "unknown_option");
      fails(() => listed.removeMember(5 as never), "invalid_argument");
      expect(news()).toEqual([]);
    });
  });

  describe("a guild with duplicate names", () => {
    const init: GuildInit = {
      name: "Reef",
      roles: [
        { name: "Divers", id: 11n },
        { name: "Divers", id: 12n },
      ],
      channels: [
        { name: "lagoon", id: 21n },
        { name: "lagoon", id: 22n, nsfw: true },
        { name: "wreck", type: 11, parent: "22" },
      ],
      members: [{ player: "Ada", roles: ["12"] }],
    };

    it("distinguishes roles and channels by their ids", () => {
      const guild = new Guild(init, players);
      expect(guild.roles.map(({ name }) => name)).toEqual(["@everyone", "Divers", "Divers"]);
      expect(guild.member(ada)?.roles).toEqual(["12"]);
      expect(guild.channels[2]).toMatchObject({ parentId: "22", nsfw: true });
      expect(() => guild.editMember("Ada", { roles: ["Divers"] })).toThrow(
        expect.objectContaining({ code: "ambiguous_match", hint: "Use one of their ids: 11, 12." }),
      );
    });

    it("still distinguishes roles and channels after it is saved and loaded", () => {
      const saved = new Guild(readGuildInit(init, "guild"), players).save();
      const loaded = new Guild(readGuildInit(saved, "guild"), players);
      expect(loaded.save()).toEqual(saved);
      expect(saved).toMatchObject({ channels: [{}, {}, { parent: "22" }], members: [{ roles: ["12"] }] });
    });
  });
});

describe("Guilds", () => {
  const players = new Players(["Ada"], Date.now);

  test("creates an unknown guild with its id and grants everyone all permissions", () => {
    const guilds = new Guilds(players);
    const guild = guilds.findOrAdd("7");
    expect(guild).toMatchObject({ id: "7", name: "Guild 7" });
    expect(guilds.findOrAdd("7")).toBe(guild);
    const member = guild.member(players.first) ?? expect.unreachable();
    expect(guild.permissionsOf(member)).toBe(everyPermission);
  });

  test("finds a guild by its unique id", () => {
    const guilds = new Guilds(players);
    const reef = guilds.add({ id: "7", name: "Reef" });
    expect(guilds.findOrAdd("7")).toBe(reef);
    expect(() => guilds.add({ id: 7n, name: "Wreck" })).toThrow("There is already a guild with the id 7.");
    const wreck = guilds.add({ name: "Wreck" });
    expect(guilds.all).toEqual([reef, wreck]);
    expect([guilds.find("7"), guilds.find("Wreck"), guilds.find("Atoll")]).toEqual([reef, wreck, undefined]);
    expect(guilds.byId("1")).toBeUndefined();
  });
});
