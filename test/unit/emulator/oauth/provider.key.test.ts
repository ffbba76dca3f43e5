import type * as Crypto from "node:crypto";
import { expect, it, vi } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";

const hasFailed = vi.hoisted(() => ({ often: 0 }));
vi.mock("node:crypto", async (importOriginal) => {
  const { promisify } = await import("node:util");
  const crypto = await importOriginal<typeof Crypto>();
  const make = promisify(crypto.generateKeyPair) as (...given: unknown[]) => Promise<unknown>;
  const custom = (...given: unknown[]) =>
    given[0] === "rsa" && hasFailed.often++ === 0 ? Promise.reject(new Error("No.")) : make(...given);
  return {
    ...crypto,
    generateKeyPair: Object.assign(() => undefined, { [promisify.custom]: custom }),
  };
});

it("a key that could not be made is made for the next request", async () => {
  await using emulator = await startEmulator();
  const ask = async () => (await fetch(`${emulator.apiBase}/oauth2/keys`)).status;
  expect([await ask(), await ask(), hasFailed.often]).toEqual([500, 200, 2]);
});
