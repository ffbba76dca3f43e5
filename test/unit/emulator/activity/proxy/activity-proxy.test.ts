import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { ActivityWindows } from "../../../../../src/emulator/activity/windows.ts";
import { ActivityProxy } from "../../../../../src/emulator/activity/proxy/activity-proxy.ts";
import type { LiveWorld } from "../../../../../src/emulator/oauth/live-world.ts";
import { World } from "../../../../../src/emulator/state/world.ts";

function create() {
  const world = new World({});
  const webBase = "http://127.0.0.1:1";
  const windows = new ActivityWindows({ world, webBase } as LiveWorld, {});
  const [{ id }] = world.applications;
  const request = { headers: { host: `${id}.localhost:1` }, url: "/" } as IncomingMessage;
  return { proxy: new ActivityProxy({ world, webBase, windows }), request };
}

it("does not respond if the client disconnects while the proxy loads", async () => {
  const { proxy, request } = create();
  const response = Object.assign(new EventEmitter(), { destroyed: true }) as unknown as ServerResponse;
  await expect(proxy.answer(request, response)).resolves.toBeUndefined();
});

it("destroys a WebSocket that is closed while the proxy loads", async () => {
  const { proxy, request } = create();
  const socket = new PassThrough();
  const upgraded = proxy.upgrade({ request, socket, head: Buffer.alloc(0) });
  proxy.close();
  await upgraded;
  expect(socket.destroyed).toBe(true);
  expect(socket.read()).toBeNull();
});
