import { describe, expect, it, vi } from "vitest";
import {
  memoryTokenStore,
  isOwnStore,
  ownStore,
  readStore,
  type TokenStore,
} from "../../../src/store/token-store.ts";

const secret = "the-record";

/** A store with a spy for every method. */
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
    "rejects an invalid argument by name before the call, without quoting it: %s",
    async (what, call) => {
      const watched = watchedStore();
      const [method, argument] = what.split(": ") as ["get" | "set" | "delete" | "exclusively", string];
      const error: unknown = await call(ownStore(watched as TokenStore)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ type: 6, message: expect.stringContaining(argument) as string });
      expect(String((error as Error).stack)).not.toContain(secret);
      expect(watched[method]).not.toHaveBeenCalled();
    },
  );

  it("passes on arguments, including empty strings, and returns the results", async () => {
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
  it("returns an object with all methods unchanged", () => {
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
