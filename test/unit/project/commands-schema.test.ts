import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { RuleId } from "../../../src/commands/rules/grades.ts";
import { rules } from "../../../src/commands/rules/table.ts";
import { validateCommandSet } from "../../../src/commands/rules/validate.ts";
import { cases } from "../../setup/cases.ts";
import { commandsSchema } from "../../../scripts/schemas/commands.ts";
import { inputOf, ruleCases } from "../../setup/commands/rule-cases.ts";
import { tidySet } from "../../setup/commands/tidy-commands.ts";
import { generateBodies } from "../../setup/description/bodies.ts";
import { Random } from "../../setup/description/random.ts";
import { schemaOf } from "../../setup/description/schema-of.ts";

const takes = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(commandsSchema());

/** Rules that a schema cannot express. */
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
  // Warnings about valid commands.
  "group-empty",
  "channel-types-unusable",
  "deprecated-field",
  "locale-unlisted",
  "text-blank",
];
/** Rules that a schema can check only in part: 64-bit numbers in strings (only their digits), and a name (only its type). */
const inPart: ReadonlySet<RuleId> = new Set<RuleId>(["set-id", "member-permissions", "set-former-name"]);
/** Rules that do not apply to this file: edits, guild commands, permissions, and values that JSON cannot represent. */
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
const covered = new Set((Object.keys(rules) as RuleId[]).filter((rule) => !unsaid.has(rule)));

/** Compares the schema and the rules. Both reject a set that breaks a rule in `covered`. */
function compare(set: unknown): "taken" | "refused" | "differs" {
  const broken = validateCommandSet(set, { scope: "global" }).map(({ rule }) => rule);
  if (takes(set)) return broken.some((rule) => covered.has(rule)) ? "differs" : "taken";
  return broken.some((rule) => covered.has(rule) || inPart.has(rule)) ? "refused" : "differs";
}

describe("the schema of a commands file", () => {
  it("agrees with the rules on generated sets", () => {
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
  )("agrees with the rules on the cases in %s", (_file, { kind, valid, invalid }) => {
    for (const input of [...valid, ...invalid.map(inputOf)]) {
      const set = kind === "set" ? input : [input];
      expect([JSON.stringify(set).slice(0, 300), compare(set)]).not.toContain("differs");
    }
  });

  it("expresses more than half of the rules", () => {
    expect(covered.size).toBeGreaterThan(Object.keys(rules).length / 2);
  });
});

it("rejects the same characters as the rules", () => {
  const differing: string[] = [];
  for (let point = 0; point < cases(0x2_00_00, 0x10_00); point++) {
    const name = String.fromCodePoint(point);
    if (point >= 0xd800 && point <= 0xdfff) continue;
    if (compare([{ name, description: "d" }]) === "differs") differing.push(point.toString(16));
  }
  expect(differing).toEqual([]);
});

it("accepts an object with the list and a $schema for editors", () => {
  const commands = [{ name: "ping", description: "Pong" }];
  expect(takes({ $schema: "./node_modules/slashpass/dist/schemas/commands.json", commands })).toBe(true);
  expect(takes({ commands, other: 1 })).toBe(false);
});
