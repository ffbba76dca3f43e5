import { describe, expect, it } from "vitest";
import { bundledSize, ownPrograms } from "../bench/frame/bundle.js";

/** Bytes, gzipped: what is read at the start, and what is loaded later. Close above what it is: who makes it larger says why. */
const bounds = [
  ["verifyInteraction", 2_550, 0],
  ["handler", 32_400, 9_850],
  ["productionHandler", 15_000, 11_000],
  ["Client", 41_000, 110_100],
  ["CommandsClient", 11_750, 46_700],
] as const;

describe("A bundled program with nothing but", () => {
  it.each(bounds)("%s is at most %i bytes, and %i that are loaded later", async (name, atStart, later) => {
    const size = await bundledSize(ownPrograms[name]);
    expect(size.atStart).toBeLessThanOrEqual(atStart);
    expect(size.later).toBeLessThanOrEqual(later);
    // A bundle of nothing would hold every bound.
    expect(size.atStart).toBeGreaterThan(1_000);
  });
});
