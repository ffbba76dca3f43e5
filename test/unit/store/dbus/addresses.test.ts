import { expect, it } from "vitest";
import { sessionBusSockets } from "../../../../src/store/dbus/connection.ts";

it.each([
  ["unix:path=/run/user/1000/bus", ["/run/user/1000/bus"]],
  ["unix:path=/tmp/dbus-x,guid=2205bc6d", ["/tmp/dbus-x"]],
  ["unix:guid=1,path=/a%20b%2cc", ["/a b,c"]],
  ["unix:abstract=/tmp/dbus-x,guid=1", ["\0/tmp/dbus-x"]],
  ["tcp:host=localhost,port=1;unix:path=/a;unixexec:path=ssh;unix:path=/b", ["/a", "/b"]],
  ["unix:runtime=yes", []],
  ["autolaunch:", []],
  ["disabled:", []],
])("parses the address %s into the sockets %j", (address, sockets) => {
  const environment = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: "/run/user/1000" };
  expect(sessionBusSockets(environment)).toEqual(sockets);
});

it.each([
  ["/run/user/1000", ["/run/user/1000/bus"]],
  ["run", []],
  ["", []],
])("falls back to the bus in the runtime directory %j without an address", (directory, sockets) => {
  expect(sessionBusSockets({ XDG_RUNTIME_DIR: directory })).toEqual(sockets);
  expect(sessionBusSockets({ DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: directory })).toEqual(sockets);
});
