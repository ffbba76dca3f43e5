import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../setup/any-text.ts";

it("holds characters of every kind, whole ones only, and no more than it may", () => {
  const texts = fc.sample(anyText({ maxLength: 20 }), { numRuns: 200, seed: 1 });
  expect(Math.max(...texts.map((text) => Array.from(text).length))).toBeLessThanOrEqual(20);
  const all = texts.join("");
  expect(Buffer.from(all).toString()).toBe(all);
  const characters = Array.from(all, (character) => character.codePointAt(0) ?? 0);
  for (const [from, to] of [
    [0, 0x1f],
    [0x20, 0x7f],
    [0x80, 0xd7ff],
    [0xe000, 0xffff],
    [0x10000, 0x10ffff],
  ] as const)
    expect(characters.some((code) => code >= from && code <= to)).toBe(true);
});
