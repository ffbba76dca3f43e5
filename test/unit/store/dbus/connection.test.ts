import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type BusCall,
  BusConnection,
  BusError,
  sessionBusSockets,
} from "../../../../src/store/dbus/connection.ts";
import { type SessionBus, startBus } from "../../../setup/session-bus.ts";

const never = new AbortController().signal;
const ask: BusCall = { destination: "a.b", path: "/a", interface: "a.b", member: "Ask" };
const signalHeader = { path: "/a", interface: "a.b", member: "Told" };

afterEach(() => void vi.unstubAllEnvs());

function text(value: string): Buffer {
  return Buffer.from(value, "latin1");
}

// Transcribed from the D-Bus specification, so that the marshaller is not tested only against itself.
const hello = Buffer.concat([
  text("l\x01\0\x01\0\0\0\0\x01\0\0\0\x6d\0\0\0"),
  text("\x01\x01o\0\x15\0\0\0/org/freedesktop/DBus\0\0\0"),
  text("\x02\x01s\0\x14\0\0\0org.freedesktop.DBus\0\0\0\0"),
  text("\x03\x01s\0\x05\0\0\0Hello\0\0\0"),
  text("\x06\x01s\0\x14\0\0\0org.freedesktop.DBus\0\0\0\0"),
]);
const helloReply = Buffer.concat([
  text("l\x02\x01\x01\x09\0\0\0\x01\0\0\0\x0f\0\0\0"),
  text("\x05\x01u\0\x01\0\0\0\x08\x01g\0\x01s\0\0"),
  text("\x04\0\0\0:1.7\0"),
]);
const nameLost = Buffer.concat([
  text("l\x04\x01\x01\x09\0\0\0\x02\0\0\0\x37\0\0\0"),
  text("\x01\x01o\0\x02\0\0\0/a\0\0\0\0\0\0"),
  text("\x02\x01s\0\x03\0\0\0a.b\0\0\0\0\0"),
  text("\x03\x01s\0\x04\0\0\0Told\0\0\0\0"),
  text("\x08\x01g\0\x01s\0\0"),
  text("\x04\0\0\0gone\0"),
]);

it("authenticates with the user id and sends Hello byte for byte as specified", async () => {
  await using bus = await startBus({ Hello: () => helloReply });
  const connection = await BusConnection.open(never);
  const user = Buffer.from(String(process.geteuid?.())).toString("hex");
  expect(bus.greetings).toEqual([`\0AUTH EXTERNAL ${user}`]);
  expect(bus.received.map((bytes) => bytes.toString("latin1"))).toEqual([hello.toString("latin1")]);
  connection.close();
});

it("authenticates without a user id if the system has no user ids", async () => {
  await using bus = await startBus();
  vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
  (await BusConnection.open(never)).close();
  vi.restoreAllMocks();
  expect(bus.greetings).toEqual(["\0AUTH EXTERNAL "]);
});

it.each([
  ["", "its address is unknown or not a Unix socket"],
  ["tcp:host=localhost,port=1", "its address is unknown or not a Unix socket"],
  ["unix:path=/nowhere/prompt/bus", "connecting failed with ENOENT"],
])("reports a missing bus at the address %j without the path", async (address, reason) => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", address);
  vi.stubEnv("XDG_RUNTIME_DIR", "");
  await expect(BusConnection.open(never)).rejects.toThrow(`There is no D-Bus session: ${reason}.`);
});

it("connects to the first address with a bus", async () => {
  await using bus = await startBus();
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", `unix:path=/nowhere/bus;unix:path=${bus.path}`);
  (await BusConnection.open(never)).close();
  expect(bus.greetings).toHaveLength(1);
});

const another = "The D-Bus session belongs to another user.";
const hungUp = "The D-Bus session closed the connection.";

it.each<[string, SessionBus["welcome"], string]>([
  ["belongs to another user", (peer) => peer.write("REJECTED EXTERNAL\r\n"), another],
  ["sends no line ending", (peer) => peer.write("OK ".padEnd(2_000, "x")), another],
  [
    "closes the connection in the middle of its reply",
    (peer) => peer.write("OK 01", () => peer.destroy()),
    hungUp,
  ],
  ["closes the connection immediately", (peer) => peer.destroy(), hungUp],
])("rejects a bus that %s", async (_, welcome, message) => {
  await using bus = await startBus();
  bus.welcome = welcome;
  await expect(BusConnection.open(never)).rejects.toThrow(message);
});

it("accepts a handshake in two pieces", async () => {
  await using bus = await startBus();
  const rest = Buffer.concat([text("23\r\n"), helloReply]);
  bus.welcome = (peer) => peer.write("OK 01", () => setImmediate(() => peer.write(rest)));
  bus.methods["Hello"] = () => undefined;
  (await BusConnection.open(never)).close();
  expect(bus.calls).toHaveLength(1);
});

it("keeps data that arrives together with the handshake", async () => {
  await using bus = await startBus();
  bus.welcome = (peer) => peer.write(Buffer.concat([text("OK 0123\r\n"), nameLost.subarray(0, 20)]));
  bus.methods["Hello"] = () => Buffer.concat([nameLost.subarray(20), helloReply]);
  (await BusConnection.open(never)).close();
});

it.each<[string, (bus: SessionBus, abort: () => undefined) => void]>([
  ["if aborted before it begins", (_, abort) => abort()],
  ["if aborted while it authenticates", (bus, abort) => (bus.welcome = abort)],
  ["if aborted while it waits for the reply to Hello", (bus, abort) => (bus.methods["Hello"] = abort)],
])("rejects with the abort reason %s", async (_, prepare) => {
  await using bus = await startBus();
  const end = new AbortController();
  prepare(bus, () => {
    end.abort(new Error("enough"));
    return undefined;
  });
  await expect(BusConnection.open(end.signal)).rejects.toThrow("enough");
});

it("rejects if aborted while connecting, even if the abort reason is not an error", async () => {
  await using bus = await startBus();
  const end = new AbortController();
  const opening = BusConnection.open(end.signal);
  // Connecting completes in a later turn than the signal's first check.
  end.abort("without an error");
  await expect(opening).rejects.toThrow("given up");
  expect(bus.calls).toEqual([]);
});

it("returns a method call's reply and rejects with a code on an error", async () => {
  await using bus = await startBus({
    Ask: () => ({ signature: "su", body: ["answer", 7] }),
    Refuse: () => ({ errorName: "a.b.Refused", signature: "s", body: ["because"] }),
    Fail: () => ({ errorName: "a.b.Failed", signature: "u", body: [7] }),
  });
  const connection = await BusConnection.open(never);
  expect(await connection.call({ ...ask, signature: "s", body: ["question"] }, never)).toEqual(["answer", 7]);
  expect(bus.calls.at(-1)).toMatchObject({ ...ask, type: 1, body: ["question"] });
  const refused = await connection.call({ ...ask, member: "Refuse" }, never).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BusError);
  expect(refused).toMatchObject({ code: "a.b.Refused", message: "a.b.Refused: because" });
  await expect(connection.call({ ...ask, member: "Fail" }, never)).rejects.toThrow(
    "a.b.Failed: no reason given",
  );
  connection.close();
});

it("matches replies to calls in any order", async () => {
  let first: number | undefined;
  await using bus = await startBus({
    Ask: ({ serial }) => {
      if (first !== undefined) return { signature: "s", body: ["second"] };
      first = serial;
      return undefined;
    },
    Late: () => {
      const late = Buffer.from(helloReply);
      late.writeUInt32LE(first ?? 0, 20);
      return late;
    },
  });
  const connection = await BusConnection.open(never);
  const answers = [connection.call(ask, never), connection.call(ask, never)];
  expect(await answers[1]).toEqual(["second"]);
  connection.notify({ ...ask, member: "Late" });
  expect(await answers[0]).toEqual([":1.7"]);
  expect(bus.members).toEqual(["Ask", "Ask", "Late"]);
  connection.close();
});

it("waits for a signal after subscribing and ignores other signals", async () => {
  await using bus = await startBus({ Ask: () => ({}) });
  const connection = await BusConnection.open(never);
  const body = await connection.nextSignal(
    signalHeader,
    async () => {
      for (const other of [{ path: "/b" }, { interface: "b.c" }, { member: "Asked" }])
        bus.signal({ ...signalHeader, ...other }, "s", ["other"]);
      bus.send(nameLost);
      return connection.call(ask, never);
    },
    never,
  );
  expect(body).toEqual(["gone"]);
  expect(bus.calls.map(({ member, body: [rule] }) => [member, rule])).toEqual([
    ["Hello", undefined],
    ["AddMatch", "type='signal',path='/a',interface='a.b',member='Told'"],
    ["Ask", undefined],
  ]);
  connection.close();
});

it.each<[string, (bus: SessionBus) => void, string]>([
  ["closes the connection", (bus) => bus.hangUp(), hungUp],
  ["sends something malformed", (bus) => bus.send(Buffer.alloc(16)), "A D-Bus message is malformed."],
])("rejects pending and later calls when the bus %s", async (_, end, message) => {
  await using bus = await startBus({ Ask: () => undefined });
  const connection = await BusConnection.open(never);
  bus.methods["Last"] = () => {
    end(bus);
    return undefined;
  };
  const answers = ["Ask", "Last"].map((member) => connection.call({ ...ask, member }, never));
  for (const { reason } of (await Promise.allSettled(answers)) as PromiseRejectedResult[])
    expect(reason).toMatchObject({ message });
  await expect(connection.call(ask, never)).rejects.toThrow(message);
  connection.notify(ask);
  await nextTurn();
  expect(bus.members).toEqual(["Ask", "Last"]);
});

it("cancels only the aborted call", async () => {
  await using bus = await startBus({
    Ask: () => undefined,
    Other: () => ({ signature: "s", body: ["yes"] }),
  });
  const connection = await BusConnection.open(never);
  const end = new AbortController();
  const given = connection.call(ask, end.signal);
  const other = connection.call({ ...ask, member: "Other" }, never);
  end.abort(new Error("enough"));
  await expect(given).rejects.toThrow("enough");
  expect(await other).toEqual(["yes"]);
  await expect(connection.call(ask, end.signal)).rejects.toThrow("enough");
  await connection.call({ ...ask, member: "Other" }, never);
  expect(bus.members).toEqual(["Ask", "Other", "Other"]);
  connection.close();
});

it.each<[string, Partial<BusCall>]>([
  ["an object path that is not a string", { path: 7 as unknown as string }],
  ["a string with a NUL", { signature: "s", body: ["a\0b"] }],
  ["a lone surrogate", { signature: "s", body: ["\ud83d"] }],
])("rejects a call with %s before sending it and leaves no pending reply", async (_what, odd) => {
  await using bus = await startBus({ Ask: () => ({ signature: "s", body: ["yes"] }) });
  const connection = await BusConnection.open(never);
  await expect(connection.call({ ...ask, ...odd }, never)).rejects.toThrow();
  expect(bus.members).toEqual([]);
  bus.hangUp();
  // Without a handler, a rejected pending reply would crash the process here.
  await expect(connection.call(ask, never)).rejects.toThrow();
  await nextTurn();
});

it("reads a message of several megabytes and closes the connection if a message is too large", async () => {
  const long = "x".repeat(3_000_000);
  await using bus = await startBus({ Ask: () => ({ signature: "s", body: [long] }) });
  const connection = await BusConnection.open(never);
  expect(await connection.call(ask, never)).toEqual([long]);
  bus.methods["Ask"] = () => text("l\x02\0\x01\xff\xff\xff\x7f\0\0\0\0\0\0\0\0");
  await expect(connection.call(ask, never)).rejects.toThrow("A D-Bus message is malformed.");
});

describe("sessionBusSockets", () => {
  it.each([
    ["unix:path=/run/user/1000/bus", ["/run/user/1000/bus"]],
    ["unix:path=/tmp/dbus-x,guid=2205bc6d", ["/tmp/dbus-x"]],
    ["unix:guid=1,path=/a%20b%2cc", ["/a b,c"]],
    ["unix:abstract=/tmp/dbus-x,guid=1", ["\0/tmp/dbus-x"]],
    ["tcp:host=localhost,port=1;unix:path=/a;unixexec:path=ssh;unix:path=/b", ["/a", "/b"]],
    ["unix:runtime=yes", []],
    ["autolaunch:", []],
    ["disabled:", []],
  ])("parses the address %s as the sockets %j", (address, sockets) => {
    const environment = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: "/run/user/1000" };
    expect(sessionBusSockets(environment)).toEqual(sockets);
  });

  it.each([
    ["/run/user/1000", ["/run/user/1000/bus"]],
    ["run", []],
    ["", []],
  ])("falls back to the bus in the runtime directory %j if there is no address", (directory, sockets) => {
    expect(sessionBusSockets({ XDG_RUNTIME_DIR: directory })).toEqual(sockets);
    expect(sessionBusSockets({ DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: directory })).toEqual(sockets);
  });
});
