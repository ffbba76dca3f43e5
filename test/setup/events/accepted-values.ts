import { expect } from "vitest";

/** A value that must not appear in error messages. */
export const marker = "s3cret-value";

type Path = readonly (string | number)[];

/** `undefined` removes the field. */
const replacements = [
  undefined,
  null,
  "",
  marker,
  "0",
  "7",
  "18446744073709551616",
  "2026-01-01",
  7,
  -1,
  1.5,
  true,
  [],
  [null],
  {},
];

/**
 * Replaces each value in a sample and lists the replacements that `parse` accepts. All others must be rejected with
 * `malformed_event`, in a message that starts with the event's name and does not reveal the value.
 */
export function listAcceptedValues(
  name: string,
  sample: unknown,
  parse: (data: unknown) => unknown,
): readonly string[] {
  return pathsIn(sample).map((path) => {
    const accepted = replacements.filter((value) =>
      isAccepted(name, () => parse(replaced(sample, path, value))),
    );
    return `${[name, ...path].join(".")}: ${describeValues(accepted)}`;
  });
}

function isAccepted(name: string, parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: "ClientError", code: "malformed_event" });
    const { message } = error as Error;
    expect(message.startsWith(name)).toBe(true);
    expect(message).not.toContain(marker);
    return false;
  }
}

function describeValues(values: readonly unknown[]): string {
  if (values.length === replacements.length) return "any value";
  return values.map((value) => (value === undefined ? "missing" : JSON.stringify(value))).join(" ") || "–";
}

function replaced(sample: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = (Array.isArray(sample) ? [...sample] : { ...(sample as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}

function pathsIn(value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path])),
  ];
}
