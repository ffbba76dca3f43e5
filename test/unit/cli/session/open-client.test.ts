import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSession } from "../../../../src/cli/session/open-client.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("rejects if no player is signed in to the application", async () => {
  const call = {
    options: { config: undefined, environment: undefined, account: undefined },
    env: { SLASHPASS_APPLICATION_ID: "1000000000000001" },
    cwd: "/",
    own: { store: memoryTokenStore() },
    signal: new AbortController().signal,
  };
  await expect(openSession(call)).rejects.toMatchObject({
    code: "not_signed_in",
    message: "Nobody is signed in to application 1000000000000001 on this machine.",
  });
});

it("rejects if no player is signed in with the account", async () => {
  const cwd = temporaryFolder();
  const environments = { staging: { applicationId: "1000000000000001" } };
  writeFileSync(join(cwd, "slashpass.config.json"), JSON.stringify({ environments }));
  const call = {
    options: { config: undefined, environment: undefined, account: "tester" },
    env: {},
    cwd,
    own: { store: memoryTokenStore() },
    signal: new AbortController().signal,
  };
  await expect(openSession(call)).rejects.toMatchObject({
    message: "Nobody is signed in to application 1000000000000001 (staging) as 'tester' on this machine.",
    hint: "Run 'slashpass login --account tester'.",
  });
});
