import { expect, it, vi } from "vitest";
import { isKeychainLocked, secretService } from "../../../../src/store/secret-service/secret-service.ts";
import { keychainRecords } from "../../../../src/store/keychain-records.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";

const never = new AbortController().signal;
/** A service to which there is a connection: there is one for the process, and the test before has left its own. */
async function startAnew() {
  const secrets = await startSecrets();
  await secretService.getPassword("game", "1", never);
  return secrets;
}

const name = { service: "game", username: "1" };

it("A password is kept, read and deleted over one session", async () => {
  await using secrets = await startAnew();
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
  await secretService.setPassword("game", "1", "record", never);
  expect(await secretService.getPassword("game", "1", never)).toBe("record");
  expect(await secretService.deletePassword("game", "1", never)).toBe(true);
  expect(await secretService.deletePassword("game", "1", never)).toBe(false);
  expect(secrets.sessions).toBe(1);
});

it("Calls at the same time are made one after the other", async () => {
  await using secrets = await startAnew();
  await Promise.all(["a", "b"].map((record) => secretService.setPassword("game", "1", record, never)));
  expect(secrets.items.get(JSON.stringify(name))).toEqual([{ secret: "b", locked: false }]);
  expect(secrets.bus.members.filter((member) => member === "CreateItem")).toHaveLength(1);
});

it.each(["hang up", { errorName: "org.freedesktop.Secret.Error.NoSession" }] as const)(
  "A session that is lost is opened anew: %j",
  async (end) => {
    await using secrets = await startAnew();
    secrets.keep(name, { secret: "record", locked: false });
    const { GetSecret: answer } = secrets.bus.methods;
    secrets.bus.methods["GetSecret"] = (call) => (secrets.sessions === 1 ? end : answer?.(call));
    expect(await secretService.getPassword("game", "1", never)).toBe("record");
    expect(secrets.sessions).toBe(2);
  },
);

it("What fails on a new session too is reported, and the next call opens another", async () => {
  await using secrets = await startAnew();
  const { SearchItems: answer } = secrets.bus.methods;
  secrets.bus.methods["SearchItems"] = () => ({ errorName: "org.freedesktop.DBus.Error.Failed" });
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("Failed");
  expect(secrets.sessions).toBe(2);
  secrets.bus.methods["SearchItems"] = (call) => answer?.(call);
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
});

it("A dialog that the player has closed is not shown a second time", async () => {
  await using secrets = await startAnew();
  secrets.keep(name, { secret: "record", locked: true });
  secrets.dialog = "dismissed";
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("dismissed");
  expect(secrets.bus.members.filter((member) => member === "Prompt")).toHaveLength(1);
});

it("A caller that gives up is not tried again, and holds up nobody", async () => {
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

it("Without a bus every call says so, and the next looks for it again", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  await expect(secretService.getPassword("game", "1", never)).rejects.toThrow("There is no session D-Bus");
  await using secrets = await startSecrets();
  expect(await secretService.getPassword("game", "1", never)).toBeNull();
  expect(secrets.sessions).toBe(1);
});

it("Whether the keychain is locked is asked over the same connection", async () => {
  await using secrets = await startAnew();
  secrets.locked = true;
  expect(await isKeychainLocked(never)).toBe(true);
  expect(secrets.sessions).toBe(1);
});

it("A deletion takes the library's own duplicates with it, and reports those of other programs", async () => {
  await using secrets = await startAnew();
  const more = { application: "other" };
  const foreign = { secret: "foreign", locked: false, more };
  const copies = ['{"v":1,"a":""}', "slashpass-chunks a 1 digest"].map((secret) => ({
    secret,
    locked: false,
    more,
  }));
  secrets.keep(name, foreign, ...copies);
  const left: number[] = [];
  const records = keychainRecords({ service: "game" });
  expect(await records.delete("1", (count) => left.push(count))).toBe(true);
  expect(left).toEqual([1]);
  expect(secrets.items.get(JSON.stringify(name))).toEqual([foreign]);
});
