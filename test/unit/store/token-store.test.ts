import { afterEach, describe, expect, it, vi, beforeEach } from "vitest";
import {
  checkedStore,
  isOwnStore,
  lazyStore,
  memoryTokenStore,
  ownStore,
  readStore,
  type TokenStore,
  createQueue,
  underLock,
} from "../../../src/store/token-store.ts";
import { ClientError, ErrorType, type OtherErrorCode } from "../../../src/core/errors.ts";
import { inspect } from "node:util";
import { throwing } from "../../setup/throwing.ts";

const secret = "the-record";

function watchedStore() {
  return {
    name: "watched",
    probe: vi.fn(() => Promise.resolve()),
    get: vi.fn(() => Promise.resolve(secret)),
    set: vi.fn(() => Promise.resolve()),
    delete: vi.fn(() => Promise.resolve(true)),
    exclusively: vi.fn((_account: string, work: () => Promise<unknown>) => work()),
  };
}

describe("ownStore", () => {
  const wrong: [string, (store: TokenStore) => Promise<unknown>][] = [
    ["get: account", (store) => store.get(5 as never)],
    ["set: account", (store) => store.set(null as never, secret)],
    ["set: record", (store) => store.set("a", { secret } as never)],
    ["delete: account", (store) => store.delete(undefined as never)],
    ["exclusively: account", (store) => store.exclusively([] as never, () => Promise.resolve())],
    ["exclusively: work", (store) => store.exclusively("a", secret as never)],
    ["exclusively: signal", (store) => store.exclusively("a", () => Promise.resolve(), {} as never)],
  ];

  it.each(wrong)(
    "rejects an invalid argument before the call and names it without its value: %s",
    async (what, call) => {
      const watched = watchedStore();
      const [method, argument] = what.split(": ") as ["get" | "set" | "delete" | "exclusively", string];
      const error: unknown = await call(ownStore(watched as TokenStore)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ type: 6, message: expect.stringContaining(argument) as string });
      expect(String((error as Error).stack)).not.toContain(secret);
      expect(watched[method]).not.toHaveBeenCalled();
    },
  );

  it("passes on arguments (even empty strings) and returns the results", async () => {
    const watched = watchedStore();
    const store = ownStore(watched as TokenStore);
    const signal = new AbortController().signal;
    expect([await store.get(""), await store.delete("a")]).toEqual([secret, true]);
    await store.set("a", "");
    await store.probe();
    expect(await store.exclusively("a", () => Promise.resolve("done"), signal)).toBe("done");
    expect(store.name).toBe("watched");
    expect(watched.get).toHaveBeenCalledWith("");
    expect(watched.set).toHaveBeenCalledWith("a", "");
    expect(watched.delete).toHaveBeenCalledWith("a", undefined);
    expect(watched.probe).toHaveBeenCalledOnce();
    expect(watched.exclusively).toHaveBeenCalledWith("a", expect.any(Function), expect.any(AbortSignal));
  });

  it("is recognized by isOwnStore, unlike a copy or a custom store", () => {
    const store = memoryTokenStore();
    expect([store, { ...store }, watchedStore() as TokenStore].map(isOwnStore)).toEqual([true, false, false]);
  });
});

describe("readStore", () => {
  it("returns an object unchanged if it has all methods", () => {
    const store = watchedStore();
    expect(readStore(store, "store")).toBe(store);
  });

  it.each(["probe", "get", "set", "delete", "exclusively"])("rejects an object without %s()", (method) => {
    expect(() => readStore({ ...watchedStore(), [method]: undefined }, "store")).toThrow(
      expect.objectContaining({ type: 6, message: expect.stringContaining(method) as string }),
    );
  });

  it.each([undefined, null, "keychain", 5])("rejects %j", (value) => {
    expect(() => readStore(value, "store")).toThrow(expect.objectContaining({ type: 6 }));
  });
});

describe("checkedStore", () => {
  const clean = (text: string) => text.replaceAll(secret, "[redacted]");
  const withFault = (fault: Readonly<Record<string, unknown>>): TokenStore =>
    checkedStore({ ...memoryTokenStore(), ...fault }, clean);
  const failure = async (work: () => Promise<unknown>) => {
    const error: unknown = await work().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect((error as Error).stack + JSON.stringify(error)).not.toContain(secret);
    return error as ClientError;
  };
  const leaky = new ClientError({
    type: ErrorType.Disabled,
    code: "disk_full" as OtherErrorCode,
    message: `no room for ${secret}`,
  });

  const calls: Readonly<Record<string, (store: TokenStore) => Promise<unknown>>> = {
    probe: (store) => store.probe(),
    get: (store) => store.get("account"),
    set: (store) => store.set("account", secret),
    delete: (store) => store.delete("account"),
    exclusively: (store) => store.exclusively("account", () => Promise.resolve("done")),
  };

  describe.each(Object.entries(calls))("%s() of a custom store", (name, call) => {
    it.each([
      ["throws", throwing(new Error(secret))],
      ["rejects", () => Promise.reject(new Error(secret))],
      ["throws a string", throwing(secret)],
    ])("that %s is reported in an error without secrets", async (_, fault) => {
      const error = await failure(() => call(withFault({ [name]: fault })));
      expect(error).toMatchObject({ type: 4, code: "store_failed" });
      expect(error.message).toContain(`${name}() threw an error`);
    });

    it("passes on a store's ClientError with secrets redacted", async () => {
      const error = await failure(() => call(withFault({ [name]: () => Promise.reject(leaky) })));
      expect(error).toMatchObject({ code: "disk_full" as OtherErrorCode, message: "no room for [redacted]" });
    });
  });

  describe("faulty custom store", () => {
    it.each([5, null, { record: secret }, [secret], true])(
      "is reported if get() returns %j",
      async (value) => {
        const error = await failure(() => withFault({ get: () => Promise.resolve(value) }).get("account"));
        expect(error.code).toBe("store_failed");
        expect(error.message).toMatch(
          /get\(\) returned (a number|null|an object|a list|a boolean), but must return/,
        );
      },
    );

    it("is reported if exclusively() does not run the work", async () => {
      const store = withFault({ exclusively: () => Promise.resolve("nothing") });
      const error = await failure(() => store.exclusively("account", () => Promise.resolve("done")));
      expect(error.message).toContain("resolved without running its callback");
    });

    it("runs the work once and returns the result even if exclusively() runs it twice or does not wait", async () => {
      let runs = 0;
      const work = async () => {
        await Promise.resolve();
        runs += 1;
        return "done";
      };
      const twice = async (_: string, run: () => Promise<unknown>) => Promise.all([run(), run()]);
      const hasty = (_: string, run: () => Promise<unknown>) => void run();
      for (const exclusively of [twice, hasty]) {
        expect(await withFault({ exclusively }).exclusively("account", work)).toBe("done");
      }
      expect(runs).toBe(2);
    });

    it("passes on the work's error unchanged", async () => {
      const thrown = new ClientError({ type: ErrorType.HTTPError, code: "invalid_grant", message: "over" });
      const hides = async (_: string, run: () => Promise<unknown>) => run().catch(() => undefined);
      for (const store of [withFault({}), withFault({ exclusively: hides })]) {
        await expect(store.exclusively("account", () => Promise.reject(thrown))).rejects.toBe(thrown);
      }
    });

    it("gets the name `custom` if its own name is invalid", () => {
      expect(withFault({ name: 5 }).name).toBe("custom");
      expect(withFault({ name: "\u001b[31m" }).name).toBe("custom");
    });
  });

  it("returns a built-in store unwrapped", () => {
    const store = memoryTokenStore();
    expect(checkedStore(store, clean)).toBe(store);
  });

  describe("custom store that never settles", () => {
    const never = () => new Promise<never>(() => undefined);
    afterEach(() => void vi.useRealTimers());

    it.each(["probe", "get", "set", "delete"])("times out after 30 seconds in %s()", async (name) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const failing = failure(() => calls[name]?.(withFault({ [name]: never })) ?? never());
      vi.advanceTimersByTime(30_000);
      vi.useRealTimers();
      const error = await failing;
      expect(error).toMatchObject({ type: 4, code: "store_failed" });
      expect(error.message).toContain(`${name}() did not settle within 30 s`);
    });

    it("stops waiting for the lock if the signal is aborted and does not run the work later", async () => {
      const ending = new AbortController();
      const work = vi.fn(() => Promise.resolve());
      let runLate: (() => Promise<unknown>) | undefined;
      const exclusively = (_account: string, once: () => Promise<unknown>) => ((runLate = once), never());
      const waiting = failure(() => withFault({ exclusively }).exclusively("account", work, ending.signal));
      ending.abort();
      expect(await waiting).toMatchObject({ code: "aborted" });
      await expect(runLate?.()).rejects.toMatchObject({ code: "store_failed" });
      expect(work).not.toHaveBeenCalled();
    });
  });
});

it("loads a lazy store on the first call and again only after a failure", async () => {
  const load = vi.fn(() => Promise.resolve(memoryTokenStore()));
  load.mockRejectedValueOnce(new Error("Cannot find module"));
  const store = lazyStore("memory", load);
  expect([store.name, isOwnStore(store), load.mock.calls.length]).toEqual(["memory", true, 0]);
  await expect(store.probe()).rejects.toThrow("Cannot find module");
  await Promise.all([store.set("a", "1"), store.get("a")]);
  expect(await store.get("a")).toBe("1");
  expect(load).toHaveBeenCalledTimes(2);
});

it("has a name, is a built-in store and hides records when printed", async () => {
  const store = memoryTokenStore();
  await store.set("a", "the-record");
  expect([store.name, isOwnStore(store)]).toEqual(["memory", true]);
  expect(inspect(store, { depth: 9, showHidden: true })).not.toContain("the-record");
});

describe("the token lock", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("times out after waiting two minutes for a lock even without a signal", async () => {
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

  it("does not limit how long work holds the lock", async () => {
    const working = memoryTokenStore().exclusively("a", async () => {
      await new Promise((resolve) => setTimeout(resolve, 600_000));
      return "done";
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await working).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops waiting when the signal is aborted and passes on the work's own error", async () => {
    const stop = new AbortController();
    const store = memoryTokenStore();
    void store.exclusively("a", () => new Promise<never>(() => undefined));
    const waiting = store.exclusively("a", () => Promise.resolve("done"), stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    const late = store.exclusively("a", () => Promise.resolve("done"), stop.signal);
    await expect(late).rejects.toMatchObject({ code: "aborted" });
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
    it("accepts an untyped caller's task that returns no promise", async () => {
      const inTurn = createQueue();
      expect(await inTurn((() => "done") as never)).toBe("done");
      expect(await inTurn((() => undefined) as never)).toBeUndefined();
    });

    it("continues with the other tasks if one is aborted before its turn", async () => {
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

    it("finishes a running task even if its caller aborts", async () => {
      const abort = new AbortController();
      const work = async () => Promise.resolve(abort.abort()).then(() => "done");
      expect(await createQueue()(work, abort.signal)).toBe("done");
    });
  });
});
