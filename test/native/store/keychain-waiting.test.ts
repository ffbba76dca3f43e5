import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keychainTokenStore } from "../../../src/store/own-stores.ts";
import { bundle } from "../../setup/bundle.ts";
import { startProgram } from "../../setup/child-process.ts";
import { keychainParts, needs } from "../../setup/system-parts.ts";
import { SecretService } from "./secret-service.ts";
import { SilentPrompter } from "./silent-prompter.ts";

const program = fileURLToPath(new URL("keychain-waiting.mjs", import.meta.url));

describe("a keychain that waits for its dialog", needs(...keychainParts), () => {
  let system: SecretService;
  let prompter: SilentPrompter;
  let folder: string;
  let store: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "keychain-bundle-"));
    store = await bundle("store/own-stores.ts", folder);
    system = await SecretService.startForThisProcess();
    await system.unlock("right");
    await keychainTokenStore({ service: "slashpass-waiting" }).set("kept", "record");
    prompter = await SilentPrompter.start(system.environment);
  });
  // The next call starts a new keyring, which is locked and has no dialog open.
  beforeEach(() => system.kill());
  afterAll(async () => {
    prompter.stop();
    await system.stop();
    rmSync(folder, { recursive: true });
  });

  async function end(manner: string) {
    const child = startProgram(process.execPath, [program, manner, store], {
      env: system.environment,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const printed: string[] = [];
    createInterface(child.stdout ?? expect.unreachable()).on("line", (line) => printed.push(line));
    const exit = once(child, "close") as Promise<[number | null, string | null]>;
    await prompter.prompted();
    child.stdin?.end("end\n");
    const [code, signal] = await exit;
    return { code, signal, printed };
  }

  it("does not block process.exit", async () => {
    expect(await end("by process.exit")).toEqual({ code: 0, signal: null, printed: ["ends"] });
  });

  it("does not block an exit caused by an uncaught exception", async () => {
    expect(await end("by an exception")).toEqual({ code: 1, signal: null, printed: ["ends"] });
  });

  it("ends the call at its deadline with a hint for the player and lets the process exit", async () => {
    const { code, signal, printed } = await end("naturally");
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(JSON.parse(printed.join(""))).toMatchObject({
      type: 4,
      code: "keychain_timeout",
      retryable: true,
      hint: expect.stringMatching(/Ask the player to respond to the keychain's dialog/),
    });
  });

  it("returns the record once the player has answered the dialog", async () => {
    await system.unlock("right");
    expect(await keychainTokenStore({ service: "slashpass-waiting" }).get("kept")).toBe("record");
  });

  it("ends every operation at its deadline, including queued ones", async () => {
    const asleep = keychainTokenStore({ service: "slashpass-waiting", timeoutMs: 200 });
    const operations = [
      asleep.get("kept"),
      asleep.set("kept", "new"),
      asleep.delete("kept"),
      asleep.probe(),
      keychainTokenStore({ service: "slashpass-waiting", timeoutMs: 200 }).probe(),
    ];
    const ends = await Promise.allSettled(operations);
    for (const ended of ends) {
      expect(ended).toMatchObject({ status: "rejected", reason: { code: "keychain_timeout" } });
    }
  });
});
