import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import { isClientError } from "../../../src/core/errors.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { socialSdk } from "../../../src/social-sdk/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { needs } from "../system-parts.ts";
import { expectNoMisuse, loadStandIn, type LoadedStandIn } from "./loaded-stand-in.ts";
import { buildLimitMs, standInParts, useStandInBrowser } from "./stand-in.ts";

/** Signs in with one new client after another, while about half of the library's operations fail in random ways. */
export function testRandomSignIns(count: number, timeoutMs: number): void {
  describe("the Social SDK", needs(...standInParts), () => {
    const page = useStandInBrowser();
    let emulator: Emulator;
    let standIn: LoadedStandIn;
    beforeAll(async () => {
      standIn = await loadStandIn();
      emulator = await startEmulator();
    }, buildLimitMs);
    afterAll(() => emulator.close());
    beforeEach(() => {
      vi.stubEnv("STAND_IN_BROWSER", page.env.STAND_IN_BROWSER);
      page.open = emulator.player("Ada").browser();
    });

    it(`survives ${count} sign-ins with random faults`, { timeout: timeoutMs }, async () => {
      standIn.set("random", 58);
      const { applicationId, apiBase, webBase } = emulator.clientOptions();
      const backend = socialSdk({ path: standIn.path });
      const outcomes = new Map<string, number>();
      for (let turn = 0; turn < count; turn++) {
        const client = new Client({ applicationId, apiBase, webBase, store: memoryTokenStore(), backend });
        client.SetHttpRequestTimeout(100);
        const outcome = await client
          .signIn({ scopes: "openid identify", timeoutMs: 500 })
          .then(() => "signed in", codeOf)
          .finally(() => client.close());
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      expect(outcomes.get("signed in")).toBeGreaterThan(count / 10);
      expect(outcomes.size).toBeGreaterThan(3);
      await expectNoMisuse(standIn);
    });
  });
}

function codeOf(error: unknown): string {
  if (isClientError(error)) return error.code;
  throw error;
}
