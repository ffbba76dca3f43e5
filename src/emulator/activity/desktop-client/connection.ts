import type { Socket } from "node:net";
import {
  encodeFrame,
  type Frame,
  FrameReader,
  payloadOf,
  pongTo,
} from "../../../sign-in/desktop-client/connection.ts";
import { guarded } from "../../../core/check/callback.ts";
import { isObject } from "../../../core/check/readers.ts";
import { FrameOpcode, RpcCloseCode, rpcVersion } from "../../../wire/desktop-client.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import type { Fields } from "../rpc/authorize.ts";
import { describeRefusal } from "../rpc/rpc-refusal.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import { describePlayer, type Player } from "../../state/players.ts";
import { runCommand } from "./commands.ts";
import type { DesktopClientManner } from "./init.ts";
import type { DesktopClientPrompts, Question } from "./prompt.ts";

/** What every connection works with, as it is at the moment. */
export interface DesktopClientParts {
  readonly live: LiveWorld;
  readonly prompts: DesktopClientPrompts;
  readonly player: Player;
  readonly manner: DesktopClientManner;
}

/** How long a slow one takes for each answer, in milliseconds: less than a game waits. */
const slowMs = 100;
const slowPiece = 7;
/** What may wait until the program reads it. */
const mostUnreadBytes = 1024 * 1024;

/** One program at the socket, until either side hangs up. */
export class GameConnection {
  readonly #socket: Socket;
  readonly #parts: DesktopClientParts;
  readonly #reader = new FrameReader();
  readonly #ended = new AbortController();
  #application: EmulatorApplication | undefined;

  constructor(socket: Socket, parts: DesktopClientParts) {
    this.#socket = socket;
    this.#parts = parts;
    const refuse = () => this.#hangUp(RpcCloseCode.InvalidEncoding, "Invalid encoding");
    socket.on(
      "data",
      guarded(
        (bytes: Buffer) => Promise.all(this.#reader.push(bytes).map((frame) => this.#take(frame))),
        refuse,
      ),
    );
    socket.on("error", () => undefined);
    socket.on(
      "close",
      guarded(() => this.#ended.abort(), refuse),
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  async #take(frame: Frame): Promise<void> {
    const { opcode } = frame;
    if (opcode === FrameOpcode.Ping) return await this.#write(pongTo(frame));
    const payload = payloadOf(frame);
    if (opcode === FrameOpcode.Close) this.close();
    if (opcode === FrameOpcode.Handshake) await this.#greet(isObject(payload) ? payload : {});
    if (opcode === FrameOpcode.Frame) await this.#answer(isObject(payload) ? payload : {});
  }

  async #greet({ v, client_id: id }: Fields): Promise<void> {
    const { live, manner, player } = this.#parts;
    const { world, webBase } = live;
    if (manner === "rude") return await this.#hangUp(RpcCloseCode.RateLimited, "Rate limited");
    if (v !== rpcVersion) return await this.#hangUp(RpcCloseCode.InvalidVersion, "Invalid version");
    this.#application = world.application(typeof id === "string" ? id : undefined);
    if (!this.#application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    const { host } = new URL(webBase);
    const config = { cdn_host: host, api_endpoint: `//${host}/api`, environment: "production" };
    const data = { v: rpcVersion, config, user: describePlayer(player) };
    await this.#send(FrameOpcode.Frame, { cmd: "DISPATCH", evt: "READY", data, nonce: null });
  }

  async #answer({ cmd, args, nonce = null }: Fields): Promise<void> {
    const { live, manner, player } = this.#parts;
    const application = this.#application;
    if (!application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    if (manner === "silent") return;
    const ask = (question: Question) => this.#ask(question);
    try {
      const data = await runCommand({ live, application, player, ask }, cmd, args);
      await this.#send(FrameOpcode.Frame, { cmd, evt: null, nonce, data }, cmd === "AUTHORIZE");
    } catch (error) {
      await this.#send(FrameOpcode.Frame, { cmd, evt: "ERROR", nonce, data: describeRefusal(error) });
    }
  }

  async #ask(question: Question): Promise<boolean> {
    const { manner, prompts } = this.#parts;
    if (manner === "closing") this.close();
    return (await prompts.show(question, this.#ended.signal)).accepted;
  }

  async #hangUp(code: number, message: string): Promise<void> {
    await this.#send(FrameOpcode.Close, { code, message });
    this.#socket.end();
  }

  async #send(opcode: FrameOpcode, payload: unknown, holdsCode = false): Promise<void> {
    const { manner } = this.#parts;
    if (holdsCode && manner === "wrong") return void this.#socket.write("This is not a frame.");
    if (holdsCode && manner === "huge")
      return void this.#socket.write(Buffer.from("01000000ffffffff", "hex"));
    await this.#write(encodeFrame(opcode, payload));
  }

  async #write(bytes: Buffer): Promise<void> {
    const { live, manner } = this.#parts;
    // Who does not read gets nothing more.
    if (this.#socket.writableLength > mostUnreadBytes) return this.close();
    if (manner !== "slow") return void this.#socket.write(bytes);
    await live.world.clock.wait(slowMs);
    for (let at = 0; at < bytes.length; at += slowPiece)
      this.#socket.write(bytes.subarray(at, at + slowPiece));
  }
}
