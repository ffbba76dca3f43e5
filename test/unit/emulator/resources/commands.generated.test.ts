import { afterAll, describe, expect, it } from "vitest";
import type { Profile } from "../../../../src/commands/rules/grades.ts";
import type { Finding } from "../../../../src/commands/rules/visit.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { cases } from "../../../setup/cases.ts";
import { commandOperations } from "../../../setup/commands/command-operations.ts";
import { describedBy } from "../../../setup/commands/described.ts";
import { explanations, onlyProse, rowOfProfiles, shapes } from "../../../setup/commands/differences.ts";
import { generateBodies } from "../../../setup/description/bodies.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { compareVerdicts } from "../../../setup/description/compare-verdicts.ts";
import { type Objection, valueAt } from "../../../setup/description/objections.ts";
import { Random } from "../../../setup/description/random.ts";
import { schemaOf } from "../../../setup/description/schema-of.ts";

const differences = [...shapes, ...onlyProse];
const operations = await commandOperations();
const sums = { operations: 0, compared: 0, taken: 0, refused: 0, explained: 0 };

afterAll(() => {
  const { compared, taken, refused, explained } = sums;
  process.stdout.write(
    `\nCommand bodies: ${compared} in ${sums.operations} operations, checked by the validator, the emulator and the description. ` +
      `All accept ${taken} and reject ${refused}; docs/command-rules.md explains ${explained} differences.\n`,
  );
});

/** If only one profile has findings, returns those that no row of the table explains. */
function findUnexplained({ spec, live }: Readonly<Record<Profile, readonly Finding[]>>): readonly Finding[] {
  if (spec.length > 0 === live.length > 0) return [];
  return [...spec, ...live].filter((finding) => rowOfProfiles(finding) === undefined);
}

/** Converts a finding for `compareVerdicts`. */
function objectionOf({ keys, rule }: Finding, body: unknown): Objection {
  const path = keys.map(String);
  return { path, code: rule, value: valueAt(body, path) };
}

describe("generated bodies", () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    "for %s, reveal only known differences from the published description",
    async (_name, { type, tidy, judge }) => {
      const profiles: Finding[] = [];
      const emulator = async (body: unknown) => {
        const errors = await judge(body);
        profiles.push(...findUnexplained(errors));
        return errors.live.map((finding) => objectionOf(finding, body));
      };
      const bodies = generateBodies(schemaOf(type), new Random(1), cases(3_000, 60), tidy);
      const description = describedBy(type);
      const result = await compareVerdicts(bodies, { emulator, description }, explanations);
      expect(result.unexplained).toEqual([]);
      expect(profiles).toEqual([]);
      expect(result.taken).toBeGreaterThan(result.compared / 10);
      expect(result.refused).toBeGreaterThan(result.compared / 10);
      sums.operations++;
      sums.compared += result.compared;
      sums.taken += result.taken;
      sums.refused += result.refused;
      sums.explained += result.compared - result.taken - result.refused;
    },
  );
});

describe("a command list", () => {
  const flags = { "": false, "?with_localizations=true": true, "?with_localizations=0": false };
  const ping = { name: "ping", description: "Pong", name_localizations: { de: "pingen" } };

  it.each(["", "/guilds/200000000000000001"])(
    "includes localizations at %s/commands only if the query requests them",
    async (scopePath) => {
      const world = new World({});
      const path = `/applications/${world.applications[0].id}${scopePath}/commands`;
      await callApi(world, "POST", path, ping);
      for (const [query, flag] of Object.entries(flags)) {
        const { body } = await callApi(world, "GET", path + query);
        expect("name_localizations" in ((body as object[])[0] ?? {})).toBe(flag);
      }
    },
  );
});

describe("the table of differences", () => {
  it.each(differences.map((row) => [row.id, row] as const))(
    'describes a real difference with the id "%s"',
    async (_id, row) => {
      const { type, body, verdicts, scope, applicationInstalls } = row;
      const known = applicationInstalls ? await commandOperations(applicationInstalls) : operations;
      const fitting = known.filter(
        ({ name, type: of }) => of === type && (scope !== "guild" || name.includes("/guilds/")),
      );
      const operation = fitting[0] ?? expect.unreachable();
      const verdict = (against: readonly unknown[]) => (against.length > 0 ? "refuses" : "takes");
      const { spec, live } = await operation.judge(body);
      const description = describedBy(type)(body);
      expect({ spec: verdict(spec), live: verdict(live), description: verdict(description) }).toEqual(
        verdicts,
      );
      expect(new Set(Object.values(verdicts)).size).toBe(2);
    },
  );

  it("has unique ids", () => {
    const ids = differences.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
