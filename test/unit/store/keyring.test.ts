import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { keyring } from "../../../src/store/keyring.ts";
import { endThread, startKeyring } from "../../setup/memory-keyring.ts";
import { replaceModule } from "../../setup/replaced-module.ts";

const never = new AbortController().signal;

it("A password is kept as it is, read and deleted", async () => {
  await using _keyring = startKeyring();
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
  await keyring.setPassword("game", "1", "record ü 🎮", never);
  expect(await keyring.getPassword("game", "1", never)).toBe("record ü 🎮");
  expect(await keyring.getPassword("game", "2", never)).toBeNull();
  expect(await keyring.deletePassword("game", "1", never)).toBe(true);
  expect(await keyring.deletePassword("game", "1", never)).toBe(false);
});

it("A call that fails says why, and the next one is answered", async () => {
  await using _keyring = startKeyring();
  await expect(keyring.getPassword("game", "refused", never)).rejects.toThrow("Access denied");
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
});

it("A caller that gives up waits no longer, and its late answer disturbs nobody", async () => {
  await using _keyring = startKeyring();
  const end = new AbortController();
  const given = keyring.getPassword("game", "1", end.signal);
  const next = keyring.setPassword("game", "1", "next", never);
  end.abort();
  await expect(given).rejects.toThrow("given up");
  await next;
  expect(await keyring.getPassword("game", "1", never)).toBe("next");
});

it("Calls that have ended leave nothing at the signal that they could be given up with", async () => {
  await using _keyring = startKeyring();
  const { signal } = new AbortController();
  await Promise.all(["1", "2", "3"].map((account) => keyring.setPassword("game", account, "record", signal)));
  await expect(keyring.getPassword("game", "refused", signal)).rejects.toThrow("Access denied");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("When the thread dies, every caller hears of it, and the next call starts another", async () => {
  await using _keyring = startKeyring();
  await keyring.setPassword("game", "1", "record", never);
  expect(await endThread()).toMatchObject({ message: "the thread has died" });
  expect(await keyring.getPassword("game", "1", never)).toBeNull();
});

it("Where the module is not there, as beside a bundle, the error says which", async () => {
  using _missing = replaceModule("@napi-rs/keyring");
  await expect(keyring.getPassword("game", "1", never)).rejects.toThrow(
    "cannot find the package @napi-rs/keyring.",
  );
});

it("Where the module has no binary, every caller hears of it", async () => {
  using _broken = replaceModule("@napi-rs/keyring", `throw new Error("Cannot find native binding.")`);
  const calls = ["1", "2"].map((account) => keyring.getPassword("game", account, never));
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ message: "Cannot find native binding." });
});
