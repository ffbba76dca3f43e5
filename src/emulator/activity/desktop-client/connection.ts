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
import { joinAnswers, joinEvent, joinRequestEvent, type PresenceData } from "../../../wire/presence.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import { describePlayer, type Player } from "../../state/players.ts";
import type { DesktopClientBehavior, DesktopClientPrompts, Question } from "./init.ts";
import type { PresentGame } from "../../state/presences.ts";
import { findBearer } from "../../oauth/bearer.ts";
import { describeActivity, readSetActivity, type SetActivity } from "./set-activity.ts";

export interface DesktopClientParts {
  readonly live: LiveWorld;
  readonly prompts: DesktopClientPrompts;
  readonly player: Player;
  behavior: DesktopClientBehavior;
}

const slowMs = 100;
const slowPiece = 7;
const mostUnreadBytes = 1024 * 1024;

export class GameConnection implements PresentGame {
  readonly #socket: Socket;
  readonly #parts: DesktopClientParts;
  readonly #reader = new FrameReader();
  readonly #ended = new AbortController();
  #application: EmulatorApplication | undefined;
  readonly #events = new Set<string>();
  #shown: SetActivity = { pid: 0, activity: undefined };
  /** See Discord documentation, RPC; discord-userdoccers, RPC. Other commands are rejected. */
  readonly #commands = new Map<string, (args: Fields, event: unknown) => unknown>([
    ["SUBSCRIBE", (_args, event) => this.#subscribe(event)],
    ["SET_ACTIVITY", (args) => this.#setActivity(args)],
    [joinAnswers.accept, (args) => this.#answerJoin(args, "accepted")],
    [joinAnswers.decline, (args) => this.#answerJoin(args, "declined")],
    ["AUTHORIZE", (args) => this.#authorize(args)],
    ["AUTHENTICATE", (args) => this.#authenticate(args)],
    ["GET_SELECTED_VOICE_CHANNEL", requireAuthentication],
  ]);

  constructor(socket: Socket, parts: DesktopClientParts) {
    this.#socket = socket;
    this.#parts = parts;
    const refuse = () => this.#hangUp(RpcCloseCode.InvalidEncoding, "Invalid encoding");
    const take = (bytes: Buffer) => Promise.all(this.#reader.push(bytes).map((frame) => this.#take(frame)));
    const end = () => {
      parts.live.world.presences.remove(this);
      this.#ended.abort();
    };
    socket.on("data", guarded(take, refuse)).on("close", guarded(end, refuse));
    socket.on("error", () => undefined);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Set by the handshake before it adds the game to `presences`. */
  get application(): EmulatorApplication {
    return this.#application as EmulatorApplication;
  }

  get player(): Player {
    return this.#parts.player;
  }

  get pid(): number {
    return this.#shown.pid;
  }

  get activity(): PresenceData | undefined {
    return this.#shown.activity;
  }

  requestAuthorization(application: EmulatorApplication | undefined): boolean {
    if (application && application !== this.#application) return false;
    return this.dispatch(authorizeRequestEvent, null);
  }

  dispatch(event: string, data: object | null): boolean {
    if (!this.#events.has(event)) return false;
    const payload = { cmd: "DISPATCH", evt: event, data, nonce: null };
    this.#send(FrameOpcode.Frame, payload).catch(() => this.close());
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
    const { live, behavior, player } = this.#parts;
    if (behavior === "rude") return await this.#hangUp(RpcCloseCode.RateLimited, "Rate limited");
    if (v !== rpcVersion) return await this.#hangUp(RpcCloseCode.InvalidVersion, "Invalid version");
    this.#application = live.world.application(typeof id === "string" ? id : undefined);
    if (!this.#application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    live.world.presences.add(this);
    const data = describeReady(live, describePlayer(player));
    await this.#send(FrameOpcode.Frame, { cmd: "DISPATCH", evt: "READY", data, nonce: null });
  }

  async #answer({ cmd, evt, args, nonce = null }: Fields): Promise<void> {
    if (!this.#application) return await this.#hangUp(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    if (this.#parts.behavior === "silent") return;
    try {
      const run = typeof cmd === "string" ? this.#commands.get(cmd) : undefined;
      if (!run) throw new RpcRefusal("InvalidCommand", "Invalid command");
      const data = await run(isObject(args) ? args : {}, evt);
      await this.#send(FrameOpcode.Frame, { cmd, evt: null, nonce, data }, cmd === "AUTHORIZE");
    } catch (error) {
      await this.#send(FrameOpcode.Frame, { cmd, evt: "ERROR", nonce, data: describeRefusal(error) });
    }
  }

  /** Requires no sign-in, because the Social SDK subscribes before the player has linked an account (inferred). */
  #subscribe(event: unknown): object {
    if (event !== authorizeRequestEvent && event !== joinEvent && event !== joinRequestEvent)
      throw new RpcRefusal("InvalidEvent", "Invalid event");
    this.#events.add(event);
    return { evt: event };
  }

  /** Requires no authentication (Discord Social SDK, "Rich Presence Without Authentication"). */
  #setActivity(args: Fields): object | null {
    this.#shown = readSetActivity(args);
    this.#parts.live.world.presences.add(this);
    return describeActivity(this.activity, this.application);
  }

  #answerJoin({ user_id: id }: Fields, answer: "accepted" | "declined"): null {
    if (this.#parts.live.world.presences.answer(this, id, answer)) return null;
    throw new RpcRefusal("InvalidPayload", `child "user_id" fails because ["user_id" has not asked to join]`);
  }

  #authorize(args: Fields): Promise<object> {
    const { application } = this;
    const { live, player } = this.#parts;
    const ask = (scopes: readonly string[]) => this.#ask({ application, player, scopes });
    return authorize({ live, application, player, args, scopesName: "scopes", needsChallenge: true, ask });
  }

  async #ask(question: Question): Promise<boolean> {
    const { behavior, prompts } = this.#parts;
    if (behavior === "closing") this.close();
    return (await prompts.show(question, this.#ended.signal)).accepted;
  }

  async #authenticate({ access_token: token }: Fields): Promise<object> {
    const caller = await findBearer(this.#parts.live, typeof token === "string" ? token : "");
    if (!caller?.player || caller.isApplications || caller.application !== this.application)
      throw new RpcRefusal("InvalidToken", "Invalid OAuth2 access token");
    return describeAuthenticated(caller, this.application, caller.player);
  }

  async #hangUp(code: number, message: string): Promise<void> {
    await this.#send(FrameOpcode.Close, { code, message });
    this.#socket.end();
  }

  async #send(opcode: FrameOpcode, payload: unknown, holdsCode = false): Promise<void> {
    const { behavior } = this.#parts;
    if (holdsCode && behavior === "wrong") return void this.#socket.write("The data is not a frame.");
    if (holdsCode && behavior === "huge")
      return void this.#socket.write(Buffer.from("01000000ffffffff", "hex"));
    await this.#write(encodeFrame(opcode, payload));
  }

  async #write(bytes: Buffer): Promise<void> {
    const { live, behavior } = this.#parts;
    if (this.#socket.writableLength > mostUnreadBytes) return this.close();
    if (behavior !== "slow") return void this.#socket.write(bytes);
    await live.world.clock.wait(slowMs);
    for (let at = 0; at < bytes.length; at += slowPiece)
      this.#socket.write(bytes.subarray(at, at + slowPiece));
  }
}

function requireAuthentication(): never {
  throw new RpcRefusal("InvalidPermissions", "Not authenticated or invalid scope");
}
