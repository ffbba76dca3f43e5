import { describe, expect, it } from "vitest";
import { bundledSize, ownPrograms } from "../bench/frame/bundle.js";

/**
 * Gzipped bytes loaded at start-up, and later on demand. The limits are close to the current sizes. A change that raises one
 * needs a reason.
 */
const bounds = [
  ["verifyInteraction", 2_550, 0],
  ["handler", 32_400, 9_850],
  ["productionHandler", 15_000, 11_000],
  ["Client", 41_150, 110_100],
  ["CommandsClient", 11_900, 46_700],
] as const;

describe("a bundled program", () => {
  it.each(bounds)(
    "that uses only %s has at most %i bytes, plus %i that are loaded later",
    async (name, atStart, later) => {
      const size = await bundledSize(ownPrograms[name]);
      expect(size.atStart).toBeLessThanOrEqual(atStart);
      expect(size.later).toBeLessThanOrEqual(later);
      // An empty bundle would also be within the limits.
      expect(size.atStart).toBeGreaterThan(1_000);
    },
  );
});
