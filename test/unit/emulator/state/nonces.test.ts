import { expect, test } from "vitest";
import { nonceLifeMs, Nonces } from "../../../../src/emulator/state/nonces.ts";
import type { WireMessage } from "../../../../src/wire/message.ts";

const message = { id: "9", channel_id: "7" } as WireMessage;

test("finds a message by sender, channel and nonce for a few minutes", () => {
  let now = 0;
  const nonces = new Nonces(() => now);
  nonces.keep("1", 5, message);
  expect(nonces.find("1", "7", "5")).toBe(message);
  expect([nonces.find("2", "7", "5"), nonces.find("1", "8", "5"), nonces.find("1", "7", "6")]).toEqual(
    Array(3).fill(undefined),
  );
  now = nonceLifeMs;
  expect(nonces.find("1", "7", "5")).toBeUndefined();
});
