import { expect, test } from "vitest";
import { loadSending } from "../../../src/api/late.ts";
import { Sender } from "../../../src/api/sender.ts";

test("What sends requests is loaded once, whoever asks first", async () => {
  const [one, other] = await Promise.all([loadSending(), loadSending()]);
  expect(one.Sender).toBe(Sender);
  expect(other).toBe(one);
});
