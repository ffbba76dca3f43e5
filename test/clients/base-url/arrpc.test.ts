import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../../src/client.ts";
import type { Consent, ConsentNotice } from "../../../src/sign-in/options.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { lookForDesktopClientsIn } from "../../setup/fake-desktop-client.ts";
import { until } from "../../setup/until.ts";

/** arrpc replaces the desktop client's activity server; it runs here as a separate program. */
describe("arrpc", () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "arrpc-"));
  let arrpc: ChildProcess;
  let emulator: Emulator;
  beforeAll(async () => {
    const program = fileURLToPath(import.meta.resolve("arrpc")).replace("server.js", "index.js");
    const env = { ...process.env, XDG_RUNTIME_DIR: folder, ARRPC_BRIDGE_PORT: "0" };
    arrpc = startProgram(process.execPath, [program, "--no-process-scanning"], { env, stdio: "ignore" });
    emulator = await startEmulator();
    await until(() => existsSync(join(folder, "discord-ipc-0")));
    lookForDesktopClientsIn(folder);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await endProgram(arrpc);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  async function signIn(consent: Consent) {
    const { apiBase, webBase, application } = emulator;
    const client = new Client({
      applicationId: application.id,
      apiBase,
      webBase,
      openBrowser: emulator.player().browser(),
      store: memoryTokenStore(),
    });
    onTestFinished(() => client.close());
    const notices: ConsentNotice[] = [];
    const onConsent = (notice: ConsentNotice) => void notices.push(notice);
    const session = await client.signIn({ scopes: "identify", consent, onConsent });
    return { session, notices };
  }

  it("does not respond to a sign-in after the handshake, so the sign-in falls back to the browser", async () => {
    const { session, notices } = await signIn("auto");
    expect(session.scopes).toBe("identify");
    expect(notices).toMatchObject([
      { consent: "browser", fallbackReason: { code: "desktop_client_unable" } },
    ]);
    expect(notices[0]?.fallbackReason?.message).toContain("discord-ipc-0: it did not respond within 500 ms");
  });

  it("reports an error if only the desktop client is allowed", async () => {
    await expect(signIn("desktop-client")).rejects.toMatchObject({
      code: "desktop_client_unable",
      message: expect.stringContaining("it did not respond within 500 ms") as unknown,
    });
  });
});
