import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { generateBodies } from "../../setup/description/bodies.ts";
import { operationsInScope } from "../../setup/description/check-answer.ts";
import { summarizeRequests } from "../../setup/description/compared-requests.ts";
import { compareVerdicts } from "../../setup/description/compare-verdicts.ts";
import { objectionsTo } from "../../setup/description/objections.ts";
import { readOperations } from "../../setup/description/operations.ts";
import { Random } from "../../setup/description/random.ts";
import { schemaOf } from "../../setup/description/schema-of.ts";

const requests = readOperations().filter(({ method, path }) =>
  operationsInScope.includes(`${method} ${path}`),
);
const types = new Set(requests.flatMap(({ request = [], query = [] }) => [request, query].flat()));

describe("generated bodies", () => {
  it("come out of the schema of every operation of the emulator that takes a body or a query", () => {
    expect(types.size).toBeGreaterThan(10);
    for (const type of types) {
      const schema = schemaOf(type);
      const bodies = [...generateBodies(schema, new Random(1), 12)];
      expect(bodies).toHaveLength(12);
      expect(bodies.some((body) => objectionsTo(schema, body).length === 0)).toBe(true);
    }
  });

  it("are the same for the same seed", () => {
    const schema = schemaOf("IncomingWebhookRequestPartial");
    const bodies = (seed: number) => JSON.stringify([...generateBodies(schema, new Random(seed), 20)]);
    expect(bodies(7)).toBe(bodies(7));
    expect(bodies(7)).not.toBe(bodies(8));
  });

  it("are as described in about half of the cases", () => {
    const schema = schemaOf("IncomingWebhookRequestPartial");
    const bodies = [...generateBodies(schema, new Random(1), 400)];
    const valid = bodies.filter((body) => objectionsTo(schema, body).length === 0).length;
    expect(valid).toBeGreaterThan(160);
    expect(valid).toBeLessThan(340);
  });
});

it("a run ends with what was compared", () => {
  const counts = { compared: 10, taken: 5, refused: 4 };
  const summary = summarizeRequests([
    { operation: "POST /a", ...counts, explained: { "empty-message": 1 } },
    { operation: "POST /b", ...counts, explained: {} },
  ]);
  expect(summary).toContain("20 generated bodies of 2 operations");
  expect(summary).toContain("POST /a: 10, 5 taken and 4 refused by both; else empty-message 1");
});

describe("two verdicts", () => {
  const schema = z.object({ name: z.string().check(z.maxLength(3)), size: z.optional(z.number()) });
  const description = (body: unknown) => objectionsTo(schema, body);
  const emulator = (body: unknown) => {
    const { name } = body as { name?: unknown };
    return name === "bad" ? [{ path: ["name"], code: "NO", value: name }] : description(body);
  };
  const row = {
    row: "bad names",
    stricter: "emulator",
    explains: ({ code }: { code: string }) => code === "NO",
  } as const;
  const bodies = [{ name: "a" }, { name: "long" }, { name: "bad", size: 1 }, { name: "bad", size: 2 }];

  it("are counted, and explained by rows", async () => {
    const { explained, ...counts } = await compareVerdicts(bodies, { emulator, description }, [row]);
    expect(counts).toEqual({ compared: 4, taken: 1, refused: 1, unexplained: [] });
    expect([...explained]).toEqual([["bad names", 2]]);
  });

  it("that nothing explains are shown once, as small as they come", async () => {
    const { unexplained } = await compareVerdicts(bodies, { emulator, description }, []);
    expect(unexplained).toEqual([
      {
        stricter: "emulator",
        body: { name: "bad" },
        objections: [{ path: ["name"], code: "NO", value: "bad" }],
      },
    ]);
    const lenient = await compareVerdicts(
      [{ name: "long", size: 3 }],
      { emulator: () => [], description },
      [],
    );
    expect(lenient.unexplained).toMatchObject([
      { stricter: "description", objections: [{ path: ["name"] }] },
    ]);
  });

  it("point at the field that is wrong, also below several kinds of objects", () => {
    const button = { type: 2, style: 1, label: "x".repeat(81), custom_id: "a" };
    const body = { components: [{ type: 1, components: [button] }] };
    expect(objectionsTo(schemaOf("IncomingWebhookRequestPartial"), body)).toEqual([
      { path: ["components", "0", "components", "0", "label"], code: "too_big", value: button.label },
    ]);
  });
});
