import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { Source } from "../../src/store/dbus/connection.ts";
import type { BusValue } from "../../src/store/dbus/marshal.ts";
import { decodeMessage, encodeMessage, messageType, type Message } from "../../src/store/dbus/message.ts";

/** Values, an error, or raw bytes to respond with; `undefined` for no response. */
export type BusAnswer =
  | { readonly errorName?: string; readonly signature?: string; readonly body?: readonly BusValue[] }
  | Buffer
  | "hang up"
  | undefined;

export type BusMethods = Record<string, (call: Message) => BusAnswer>;

const own: BusMethods = {
  Hello: () => ({ signature: "s", body: [":1.7"] }),
  AddMatch: () => ({}),
};

/** A scripted session bus, which this process uses until the test ends. */
export type SessionBus = ReturnType<typeof startBus> extends Promise<infer Bus> ? Bus : never;

export async function startBus(methods: BusMethods = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bus-"));
  const path = join(folder, "bus");
  const peers = new Set<Socket>();
  let serial = 0;
  const bus = {
    path,
    methods: { ...own, ...methods },
    /** Responds to a peer's authentication. */
    welcome: (peer: Socket): unknown => peer.write("OK 0123456789abcdef0123456789abcdef\r\n"),
    /** The peers' authentication messages. */
    greetings: [] as string[],
    calls: [] as Message[],
    received: [] as Buffer[],
    signal(source: Source, signature: string, body: readonly BusValue[]): void {
      const bytes = encodeMessage({ ...source, type: messageType.signal, serial: ++serial, signature, body });
      for (const peer of peers) peer.write(bytes);
    },
    send(bytes: Buffer): void {
      for (const peer of peers) peer.write(bytes);
    },
    hangUp(): void {
      for (const peer of peers) peer.destroy();
    },
    get lastBody(): readonly BusValue[] {
      return bus.calls.at(-1)?.body ?? [];
    },
    /** The names of the methods called, except the bus's own. */
    get members(): (string | undefined)[] {
      return bus.calls.map(({ member }) => member).filter((member) => !Object.hasOwn(own, member ?? ""));
    },
    async [Symbol.asyncDispose](): Promise<void> {
      vi.unstubAllEnvs();
      const closed = new Promise((resolve) => server.close(resolve));
      bus.hangUp();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function answer(peer: Socket, call: Message): void {
    const method = bus.methods[call.member ?? ""];
    const scripted = method
      ? method(call)
      : { errorName: "org.freedesktop.DBus.Error.UnknownMethod", signature: "s", body: ["not in the table"] };
    if (scripted === undefined || peer.destroyed) return;
    if (scripted === "hang up") return void peer.destroy();
    if (Buffer.isBuffer(scripted)) return void peer.write(scripted);
    const type = scripted.errorName === undefined ? messageType.reply : messageType.error;
    peer.write(encodeMessage({ body: [], ...scripted, type, serial: ++serial, replySerial: call.serial }));
  }

  function greet(peer: Socket, line: string): void {
    bus.greetings.push(line);
    bus.welcome(peer);
  }

  /** Responds to every complete call and returns the remaining bytes. */
  function readCalls(peer: Socket, bytes: Buffer): Buffer {
    let rest = bytes;
    for (let next; (next = decodeMessage(rest)) !== undefined;) {
      bus.received.push(Buffer.from(rest.subarray(0, next.size)));
      rest = rest.subarray(next.size);
      bus.calls.push(next.message);
      answer(peer, next.message);
    }
    return rest;
  }

  const server = createServer((peer) => {
    let text: Buffer = Buffer.alloc(0);
    let welcomed = false;
    peers.add(peer.on("close", () => peers.delete(peer)).on("error", () => undefined));
    peer.on("data", (bytes: Buffer) => {
      text = Buffer.concat([text, bytes]);
      for (let end; !welcomed && (end = text.indexOf("\r\n")) >= 0;) {
        const line = text.toString("latin1", 0, end);
        text = text.subarray(end + 2);
        welcomed = line === "BEGIN";
        if (!welcomed) greet(peer, line);
      }
      if (welcomed) text = readCalls(peer, text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", `unix:path=${path}`);
  return bus;
}
