import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastTree, propertySeed } from "../../setup/property-seed.ts";

const noTree = () => expect.unreachable();

describe("the seed of random cases", () => {
  it("is what is named", () => {
    expect(propertySeed("0", noTree)).toBe(0);
    expect(propertySeed("2147483647", noTree)).toBe(2_147_483_647);
  });

  it.each(["", "-1", "1.5", "2147483648", "abc"])("is not %j", (named) => {
    expect(() => propertySeed(named, noTree)).toThrow(
      "SLASHPASS_PROPERTY_SEED is not a whole number from 0 to 2147483647.",
    );
  });

  it("else follows the contents of the last commit", () => {
    expect(propertySeed(undefined, () => "00000ffabc\n")).toBe(0xff);
    expect(propertySeed(undefined, lastTree)).toBe(propertySeed(undefined, lastTree));
  });

  it("is that of every property, so that two runs try the same cases", () => {
    const tried = () => fc.sample(fc.integer(), 20);
    expect(tried()).toEqual(tried());
  });
});
