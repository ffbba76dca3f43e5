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
import {
  authorizeRequestEvent,
  FrameOpcode,
  RpcCloseCode,
  rpcVersion,
} from "../../../wire/desktop-client.ts";
import type { LiveWorld } from "../../oauth/live-world.ts";
import {
  type Fields,
  describeAuthenticated,
  describeReady,
  authorize,
  describeRefusal,
  RpcRefusal,
} from "../rpc.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import { describePlayer, type Player } from "../../state/players.ts";
import type { DesktopClientManner, DesktopClientPrompts, Question } from "./init.ts";
import { findBearer } from "../../oauth/bearer.ts";

export interface DesktopClientParts {
  readonly live: LiveWorld;
  readonly prompts: DesktopClientPrompts;
  readonly player: Player;
  manner: DesktopClientManner;
}

const slowMs = 100;
const slowPiece = 7;
const mostUnreadBytes = 1024 * 1024;

export class GameConnection {
  readonly #socket: Socket;
  readonly #parts: DesktopClientParts;
  readonly #reader = new FrameReader();
  readonly #ended = new AbortController();
  #application: EmulatorApplication | undefined;
  #takesRequests = false;

  constructor(socket: Socket, parts: DesktopClientParts) {
    this.#socket = socket;
    this.#parts = parts;
    const refuse = () => this.#hangUp(RpcCloseCode.InvalidEncoding, "Invalid encoding");
    const take = (bytes: Buffer) => Promise.all(this.#reader.push(bytes).map((frame) => this.#take(frame)));
    const end = () => this.#ended.abort();
    socket.on("data", guarded(take, refuse)).on("close", guarded(end, refuse));
    socket.on("error", () => undefined);
  }

  close(): void {
    this.#socket.destroy();
  }

  async requestAuthorization(application: EmulatorApplication | undefined): Promise<boolean> {
    if (!this.#takesRequests || (application && application !== this.#application)) return false;
    const event = { cmd: "DISPATCH", evt: authorizeRequestEvent, data: null, nonce: null };
    await this.#send(FrameOpcode.Frame, event);
    return true;
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
    if (manner === "rude") return await this.#hangUp(RpcCloseCode.RateLimited, "Rate limited");
    if (v !== rpcVersion) return await this.#hangUp(RpcCloseCode.InvalidVersion, "Invalid version");
    this.#application = live.world.application(typeof id === "string" ? id : undefined);
    if (!this.#application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    const data = describeReady(live, describePlayer(player));
    await this.#send(FrameOpcode.Frame, { cmd: "DISPATCH", evt: "READY", data, nonce: null });
  }

  async #answer({ cmd, evt, args, nonce = null }: Fields): Promise<void> {
    const { live, manner, player } = this.#parts;
    const application = this.#application;
    if (!application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    if (manner === "silent") return;
    const ask = (question: Question) => this.#ask(question);
    try {
      const data =
        cmd === "SUBSCRIBE"
          ? this.#subscribe(evt)
          : await runCommand({ live, application, player, ask }, cmd, args);
      await this.#send(FrameOpcode.Frame, { cmd, evt: null, nonce, data }, cmd === "AUTHORIZE");
    } catch (error) {
      await this.#send(FrameOpcode.Frame, { cmd, evt: "ERROR", nonce, data: describeRefusal(error) });
    }
  }

  /** Allows one event before authentication (inferred: the SDK sends this request before the player has linked an account). */
  #subscribe(event: unknown): object {
    if (event !== authorizeRequestEvent) throw new RpcRefusal("InvalidEvent", "Invalid event");
    this.#takesRequests = true;
    return { evt: event };
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
    if (holdsCode && manner === "wrong") return void this.#socket.write("The data is not a frame.");
    if (holdsCode && manner === "huge")
      return void this.#socket.write(Buffer.from("01000000ffffffff", "hex"));
    await this.#write(encodeFrame(opcode, payload));
  }

  async #write(bytes: Buffer): Promise<void> {
    const { live, manner } = this.#parts;
    if (this.#socket.writableLength > mostUnreadBytes) return this.close();
    if (manner !== "slow") return void this.#socket.write(bytes);
    await live.world.clock.wait(slowMs);
    for (let at = 0; at < bytes.length; at += slowPiece)
      this.#socket.write(bytes.subarray(at, at + slowPiece));
  }
}

interface Caller {
  readonly live: LiveWorld;
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly ask: (question: Question) => Promise<boolean>;
}

/** Sign-in commands (Discord documentation, RPC; discord-userdoccers, RPC). Other commands are rejected. */
const commands: Readonly<Record<string, (caller: Caller, args: Fields) => unknown>> = {
  AUTHORIZE: ({ ask, ...caller }, args) =>
    authorize({
      ...caller,
      args,
      scopesName: "scopes",
      needsChallenge: true,
      ask: (scopes) => ask({ application: caller.application, player: caller.player, scopes }),
    }),
  AUTHENTICATE: authenticate,
  GET_SELECTED_VOICE_CHANNEL: requireAuthentication,
};

async function runCommand(caller: Caller, command: unknown, args: unknown): Promise<unknown> {
  const run = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new RpcRefusal("InvalidCommand", "Invalid command");
  return await run(caller, isObject(args) ? args : {});
}

async function authenticate({ live, application }: Caller, { access_token: token }: Fields): Promise<object> {
  const caller = await findBearer(live, typeof token === "string" ? token : "");
  if (!caller?.player || caller.isApplications || caller.application !== application)
    throw new RpcRefusal("InvalidToken", "Invalid OAuth2 access token");
  return describeAuthenticated(caller, application, caller.player);
}

function requireAuthentication(): never {
  throw new RpcRefusal("InvalidPermissions", "Not authenticated or invalid scope");
}
