import { expect, it } from "vitest";
import { IdTokenKeys } from "../../../../src/emulator/state/id-token-keys.ts";

it("shares one rotation among parallel calls, and generates another key afterwards", async () => {
  const keys = new IdTokenKeys();
  const { kid: first } = keys.current();
  const rotations = Array.from({ length: 150 }, () => keys.rotate());
  expect(new Set(rotations).size).toBe(1);
  await Promise.all(rotations);
  const { kid: second } = keys.current();
  await keys.rotate();
  expect(new Set([first, second, keys.current().kid]).size).toBe(3);
});
