import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { ActivityFrame } from "../../../../../src/emulator/activity/frame.ts";
import { type OpenOrigin, startActivityOrigin } from "../../../../setup/activity/activity-origin.ts";
import { originHost } from "../../../../setup/activity/ask-origin.ts";

let origin: OpenOrigin;
beforeAll(async () => void (origin = await startActivityOrigin()));
afterAll(() => origin[Symbol.asyncDispose]());

/** The page that holds the Activity, as far as the emulator hears it. */
async function open(frame: ActivityFrame) {
  const host = originHost(origin);
  const url = `${origin.webBase.replace("http", "ws")}/.slashpass/frame?ticket=${frame.ticket}`;
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

const hello = (frame: ActivityFrame) => [
  0,
  { v: 1, encoding: "json", client_id: frame.application.id, frame_id: frame.id, sdk_version: "2.5.0" },
];
const ready = [1, expect.objectContaining({ evt: "READY" })];

describe("the socket of the page that holds an Activity", () => {
  it("carries what the Activity says and hears, and problems beside it", async () => {
    const frame = origin.open();
    frame.problems.add({ at: 1, message: "before", hint: "" });
    const { many, send, socket } = await open(frame);
    frame.problems.add({ at: 2, message: "after", hint: "" });
    send(hello(frame));
    expect(await many(3)).toEqual([
      { at: 1, message: "before", hint: "" },
      { at: 2, message: "after", hint: "" },
      ready,
    ]);
    socket.terminate();
  });

  it("begins anew with each page that is loaded in the frame", async () => {
    const frame = origin.open();
    const { many, send, socket } = await open(frame);
    send(hello(frame));
    await many(1);
    send({ page: "new" });
    send(hello(frame));
    expect(await many(2)).toEqual([ready, ready]);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it("ends with the window, and where another page has it", async () => {
    const frame = origin.open();
    const first = await open(frame);
    const second = await open(frame);
    expect((await first.closed)[0]).toBe(1000);
    frame.close();
    const [code, reason] = await second.closed;
    expect([code, reason.toString()]).toEqual([
      1000,
      "This window of the Activity was closed, or opened elsewhere.",
    ]);
  });

  it("lets the player leave a while after it has gone", async () => {
    const frame = origin.open();
    const { socket, closed } = await open(frame);
    socket.close();
    await closed;
    const left = new Promise<void>((resolve) => origin.world.activities.listen(() => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    origin.world.clock.advance(60_000);
    await left;
    expect(frame.isClosed).toBe(true);
  });

  it.each([3_000, 4_000, 5_000, 6_000, 7_000, 20_000])(
    "is closed for lists that are nested %i deep",
    async (depth) => {
      const frame = origin.open();
      const { many, send, socket, closed } = await open(frame);
      send(hello(frame));
      await many(1);
      const nested = "[".repeat(depth) + "]".repeat(depth);
      socket.send(`[1,{"cmd":"GET_CHANNEL","nonce":${nested}}]`);
      expect((await closed)[0]).toBe(1003);
      const next = await open(frame);
      next.send(hello(frame));
      expect(await next.many(1)).toEqual([ready]);
      next.socket.terminate();
    },
  );

  it.each(["{}", "no JSON", Buffer.from("[1]")])("is closed for what is no message: %s", async (text) => {
    const { socket, closed } = await open(origin.open());
    socket.send(text);
    expect((await closed)[0]).toBe(1003);
  });
});
