import { expect, it } from "vitest";
import { defineConfig } from "../../../../src/cli/config/index.ts";

it("returns the config unchanged", () => {
  const config = { environments: { development: { applicationId: "1400000000000000001" } } };
  expect(defineConfig(config)).toBe(config);
});
