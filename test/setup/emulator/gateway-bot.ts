import { EventEmitter, once } from "node:events";
import * as zlib from "node:zlib";
import { WebSocket } from "ws";
import type { EmulatorApplication } from "../../../src/emulator/index.ts";
import { GatewayOpcode } from "../../../src/wire/gateway.ts";

export interface GatewayMessage {
  readonly op: number;
  readonly d: Record<string, unknown>;
  readonly s: number | null;
  readonly t: string | null;
}

export interface Ended {
  readonly code: number;
  readonly reason: string;
}

/** A bot that a test controls entirely: it sends nothing on its own. */
export class GatewayBot implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly received: GatewayMessage[] = [];
  /** For each received message, whether it was compressed. */
  readonly areCompressed: boolean[] = [];
  readonly ended: Promise<Ended>;
  readonly #news = new EventEmitter();

  /**
   * @param address - the gateway's base URL, such as `emulator.webBase`.
   * @param inflate - decompresses all messages, as common clients do.
   */
  constructor(address: string, query = "?v=10&encoding=json", inflate?: zlib.Inflate) {
    this.socket = new WebSocket(`${address.replace(/^http/, "ws")}/gateway${query}`);
    this.socket.on("message", (bytes: Buffer, isBinary: boolean) => {
      this.areCompressed.push(isBinary);
      if (inflate) inflate.write(bytes);
      else this.#keep((isBinary ? zlib.inflateSync(bytes) : bytes).toString());
    });
    let parts = "";
    inflate?.on("data", (bytes: Buffer) => {
      parts += bytes.toString();
      if (!isJson(parts)) return;
      this.#keep(parts);
      parts = "";
    });
    this.ended = once(this.socket, "close").then(([code, reason]: unknown[]) => ({
      code: Number(code),
      reason: String(reason),
    }));
  }

  #keep(text: string): void {
    this.received.push(JSON.parse(text) as GatewayMessage);
    this.#news.emit("message");
  }

  send(op: number, d?: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  /** Resolves with the first matching message, whether already received or still to come. */
  async receives(fits: (message: GatewayMessage) => boolean): Promise<GatewayMessage> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await Promise.race([once(this.#news, "message"), this.ended.then(failClosed)]);
    }
  }

  receivesOp(op: number): Promise<GatewayMessage> {
    return this.receives((message) => message.op === op);
  }

  receivesEvent(name: string): Promise<GatewayMessage> {
    return this.receives(({ t }) => t === name);
  }

  get dispatched(): readonly (string | null)[] {
    return this.received.filter(({ op }) => op === GatewayOpcode.Dispatch).map(({ t }) => t);
  }

  /** Sends a heartbeat and waits for its acknowledgement, by which time all earlier messages have been received. */
  async settle(): Promise<void> {
    const before = this.received.filter(isAck).length;
    this.send(GatewayOpcode.Heartbeat, null);
    for (;;) {
      if (this.received.filter(isAck).length > before) return;
      await Promise.race([once(this.#news, "message"), this.ended.then(failClosed)]);
    }
  }

  /** @returns the data in `READY`. */
  async identify(token: string, more: object = {}): Promise<GatewayMessage["d"]> {
    await this.receivesOp(GatewayOpcode.Hello);
    this.send(GatewayOpcode.Identify, { token, properties: {}, intents: 1, ...more });
    const { d } = await this.receivesEvent("READY");
    await this.settle();
    return d;
  }

  async resume(token: string, session: unknown, seq: unknown): Promise<void> {
    await this.receivesOp(GatewayOpcode.Hello);
    this.send(GatewayOpcode.Resume, { token, session_id: session, seq });
  }

  /** The newest dispatch's sequence number. */
  get sequence(): number {
    return this.received.findLast(({ s }) => s !== null)?.s ?? 0;
  }

  close(code?: number): Promise<Ended> {
    this.socket.close(code);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAck({ op }: GatewayMessage): boolean {
  return op === GatewayOpcode.HeartbeatAck;
}

function failClosed({ code, reason }: Ended): never {
  throw new Error(`The gateway closed the connection: ${code} ${reason}`);
}

export async function connectBot(
  { webBase }: { readonly webBase: string },
  { botToken }: EmulatorApplication,
  identify: object = {},
): Promise<GatewayBot> {
  const bot = new GatewayBot(webBase);
  await bot.identify(botToken, identify);
  return bot;
}
