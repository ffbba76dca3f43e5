import { expect, it } from "vitest";
import { IdTokenKeys } from "../../../../src/emulator/state/id-token-keys.ts";

it("generates one key for all concurrent rotations and a new key for the next rotation", async () => {
  const keys = new IdTokenKeys();
  const first = keys.current().kid;
  await Promise.all(Array.from({ length: 150 }, () => keys.rotate()));
  const second = keys.current().kid;
  await keys.rotate();
  expect(new Set([first, second, keys.current().kid]).size).toBe(3);
});
