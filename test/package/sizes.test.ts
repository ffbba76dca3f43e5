import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bundledSize, ownPrograms } from "../bench/frame/bundle.js";

/**
 * Gzipped bytes loaded at startup and later on demand. The limits are close to the current sizes. Raise one only with good
 * reason.
 */
const bounds = [
  ["verifyInteraction", 2_550, 0],
  ["handler", 33_000, 9_850],
  ["productionHandler", 15_600, 11_000],
  ["Client", 41_150, 114_200],
  ["CommandsClient", 11_900, 46_800],
] as const;

/** The maximum size, in bytes, of each file that pages or preload scripts load. Electron reads a preload script for each page. */
const pageFiles = [
  ["preload.cjs", 4_000],
  ["preload-script.cjs", 4_000],
  ["renderer.js", 2_500],
  ["react.js", 500],
] as const;

describe("dist/electron", () => {
  it.each(pageFiles)(
    "contains %s, which is at most %i bytes long and loads no other package file except the renderer",
    (name, bytes) => {
      const text = readFileSync(new URL(`../../dist/electron/${name}`, import.meta.url), "utf8");
      expect(text.length).toBeLessThanOrEqual(bytes);
      const loaded = Array.from(text.matchAll(/(?:require\(|from )[`"]([^`"]+)/g), ([, file]) => file);
      expect(["electron", "react", "./renderer.js"]).toEqual(expect.arrayContaining(loaded));
    },
  );
});

describe("a bundled program", () => {
  it.each(bounds)(
    "that uses only %s is at most %i bytes long, plus %i bytes that are loaded later",
    async (name, atStart, later) => {
      const size = await bundledSize(ownPrograms[name]);
      expect(size.atStart).toBeLessThanOrEqual(atStart);
      expect(size.later).toBeLessThanOrEqual(later);
      // An empty bundle would also be within the limits.
      expect(size.atStart).toBeGreaterThan(1_000);
    },
  );
});
