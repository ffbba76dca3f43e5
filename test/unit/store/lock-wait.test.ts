import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueue, underLock } from "../../../src/store/lock-wait.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { throwing } from "../../setup/throwing.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

it("times out after waiting two minutes for a lock, even without a signal", async () => {
  const store = memoryTokenStore();
  void store.exclusively("a", () => new Promise<never>(() => undefined));
  const waiting = store.exclusively("a", () => Promise.resolve("done"));
  const ended = vi.fn();
  waiting.catch(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(waiting).rejects.toMatchObject({ code: "timeout", retryable: true });
});

it("does not limit the time of work that holds the lock", async () => {
  const working = memoryTokenStore().exclusively("a", async () => {
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return "done";
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await working).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

it("stops waiting when the signal is aborted, and passes on the work's own error", async () => {
  const stop = new AbortController();
  const store = memoryTokenStore();
  void store.exclusively("a", () => new Promise<never>(() => undefined));
  const waiting = store.exclusively("a", () => Promise.resolve("done"), stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  await expect(
    underLock(
      (work) => work(),
      () => Promise.reject(new Error("on purpose")),
      undefined,
    ),
  ).rejects.toThrow("on purpose");
  await expect(
    underLock(
      () => Promise.reject(new Error("no lock")),
      () => Promise.resolve(),
      undefined,
    ),
  ).rejects.toThrow("no lock");
});

describe("createQueue", () => {
  it("runs tasks sequentially, in call order", async () => {
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
    ["throws", throwing(new Error("on purpose"))],
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
