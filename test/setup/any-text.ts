import * as fc from "fast-check";

const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/**
 * Generates strings of arbitrary characters. fast-check's own unit for this ("binary") first lists a million characters, which
 * takes half a second per file.
 */
export function anyText(
  constraints: Readonly<{ maxLength?: number; size?: "max" }> = {},
): fc.Arbitrary<string> {
  const text = fc.array(character, constraints).map((characters) => characters.join(""));
  return fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.string(constraints) });
}
