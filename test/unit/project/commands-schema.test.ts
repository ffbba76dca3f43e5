import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { RuleId } from "../../../src/commands/rules/grades.ts";
import { rules } from "../../../src/commands/rules/table.ts";
import { validateCommandSet } from "../../../src/commands/rules/validate.ts";
import { cases } from "../../setup/cases.ts";
import { commandsSchema } from "../../../scripts/commands-schema.ts";
import { inputOf, ruleCases } from "../../setup/commands/rule-cases.ts";
import { tidySet } from "../../setup/commands/tidy-commands.ts";
import { generateBodies } from "../../setup/description/bodies.ts";
import { Random } from "../../setup/description/random.ts";
import { schemaOf } from "../../setup/description/schema-of.ts";

const takes = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(commandsSchema());

/** What a schema cannot say. */
const beyondSchemas: readonly RuleId[] = [
  // Comparisons between fields, and sums.
  "options-order",
  "option-name-unique",
  "choice-name-unique",
  "choice-value-unique",
  "value-bounds-order",
  "length-bounds-order",
  "localized-name-distinct",
  "command-size",
  "command-size-numbers",
  "set-name-unique",
  "contexts-private-channel",
  "member-permissions-bits",
  // Warnings about what the service takes.
  "group-empty",
  "channel-types-unusable",
  "deprecated-field",
  "locale-unlisted",
  "text-blank",
];
/** Numbers of 64 bits as texts, of which schemas see the digits; a name, of which they see that it is a text. */
const inPart: ReadonlySet<RuleId> = new Set<RuleId>(["set-id", "member-permissions", "set-former-name"]);
/** What this file does not hold: edits, commands of a guild, permissions; and what JSON cannot be. */
const elsewhere: readonly RuleId[] = [
  "edit-type",
  "entry-point-scope",
  "guild-scope-field",
  "integration-types-supported",
  "overwrites-list",
  "overwrites-count",
  "overwrite-id",
  "overwrite-type",
  "overwrite-permission",
  "overwrite-unique",
  "overwrite-constant",
];
const unsaid = new Set<RuleId>([...beyondSchemas, ...inPart, ...elsewhere]);
const said = new Set((Object.keys(rules) as RuleId[]).filter((rule) => !unsaid.has(rule)));

/** Whether schema and rules agree on a set; what breaks a rule that schemas can say is refused by both. */
function compare(set: unknown): "taken" | "refused" | "differs" {
  const broken = validateCommandSet(set, { scope: "global" }).map(({ rule }) => rule);
  if (takes(set)) return broken.some((rule) => said.has(rule)) ? "differs" : "taken";
  return broken.some((rule) => said.has(rule) || inPart.has(rule)) ? "refused" : "differs";
}

describe("the schema of a commands file", () => {
  it("judges generated sets as the rules do", () => {
    const bodies = generateBodies(
      schemaOf("ApplicationCommandUpdateRequest[] | null"),
      new Random(7),
      cases(10_000, 600),
      tidySet,
    );
    const count = { taken: 0, refused: 0 };
    for (const body of bodies) {
      const verdict = compare(body);
      if (verdict === "differs") expect.unreachable(JSON.stringify([body, takes.errors]));
      count[verdict]++;
    }
    expect(Math.min(count.taken, count.refused)).toBeGreaterThan(50);
  });

  it.each(
    ruleCases
      .filter(({ kind, scope, partial }) => kind !== "permissions" && scope === "global" && !partial)
      .map((each) => [each.file, each] as const),
  )("judges the cases of %s as the rules do", (_file, { kind, valid, invalid }) => {
    for (const input of [...valid, ...invalid.map(inputOf)]) {
      const set = kind === "set" ? input : [input];
      expect([JSON.stringify(set).slice(0, 300), compare(set)]).not.toContain("differs");
    }
  });

  it("says more than half of the rules", () => {
    expect(said.size).toBeGreaterThan(Object.keys(rules).length / 2);
  });
});

it("refuses the same letters as the rules", () => {
  const differing: string[] = [];
  for (let point = 0; point < cases(0x2_00_00, 0x10_00); point++) {
    const name = String.fromCodePoint(point);
    if (point >= 0xd800 && point <= 0xdfff) continue;
    if (compare([{ name, description: "d" }]) === "differs") differing.push(point.toString(16));
  }
  expect(differing).toEqual([]);
});

it("takes the list beside its own address, for editors", () => {
  const commands = [{ name: "ping", description: "Pong" }];
  expect(takes({ $schema: "./node_modules/slashpass/dist/schemas/commands.json", commands })).toBe(true);
  expect(takes({ commands, other: 1 })).toBe(false);
});
