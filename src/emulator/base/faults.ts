import type { ServerResponse, IncomingMessage } from "node:http";
import type { Clock } from "./clock.ts";
import { createHash } from "node:crypto";
import { isClientError } from "../../core/errors.ts";
import { inspectAs } from "../../core/printing.ts";
import { type Fault, type FaultEffect, faultHeader, readFault, readFaultHeader } from "./fault.ts";
import { faultResponse, jsonOf, type RawAnswer } from "./fault-kinds.ts";
import { respondJson, urlOf } from "./http.ts";
import { isFor } from "./rate-limits.ts";

function corruptAnswer(response: ServerResponse, how: "drop-answer" | "half" | "slow", clock: Clock): void {
  const end = response.end.bind(response);
  response.end = ((chunk?: unknown) => {
    const body = typeof chunk === "string" || Buffer.isBuffer(chunk) ? Buffer.from(chunk) : Buffer.alloc(0);
    if (how === "drop-answer") return response.destroy();
    if (!response.headersSent) response.setHeader("content-length", body.length);
    if (how === "half") {
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    } else {
      void trickle(response, body, end, clock);
    }
    return response;
  }) as typeof response.end;
}

async function trickle(
  response: ServerResponse,
  body: Buffer,
  end: ServerResponse["end"],
  clock: Clock,
): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await clock.wait(10);
  }
  end();
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

interface Entry {
  readonly fault: Fault;
  readonly number: number;
  matches: number;
  remaining: number;
}

/** Faults never affect the web page or the control API, which are needed to remove faults. */
const page = /^\/(?:$|(?:play|control)\/)/;

/** The active faults, newest first. @stable */
export class Faults {
  static {
    inspectAs(this.prototype, ({ all }) => ({ all }));
  }
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #entries: Entry[] = [];
  #count = 0;

  /** @internal */
  constructor(clock: Clock, seed = 0) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /** @internal */
  get all(): readonly Fault[] {
    return this.#entries.filter(({ remaining }) => remaining > 0).map(({ fault }) => fault);
  }

  /**
   * Activates a fault.
   *
   * @returns a function that deactivates it.
   * @throws ClientError `invalid_argument`, `invalid_timeout` or `unknown_option` (ValidationError).
   */
  add(given: Fault): () => void {
    const fault = readFault(given, "fault");
    const entry = {
      fault,
      number: this.#count++,
      matches: 0,
      remaining: fault.times ?? Number.POSITIVE_INFINITY,
    };
    this.#entries.unshift(entry);
    return () => this.#end(entry);
  }

  /** Deactivates all faults. */
  clear(): void {
    this.#entries.length = 0;
  }

  /** Applies the matching fault, if any, and handles the request. @internal */
  async apply(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
    let fault: FaultEffect = {};
    try {
      fault = this.#choose(request);
    } catch (error) {
      if (!isClientError(error)) throw error;
      return respondJson(response, 400, { code: 0, message: [error.message, error.hint].join(" ").trim() });
    }
    await this.#clock.skewed(fault.clockSkewMs, () => this.#applyEffect(fault, request, response, handle));
  }

  async #applyEffect(
    { latencyMs, answer, retryAfterSeconds: retryAfter = 1 }: FaultEffect,
    request: IncomingMessage,
    response: ServerResponse,
    handle: Handle,
  ): Promise<void> {
    if (latencyMs !== undefined) await this.#clock.wait(latencyMs);
    if (response.destroyed) return;
    const now = this.#clock.now();
    if (!response.headersSent) response.setHeader("date", new Date(now).toUTCString());
    if (answer === undefined) return handle(request, response);
    if (typeof answer === "object") return send(request, response, jsonOf(answer));
    const { pathname: path } = urlOf(request);
    const named = faultResponse(answer, { method: request.method ?? "GET", path, retryAfter, now });
    if (named) return send(request, response, named);
    if (answer === "drop") return void request.destroy();
    corruptAnswer(response, answer as "drop-answer" | "half" | "slow", this.#clock);
    handle(request, response);
  }

  #choose(request: IncomingMessage): FaultEffect {
    const { pathname: path } = urlOf(request);
    if (page.test(path)) return {};
    const requested = request.headers[faultHeader];
    if (typeof requested === "string") return readFaultHeader(requested);
    const { method = "GET" } = request;
    const entry = this.#entries.find((item) => isFor(item.fault, { method, path }) && this.#hits(item));
    if (!entry) return {};
    entry.remaining -= 1;
    if (entry.remaining === 0) this.#end(entry);
    return entry.fault;
  }

  #hits(entry: Entry): boolean {
    const { fault, number } = entry;
    return fault.share === undefined || randomOf(`${this.#seed} ${number} ${entry.matches++}`) < fault.share;
  }

  #end(entry: Entry): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }
}

function randomOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}

function send(request: IncomingMessage, response: ServerResponse, answer: RawAnswer): void {
  request.resume();
  response.writeHead(answer.status, answer.headers).end(answer.text);
}
