import { describe, expect, it } from "vitest";
import { createQueue } from "../../../src/store/lock-wait.ts";

describe("oneAfterTheOther", () => {
  it("runs tasks sequentially, in the order of the calls", async () => {
    const inTurn = createQueue();
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
  ])("continues the queue if a task %s", async (_, work) => {
    const inTurn = createQueue();
    const failed = inTurn(work);
    const next = inTurn(() => Promise.resolve("done"));
    await expect(failed).rejects.toThrow("on purpose");
    expect(await next).toBe("done");
  });

  it("accepts a task that returns no promise, from untyped callers", async () => {
    const inTurn = createQueue();
    expect(await inTurn((() => "done") as never)).toBe("done");
    expect(await inTurn((() => undefined) as never)).toBeUndefined();
  });

  it("skips a task that is aborted before its turn, and continues with the others", async () => {
    const inTurn = createQueue();
    const abort = new AbortController();
    let begun = false;
    const first = inTurn(async () => Promise.resolve(abort.abort()));
    const second = inTurn(async () => Promise.resolve((begun = true)), abort.signal);
    const third = inTurn(() => Promise.resolve("done"));
    await first;
    await expect(second).rejects.toMatchObject({ code: "aborted" });
    expect([begun, await third]).toEqual([false, "done"]);
  });

  it("rejects an aborted caller even if the previous task never ends", async () => {
    const inTurn = createQueue();
    void inTurn(() => new Promise(() => undefined));
    const stop = new AbortController();
    const waiting = inTurn(() => Promise.resolve(), stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    await expect(inTurn(() => Promise.resolve(), stop.signal)).rejects.toMatchObject({ code: "aborted" });
  });

  it("finishes a running task if its caller aborts", async () => {
    const abort = new AbortController();
    const work = async () => Promise.resolve(abort.abort()).then(() => "done");
    expect(await createQueue()(work, abort.signal)).toBe("done");
  });
});
