import { expect, it, vi } from "vitest";
import { isKeychainLocked, secretService } from "../../../../src/store/secret-service/secret-service.ts";
import { keychainRecords } from "../../../../src/store/keychain-records.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";

const never = new AbortController().signal;
/** Connects to a new service. The process has one connection, which the previous test left open. */
async function startAnew() {
  const secrets = await startSecrets();
  await secretService.getPassword("game", "1", never);
  return secrets;
}

const name = { service: "game", username: "1" };

it("stores, reads and deletes a password in one session", async () => {
  await using secrets = await startAnew();
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
  await secretService.setPassword("game", "1", "record", never);
  expect(await secretService.getPassword("game", "1", never)).toBe("record");
  expect(await secretService.deletePassword("game", "1", never)).toBe(true);
  expect(await secretService.deletePassword("game", "1", never)).toBe(false);
  expect(secrets.sessions).toBe(1);
});

it("serializes concurrent calls", async () => {
  await using secrets = await startAnew();
  await Promise.all(["a", "b"].map((record) => secretService.setPassword("game", "1", record, never)));
  expect(secrets.items.get(JSON.stringify(name))).toEqual([{ secret: "b", locked: false }]);
  expect(secrets.bus.members.filter((member) => member === "CreateItem")).toHaveLength(1);
});

it.each(["hang up", { errorName: "org.freedesktop.Secret.Error.NoSession" }] as const)(
  "reopens a lost session: %j",
  async (end) => {
    await using secrets = await startAnew();
    secrets.keep(name, { secret: "record", locked: false });
    const { GetSecret: answer } = secrets.bus.methods;
    secrets.bus.methods["GetSecret"] = (call) => (secrets.sessions === 1 ? end : answer?.(call));
    expect(await secretService.getPassword("game", "1", never)).toBe("record");
    expect(secrets.sessions).toBe(2);
  },
);

it("reports a failure if the new session fails too and opens another one for the next call", async () => {
  await using secrets = await startAnew();
  const { SearchItems: answer } = secrets.bus.methods;
  secrets.bus.methods["SearchItems"] = () => ({ errorName: "org.freedesktop.DBus.Error.Failed" });
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("Failed");
  expect(secrets.sessions).toBe(2);
  secrets.bus.methods["SearchItems"] = (call) => answer?.(call);
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
});

it("does not show a dismissed dialog again", async () => {
  await using secrets = await startAnew();
  secrets.keep(name, { secret: "record", locked: true });
  secrets.dialog = "dismissed";
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("dismissed");
  expect(secrets.bus.members.filter((member) => member === "Prompt")).toHaveLength(1);
});

it("does not retry an aborted call and continues with the next one", async () => {
  await using secrets = await startAnew();
  const { SearchItems: answer } = secrets.bus.methods;
  const end = new AbortController();
  secrets.bus.methods["SearchItems"] = () => {
    end.abort(new Error("enough"));
    return undefined;
  };
  const given = secretService.getPassword("game", "1", end.signal);
  const next = secretService.getPassword("game", "1", never);
  await expect(given).rejects.toThrow("enough");
  secrets.bus.methods["SearchItems"] = (call) => answer?.(call);
  expect(await next).toBeNull();
});

it("rejects calls while there is no bus and searches for the bus again on each call", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("There is no D-Bus session");
  await using secrets = await startSecrets();
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
  expect(secrets.sessions).toBe(1);
});

it("checks on the same connection whether the keychain is locked", async () => {
  await using secrets = await startAnew();
  secrets.locked = true;
  expect(await isKeychainLocked(never)).toBe(true);
  expect(secrets.sessions).toBe(1);
});

it("deletes the library's own duplicates and reports other programs' duplicates", async () => {
  await using secrets = await startAnew();
  const more = { application: "other" };
  const foreign = { secret: "foreign", locked: false, more };
  const copies = ['{"v":1,"a":""}', "slashpass-chunks a 1 digest"].map((secret) => ({
    secret,
    locked: false,
    more,
  }));
  secrets.keep(name, foreign, ...copies);
  const remaining: number[] = [];
  const records = keychainRecords({ service: "game" });
  expect(await records.delete("1", (count) => remaining.push(count))).toBe(true);
  expect(remaining).toEqual([1]);
  expect(secrets.items.get(JSON.stringify(name))).toEqual([foreign]);
});
