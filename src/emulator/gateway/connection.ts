import type { WebSocket } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { GatewayCloseCode, GatewayOpcode } from "../../wire/gateway.ts";
import type { World } from "../state/world.ts";
import { Closing } from "./closing.ts";
import { type Frame, mustBeObject, parseFrame } from "./frame.ts";
import { heartbeatIntervalMs, Heartbeats } from "./heartbeats.ts";
import { findBot, readIdentify } from "./identify.ts";
import type { MemberRequests } from "./member-requests.ts";
import { welcome } from "./ready.ts";
import { SendLimit } from "./send-limit.ts";
import type { GatewaySession } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** What connections share. */
export interface GatewayParts {
  readonly world: World;
  readonly sessions: Sessions;
  readonly memberRequests: MemberRequests;
  /** Where bots resume. */
  readonly url: string;
}

/** How much may wait to be read by a bot: a bot with more waiting is not reading. */
const mostUnreadBytes = 16 * 1024 * 1024;

/** How long a bot may stay after it was told to connect again, in milliseconds. */
const leaveMs = 10_000;

/** Closing with these ends the session too (Discord documentation, Gateway, "Initiating a Disconnect"). */
const endsSession: readonly number[] = [1000, 1001];

/** One connection of a bot (Discord documentation, Gateway, "Connection Lifecycle"). */
export class GatewayConnection {
  readonly #socket: WebSocket;
  readonly #parts: GatewayParts;
  readonly #version: number;
  readonly #heartbeats: Heartbeats;
  readonly #limit: SendLimit;
  #session: GatewaySession | undefined;

  /** @param version - of the gateway, as the bot asked for it. */
  constructor(socket: WebSocket, parts: GatewayParts, version: number) {
    this.#socket = socket;
    this.#parts = parts;
    this.#version = version;
    const { clock } = parts.world;
    this.#limit = new SendLimit(clock.now);
    this.#heartbeats = new Heartbeats(clock, {
      ask: () => this.#say(GatewayOpcode.Heartbeat),
      giveUp: () => this.#close(new Closing(GatewayCloseCode.SessionTimedOut)),
    });
    const fail = (error: unknown) =>
      this.#close(error instanceof Closing ? error : new Closing(GatewayCloseCode.UnknownError));
    socket.on(
      "message",
      guarded((bytes: Buffer) => this.#receive(bytes), fail),
    );
    socket.on(
      "close",
      guarded((code: number) => this.#closed(code), fail),
    );
    this.#say(GatewayOpcode.Hello, { heartbeat_interval: heartbeatIntervalMs });
  }

  get session(): GatewaySession | undefined {
    return this.#session;
  }

  /** Tells the bot to connect again and resume. */
  reconnect(): void {
    this.#say(GatewayOpcode.Reconnect);
    this.#parts.world.clock.after(leaveMs, () => this.drop());
  }

  /** Asks for a heartbeat. */
  askHeartbeat(): void {
    this.#heartbeats.ask();
  }

  /** Tells the bot that its session is over: it may identify again, over this connection or another. */
  invalidate(): void {
    const session = this.#session;
    this.#session = undefined;
    if (session) this.#parts.sessions.end(session);
    this.#say(GatewayOpcode.InvalidSession, false);
  }

  /** Ends it without a word, as a network does. */
  drop(): void {
    this.#socket.terminate();
  }

  #receive(bytes: Buffer): void {
    // What arrives after the end counts no more.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const frame = parseFrame(bytes);
    this.#limit.count();
    this.#handle(frame);
  }

  #handle({ op, d }: Frame): void {
    if (op === GatewayOpcode.Heartbeat) return this.#answerHeartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    const session = this.#session;
    if (!session) throw new Closing(GatewayCloseCode.NotAuthenticated);
    if (op === GatewayOpcode.RequestGuildMembers) return this.#parts.memberRequests.answer(session, d);
    if (!withoutEffect.includes(op)) throw new Closing(GatewayCloseCode.UnknownOpcode);
    mustBeObject(d);
  }

  #answerHeartbeat(): void {
    this.#heartbeats.heard();
    this.#say(GatewayOpcode.HeartbeatAck);
  }

  #identify(d: unknown): void {
    if (this.#session) throw new Closing(GatewayCloseCode.AlreadyAuthenticated);
    const { world, sessions, url } = this.#parts;
    const session = sessions.open(readIdentify(world, d));
    this.#enter(session);
    welcome(world, session, { url, version: this.#version });
  }

  #resume(d: unknown): void {
    if (this.#session) throw new Closing(GatewayCloseCode.AlreadyAuthenticated);
    const { token, session_id: id, seq } = mustBeObject(d, GatewayCloseCode.DecodeError);
    const { world, sessions } = this.#parts;
    const application = findBot(world, token);
    const session = sessions.find(id);
    if (session?.identity.application !== application) return this.invalidate();
    if (!isSequence(seq) || seq > session.sequence) throw new Closing(GatewayCloseCode.InvalidSeq);
    const missed = session.missedSince(seq);
    if (!missed) {
      sessions.end(session);
      return this.invalidate();
    }
    session.outlet?.leave();
    this.#enter(session);
    for (const text of missed) this.#send(text);
    session.dispatch("RESUMED", {});
  }

  #enter(session: GatewaySession): void {
    this.#session = session;
    this.#parts.sessions.keep(session);
    session.connect({ send: (text) => this.#send(text), leave: () => this.#leave() });
  }

  /** The session goes on over another connection, or is over. */
  #leave(): void {
    this.#session = undefined;
    this.#socket.terminate();
  }

  #say(op: number, d: unknown = null): void {
    this.#send(JSON.stringify({ op, d, s: null, t: null }));
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > mostUnreadBytes) this.#socket.terminate();
  }

  #close({ code, message }: Closing): void {
    this.#socket.close(code, message);
  }

  #closed(code: number): void {
    this.#heartbeats.end();
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    if (endsSession.includes(code)) this.#parts.sessions.end(session);
    else this.#parts.sessions.await(session);
  }
}

/** Nobody at an emulator sees what a bot is doing, or hears it speak. */
const withoutEffect: readonly number[] = [
  GatewayOpcode.PresenceUpdate,
  GatewayOpcode.VoiceStateUpdate,
  GatewayOpcode.RequestSoundboardSounds,
];

function isSequence(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
