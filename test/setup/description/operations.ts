import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Operation {
  readonly method: string;
  /** The path template, for example `/applications/{application_id}/commands`. */
  readonly path: string;
  /** The response types, by status: `200`, `4XX`. */
  readonly responses: ReadonlyMap<string, string>;
  readonly request?: string;
  readonly query?: string;
}

const source = new URL("discord-api-spec.ts", import.meta.resolve("discord-api-spec"));

/** Parses the operations from the package's `Paths` type, because only the schemas exist at run time. */
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
  if (from < 0) throw new Error(`The description's format has changed: it lacks ${JSON.stringify(start)}.`);
  return text.slice(from + start.length, text.indexOf(end, from));
}

/** Returns the operation that matches a request. If several match, the operation with the fewest parameters wins. */
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
