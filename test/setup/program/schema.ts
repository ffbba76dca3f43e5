import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

interface Printed {
  readonly ok: boolean;
  readonly command?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
const read = (name: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../../src/cli/schemas/${name}.json`, import.meta.url), "utf8"),
  ) as object;

/** What `--json` printed: one object, as the schema of its command describes it. */
export function readObject(stdout: string): Printed {
  const printed = JSON.parse(stdout) as Printed;
  check("output", printed);
  if (printed.command !== undefined) check(printed.command.replaceAll(" ", "-"), printed.result);
  return printed;
}

function check(name: string, value: unknown): void {
  const validate = ajv.getSchema(name) ?? ajv.addSchema(read(name), name).getSchema(name);
  expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true);
}
