import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientError, ErrorType, type OtherErrorCode } from "../../../src/core/errors.ts";
import { checkedStore, memoryTokenStore, type TokenStore } from "../../../src/store/token-store.ts";

const secret = "s3cret-record";
const clean = (text: string) => text.replaceAll(secret, "[redacted]");
const withFault = (fault: Readonly<Record<string, unknown>>): TokenStore =>
  checkedStore({ ...memoryTokenStore(), ...fault }, clean);
const failure = async (work: () => Promise<unknown>) => {
  const error: unknown = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
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
    [
      "throws",
      () => {
        throw new Error(secret);
      },
    ],
    ["rejects", () => Promise.reject(new Error(secret))],
    [
      "throws a string",
      () => {
        throw secret;
      },
    ],
  ])("that %s is named in an error without secrets", async (_, fault) => {
    const error = await failure(() => call(withFault({ [name]: fault })));
    expect(error).toMatchObject({ type: 4, code: "store_failed" });
    expect(error.message).toContain(`${name}() threw an error`);
  });

  it("that rejects with a ClientError passes it on with secrets redacted", async () => {
    const error = await failure(() => call(withFault({ [name]: () => Promise.reject(leaky) })));
    expect(error).toMatchObject({ code: "disk_full" as OtherErrorCode, message: "no room for [redacted]" });
  });
});

describe("faulty custom store", () => {
  it.each([5, null, { record: secret }, [secret], true])("is reported if get() returns %j", async (value) => {
    const error = await failure(() => withFault({ get: () => Promise.resolve(value) }).get("account"));
    expect(error.code).toBe("store_failed");
    expect(error.message).toMatch(/get\(\) gave (a number|null|an object|a list|a boolean), but must give/);
  });

  it("is reported if exclusively() does not run the work", async () => {
    const store = withFault({ exclusively: () => Promise.resolve("nothing") });
    const error = await failure(() => store.exclusively("account", () => Promise.resolve("done")));
    expect(error.message).toContain("ended without running the work");
  });

  it("runs the work once and returns its result if exclusively() runs it twice or does not wait", async () => {
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

  it("passes on an error of the work unchanged", async () => {
    const thrown = new ClientError({ type: ErrorType.HTTPError, code: "invalid_grant", message: "over" });
    const hides = async (_: string, run: () => Promise<unknown>) => run().catch(() => undefined);
    for (const store of [withFault({}), withFault({ exclusively: hides })]) {
      await expect(store.exclusively("account", () => Promise.reject(thrown))).rejects.toBe(thrown);
    }
  });

  it("gets the name `custom` if its own is invalid", () => {
    expect(withFault({ name: 5 }).name).toBe("custom");
    expect(withFault({ name: "\u001b[31m" }).name).toBe("custom");
  });
});

describe("built-in store", () => {
  const store = memoryTokenStore();
  it("is returned unwrapped", () => expect(checkedStore(store, clean)).toBe(store));

  it.each<[string, () => Promise<unknown>]>([
    ["account is a number", () => store.get(5 as never)],
    ["record is an object", () => store.set("account", {} as never)],
    ["account is null", () => store.delete(null as never)],
    ["work is a number", () => store.exclusively("account", 5 as never)],
    ["signal is an object", () => store.exclusively("account", () => Promise.resolve(), {} as never)],
  ])("rejects with: %s", async (message, call) => {
    await expect(call()).rejects.toThrow(message);
  });
});

describe("custom store that never settles", () => {
  const never = () => new Promise<never>(() => undefined);
  afterEach(() => void vi.useRealTimers());

  it.each(["probe", "get", "set", "delete"])("fails after 30 seconds in %s()", async (name) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failing = failure(() => calls[name]?.(withFault({ [name]: never })) ?? never());
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    const error = await failing;
    expect(error).toMatchObject({ type: 4, code: "store_failed" });
    expect(error.message).toContain(`${name}() did not settle within 30 s`);
  });

  it("stops waiting for its lock if the signal is aborted, and does not run the work later", async () => {
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
