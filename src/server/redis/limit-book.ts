import { requestsPerSecond } from "../../wire/limits.ts";
import type { LimitedAnswer, LimitedRequest, LimitReason } from "../../core/request/limits.ts";
import { isInvalid, mostInvalid, readLevel } from "../../core/request/rate-limiter.ts";
import type { RedisConnection } from "./connection.ts";
import { taggedKey } from "./options.ts";
import { enterScript, leaveScript } from "./limit-scripts.ts";

/** Milliseconds after which an answer is expected, while it is not there. */
const transitMs = 100;
/** No request takes so long to reach the service: a process that has reported nothing by then is dead. */
const lostMs = 5_000;

/** The wait until the next free place, and its reason. */
export interface PlaceTime {
  readonly ms: number;
  readonly reason: LimitReason;
}

/**
 * What Redis says to a request: it has the place, or may not wait as long, or the answer of another one has to come first, or
 * nothing may go at all.
 */
export type Booking =
  | { readonly kind: "busy" }
  | ({ readonly kind: "go" | "wait" } & PlaceTime)
  | { readonly kind: "closed"; readonly refusals: number; readonly ms: number };

/** The limits as Redis keeps them: one command to enter, one to leave. */
export class LimitBook {
  readonly #connection: RedisConnection;
  readonly #tag: string;
  readonly #egress: string;

  constructor(connection: RedisConnection, prefix: string, egress: string) {
    this.#connection = connection;
    // One tag for all, since a bot's limits and an address's meet in one script; 100 commands a second per bot are few.
    this.#tag = taggedKey(prefix, "limits");
    this.#egress = egress;
  }

  async enter(request: LimitedRequest, id: string, mayWaitMs: number): Promise<Booking> {
    const most = request.countsPerSecond === false ? 0 : requestsPerSecond;
    const args = [id, request.route, Math.floor(mayWaitMs), transitMs, lostMs, most, mostInvalid];
    const operation = `${request.operation}: asking for a place within the limits`;
    const reply = await this.#connection.run(operation, enterScript, this.#keys(request), args.map(String));
    return parseBooking(reply);
  }

  /** Ends a request that was sent. */
  async leave(request: LimitedRequest, id: string, answer: LimitedAnswer | undefined): Promise<void> {
    await this.#end(request, id, [answer ? 0 : 2, ...tell(answer)]);
  }

  /** Gives back the place of a request that was never sent. */
  async cancel(request: LimitedRequest, id: string): Promise<void> {
    await this.#end(request, id, [1, ...tell(undefined)]);
  }

  async #end(request: LimitedRequest, id: string, told: readonly (string | number)[]): Promise<void> {
    const operation = `${request.operation}: giving a place within the limits back`;
    const args = [id, request.route, ...told].map(String);
    await this.#connection.run(operation, leaveScript, this.#keys(request), args);
  }

  #keys({ identity, resource }: LimitedRequest): readonly [string, ...string[]] {
    const credential = `${this.#tag}:${identity}`;
    return [
      `${credential}:sent`,
      `${credential}:open`,
      `${credential}:routes`,
      `${credential}:buckets:${resource}`,
      `${this.#tag}:refusals:${this.#egress}`,
    ];
  }
}

/** @throws Error for anything but an answer of the script. */
function parseBooking(reply: unknown): Booking {
  const [kind, first, second] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  const [number, ms] = [Number(first), Number(second)];
  if (!Number.isFinite(number)) throw new Error("Redis gave something that is not the script's answer.");
  if (kind === "busy") return { kind };
  if (kind === "closed") return { kind, refusals: number, ms };
  return { kind: kind === "go" ? "go" : "wait", ms: number, reason: second === "bucket" ? second : "global" };
}

/** The facts of an answer, as the script reads them. */
function tell(answer: LimitedAnswer | undefined): readonly (string | number)[] {
  if (!answer) return [0, 0, 0, "", "", "", ""];
  const { status, headers, block } = answer;
  const bucket = headers.get("x-ratelimit-bucket") ?? "";
  const level = readLevel(headers);
  const numbers = level ? [level.limit, level.remaining, Math.ceil(level.resetMs)] : ["", "", ""];
  const refused = isInvalid(status, headers) ? 1 : 0;
  return [refused, Math.ceil(block?.ms ?? 0), block?.isGlobal ? 1 : 0, bucket.slice(0, 100), ...numbers];
}
