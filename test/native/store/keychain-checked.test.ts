import { expect, it } from "vitest";
import { diagnose } from "../../../src/client/diagnose/diagnose.ts";
import { keychainParts, needs } from "../../setup/system-parts.ts";
import { SecretService } from "./secret-service.ts";

/** Returns `diagnose`'s result for the keychain. The service is unreachable. */
async function keychainResult() {
  const base = "http://127.0.0.1:9";
  const results = await diagnose({ applicationId: "123456789012345678", apiBase: base, webBase: base });
  return results.find(({ check }) => check === "keychain");
}

it(
  "writes to a real keychain but skips a locked one without opening a dialog",
  needs(...keychainParts),
  async () => {
    const system = await SecretService.startForThisProcess();
    await system.unlock("right");
    expect(await keychainResult()).toMatchObject({ verdict: "ok" });
    await system.unlock("wrong");
    const messages = await system.record();
    expect(await keychainResult()).toMatchObject({
      verdict: "warning",
      found: expect.stringMatching(/locked/) as string,
    });
    const sent = await messages();
    expect(sent).toContain("Locked");
    expect(sent).not.toMatch(/CreateItem|Unlock|Prompt/);
    await system.stop();
  },
);
