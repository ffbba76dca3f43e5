import { describe, expect, it } from "vitest";
import { PendingCalls } from "../../../src/client/pending-calls.ts";

const name = "The authorization";
const never = () => new Promise<never>(() => undefined);
const aborted = { type: 7, code: "aborted" };

describe("PendingCalls.run", () => {
  it("settles with the result of its work", async () => {
    const underWay = new PendingCalls(() => undefined);
    expect(await underWay.run({ name }, () => Promise.resolve(7))).toBe(7);
    await expect(underWay.run({ name }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("rejects when the caller, the group or the client aborts it, even if its work never settles", async () => {
    const underWay = new PendingCalls(() => undefined);
    const stop = new AbortController();
    const byCaller = underWay.run({ name, signal: stop.signal }, never);
    const byGroup = underWay.run({ name, group: "device" }, never);
    const byEnd = underWay.run({ name, group: "authorization" }, never);
    let isOver = false;
    byEnd.catch(() => undefined).finally(() => (isOver = true));
    stop.abort();
    await expect(byCaller).rejects.toMatchObject(aborted);
    underWay.abort("device");
    await expect(byGroup).rejects.toMatchObject(aborted);
    expect(isOver).toBe(false);
    underWay.close();
    await expect(byEnd).rejects.toMatchObject(aborted);
  });

  it("does not start if the signal is already aborted or the client is closed", async () => {
    const underWay = new PendingCalls(() => undefined);
    const work = () => expect.unreachable("it may not start");
    await expect(underWay.run({ name, signal: AbortSignal.abort() }, work)).rejects.toMatchObject(aborted);
    underWay.close();
    await expect(underWay.run({ name }, work)).rejects.toMatchObject({ type: 5, code: "client_closed" });
  });
});
