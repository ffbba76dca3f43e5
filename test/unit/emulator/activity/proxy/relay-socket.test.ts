import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { ActivityWindow } from "../../../../../src/emulator/activity/window.ts";
import { type OpenOrigin, startActivityOrigin } from "../../../../setup/activity/activity-origin.ts";
import { originHost } from "../../../../setup/activity/ask-origin.ts";

let origin: OpenOrigin;
beforeAll(async () => void (origin = await startActivityOrigin()));
afterAll(() => origin[Symbol.asyncDispose]());

/** Opens the WebSocket of the host page. */
async function open(window: ActivityWindow) {
  const host = originHost(origin);
  const url = `${origin.webBase.replace("http", "ws")}/.slashpass/frame?ticket=${window.ticket}`;
  const socket = new WebSocket(url, { headers: { host, origin: `http://${host}` } });
  const came: unknown[] = [];
  const closed = once(socket, "close") as Promise<[code: number, reason: Buffer]>;
  let wake: () => void = () => undefined;
  socket.on("message", (data) => {
    came.push(JSON.parse((data as Buffer).toString()));
    wake();
  });
  await once(socket, "open");
  const many = async (count: number): Promise<unknown[]> => {
    while (came.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return came;
  };
  return { socket, many, closed, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

const hello = (window: ActivityWindow) => [
  0,
  { v: 1, encoding: "json", client_id: window.application.id, frame_id: window.id, sdk_version: "2.5.0" },
];
const ready = [1, expect.objectContaining({ evt: "READY" })];

describe("host page socket", () => {
  it("relays messages of the Activity and problems of the window", async () => {
    const window = origin.open();
    window.problems.add({ at: 1, message: "before", hint: "" });
    const { many, send, socket } = await open(window);
    window.problems.add({ at: 2, message: "after", hint: "" });
    send(hello(window));
    expect(await many(3)).toEqual([
      { at: 1, message: "before", hint: "" },
      { at: 2, message: "after", hint: "" },
      ready,
    ]);
    socket.terminate();
  });

  it("starts a new connection for each page that is loaded in the window", async () => {
    const window = origin.open();
    const { many, send, socket } = await open(window);
    send(hello(window));
    await many(1);
    send({ page: "new" });
    send(hello(window));
    expect(await many(2)).toEqual([ready, ready]);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it("is closed with the window, or if another page opens the window", async () => {
    const window = origin.open();
    const first = await open(window);
    const second = await open(window);
    expect((await first.closed)[0]).toBe(1000);
    window.close();
    const [code, reason] = await second.closed;
    expect([code, reason.toString()]).toEqual([
      1000,
      "This window of the Activity was closed, or opened elsewhere.",
    ]);
  });

  it("removes the player some time after it is closed", async () => {
    const window = origin.open();
    const { socket, closed } = await open(window);
    socket.close();
    await closed;
    const left = new Promise<void>((resolve) => origin.world.activities.listen(() => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    origin.world.clock.advance(60_000);
    await left;
    expect(window.isClosed).toBe(true);
  });

  it.each([3_000, 4_000, 5_000, 6_000, 7_000, 20_000])(
    "is closed after lists nested %i deep",
    async (depth) => {
      const window = origin.open();
      const { many, send, socket, closed } = await open(window);
      send(hello(window));
      await many(1);
      const nested = "[".repeat(depth) + "]".repeat(depth);
      socket.send(`[1,{"cmd":"GET_CHANNEL","nonce":${nested}}]`);
      expect((await closed)[0]).toBe(1003);
      const next = await open(window);
      next.send(hello(window));
      expect(await next.many(1)).toEqual([ready]);
      next.socket.terminate();
    },
  );

  it.each(["{}", "no JSON", Buffer.from("[1]")])("is closed after the invalid message %s", async (text) => {
    const { socket, closed } = await open(origin.open());
    socket.send(text);
    expect((await closed)[0]).toBe(1003);
  });
});
