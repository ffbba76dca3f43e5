import type { LimitedRequest, RequestLimits, RequestSlot } from "../../core/request/limits.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  callable,
  flag,
  milliseconds,
  optional,
  textOf,
  whole,
} from "../../core/check/readers.ts";
import { type RedisCommand, readPrefix, defaultPrefix } from "./options.ts";
import { RedisConnection, redisFailure } from "./connection.ts";
import { orAborted } from "../../core/request/abort.ts";
import { sleep, startDeadline } from "../../core/request/deadline.ts";
import { requestsPerSecond } from "../../wire/limits.ts";
import { waitTooLong } from "../../core/request/wait-budget.ts";
import {
  type LimitShare,
  RateLimiter,
  InvalidRequests,
  maxInvalid,
  tooManyInvalid,
} from "../../core/request/rate-limiter.ts";
import { channels } from "../tracing/fleet-channels.ts";
import { isClientError } from "../../core/errors.ts";
import { inspectAs } from "../../core/printing.ts";
import { Turns } from "./turns.ts";
import { type Booking, LimitBook, type SlotTime } from "./limit-book.ts";

/** Options for {@link redisLimits}. @experimental */
export interface RedisLimitsOptions {
  /** Sends one command through your driver. */
  readonly command: RedisCommand;
  /**
   * The maximum number of instances. While Redis is unavailable, each instance limits itself to its share: the service's limits
   * divided by this number.
   */
  readonly instances: number;
  /**
   * The public address from which this instance's requests reach the service, or any name for that address. Rejected requests are
   * counted per address. Default: all instances share one address.
   */
  readonly egress?: string | undefined;
  /** The prefix of all Redis keys. Default `slashpass:`. */
  readonly prefix?: string | undefined;
  /** How many milliseconds to wait before considering Redis unavailable and using the local share. Default 500. */
  readonly timeoutMs?: number | undefined;
}

const readRedisLimitsOptions: Reader<RedisLimitsOptions> = fields<RedisLimitsOptions>({
  command: callable(),
  instances: whole(1, 100_000),
  egress: optional(textOf({ most: 100 })),
  prefix: optional(readPrefix),
  timeoutMs: optional(milliseconds()),
});

const readLimitedRequest: Reader<LimitedRequest> = fields<LimitedRequest>({
  applicationId: textOf(),
  identity: textOf(),
  route: textOf(),
  resource: textOf({ least: 0 }),
  operation: textOf(),
  countsPerSecond: optional(flag),
  signal: optional(abortSignal()),
  mayWaitMs: milliseconds(0),
  wait: callable(),
});

/** Redis counts the requests. Locally, only buckets and their first requests are limited. */
const ofRedis: LimitShare = { requests: Infinity, windowMs: 1000, ofBucket: 1 };
/** The polling interval while a bucket's first request is pending. */
const busyMs = 50;
/** Timers may fire slightly early. */
const timerMs = 1;
/** How long to wait before trying an unavailable Redis again. */
const retryMs = 1000;

/**
 * Shares the service's rate limits among all instances through Redis: allows at most 50 requests per second for each credential,
 * shares buckets, and stops before rejected requests get an address banned. Each request takes two Redis commands. While Redis is
 * unavailable, each instance uses its own share.
 *
 * @experimental
 * @throws ClientError `invalid_argument`, `invalid_timeout` or `unknown_option`.
 */
export function redisLimits(options: RedisLimitsOptions): RequestLimits {
  return new RedisLimits(readRedisLimitsOptions(options, "options"));
}

class RedisLimits implements RequestLimits {
  static {
    inspectAs(this.prototype, (self) => ({ isAway: self.#isAway }));
  }
  readonly #book: LimitBook;
  readonly #turns = new Turns();
  readonly #own = new RateLimiter(ofRedis);
  /** Limits requests that do not count toward the per-second limit. */
  readonly #uncounted = new RateLimiter(ofRedis);
  readonly #share: LimitShare;
  /** Used while Redis is unavailable. */
  readonly #refusals: InvalidRequests;
  readonly #timeoutMs: number;
  readonly #instance = crypto.randomUUID();
  #requestCount = 0;
  #isAway = false;
  #retryAt = 0;

  constructor(options: RedisLimitsOptions) {
    const { command, instances, egress = "one", prefix = defaultPrefix } = options;
    const { timeoutMs = 500 } = options;
    const connection = new RedisConnection({ command, timeoutMs, replicas: undefined });
    this.#book = new LimitBook(connection, prefix, egress);
    this.#share = shareOf(instances);
    this.#refusals = new InvalidRequests(Math.max(1, Math.floor(maxInvalid / instances)));
    this.#timeoutMs = timeoutMs;
  }

  async enter(given: LimitedRequest): Promise<RequestSlot> {
    const request = readLimitedRequest(given, "request");
    const { operation, applicationId, identity } = request;
    const wait: LimitedRequest["wait"] = async (ms, reason) => {
      channels.limitWait.publish(() => ({ operation, reason, durationMs: ms }));
      await request.wait(ms, reason);
    };
    try {
      return await this.#enter({ ...request, identity: `${applicationId}:${identity}`, wait });
    } catch (error) {
      if (isClientError(error)) channels.limitRefused.publish(() => ({ operation, code: error.code }));
      throw error;
    }
  }

  async #enter(request: LimitedRequest): Promise<RequestSlot> {
    for (;;) {
      const asksRedis = this.#asksRedis();
      if (!asksRedis) this.#refusals.check(request.operation);
      const limiter = request.countsPerSecond === false ? this.#uncounted : this.#own;
      const own = await limiter.enter(request);
      if (!asksRedis) return this.#createSlot(own, undefined);
      let leave: RequestSlot["leave"] | undefined;
      try {
        leave = await this.#enterRedis(request);
        if (leave) return this.#createSlot(own, leave);
      } finally {
        if (!leave) own.cancel();
      }
    }
  }

  #createSlot(own: RequestSlot, leave: RequestSlot["leave"] | undefined): RequestSlot {
    return {
      leave: (answer) => {
        own.leave(answer);
        if (answer) this.#refusals.note(answer.status, answer.headers);
        leave?.(answer);
      },
    };
  }

  /** @returns `undefined` while Redis is unavailable. */
  async #enterRedis(request: LimitedRequest): Promise<RequestSlot["leave"] | undefined> {
    const { operation, signal, identity, mayWaitMs } = request;
    const maxMs = Math.max(mayWaitMs, this.#timeoutMs);
    using deadline = startDeadline(operation, maxMs, [signal], () => waitTooLong(operation, maxMs, "global"));
    const until = performance.now() + mayWaitMs;
    const wasAway = this.#isAway;
    const id = `${this.#instance}:${this.#requestCount++}`;
    // Requests that do not count toward the per-second limit need no queue.
    const turn = request.countsPerSecond === false ? id : identity;
    const pass = await this.#turns.take(turn, operation, deadline.signal);
    try {
      if (this.#isAway && !wasAway) return undefined;
      const book = () => this.#bookingOf(request, id, Math.max(0, until - performance.now() - timerMs));
      let booking = await book();
      while (booking?.kind === "busy") {
        pass();
        await orAborted(sleep(busyMs, operation, undefined), operation, deadline.signal);
        booking = await book();
      }
      if (!booking) return undefined;
      if (booking.kind === "closed") throw tooManyInvalid(operation, booking.refusals, booking.ms);
      if (booking.kind === "wait") throw waitTooLong(operation, booking.ms, booking.reason);
      // Waiting for a bucket must not delay other requests.
      if (booking.reason === "bucket") pass();
      await this.#waitFor(booking, request, id);
      return (answer) => this.#report(this.#book.leave(request, id, answer));
    } finally {
      pass();
    }
  }

  async #waitFor({ ms, reason }: SlotTime, request: LimitedRequest, id: string): Promise<void> {
    try {
      if (ms > 0) await request.wait(ms + timerMs, reason);
    } catch (error) {
      this.#report(this.#book.cancel(request, id));
      throw error;
    }
  }

  #report(sent: Promise<void>): void {
    sent.catch((error: unknown) => this.#markUnavailable(error));
  }

  /** Cancels a slot that is granted after an abort. */
  async #bookingOf(request: LimitedRequest, id: string, mayWaitMs: number): Promise<Booking | undefined> {
    const asking = this.#ask(request, id, mayWaitMs);
    try {
      return await orAborted(asking, request.operation, request.signal);
    } catch (error) {
      void asking.then((late) => late?.kind === "go" && this.#report(this.#book.cancel(request, id)));
      throw error;
    }
  }

  async #ask(request: LimitedRequest, id: string, mayWaitMs: number): Promise<Booking | undefined> {
    try {
      const booking = await this.#book.enter(request, id, mayWaitMs);
      this.#markAvailable();
      return booking;
    } catch (error) {
      this.#markUnavailable(error);
      return undefined;
    }
  }

  #asksRedis(): boolean {
    const now = performance.now();
    if (!this.#isAway) return true;
    if (now < this.#retryAt) return false;
    this.#retryAt = now + retryMs;
    return true;
  }

  #markUnavailable(error: unknown): void {
    const operation = "Applying the rate limits";
    const { code } = redisFailure(operation, error);
    channels.storeFailed.publish(() => ({ operation, code }));
    this.#retryAt = performance.now() + retryMs;
    if (this.#isAway) return;
    this.#isAway = true;
    this.#own.share = this.#share;
    this.#uncounted.share = { ...ofRedis, ofBucket: this.#share.ofBucket };
    channels.limitState.publish(() => ({ state: "away" }));
  }

  #markAvailable(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#own.share = ofRedis;
    this.#uncounted.share = ofRedis;
    channels.limitState.publish(() => ({ state: "back" }));
  }
}

/** If there are more instances than requests per second, the window is longer than a second. */
function shareOf(instances: number): LimitShare {
  const requests = Math.max(1, Math.floor(requestsPerSecond / instances));
  const windowMs = Math.max(1000, (instances * 1000) / requestsPerSecond);
  return { requests, windowMs, ofBucket: 1 / instances };
}
