import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";

const secret = "s3cret-of-the-caller";
const behaviors = {
  throws: () => {
    throw new Error("broken");
  },
  rejects: () => Promise.reject(new Error("broken")),
  hangs: () => new Promise(() => undefined),
} as const;

let emulator: Emulator;
let client: Client;
let lines: string[];
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note);
  emulator = await startEmulator();
});
beforeEach(() => {
  const { apiBase, webBase, application } = emulator;
  client = new Client({
    apiBase,
    webBase,
    applicationId: application.id,
    openBrowser: emulator.player().browser(),
    store: memoryTokenStore(),
    page: () => "<!doctype html><title>back</title>",
  });
  lines = [];
  client.AddLogCallback((line) => void lines.push(line), 1);
});
afterEach(() => client.close());
afterAll(async () => {
  await emulator.close();
  await new Promise(setImmediate);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

describe.each(Object.entries(behaviors))("a callback that %s", (behavior, callback) => {
  it.each(["onAuthorizeUrl", "onManualRedirect", "onIgnoredRedirect"])(
    "does not end the sign-in when passed as %s",
    async (name) => {
      const result = await client.Authorize({ scopes: "openid" }, { [name]: callback });
      expect(result.code).not.toBe("");
      const isReported = name !== "onIgnoredRedirect" && behavior !== "hangs";
      expect(lines.some((line) => line.includes(`[callback] ${name} failed: Error: broken`))).toBe(
        isReported,
      );
    },
  );

  it("neither recurses nor stops other log callbacks when passed as a log callback", async () => {
    client.AddLogCallback(callback, 1);
    await client.Authorize({ scopes: "openid" });
    expect(lines.length).toBeGreaterThan(0);
  });
});

it("redacts a callback's exception in the log", async () => {
  await client.UpdateToken(1, secret);
  await client.Authorize(
    { scopes: "openid" },
    {
      onAuthorizeUrl: () => {
        throw new Error(secret);
      },
    },
  );
  expect(lines.join("\n")).toContain("[callback] onAuthorizeUrl failed");
  expect(lines.join("\n")).not.toContain(secret);
});
