import { describe, expect, it } from "vitest";
import { readGuildInit } from "../../../../src/emulator/state/guild-init.ts";

describe("readGuildInit", () => {
  it("requires only a name", () => {
    expect(readGuildInit({ name: "Reef" }, "guild")).toEqual({ name: "Reef" });
  });

  it("reads all fields", () => {
    const guild = {
      id: "7",
      name: "Reef",
      locale: "de",
      owner: "Ada",
      permissions: "1024",
      roles: [{ id: "8", name: "Divers", permissions: "08", mentionable: true }],
      channels: [
        { id: "9", name: "general", type: 0, messages: [{ id: "10", author: "Ada", content: "Hi" }] },
        { name: "caves", type: 11, parent: "general", members: ["Ada"] },
        { name: "talk", type: 2, connectedBots: ["5"] },
      ],
      members: [{ player: "Ada", nick: "A", roles: ["Divers"] }],
    };
    expect(readGuildInit(guild, "guild")).toEqual({
      ...guild,
      roles: [{ id: "8", name: "Divers", permissions: "8", mentionable: true }],
    });
  });

  it.each([
    [{}, "guild.name is missing"],
    [{ name: "Reef", chanels: [] }, "guild.chanels does not exist. Did you mean guild.channels?"],
    [{ name: "Reef", permissions: 8 }, "guild.permissions is a number, but must be permission bits"],
    [{ name: "Reef", permissions: "all" }, "guild.permissions is a string, but must be permission bits"],
    [{ name: "Reef", channels: [{ name: "a", type: 9 }] }, "guild.channels[0].type is 9"],
    [
      { name: "Reef", channels: [{ name: "a", messages: [{ author: "Ada" }] }] },
      "guild.channels[0].messages[0].content is missing",
    ],
    [{ name: "Reef", roles: [{ name: "@everyone" }] }, 'guild.roles contains "@everyone" twice'],
    [
      {
        name: "Reef",
        roles: [
          { name: "a", id: "1" },
          { name: "b", id: 1n },
        ],
      },
      'guild.roles contains "1" twice',
    ],
    [
      { name: "Reef", channels: [{ name: "a" }, { name: "a" }, { name: "b", type: 11, parent: "a" }] },
      'guild.channels[2].parent refers to "a", but that name is not unique.',
    ],
    [
      {
        name: "Reef",
        roles: [{ name: "Divers", id: "1" }, { name: "Divers" }],
        members: [{ player: "Ada", roles: ["Divers"] }],
      },
      'guild.members[0].roles refers to "Divers", but that name is not unique.',
    ],
    [{ name: "Reef", members: [{ player: "Ada" }, { player: "Ada" }] }, 'guild.members contains "Ada" twice'],
    [
      { name: "Reef", roles: [{ name: "Divers" }], members: [{ player: "Ada", roles: ["Diver"] }] },
      'guild.members[0].roles refers to "Diver", which is not a role in the guild. Did you mean "Divers"?',
    ],
    [
      { name: "Reef", members: [{ player: "Ada", roles: ["Divers"] }] },
      'guild.members[0].roles refers to "Divers", which is not a role in the guild.',
    ],
    [
      { name: "Reef", channels: [{ name: "a", parent: "b" }] },
      "guild.channels[0] has parent but is not a thread.",
    ],
    [
      { name: "Reef", channels: [{ name: "a", members: [] }] },
      "guild.channels[0] has members but is not a thread.",
    ],
    [{ name: "Reef", channels: [{ name: "a", type: 11, parent: "b" }] }, 'guild.channels[0].parent is "b"'],
    [{ name: "Reef", channels: [{ name: "a", type: 11 }] }, "guild.channels[0].parent is missing"],
    [
      {
        name: "Reef",
        channels: [{ name: "a" }, { name: "b", type: 12, parent: "a", members: ["Ada", "Ada"] }],
      },
      'guild.channels[1].members contains "Ada" twice',
    ],
  ])("rejects %o", (guild, message) => {
    expect(() => readGuildInit(guild, "guild")).toThrow(message);
  });
});
