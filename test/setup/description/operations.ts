import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** An operation that the published description has. */
export interface Operation {
  readonly method: string;
  /** As the description writes it, for example `/applications/{application_id}/commands`. */
  readonly path: string;
  /** The types of its answers, by status: `200`, `4XX`. */
  readonly responses: ReadonlyMap<string, string>;
  /** The type of its body, where it has one. */
  readonly request?: string;
  /** The type of its query, where it has one. */
  readonly query?: string;
}

const source = new URL("discord-api-spec.ts", import.meta.resolve("discord-api-spec"));

/** Reads the operations out of the type `Paths` of the package: its schemas are there at run time, the map to them is not. */
export function readOperations(
  types: string = readFileSync(fileURLToPath(source), "utf8"),
): readonly Operation[] {
  const paths = between(types, "export interface Paths {", "\n}\n");
  return [...paths.matchAll(/\n {2}"(\/[^"]+)": \{(.*?)\n {2}\};/gs)].flatMap(([, path = "", methods = ""]) =>
    [...methods.matchAll(/\n {4}(\w+): \{(.*?)\n {4}\};/gs)].map(([, method = "", operation = ""]) => ({
      method: method.toUpperCase(),
      path,
      responses: readResponses(between(operation, "\n      responses: {", "\n      };")),
      ...readType(operation, "request", /\n {6}requestBody\?:(.*?);\n {6}responses:/s),
      ...readType(operation, "query", /\n {8}query\?:(.*?);\n {8}header\?:/s),
    })),
  );
}

function readType(operation: string, name: "request" | "query", pattern: RegExp): object {
  const type = pattern.exec(operation)?.[1]?.trim();
  return type === undefined || type === "undefined" || type === "never" ? {} : { [name]: type };
}

function readResponses(text: string): Map<string, string> {
  const found = text.matchAll(/\n {8}"(\w+)":\s*(.*?);(?=\n {8}\S|\n*$)/gs);
  return new Map(
    [...found].map(([, status = "", type = ""]) => [status, type.replaceAll(/\s+/g, " ").trim()]),
  );
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  if (from < 0)
    throw new Error(`The description is not written as it was: there is no ${JSON.stringify(start)}.`);
  return text.slice(from + start.length, text.indexOf(end, from));
}

/** The operation of a request; where two fit, the one with fewer names to fill in. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const names = (one: Operation) => one.path.split("{").length;
  return operations
    .filter((one) => one.method === method && patternOf(one.path).test(path))
    .toSorted((one, other) => names(one) - names(other))[0];
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const pattern = patterns.get(path) ?? new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  patterns.set(path, pattern);
  return pattern;
}
