import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { cases } from "../../../setup/cases.ts";
import { generateBodies } from "../../../setup/description/bodies.ts";
import { operationsInScope } from "../../../setup/description/check-answer.ts";
import { type Comparison, compareVerdicts, type Side } from "../../../setup/description/compare-verdicts.ts";
import { emulatorVerdict } from "../../../setup/description/emulator-verdict.ts";
import { type Objection, objectionsTo } from "../../../setup/description/objections.ts";
import { readOperations } from "../../../setup/description/operations.ts";
import { Random } from "../../../setup/description/random.ts";
import {
  type DocumentedDifference,
  knownDifferences,
} from "../../../setup/description/request-differences.ts";
import { requestSamples } from "../../../setup/description/request-samples.ts";
import { schemaOf } from "../../../setup/description/schema-of.ts";
import { readTable } from "../../../setup/markdown-table.ts";

const requests = new Map(
  readOperations().flatMap(({ method, path, request }): [string, string][] =>
    request === undefined ? [] : [[`${method} ${path}`, request]],
  ),
);
const compared = Object.keys(requestSamples);

const results: string[] = [];
afterAll(() => {
  process.stdout.write(
    `\nGenerated request bodies: the emulator and the published description agree, or differ as docs/emulator.md states.\n${results.join("")}`,
  );
});

describe("generated bodies", () => {
  it("cover every operation with a body except commands", () => {
    const inScope = operationsInScope.filter((name) => requests.has(name) && !name.includes("/commands"));
    expect(compared.toSorted()).toEqual(inScope.toSorted());
  });

  it.each(compared)(
    "for %s, reveal only known differences from the published description",
    async (operation) => {
      const { explained, unexplained, ...counts } = await compare(operation, cases(3_000, 40));
      expect(unexplained).toEqual([]);
      const rows = [...explained].map(([row, count]) => `; ${row}: ${count}`);
      results.push(
        `  ${operation}: ${counts.compared}, both accept ${counts.taken} and reject ${counts.refused}${rows.join("")}\n`,
      );
      expect(counts.taken + counts.refused).toBeGreaterThan(counts.compared * 0.6);
      expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(counts.compared * 0.2);
    },
  );
});

describe("the table of differences", () => {
  const page = readFileSync("docs/emulator.md", "utf8");
  const documented = [
    ...readTable(page, "Stricter rules").map((cells) => ["emulator", ...cells]),
    ...readTable(page, "More lenient rules").map((cells) => ["description", ...cells]),
  ];

  it("lists every difference with its source", () => {
    expect(documented.map(([stricter, row]) => [row, stricter])).toEqual(
      knownDifferences.map(({ row, stricter }) => [row, stricter]),
    );
    expect(documented.filter(([, , what, source]) => !what || !source)).toEqual([]);
  });

  it.each(knownDifferences)("describes $row correctly", async (difference) => {
    const { stricter, explains, example } = difference;
    const [, body] = example;
    const found = await judge(difference);
    const lenient: Side = stricter === "emulator" ? "description" : "emulator";
    expect(found[lenient]).toEqual([]);
    expect(found[stricter].map((objection) => explains(objection, body))).toContain(true);
    expect(found[stricter].filter((objection) => !explains(objection, body))).toEqual([]);
  });
});

async function judge({
  example,
}: DocumentedDifference): Promise<Readonly<Record<Side, readonly Objection[]>>> {
  const [operation, body] = example;
  const { send } = sampleOf(operation);
  return {
    emulator: await emulatorVerdict(body, () => send(body)),
    description: objectionsTo(schemaOf(requests.get(operation) ?? ""), body),
  };
}

async function compare(operation: string, count: number): Promise<Comparison> {
  const schema = schemaOf(requests.get(operation) ?? "");
  const { send, tidy } = sampleOf(operation);
  return compareVerdicts(
    generateBodies(schema, new Random(20_261_122 + compared.indexOf(operation)), count, tidy),
    {
      emulator: (body) => emulatorVerdict(body, () => send(body)),
      description: (body) => objectionsTo(schema, body),
    },
    knownDifferences,
  );
}

function sampleOf(operation: string) {
  const create = requestSamples[operation];
  if (!create) throw new Error(`Nothing sends ${operation}.`);
  return create();
}
