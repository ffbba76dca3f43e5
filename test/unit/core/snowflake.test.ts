import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSnowflake, parseSnowflake } from "../../../src/core/check/readers.ts";

describe("parseSnowflake", () => {
  it("accepts every 64-bit id as a string or a bigint", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (id) => {
        expect(parseSnowflake(id, "id")).toBe(id.toString());
        expect(parseSnowflake(id.toString(), "id")).toBe(id.toString());
      }),
    );
  });

  it.each([
    undefined,
    null,
    "",
    "0",
    "-5",
    "1.5",
    "0x10",
    "१२३",
    "18446744073709551616",
    2n ** 64n,
    0n,
    -1n,
    {},
    ["1"],
  ])("rejects %s", (value) => {
    expect(() => parseSnowflake(value, "guildId")).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_id" }),
    );
  });

  it("names the argument that is a JavaScript number and the reason for the error", () => {
    expect(() => parseSnowflake(123, "guildId")).toThrow(
      "guildId is a JavaScript number, which loses digits above 2^53.",
    );
  });
});

describe("isSnowflake", () => {
  it("returns true only for 64-bit ids", () => {
    const around = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 2n ** 64n - 10n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 10n ** 19n - 10n, max: 10n ** 20n + 10n }),
    );
    fc.assert(
      fc.property(around, (id) => {
        expect(isSnowflake(id.toString())).toBe(id > 0n && id < 2n ** 64n);
      }),
    );
    expect(isSnowflake("18446744073709551615")).toBe(true);
    expect(isSnowflake("18446744073709551616")).toBe(false);
  });

  it.each([undefined, null, 7, "", "007", "+7", " 7", "7\n", ["7"], "१२३"])(
    "returns false for %j",
    (value) => {
      expect(isSnowflake(value)).toBe(false);
    },
  );
});
