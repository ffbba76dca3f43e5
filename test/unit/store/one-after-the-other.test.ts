import { describe, expect, it } from "vitest";
import { oneAfterTheOther } from "../../../src/store/lock-patience.ts";

describe("Work that must not overlap", () => {
  it("starts in the order of asking, each piece when the one before has ended", async () => {
    const inTurn = oneAfterTheOther();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} starts`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([inTurn(work("a")), inTurn(work("b"))])).toEqual(["a", "b"]);
    expect(steps).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  it.each<[string, () => Promise<never>]>([
    ["rejects", () => Promise.reject(new Error("on purpose"))],
    [
      "throws",
      () => {
        throw new Error("on purpose");
      },
    ],
  ])("does not stop the queue when it %s", async (_, work) => {
    const inTurn = oneAfterTheOther();
    const failed = inTurn(work);
    const next = inTurn(() => Promise.resolve("done"));
    await expect(failed).rejects.toThrow("on purpose");
    expect(await next).toBe("done");
  });

  it("may answer without a promise, as callers who write no types do", async () => {
    const inTurn = oneAfterTheOther();
    expect(await inTurn((() => "done") as never)).toBe("done");
    expect(await inTurn((() => undefined) as never)).toBeUndefined();
  });

  it("is not begun when its caller gave up before its turn, and the others go on", async () => {
    const inTurn = oneAfterTheOther();
    const abort = new AbortController();
    let begun = false;
    const first = inTurn(async () => Promise.resolve(abort.abort()));
    const second = inTurn(async () => Promise.resolve((begun = true)), abort.signal);
    const third = inTurn(() => Promise.resolve("done"));
    await first;
    await expect(second).rejects.toMatchObject({ code: "aborted" });
    expect([begun, await third]).toEqual([false, "done"]);
  });

  it("ends the wait of a caller who gives up, although the one before never ends", async () => {
    const inTurn = oneAfterTheOther();
    void inTurn(() => new Promise(() => undefined));
    const stop = new AbortController();
    const waiting = inTurn(() => Promise.resolve(), stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    await expect(inTurn(() => Promise.resolve(), stop.signal)).rejects.toMatchObject({ code: "aborted" });
  });

  it("that has begun is finished when its caller gives up", async () => {
    const abort = new AbortController();
    const work = async () => Promise.resolve(abort.abort()).then(() => "done");
    expect(await oneAfterTheOther()(work, abort.signal)).toBe("done");
  });
});
