import { describe, expect, it } from "vitest";
import { type GuildFacts, resolveRules } from "../../../../src/commands/permission-rules/resolve.ts";
import { readRules } from "../../../../src/commands/permission-rules/rules.ts";
import { ruledGuild } from "../../../setup/commands/ruled-guild.ts";

const resolve = (given: unknown, facts: GuildFacts = ruledGuild) => resolveRules(readRules(given), facts);

describe("resolveRules", () => {
  it("resolves names and ids, everyone, all channels and all commands", () => {
    const match = [
      { role: "Moderator", allow: true },
      { role: "@everyone", allow: false },
      { user: "ada", allow: true },
      { user: "32", allow: false },
      { channel: "#arena", allow: true },
      { channel: "21", allow: true },
      { channel: "*", allow: false },
    ];
    expect(resolve({ match, 42: [], "*": [{ role: "11", allow: false }] })).toEqual([
      { id: "42", name: "score", overwrites: [] },
      {
        id: "41",
        name: "match",
        overwrites: [
          { id: "12", type: 1, permission: true, name: "Moderator" },
          { id: "100", type: 1, permission: false },
          { id: "31", type: 2, permission: true, name: "ada" },
          { id: "32", type: 2, permission: false, name: "adam" },
          { id: "22", type: 3, permission: true, name: "arena" },
          { id: "21", type: 3, permission: true, name: "general" },
          { id: "99", type: 3, permission: false },
        ],
      },
      { id: "5", name: "*", overwrites: [{ id: "11", type: 1, permission: false, name: "Crew" }] },
    ]);
  });

  it.each([
    [
      { role: "Moderater" },
      'role refers to the role "Moderater", which does not exist in the guild. Did you mean "Moderator"? The guild has "@everyone", "Crew", "Moderator", "Admin".',
    ],
    [
      { role: "77" },
      'role refers to the role "77", which does not exist in the guild. The guild has "@everyone"',
    ],
    [
      { channel: "#arenas" },
      'channel refers to the channel "#arenas", which does not exist in the guild. Did you mean "arena"?',
    ],
    [
      { user: "adda" },
      'user refers to the user "adda", which does not exist in the guild. Did you mean "ada"?',
    ],
    [{ user: "77" }, 'user refers to the user "77", which does not exist in the guild.'],
  ])("rejects an unknown name: %j", (rule, problem) => {
    const rules = {
      match: [
        { role: "12", allow: true },
        { ...rule, allow: true },
      ],
    };
    expect(() => resolve(rules)).toThrow(
      `The rules do not match the guild "Reef" (100): permissions.match[1].${problem}`,
    );
  });

  it("lists some of the known names if there are many", () => {
    const roles = Array.from({ length: 20 }, (_, at) => ({
      id: `${50 + at}`,
      name: `Role ${at}`,
      position: 1,
      permissions: "0",
    }));
    const facts = { ...ruledGuild, guild: { ...ruledGuild.guild, roles } };
    expect(() => resolve({ match: [{ role: "Zzzzzzzzzzz", allow: true }] }, facts)).toThrow(
      /which does not exist in the guild\. The guild has "Role 0", .*"Role 7" and 12 more\.$/,
    );
    const empty = { ...ruledGuild, channels: [] };
    expect(() => resolve({ match: [{ channel: "x", allow: true }] }, empty)).toThrow(
      /"x", which does not exist in the guild\.$/,
    );
  });

  it("rejects an ambiguous name", () => {
    const { commands, guild } = ruledGuild;
    const twice = { id: "14", name: "Crew", position: 1, permissions: "0" };
    const facts = {
      ...ruledGuild,
      commands: [...commands, ...commands.slice(0, 1).map((one) => ({ ...one, id: "43", type: 2 as const }))],
      guild: { ...guild, roles: [...guild.roles, twice] },
    };
    expect(() => resolve({ match: [{ role: "Crew", allow: true }] }, facts)).toThrow(
      'permissions.match refers to the command "match", but the guild has 2 with that name. Use an id: 41, 43. ' +
        'permissions.match[0].role refers to the role "Crew", but the guild has 2 with that name. Use an id: 11, 14.',
    );
  });

  it("ignores an unknown command that has no rules for the guild", () => {
    expect(resolve({ mute: [] })).toEqual([]);
    expect(() => resolve({ mach: [{ role: "Crew", allow: true }] })).toThrow(
      'permissions.mach refers to the command "mach", which does not exist in the guild. Did you mean "match"? The guild has "match", "score".',
    );
  });

  it("rejects two keys for one command and rules that the service would reject", () => {
    const crew = { role: "Crew", allow: true };
    expect(() => resolve({ match: [crew, { role: "11", allow: false }] })).toThrow("permissions.match[1]: ");
    const users = Array.from({ length: 101 }, (_, at) => `${3000 + at}`);
    const members = users.map((id) => ({ ...ruledGuild.members[0], user: { id, username: id } }));
    const many = { ...ruledGuild, members: members as unknown as GuildFacts["members"] };
    expect(() => resolve({ match: users.map((user) => ({ user, allow: true })) }, many)).toThrow(
      "permissions.match has 101 entries. Use at most 100: overwrite a role instead of its members.",
    );
    expect(() => resolve({ match: [], 41: [] })).toThrow(
      'The rules list the command "match" twice: by name and by id.',
    );
  });
});
