import { expect, it, vi } from "vitest";
import * as crypto from "node:crypto";
import { IdTokenKeys } from "../../../../src/emulator/state/id-token-keys.ts";

vi.mock("node:crypto", { spy: true });

it("generates one key for rotations that run in parallel, and another one afterwards", async () => {
  const keys = new IdTokenKeys();
  const { kid: first } = keys.current();
  const generate = vi.mocked(crypto.generateKeyPair);
  generate.mockClear();
  await Promise.all(Array.from({ length: 150 }, () => keys.rotate()));
  expect(generate).toHaveBeenCalledOnce();
  const { kid: second } = keys.current();
  await keys.rotate();
  expect(new Set([first, second, keys.current().kid]).size).toBe(3);
});
