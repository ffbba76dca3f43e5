import { describe, expect, it } from "vitest";
import { planGuild } from "../../../../src/commands/permission-rules/plan-guild.ts";
import type { GuildFacts } from "../../../../src/commands/permission-rules/resolve.ts";
import { readRules } from "../../../../src/commands/permission-rules/rules.ts";
import { overwritesOf, ruledGuild } from "../../../setup/commands/ruled-guild.ts";

const plan = (given: unknown, facts: GuildFacts = ruledGuild) => planGuild(readRules(given), facts, "digest");

const everyone = { role: "@everyone", allow: false };
const moderator = { role: "Moderator", allow: true };

/** Formats the changed uses, such as `- everyone match`. */
function inShort({ uses }: ReturnType<typeof plan>): string[] {
  return uses.map(
    ({ command, who, gains, channel }) =>
      `${gains ? "+" : "-"} ${who.name} ${command.name}${channel ? ` #${channel.name}` : ""}`,
  );
}

describe("planning a guild's edits", () => {
  it("includes only commands with rules", () => {
    const crew = { id: "11", type: 1, permission: true } as const;
    const gone = { id: "19", type: 1, permission: true } as const;
    const facts = {
      ...ruledGuild,
      permissions: [overwritesOf("41", [crew, gone]), overwritesOf("42", [crew])],
    };
    expect(plan({ match: [moderator] }, facts)).toMatchObject({
      guildId: "100",
      guildName: "Reef",
      edits: [
        {
          id: "41",
          name: "match",
          before: [{ ...crew, name: "Crew" }, gone],
          after: [{ id: "12", type: 1, permission: true, name: "Moderator" }],
        },
      ],
      unchanged: [],
      kept: ["score"],
      digest: "digest",
    });
  });

  it("returns no edits if the overwrites match the rules in any order", () => {
    const { edits } = plan({ match: [everyone, moderator] });
    const live = edits.map(({ id, after }) => overwritesOf(id, after.toReversed()));
    const facts = {
      ...ruledGuild,
      permissions: [
        ...live,
        overwritesOf("5", []),
        overwritesOf("77", [{ id: "31", type: 2, permission: true }]),
      ],
    };
    expect(plan({ match: [everyone, moderator] }, facts)).toMatchObject({
      edits: [],
      uses: [],
      unchanged: ["match"],
      kept: ["77"],
    });
  });

  it("keeps the application's own overwrites if it has no rules", () => {
    const facts = {
      ...ruledGuild,
      permissions: [overwritesOf("5", [{ id: "99", type: 3, permission: false }])],
    };
    expect(plan({ match: [moderator] }, facts).kept).toEqual(["*"]);
  });
});

describe("planning access changes in a guild", () => {
  it("lists changes for everyone, roles without administrator permission, and members with an overwrite", () => {
    const adam = { user: "adam", allow: false };
    expect(inShort(plan({ match: [everyone, moderator] }))).toEqual(["- @everyone match", "- Crew match"]);
    expect(inShort(plan({ match: [adam] }))).toEqual(["- adam match"]);
    const closed = plan({ match: [everyone] }).edits.map(({ id, after }) => overwritesOf(id, after));
    expect(inShort(plan({ match: [everyone, moderator] }, { ...ruledGuild, permissions: closed }))).toEqual([
      "+ Moderator match",
    ]);
  });

  it("lists changes in channels with overwrites separately", () => {
    const rules = {
      score: [
        { channel: "*", allow: false },
        { channel: "arena", allow: true },
      ],
    };
    expect(inShort(plan(rules))).toEqual(["- @everyone score", "- Crew score", "- Moderator score"]);
    expect(inShort(plan({ score: [{ channel: "arena", allow: false }] }))).toEqual([
      "- @everyone score #arena",
      "- Crew score #arena",
      "- Moderator score #arena",
    ]);
  });

  it("applies rules for all commands to commands that have none of their own", () => {
    const crew = { role: "Crew", allow: true };
    const short = inShort(plan({ "*": [everyone], match: [everyone, crew] }));
    expect(short.filter((line) => line.includes("Crew"))).toEqual(["- Crew score"]);
    expect(short).toContain("- @everyone match");
  });

  it("identifies an unnamed channel by its id", () => {
    const channels = [{ id: "21", type: 0 as const, name: null, nsfw: true }];
    expect(inShort(plan({ match: [{ channel: "21", allow: false }] }, { ...ruledGuild, channels }))[0]).toBe(
      "- @everyone match #21",
    );
  });
});
