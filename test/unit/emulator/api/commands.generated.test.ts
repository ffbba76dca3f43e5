import { afterAll, describe, expect, it } from "vitest";
import { cases } from "../../../setup/cases.ts";
import { type CommandOperation, commandOperations } from "../../../setup/commands/command-operations.ts";
import { describedBy } from "../../../setup/commands/described.ts";
import { explanations, onlyProse, rowOfProfiles, shapes } from "../../../setup/commands/differences.ts";
import { generateBodies } from "../../../setup/description/bodies.ts";
import { compareVerdicts } from "../../../setup/description/compare-verdicts.ts";
import { Random } from "../../../setup/description/random.ts";
import { schemaOf } from "../../../setup/description/schema-of.ts";

const differences = [...shapes, ...onlyProse];
const operations = await commandOperations();
const sums = { operations: 0, compared: 0, taken: 0, refused: 0, explained: 0 };

afterAll(() => {
  const { compared, taken, refused, explained } = sums;
  process.stdout.write(
    `\nBodies for commands: ${compared} of ${sums.operations} operations judged by validator, emulator and description: ` +
      `${taken} taken and ${refused} refused by all, ${explained} differences in rows of docs/command-rules.md.\n`,
  );
});

/** What the profiles judge differently, and no row of the table explains. */
function findUnexplained({ validate }: CommandOperation, body: unknown): readonly unknown[] {
  const errorsIn = (profile: "spec" | "live") =>
    validate(body, profile).filter(({ severity }) => severity === "error");
  const [spec, live] = [errorsIn("spec"), errorsIn("live")];
  if (spec.length > 0 === live.length > 0) return [];
  return [...spec, ...live].filter((finding) => rowOfProfiles(finding) === undefined);
}

describe("generated bodies are judged alike, or the difference is a row of the table", () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    "%s",
    async (_name, operation) => {
      const { type, tidy, judge } = operation;
      const profiles: unknown[] = [];
      const emulator = async (body: unknown) => {
        profiles.push(...findUnexplained(operation, body));
        return await judge(body);
      };
      const bodies = generateBodies(schemaOf(type), new Random(1), cases(10_000, 60), tidy);
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
    120_000,
  );
});

describe("every row of the table is a difference", () => {
  it.each(differences.map((row) => [row.id, row] as const))("%s", async (_id, row) => {
    const { type, body, verdicts, scope, applicationInstalls } = row;
    const known = applicationInstalls ? await commandOperations(applicationInstalls) : operations;
    const fitting = known.filter(
      ({ name, type: of }) => of === type && (scope !== "guild" || name.includes("/guilds/")),
    );
    const operation = fitting[0] ?? expect.unreachable();
    const verdict = (against: readonly unknown[]) => (against.length > 0 ? "refuses" : "takes");
    const spec = operation.validate(body, "spec");
    expect({
      spec: verdict(spec.filter(({ severity }) => severity === "error")),
      live: verdict(await operation.judge(body)),
      description: verdict(describedBy(type)(body)),
    }).toEqual(verdicts);
    expect(new Set(Object.values(verdicts)).size).toBe(2);
  });

  it("has one row", () => {
    const ids = differences.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
