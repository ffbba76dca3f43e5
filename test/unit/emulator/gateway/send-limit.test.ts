import { expect, it } from "vitest";
import { SendLimit } from "../../../../src/emulator/gateway/connection.ts";

it("allows 120 messages per minute", () => {
  let now = 1_000_000;
  const limit = new SendLimit(() => now);
  for (let minute = 0; minute < 3; minute++) {
    for (let count = 0; count < 120; count++) limit.count();
    expect(() => limit.count()).toThrow("Rate limited.");
    now += 60_000;
  }
});
