import { afterAll, beforeAll, beforeEach, describe, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { socialSdk } from "../../src/social-sdk/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { expectNoMisuse, loadStandIn, type LoadedStandIn } from "../setup/social-sdk/loaded-stand-in.ts";
import { signInWithRandomFaults } from "../setup/social-sdk/random-sign-ins.ts";
import { buildLimitMs, standInParts, useStandInBrowser } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";

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

  it("survives 10,000 sign-ins with random faults", { timeout: 3_600_000 }, async () => {
    const { applicationId, apiBase, webBase } = emulator.clientOptions();
    const backend = socialSdk({ path: standIn.path });
    await signInWithRandomFaults(
      10_000,
      standIn,
      () => new Client({ applicationId, apiBase, webBase, store: memoryTokenStore(), backend }),
    );
    await expectNoMisuse(standIn);
  });
});
