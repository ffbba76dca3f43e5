import { describe, expect, it, vi } from "vitest";
import {
  type EntryClass,
  type KeyringEntry,
  type KeyringRequest,
  keyringCalls,
} from "../../../src/store/keyring-calls.ts";

const item = { service: "game", account: "1" };
const get: KeyringRequest = { operation: "getPassword", ...item };
const set: KeyringRequest = { operation: "setPassword", password: "record ü 🎮", ...item };
const remove: KeyringRequest = { operation: "deletePassword", ...item };

/** A keychain whose first `getSecret` calls fail with these errors. */
function keychain(...failures: readonly Error[]) {
  const items = new Map<string, Uint8Array>();
  const remaining = [...failures];
  const opened = vi.fn<(name: string) => void>();
  class Entry implements KeyringEntry {
    readonly #name: string;
    constructor(service: string, account: string) {
      this.#name = `${service}/${account}`;
      opened(this.#name);
    }
    getSecret(): Uint8Array | null {
      const failure = remaining.shift();
      if (failure) throw failure;
      return items.get(this.#name) ?? null;
    }
    setSecret(secret: Uint8Array): void {
      items.set(this.#name, secret);
    }
    deleteCredential(): boolean {
      return items.delete(this.#name);
    }
  }
  return { answer: keyringCalls(Entry satisfies EntryClass), items, opened };
}

it("stores a password as bytes, reads it and deletes it", () => {
  const { answer, items } = keychain();
  expect(answer(1, get)).toEqual({ id: 1, result: null });
  expect(answer(2, set)).toEqual({ id: 2, result: undefined });
  expect([...items.values()]).toEqual([Buffer.from("record ü 🎮")]);
  expect(answer(3, get)).toEqual({ id: 3, result: "record ü 🎮" });
  expect(answer(4, remove)).toEqual({ id: 4, result: true });
  expect(answer(5, remove)).toEqual({ id: 5, result: false });
});

describe("keyring entry", () => {
  it("is reused while it contains a value", () => {
    const { answer, opened } = keychain();
    for (const request of [set, get, set, get]) answer(1, request);
    expect(opened.mock.calls).toEqual([["game/1"]]);
  });

  it("is reopened after it was empty, because the connection may have been lost", () => {
    const { answer, opened } = keychain();
    for (const request of [get, get, remove, get]) answer(1, request);
    expect(opened).toHaveBeenCalledTimes(4);
  });
});

describe("failed call", () => {
  it("is retried once on a new connection", () => {
    const { answer, opened } = keychain(new Error("The connection is closed"));
    answer(1, set);
    expect(answer(2, get)).toEqual({ id: 2, result: "record ü 🎮" });
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it("is reported after the second failure", () => {
    const { answer } = keychain(new Error("Closed"), new Error("Still closed"));
    expect(answer(1, get)).toEqual({ id: 1, error: "Still closed" });
  });

  it.each(["The prompt was dismissed", "The collection is locked"])(
    "is not retried on %j because the player would see a second dialog",
    (message) => {
      const { answer, opened } = keychain(new Error(message));
      expect(answer(1, get)).toEqual({ id: 1, error: message });
      expect(opened).toHaveBeenCalledTimes(1);
    },
  );
});
