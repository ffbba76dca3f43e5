import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";
import { DesktopClient } from "../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import {
  RunningService,
  throwIfAborted,
  createAuthorizationServer,
} from "../../../../src/emulator/server/running-service.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { askSocket } from "../../../setup/activity/ask-origin.ts";
import { useMappedPage } from "../../../setup/activity/mapped-page.ts";

it("serves a world until it is closed, even if `close` is called twice", async () => {
  const service = await RunningService.start(new World({}), {});
  const { webBase } = service;
  expect((await fetch(`${webBase}/.well-known/openid-configuration`)).status).toBe(200);
  expect(service.desktopClient).toBeUndefined();
  await Promise.all([service.close(), service.close()]);
  await service.close();
  await expect(fetch(webBase)).rejects.toThrow("fetch failed");
});

it("adds no listener for each call of `close`", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const service = await RunningService.start(new World({}), {});
  await Promise.all(Array.from({ length: 20 }, () => service.close()));
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it("starts a desktop client on request", async () => {
  for (const desktopClient of [true, { manner: "polite" }] as const) {
    const service = await RunningService.start(new World({}), { desktopClient });
    expect(service.desktopClient?.manner).toBe("polite");
    await service.close();
  }
});

it("closes everything if the start fails, and rejects with the reason", async () => {
  const { signal } = new AbortController();
  const starting = vi.spyOn(DesktopClient, "start").mockRejectedValue(new Error("broken"));
  const world = new World({});
  const closed = vi.spyOn(world, "close");
  const start = RunningService.start(world, { desktopClient: true, signal });
  await expect(start).rejects.toThrow("broken");
  starting.mockRestore();
  expect(closed).toHaveBeenCalledTimes(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("reports a port in use, with a hint", async () => {
  const service = await RunningService.start(new World({}), {});
  const port = Number(new URL(service.webBase).port);
  await expect(RunningService.start(new World({}), { port })).rejects.toMatchObject({
    code: "port_unavailable",
    hint: "Leave out the port to use any free one.",
  });
  await service.close();
});

it("throws if the signal is aborted", () => {
  expect(() => throwIfAborted(AbortSignal.abort())).toThrow("Starting the emulator was aborted.");
  expect(() => throwIfAborted(undefined)).not.toThrow();
});

const at = useMappedPage();

it("connects a WebSocket to the Activity of its origin, and to the gateway at other hosts", async () => {
  const paths = ["/gateway/?v=10", "/nothing"];
  const statuses = async (host?: string) => {
    const answers = paths.map((path) => askSocket(at.origin, path, host === undefined ? {} : { host }));
    return (await Promise.all(answers)).map((answer) => {
      if ("socket" in answer) answer.socket.destroy();
      return answer.status;
    });
  };
  at.map({ prefix: "/", target: "127.0.0.1:1" });
  expect(await statuses("127.0.0.1")).toEqual([101, 404]);
  expect(await statuses()).toEqual([502, 502]);
});

it("ignores other protocols in an upgrade request", async () => {
  expect(await askSocket(at.origin, "/", { host: "127.0.0.1", headers: { upgrade: "h2c" } })).toEqual({
    status: 404,
    text: "not the origin of an Activity",
  });
});

it("creates one authorization server for all calls", async () => {
  const init = { issuer: "http://127.0.0.1:1", accessTokenSeconds: 60 };
  const provider = createAuthorizationServer(new World({}), init);
  const [one, other] = await Promise.all([provider(), provider()]);
  expect(other).toBe(one);
  expect(await provider()).toBe(one);
});
