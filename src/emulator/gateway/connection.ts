import type { WebSocket } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { GatewayCloseCode, GatewayOpcode, gatewayLimits } from "../../wire/gateway.ts";
import type { World } from "../state/world.ts";
import {
  type CompressedStream,
  compressMessage,
  Closing,
  type Payload,
  mustBeObject,
  parsePayload,
  isCount,
} from "./payload.ts";
import { findBot, readIdentify, welcome } from "./identify.ts";
import type { MemberRequests } from "./member-requests.ts";
import type { GatewaySession, Sessions } from "./sessions.ts";
import type { Clock } from "../base/clock.ts";

export interface GatewayParts {
  readonly world: World;
  readonly sessions: Sessions;
  readonly memberRequests: MemberRequests;
}

export interface GatewayTransport {
  readonly url: string;
  readonly version: number;
  readonly stream: CompressedStream | undefined;
}

const mostUnreadBytes = 16 * 1024 * 1024;

const leaveMs = 10_000;

/** Close codes that also end the session (Discord documentation, Gateway, "Initiating a Disconnect"). */
const endsSession: readonly number[] = [1000, 1001];

/** A bot's connection (Discord documentation, Gateway, "Connection Lifecycle"). */
export class GatewayConnection {
  readonly #socket: WebSocket;
  readonly #parts: GatewayParts;
  readonly #transport: GatewayTransport;
  #compresses = false;
  readonly #heartbeats: Heartbeats;
  readonly #limit: SendLimit;
  session: GatewaySession | undefined;

  constructor(socket: WebSocket, parts: GatewayParts, transport: GatewayTransport) {
    this.#socket = socket;
    this.#parts = parts;
    this.#transport = transport;
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
    transport.stream
      ?.on(
        "data",
        guarded((bytes: Buffer) => this.#write(bytes), fail),
      )
      .on("error", guarded(fail, fail));
    afterHandshake(clock, () => this.#say(GatewayOpcode.Hello, { heartbeat_interval: heartbeatIntervalMs }));
  }

  reconnect(): void {
    this.#say(GatewayOpcode.Reconnect);
    this.#parts.world.clock.after(leaveMs, () => this.drop());
  }

  askHeartbeat(): void {
    this.#heartbeats.ask();
  }

  invalidate(): void {
    const session = this.session;
    this.session = undefined;
    if (session) this.#parts.sessions.end(session);
    this.#say(GatewayOpcode.InvalidSession, false);
  }

  drop(): void {
    this.#socket.terminate();
  }

  #receive(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const payload = parsePayload(bytes);
    this.#limit.count();
    this.#handle(payload);
  }

  #handle({ op, d }: Payload): void {
    if (op === GatewayOpcode.Heartbeat) return this.#answerHeartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    const session = this.session;
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
    if (this.session) throw new Closing(GatewayCloseCode.AlreadyAuthenticated);
    const { world, sessions } = this.#parts;
    const { url, version } = this.#transport;
    const { compresses, ...identity } = readIdentify(world, d);
    const session = sessions.open(identity);
    this.#compresses = compresses;
    this.#enter(session);
    welcome(world, session, url, version);
  }

  #resume(d: unknown): void {
    if (this.session) throw new Closing(GatewayCloseCode.AlreadyAuthenticated);
    const { token, session_id: id, seq } = mustBeObject(d, GatewayCloseCode.DecodeError);
    const { world, sessions } = this.#parts;
    const application = findBot(world, token);
    const session = sessions.find(id);
    if (session?.identity.application !== application) return this.invalidate();
    if (!isCount(seq) || seq > session.sequence) throw new Closing(GatewayCloseCode.InvalidSeq);
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
    this.session = session;
    this.#parts.sessions.keep(session);
    session.outlet = { send: (text) => this.#send(text), leave: () => this.#leave() };
  }

  #leave(): void {
    this.session = undefined;
    this.#socket.terminate();
  }

  #say(op: number, d: unknown = null): void {
    this.#send(JSON.stringify({ op, d, s: null, t: null }));
  }

  #send(text: string): void {
    const { stream } = this.#transport;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (stream) stream.write(text);
    else this.#write(this.#compresses ? compressMessage(text) : text);
  }

  #write(message: Buffer | string): void {
    this.#socket.send(message);
    if (this.#socket.bufferedAmount > mostUnreadBytes) this.#socket.terminate();
  }

  #close({ code, message }: Closing): void {
    const close = () => this.#socket.close(code, message);
    const { stream } = this.#transport;
    if (stream && stream.writableLength > 0) stream.flush(close);
    else close();
  }

  #closed(code: number): void {
    this.#heartbeats.end();
    this.#transport.stream?.destroy();
    const session = this.session;
    this.session = undefined;
    if (!session) return;
    if (endsSession.includes(code)) this.#parts.sessions.end(session);
    else this.#parts.sessions.await(session);
  }
}

/**
 * Delays the first message, because some clients lose one in the same segment as the handshake response. Two timers let a bot in
 * this process read in between.
 */
function afterHandshake(clock: Clock, work: () => void): void {
  clock.after(5, () => clock.after(5, work));
}

const withoutEffect: readonly number[] = [
  GatewayOpcode.PresenceUpdate,
  GatewayOpcode.VoiceStateUpdate,
  GatewayOpcode.RequestSoundboardSounds,
];

/** As at the service. */
const heartbeatIntervalMs = 41_250;
const answerMs = 10_000;

interface HeartbeatActions {
  ask(this: void): void;
  giveUp(this: void): void;
}

/** Requests a missing heartbeat first, because bots cannot send one while the clock is advanced. */
export class Heartbeats {
  readonly #clock: Clock;
  readonly #actions: HeartbeatActions;
  #stop: () => void;

  constructor(clock: Clock, actions: HeartbeatActions) {
    this.#clock = clock;
    this.#actions = actions;
    this.#stop = this.#wait();
  }

  heard(): void {
    this.#stop();
    this.#stop = this.#wait();
  }

  ask(): void {
    this.#stop();
    this.#stop = this.#clock.after(answerMs, this.#actions.giveUp);
    this.#actions.ask();
  }

  end(): void {
    this.#stop();
  }

  #wait(): () => void {
    return this.#clock.after(heartbeatIntervalMs, () => this.ask());
  }
}

const minuteMs = 60_000;

export class SendLimit {
  readonly #now: () => number;
  #sent = 0;
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws Closing 4008 above the limit per minute. */
  count(): void {
    const now = this.#now();
    if (now - this.#since >= minuteMs) {
      this.#since = now;
      this.#sent = 0;
    }
    if (++this.#sent > gatewayLimits.sendsPerMinute) throw new Closing(GatewayCloseCode.RateLimited);
  }
}
