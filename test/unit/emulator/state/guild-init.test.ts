import { describe, expect, it } from "vitest";
import { readGuildInit } from "../../../../src/emulator/state/guild-init.ts";

describe("readGuildInit", () => {
  it("requires only a name", () => {
    expect(readGuildInit({ name: "Reef" }, "guild")).toEqual({ name: "Reef" });
    const roles = [{ name: "Divers", permissions: "08" }];
    expect(readGuildInit({ name: "Reef", roles }, "guild").roles).toMatchObject([{ permissions: "8" }]);
  });

  it.each([
    [{ name: undefined }, "guild.name is missing"],
    [{ chanels: [] }, "guild.chanels does not exist. Did you mean guild.channels?"],
    [{ permissions: 8 }, "guild.permissions is a number, but must be permission bits"],
    [{ channels: [{ name: "a", type: 9 }] }, "guild.channels[0].type is 9"],
    [{ roles: [{ name: "@everyone" }] }, 'guild.roles contains "@everyone" twice'],
    [{ roles: ["a", "b"].map((name) => ({ name, id: "1" })) }, 'guild.roles contains "1" twice'],
    [
      { channels: [{ name: "a" }, { name: "a" }, { name: "b", type: 11, parent: "a" }] },
      'guild.channels[2].parent refers to "a", but that name is not unique.',
    ],
    [
      {
        roles: [{ name: "Divers", id: "1" }, { name: "Divers" }],
        members: [{ player: "Ada", roles: ["Divers"] }],
      },
      'guild.members[0].roles refers to "Divers", but that name is not unique.',
    ],
    [{ members: [{ player: "Ada" }, { player: "Ada" }] }, 'guild.members contains "Ada" twice'],
    [
      { roles: [{ name: "Divers" }], members: [{ player: "Ada", roles: ["Diver"] }] },
      'guild.members[0].roles refers to "Diver", which is not a role in the guild. Did you mean "Divers"?',
    ],
    [
      { members: [{ player: "Ada", roles: ["Divers"] }] },
      'guild.members[0].roles refers to "Divers", which is not a role in the guild.',
    ],
    [{ channels: [{ name: "a", parent: "b" }] }, "guild.channels[0] has parent but is not a thread."],
    [{ channels: [{ name: "a", members: [] }] }, "guild.channels[0] has members but is not a thread."],
    [{ channels: [{ name: "a", type: 11, parent: "b" }] }, 'guild.channels[0].parent is "b"'],
    [{ channels: [{ name: "a", type: 11 }] }, "guild.channels[0].parent is missing"],
    [
      { channels: [{ name: "a" }, { name: "b", type: 12, parent: "a", members: ["Ada", "Ada"] }] },
      'guild.channels[1].members contains "Ada" twice',
    ],
  ])("rejects %o", (fields, message) => {
    expect(() => readGuildInit({ name: "Reef", ...fields }, "guild")).toThrow(message);
  });
});
