import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { schemaFiles } from "../../../scripts/schemas/index.ts";

interface Printed {
  readonly ok: boolean;
  readonly command?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
for (const [file, schema] of Object.entries(schemaFiles)) ajv.addSchema(schema, file);

/** Parses the object that `--json` prints and validates it against its command's schema. */
export function readObject(stdout: string): Printed {
  const printed = JSON.parse(stdout) as Printed;
  check("output", printed);
  if (printed.command !== undefined) check(printed.command, printed.result);
  return printed;
}

/** Parses the output of `slashpass dev --json`: the result object, then one event per line. */
export function readLines(stdout: string): readonly [Printed, ...{ readonly event: string }[]] {
  const [first = "", ...others] = stdout.trimEnd().split("\n");
  const events = others.map((line) => JSON.parse(line) as { readonly event: string });
  for (const event of events) check("dev-event", event);
  return [readObject(first), ...events];
}

function check(name: string, value: unknown): void {
  const problems = problemsOfResult(name, value);
  expect(problems, JSON.stringify(problems)).toEqual([]);
}

/** Validates a value against the schema for a command's result or for the whole output. */
export function problemsOfResult(command: string, value: unknown): readonly ErrorObject[] {
  const file = `${command.replaceAll(" ", "-")}.json`;
  const validate = ajv.getSchema(file);
  if (validate === undefined) throw new Error(`There is no schema ${file}.`);
  void validate(value);
  return validate.errors ?? [];
}
