import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Variant } from "../../../../src/store/dbus/marshal.ts";
import { OpenSecretService } from "../../../../src/store/secret-service/open-service.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";
import type { BusAnswer } from "../../../setup/session-bus.ts";

const never = new AbortController().signal;
const name = { service: "game", username: "discord.com/1" };
const remove = (service: OpenSecretService, isOurs: (secret: string) => boolean = () => false) =>
  service.remove(name, isOurs, never);
const dismissed = "The dialog to unlock the keychain (prompt) was dismissed.";

it("returns null for a missing item and deletes nothing", async () => {
  await using secrets = await startSecrets();
  const service = await OpenSecretService.open(never);
  expect(await service.read(name, never)).toBeNull();
  expect(await remove(service)).toEqual({ isRemoved: false, remaining: 0 });
  expect(secrets.bus.members).toEqual(["SearchItems", "OpenSession", "SearchItems"]);
  service.close();
});

it("creates, reads, replaces and deletes an item with its attributes and a label", async () => {
  await using secrets = await startSecrets();
  const service = await OpenSecretService.open(never);
  await service.write(name, "first", never);
  expect(secrets.bus.calls.at(-1)).toMatchObject({
    member: "CreateItem",
    path: secrets.collection,
    signature: "a{sv}(oayays)b",
  });
  const [properties, , replace] = secrets.bus.lastBody as [[string, Variant][], unknown, boolean];
  expect(properties.map(([key, { value }]) => [key, value])).toEqual([
    ["org.freedesktop.Secret.Item.Label", "keyring:discord.com/1@game"],
    ["org.freedesktop.Secret.Item.Attributes", Object.entries(name)],
  ]);
  expect(replace).toBe(true);
  expect(await service.read(name, never)).toBe("first");
  await service.write(name, "second ü 🎮", never);
  expect(secrets.bus.members.at(-1)).toBe("SetSecret");
  expect(await service.read(name, never)).toBe("second ü 🎮");
  expect(await remove(service)).toEqual({ isRemoved: true, remaining: 0 });
  expect(secrets.items.size).toBe(0);
  service.close();
});

it("reads and updates the item with exactly these attributes, or the newest item if there is none", async () => {
  await using secrets = await startSecrets();
  const older = { secret: "older", locked: false, more: { application: "copy" }, modified: 5 };
  const newest = { secret: "newest", locked: true, more: { application: "backup" }, modified: 7 };
  const exact = { secret: "exact", locked: false, more: { "xdg:schema": "x" }, modified: 1 };
  const service = await OpenSecretService.open(never);
  secrets.keep(name, older, newest, exact);
  expect(await service.read(name, never)).toBe("exact");
  await service.write(name, "new", never);
  expect([older.secret, newest.secret, exact.secret]).toEqual(["older", "newest", "new"]);
  secrets.keep(name, older, newest);
  expect(await service.read(name, never)).toBe("newest");
  expect(newest.locked).toBe(false);
  service.close();
});

it("deletes exact matches and items with the library's secrets, and counts the rest", async () => {
  await using secrets = await startSecrets();
  const exact = { secret: "exact", locked: false };
  const copy = { secret: "ours", locked: true, more: { application: "copy" } };
  const foreign = { secret: "foreign", locked: false, more: { application: "other" } };
  secrets.keep(name, foreign, exact, copy);
  const service = await OpenSecretService.open(never);
  expect(await remove(service, (secret) => secret === "ours")).toEqual({ isRemoved: true, remaining: 1 });
  expect(secrets.items.get(JSON.stringify(name))).toEqual([foreign]);
  service.close();
});

it("rejects a response that is not a dictionary of attributes", async () => {
  await using secrets = await startSecrets();
  secrets.keep(name, { secret: "a", locked: false }, { secret: "b", locked: false });
  secrets.bus.methods["Get"] = () => ({ signature: "v", body: [new Variant("s", "x")] });
  const service = await OpenSecretService.open(never);
  await expect(service.read(name, never)).rejects.toThrow("an invalid reply");
  service.close();
});

it("writes nothing if there is no default collection", async () => {
  await using secrets = await startSecrets();
  secrets.collection = "/";
  const service = await OpenSecretService.open(never);
  await expect(service.write(name, "a", never)).rejects.toThrow("has no default collection");
  expect(secrets.items.size).toBe(0);
  service.close();
});

it.each([undefined, "completed"] as const)("unlocks and reads a locked item (dialog: %s)", async (dialog) => {
  await using secrets = await startSecrets();
  secrets.keep(name, { secret: "locked away", locked: true });
  secrets.dialog = dialog;
  const service = await OpenSecretService.open(never);
  expect(await service.read(name, never)).toBe("locked away");
  expect(secrets.bus.members.includes("Prompt")).toBe(dialog !== undefined);
  service.close();
});

it("leaves items and collections locked if the player dismisses the dialog", async () => {
  await using secrets = await startSecrets();
  secrets.dialog = "dismissed";
  const service = await OpenSecretService.open(never);
  await expect(service.write(name, "a", never)).rejects.toThrow(dismissed);
  secrets.keep(name, { secret: "a", locked: true });
  await expect(service.read(name, never)).rejects.toThrow(dismissed);
  expect(secrets.items.get(JSON.stringify(name))).toEqual([{ secret: "a", locked: true }]);
  expect(secrets.bus.members).not.toContain("CreateItem");
  expect(secrets.bus.members).not.toContain("Dismiss");
  service.close();
});

it("closes the dialog if the caller aborts", async () => {
  await using secrets = await startSecrets();
  secrets.dialog = "unanswered";
  secrets.keep(name, { secret: "a", locked: true });
  const end = new AbortController();
  const closed = new Promise((resolve) => {
    secrets.bus.methods["Dismiss"] = ({ path }) => {
      resolve(path);
      return undefined;
    };
  });
  secrets.bus.methods["Prompt"] = () => {
    end.abort(new Error("enough"));
    return {};
  };
  const service = await OpenSecretService.open(never);
  await expect(service.read(name, end.signal)).rejects.toThrow("enough");
  expect(await closed).toBe("/org/freedesktop/secrets/prompt/p1");
  service.close();
});

it.each(["Secret.Error.NoSuchObject", "DBus.Error.UnknownObject", "DBus.Error.UnknownMethod"])(
  "reports an item as missing if it disappears before deletion (%s)",
  async (error) => {
    await using secrets = await startSecrets();
    secrets.keep(name, { secret: "a", locked: false });
    secrets.bus.methods["Delete"] = () => ({ errorName: `org.freedesktop.${error}` });
    const service = await OpenSecretService.open(never);
    expect(await remove(service)).toEqual({ isRemoved: false, remaining: 0 });
    service.close();
  },
);

it("rejects if an item cannot be deleted or the service exits", async () => {
  await using secrets = await startSecrets();
  secrets.keep(name, { secret: "a", locked: false });
  const service = await OpenSecretService.open(never);
  secrets.bus.methods["Delete"] = () => ({ errorName: "org.freedesktop.Secret.Error.IsLocked" });
  await expect(remove(service)).rejects.toThrow("IsLocked");
  secrets.bus.methods["Delete"] = () => "hang up";
  await expect(remove(service)).rejects.toThrow("closed the connection");
});

it("closes the connection to a bus without the service", async () => {
  await using secrets = await startSecrets();
  const closed = new Promise((resolve) => {
    secrets.bus.welcome = (peer) => peer.on("close", resolve).write("OK 01\r\n");
  });
  for (const member of ["OpenSession", "SearchItems"])
    secrets.bus.methods[member] = () => ({
      errorName: "org.freedesktop.DBus.Error.ServiceUnknown",
      signature: "s",
      body: ["The name org.freedesktop.secrets was not provided by any .service files"],
    });
  const service = await OpenSecretService.open(never);
  await expect(service.read(name, never)).rejects.toThrow("was not provided");
  await closed;
});

it.each(["read", "write"] as const)(
  "does not prompt for a locked item if no session can be opened (%s)",
  async (operation) => {
    await using secrets = await startSecrets();
    secrets.keep(name, { secret: "a", locked: true });
    secrets.dialog = "completed";
    secrets.bus.methods["OpenSession"] = () => ({
      errorName: "org.freedesktop.DBus.Error.NotSupported",
      signature: "s",
      body: ["no such algorithm"],
    });
    const service = await OpenSecretService.open(never);
    const done = operation === "read" ? service.read(name, never) : service.write(name, "b", never);
    await expect(done).rejects.toThrow("no such algorithm");
    expect(secrets.bus.members).toEqual(["SearchItems", "OpenSession"]);
    service.close();
  },
);

it("opens the session only once, after computing its key", async () => {
  await using secrets = await startSecrets();
  secrets.keep(name, { secret: "kept", locked: false });
  const service = await OpenSecretService.open(never);
  const reads = [service.read(name, never), service.read(name, never)];
  expect(await Promise.all(reads)).toEqual(["kept", "kept"]);
  expect(secrets.sessions).toBe(1);
  service.close();
});

it.each([true, false])("checks without a dialog whether the keychain is locked: %s", async (locked) => {
  await using secrets = await startSecrets();
  secrets.locked = locked;
  secrets.dialog = "completed";
  const service = await OpenSecretService.open(never);
  expect(await service.isLocked(never)).toBe(locked);
  expect(secrets.bus.members).toEqual(["ReadAlias", "Get"]);
  secrets.collection = "/";
  expect(await service.isLocked(never)).toBe(false);
  service.close();
});

/** Replies of every type that a service may send, valid and invalid. */
const odd: readonly BusAnswer[] = [
  {},
  { signature: "u", body: [7] },
  { signature: "s", body: ["no path"] },
  { signature: "uu", body: [7, 7] },
  { signature: "asas", body: [["no path"], []] },
  { signature: "ss", body: ["", ""] },
  { signature: "oo", body: ["/a", "/b"] },
  { signature: "vs", body: [new Variant("u", 7), "/a"] },
  { signature: "(uu)", body: [[7, 7]] },
  { signature: "(oayays)", body: [["/a", Buffer.alloc(3), Buffer.alloc(5), ""]] },
];

it.each([
  "SearchItems",
  "OpenSession",
  "GetSecret",
  "SetSecret",
  "ReadAlias",
  "Get",
  "Unlock",
  "CreateItem",
  "Delete",
])("rejects only the affected call if the reply to %s has the wrong type", async (member) => {
  await using secrets = await startSecrets();
  for (const wrong of odd) {
    for (const locked of [false, true]) {
      secrets.keep(name, { secret: "s", locked });
      secrets.bus.methods[member] = () => wrong;
      // Prevents the library from waiting for a dialog that never appears.
      secrets.bus.methods["Prompt"] = () => ({ errorName: "a.b.Failed" });
      const service = await OpenSecretService.open(never);
      const other = { ...name, username: "nobody" };
      const requests = [
        service.read(name, never),
        service.write(name, "new", never),
        service.write(other, "new", never),
        remove(service),
        service.isLocked(never),
      ];
      for (const one of await Promise.allSettled(requests))
        if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Error);
      service.close();
      secrets.items.clear();
    }
  }
  // An unhandled rejection would fail the test run.
  await nextTurn();
});
