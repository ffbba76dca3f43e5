import * as fc from "fast-check";

type Holder = Record<string | number, unknown>;

/** A value that must not appear in error messages. */
export const marker = "s3cret-value";

const replacements = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    "",
    marker,
    "7",
    "0",
    "18446744073709551616",
    7,
    -1,
    1.5,
    true,
    [],
    {},
    [null],
    2 ** 53,
    "2026-01-01",
  ),
  fc.jsonValue(),
);

/** Generates copies of a sample with up to three values removed or replaced. */
export function spoiled(sample: unknown): fc.Arbitrary<unknown> {
  const paths = pathsIn(sample);
  const change = fc.record({ path: fc.constantFrom(...paths), replacement: replacements });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const root: Holder = { value: structuredClone(sample) };
    for (const { path, replacement } of changes) put(root, ["value", ...path], replacement);
    return root["value"];
  });
}

/** `undefined` removes the field, as in JSON. */
function put(holder: Holder, [key, ...rest]: readonly (string | number)[], value: unknown): void {
  if (key === undefined) return;
  const inner = holder[key];
  if (rest.length > 0) {
    if (typeof inner === "object" && inner !== null) put(inner as Holder, rest, value);
  } else if (value === undefined && !Array.isArray(holder)) delete holder[key];
  else holder[key] = value === undefined ? null : value;
}

function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const fields = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [[], ...fields.flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))];
}
