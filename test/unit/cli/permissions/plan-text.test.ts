import { expect, it } from "vitest";
import { textOfPlans, describeUses } from "../../../../src/cli/permissions/plan-text.ts";
import type { PermissionsPlan, UseChange } from "../../../../src/commands/index.ts";
import type { Call } from "../../../../src/cli/frame/run-command.ts";

const everyone = { id: "1", type: 1, name: "@everyone" } as const;
const crew = { id: "2", type: 1, name: "Crew" } as const;
const ada = { id: "3", type: 2, name: "ada" } as const;
const arena = { id: "7", name: "arena" };

function use(name: string, who: UseChange["who"], gains: boolean, channel?: UseChange["channel"]): UseChange {
  return { command: { id: name, name }, who, gains, ...(channel && { channel }) };
}

it("groups commands that affect the same members into one sentence", () => {
  const uses = [
    use("match", everyone, false),
    use("match", crew, false),
    use("match", ada, true),
    use("mute", everyone, false),
    use("mute", crew, false),
    use("mute", ada, false, arena),
    use("score", everyone, false),
    use("score", crew, false),
    use("score", ada, true),
  ];
  expect(describeUses(uses, "1")).toEqual([
    { gains: false, text: "everyone and role Crew lose match, mute and score." },
    { gains: true, text: "user ada gains match and score." },
    { gains: false, text: "user ada loses mute in #arena." },
  ]);
  expect(describeUses([], "1")).toEqual([]);
});

it("lists the members for each command if they differ", () => {
  const uses = [use("match", everyone, true), use("mute", everyone, true), use("mute", crew, true)];
  expect(describeUses(uses, "1").map(({ text }) => text)).toEqual([
    "everyone gains match.",
    "everyone and role Crew gain mute.",
  ]);
});

it("shows overwrites by name, or by id if there is no name", () => {
  const before = [
    { id: "19", type: 1, permission: true },
    { id: "3", type: 2, permission: true, name: "ada" },
  ] as const;
  const after = [
    { id: "0", type: 3, permission: false },
    { id: "7", type: 3, permission: true, name: "arena" },
  ] as const;
  const plan: PermissionsPlan = {
    guildId: "1",
    guildName: "Reef",
    edits: [{ id: "5", name: "*", before, after }],
    uses: [use("match", ada, false)],
    unchanged: [],
    kept: [],
    digest: "",
  };
  const as = (text: string) => text;
  const terminal = { paint: { bold: as, yellow: as, green: as, red: as }, wrap: as } as unknown;
  const settings = { applicationId: "5", environment: undefined, commandsFile: "" };
  const text = textOfPlans([plan, { ...plan, guildId: "2", edits: [] }], 1, settings, {
    terminal: terminal as Call["terminal"],
  });
  expect(text.split("\n").slice(1)).toEqual([
    "",
    "Reef (1)",
    "~ all commands without their own rules",
    "    - role:19 may",
    "    - user ada may",
    "    + all-channels may not",
    "    + channel #arena may",
    "user ada loses match.",
    "",
    "1 of 2 guilds differs from the config: 1 request. 1 guild completed earlier.",
  ]);
});
