import { expect, it } from "vitest";
import { holdLock } from "../../../src/store/hold-lock.ts";
import { loadHoldLock } from "../../../src/store/lock-patience.ts";

it("All stores hold one kind of lock", async () => {
  expect((await loadHoldLock()).holdLock).toBe(holdLock);
});
