import { describe, expect, it } from "vitest";
import { readRules, rulesIn } from "../../../../src/commands/permission-rules/rules.ts";

describe("readRules", () => {
  it("parses rules together with their paths and guilds", () => {
    const rules = readRules({
      match: [
        { role: "Moderator", allow: true },
        { channel: "#arena", allow: false, in: "11" },
        { user: "ada", allow: true, in: ["11", "12"] },
      ],
      "Mute this player": [],
    });
    expect(rules).toEqual([
      {
        key: "match",
        rules: [
          {
            kind: "role",
            named: "Moderator",
            allow: true,
            guildIds: undefined,
            path: "permissions.match[0]",
          },
          { kind: "channel", named: "#arena", allow: false, guildIds: ["11"], path: "permissions.match[1]" },
          { kind: "user", named: "ada", allow: true, guildIds: ["11", "12"], path: "permissions.match[2]" },
        ],
        path: "permissions.match",
      },
      { key: "Mute this player", rules: [], path: 'permissions["Mute this player"]' },
    ]);
    const countIn = (guildId: string) => rulesIn(rules, guildId).map((one) => one.rules.length);
    expect([countIn("11"), countIn("12"), countIn("13")]).toEqual([
      [3, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  it.each([
    [[], "permissions is a list, but must be an object with a list of rules for each command."],
    [
      { match: {} },
      "permissions.match is an object, but must be a list: [{ role, user, channel, allow, in }, …].",
    ],
    [{ match: [{ allow: true }] }, "permissions.match[0] sets no role, user or channel."],
    [{ "a b": [{ role: "x", user: "y", allow: true }] }, 'permissions["a b"][0] sets role and user.'],
    [{ match: [{ role: "x" }] }, "permissions.match[0].allow is missing"],
    [{ match: [{ role: "x", alow: true }] }, "Did you mean permissions.match[0].allow?"],
    [{ match: [{ role: 5, allow: true }] }, "permissions.match[0].role is a number"],
    [{ match: [{ role: "x", allow: true, in: "here" }] }, 'permissions.match[0].in is not an id: "here".'],
    [
      { match: [{ role: "x", allow: true, in: ["1", "x"] }] },
      'permissions.match[0].in[1] is not an id: "x".',
    ],
  ])("rejects invalid rules: %j", (given, message) => {
    expect(() => readRules(given)).toThrow(message);
  });

  it("rejects rules with a throwing getter", () => {
    const hostile = {
      get match(): never {
        throw new Error("the caller's own");
      },
    };
    expect(() => readRules(hostile)).toThrow("permissions cannot be read: a getter or proxy threw.");
  });
});
