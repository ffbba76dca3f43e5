import { requestsPerSecond } from "../../wire/limits.ts";
import type { LimitedResponse, LimitedRequest, LimitReason } from "../../core/request/limits.ts";
import { isInvalid, maxInvalid, readLevel } from "../../core/request/rate-limiter.ts";
import type { RedisConnection } from "./connection.ts";
import { taggedKey } from "./options.ts";
import { enterScript, leaveScript } from "./limit-scripts.ts";

/** How long a pending request's response is assumed to take. */
const transitMs = 100;
/** A request still pending after this long is assumed lost, along with its process. */
const lostMs = 5_000;

export interface SlotTime {
  readonly ms: number;
  readonly reason: LimitReason;
}

/**
 * The result of {@link LimitBook.enter}. `busy`: the bucket's first response is pending. `wait`: the wait would exceed the
 * allowed time. `closed`: no request may be sent.
 */
export type Booking =
  | { readonly kind: "busy" }
  | ({ readonly kind: "go" | "wait" } & SlotTime)
  | { readonly kind: "closed"; readonly refusals: number; readonly ms: number };

export class LimitBook {
  readonly #connection: RedisConnection;
  readonly #tag: string;
  readonly #egress: string;

  constructor(connection: RedisConnection, prefix: string, egress: string) {
    this.#connection = connection;
    // All keys share one hash tag, because a single script uses both a bot's and an address's limits. The load is low.
    this.#tag = taggedKey(prefix, "limits");
    this.#egress = egress;
  }

  async enter(request: LimitedRequest, id: string, mayWaitMs: number): Promise<Booking> {
    const most = request.countsPerSecond === false ? 0 : requestsPerSecond;
    const args = [id, request.route, Math.floor(mayWaitMs), transitMs, lostMs, most, maxInvalid];
    const operation = `${request.operation}: waiting for the rate limit`;
    const reply = await this.#connection.run(operation, enterScript, this.#keys(request), args.map(String));
    return parseBooking(reply);
  }

  async leave(request: LimitedRequest, id: string, answer: LimitedResponse | undefined): Promise<void> {
    await this.#end(request, id, [answer ? 0 : 2, ...responseArgs(answer)]);
  }

  /** Releases the slot of a request that was not sent. */
  async cancel(request: LimitedRequest, id: string): Promise<void> {
    await this.#end(request, id, [1, ...responseArgs(undefined)]);
  }

  async #end(request: LimitedRequest, id: string, details: readonly (string | number)[]): Promise<void> {
    const operation = `${request.operation}: releasing a rate limit slot`;
    const args = [id, request.route, ...details].map(String);
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

function parseBooking(reply: unknown): Booking {
  const [kind, first, second] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  const [number, ms] = [Number(first), Number(second)];
  if (!Number.isFinite(number)) throw new Error("Redis returned an invalid script result.");
  if (kind === "busy") return { kind };
  if (kind === "closed") return { kind, refusals: number, ms };
  return { kind: kind === "go" ? "go" : "wait", ms: number, reason: second === "bucket" ? second : "global" };
}

function responseArgs(answer: LimitedResponse | undefined): readonly (string | number)[] {
  if (!answer) return [0, 0, 0, "", "", "", ""];
  const { status, headers, block } = answer;
  const bucket = headers.get("x-ratelimit-bucket") ?? "";
  const level = readLevel(headers);
  const numbers = level ? [level.limit, level.remaining, Math.ceil(level.resetMs)] : ["", "", ""];
  const refused = isInvalid(status, headers) ? 1 : 0;
  return [
    refused,
    Math.ceil(block?.durationMs ?? 0),
    block?.isGlobal ? 1 : 0,
    bucket.slice(0, 100),
    ...numbers,
  ];
}
