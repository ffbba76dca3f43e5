import type { WebSocket } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { GatewayCloseCode, GatewayOpcode, gatewayLimits } from "../../wire/gateway.ts";
import type { World } from "../state/world.ts";
import {
  type CompressedStream,
  compressMessage,
  Closing,
  type Payload,
  requireObject,
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

const reconnectTimeoutMs = 10_000;

/** Close codes that also invalidate the session (Discord documentation, Gateway, "Initiating a Disconnect"). */
const endsSession: readonly number[] = [1000, 1001];

/** See Discord documentation, Gateway, "Connection Lifecycle". */
export class GatewayConnection {
  readonly #socket: WebSocket;
  readonly #parts: GatewayParts;
  readonly #transport: GatewayTransport;
  #compresses = false;
  #stopHeartbeatTimer: () => void = () => undefined;
  #received = 0;
  #minuteStart = 0;
  session: GatewaySession | undefined;

  constructor(socket: WebSocket, parts: GatewayParts, transport: GatewayTransport) {
    this.#socket = socket;
    this.#parts = parts;
    this.#transport = transport;
    const { clock } = parts.world;
    this.#awaitHeartbeat();
    const fail = (error: unknown) =>
      this.#close(error instanceof Closing ? error : new Closing(GatewayCloseCode.UnknownError));
    const receive = (bytes: Buffer) => this.#receive(bytes);
    const end = (code: number) => this.#closed(code);
    const write = (bytes: Buffer) => this.#write(bytes);
    const greet = () => this.#sendPayload(GatewayOpcode.Hello, { heartbeat_interval: heartbeatIntervalMs });
    socket.on("message", guarded(receive, fail)).on("close", guarded(end, fail));
    transport.stream?.on("data", guarded(write, fail)).on("error", guarded(fail, fail));
    afterHandshake(clock, greet);
  }

  reconnect(): void {
    this.#sendPayload(GatewayOpcode.Reconnect);
    this.#parts.world.clock.after(reconnectTimeoutMs, () => this.drop());
  }

  requestHeartbeat(): void {
    const timeOut = () => this.#close(new Closing(GatewayCloseCode.SessionTimedOut));
    this.#stopHeartbeatTimer();
    this.#stopHeartbeatTimer = this.#parts.world.clock.after(heartbeatTimeoutMs, timeOut);
    this.#sendPayload(GatewayOpcode.Heartbeat);
  }

  invalidate(): void {
    const session = this.session;
    this.session = undefined;
    if (session) this.#parts.sessions.end(session);
    this.#sendPayload(GatewayOpcode.InvalidSession, false);
  }

  drop(): void {
    this.#socket.terminate();
  }

  #receive(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const payload = parsePayload(bytes);
    this.#countPayload();
    this.#handle(payload);
  }

  /** @throws Closing 4008 if the bot sends too many messages per minute. */
  #countPayload(): void {
    const now = this.#parts.world.clock.now();
    if (now - this.#minuteStart >= minuteMs) {
      this.#minuteStart = now;
      this.#received = 0;
    }
    this.#received += 1;
    if (this.#received > gatewayLimits.sendsPerMinute) throw new Closing(GatewayCloseCode.RateLimited);
  }

  #handle({ op, d }: Payload): void {
    if (op === GatewayOpcode.Heartbeat) return this.#answerHeartbeat();
    if (op === GatewayOpcode.Identify) return this.#identify(d);
    if (op === GatewayOpcode.Resume) return this.#resume(d);
    const session = this.session;
    if (!session) throw new Closing(GatewayCloseCode.NotAuthenticated);
    if (op === GatewayOpcode.RequestGuildMembers) return this.#parts.memberRequests.answer(session, d);
    if (!withoutEffect.includes(op)) throw new Closing(GatewayCloseCode.UnknownOpcode);
    requireObject(d);
  }

  #answerHeartbeat(): void {
    this.#awaitHeartbeat();
    this.#sendPayload(GatewayOpcode.HeartbeatAck);
  }

  /**
   * Requests a missing heartbeat before closing the connection, because bots cannot send heartbeats while the clock is being
   * advanced.
   */
  #awaitHeartbeat(): void {
    this.#stopHeartbeatTimer();
    const { clock } = this.#parts.world;
    this.#stopHeartbeatTimer = clock.after(heartbeatIntervalMs, () => this.requestHeartbeat());
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
    const { token, session_id: id, seq } = requireObject(d, GatewayCloseCode.DecodeError);
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
    session.stopTimer();
    session.outlet = { send: (text) => this.#send(text), leave: () => this.#leave() };
  }

  #leave(): void {
    this.session = undefined;
    this.#socket.terminate();
  }

  #sendPayload(op: number, d: unknown = null): void {
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
    this.#stopHeartbeatTimer();
    this.#transport.stream?.destroy();
    const session = this.session;
    this.session = undefined;
    if (!session) return;
    if (endsSession.includes(code)) this.#parts.sessions.end(session);
    else this.#parts.sessions.await(session);
  }
}

/**
 * Delays the first message, because some clients lose it if it arrives together with the handshake response. The second timer
 * gives a bot in this process time to read the response first.
 */
function afterHandshake(clock: Clock, work: () => void): void {
  clock.after(5, () => clock.after(5, work));
}

const withoutEffect: readonly number[] = [
  GatewayOpcode.PresenceUpdate,
  GatewayOpcode.VoiceStateUpdate,
  GatewayOpcode.RequestSoundboardSounds,
];

/** The service's interval. */
const heartbeatIntervalMs = 41_250;
const heartbeatTimeoutMs = 10_000;
const minuteMs = 60_000;
