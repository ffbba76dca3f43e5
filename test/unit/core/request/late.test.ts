import { expect, test } from "vitest";
import { loadSending } from "../../../../src/core/request/transport.ts";
import { Sender } from "../../../../src/core/request/sender.ts";

test("What sends requests is loaded once, whoever asks first", async () => {
  const [one, other] = await Promise.all([loadSending(), loadSending()]);
  expect(one.Sender).toBe(Sender);
  expect(other).toBe(one);
});
