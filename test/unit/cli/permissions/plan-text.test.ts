import { expect, it } from "vitest";
import { usesInWords } from "../../../../src/cli/permissions/plan-text.ts";
import type { UseChange } from "../../../../src/commands/index.ts";

const everyone = { id: "1", type: 1, name: "@everyone" } as const;
const crew = { id: "2", type: 1, name: "Crew" } as const;
const ada = { id: "3", type: 2, name: "ada" } as const;
const arena = { id: "7", name: "arena" };

function use(name: string, who: UseChange["who"], gains: boolean, channel?: UseChange["channel"]): UseChange {
  return { command: { id: name, name }, who, gains, ...(channel && { channel }) };
}

it("says in one sentence what happens to the same people", () => {
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
  expect(usesInWords(uses, "1")).toEqual([
    { gains: false, text: "everyone and role Crew lose match, mute and score." },
    { gains: true, text: "user ada gains match and score." },
    { gains: false, text: "user ada loses mute in #arena." },
  ]);
  expect(usesInWords([], "1")).toEqual([]);
});

it("says which people they are when they are not the same", () => {
  const uses = [use("match", everyone, true), use("mute", everyone, true), use("mute", crew, true)];
  expect(usesInWords(uses, "1").map(({ text }) => text)).toEqual([
    "everyone gains match.",
    "everyone and role Crew gain mute.",
  ]);
});
