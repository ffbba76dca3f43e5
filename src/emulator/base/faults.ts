import { fields } from "../../input/fields.ts";
import {
  asItIs,
  isObject,
  milliseconds,
  object,
  oneOf,
  optional,
  pattern,
  textOf,
  whole,
} from "../../input/readers.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "./clock.ts";
import { urlOf } from "./http.ts";

/** Something that goes wrong, or takes long, for some requests. */
export interface Fault {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** Pattern of the path, for example `/\/oauth2\/token$/`. Default: every path. */
  readonly path?: RegExp | undefined;
  /** How many requests it hits before it is over. Default: until it is removed. */
  readonly times?: number | undefined;
  /** Milliseconds before the request is looked at. */
  readonly latencyMs?: number | undefined;
  /**
   * What the client gets: an answer of your own instead of the real one; `drop`: the connection ends without an answer
   * and the request was not looked at; `drop-answer`: the request was carried out and its answer is lost; `half`: the
   * answer ends in the middle; `slow`: its body comes byte by byte, 10 ms apart. Default: the real answer.
   */
  readonly answer?: FaultAnswer | "drop" | "drop-answer" | "half" | "slow" | undefined;
}

/** An answer that a fault gives. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const readFault = fields<Fault>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  times: optional(whole(1, Number.MAX_SAFE_INTEGER)),
  latencyMs: optional(milliseconds(0)),
  answer: optional((value, name) => (isObject(value) ? readAnswer(value, name) : readWord(value, name))),
});

const readWord = oneOf(["drop", "drop-answer", "half", "slow"] as const);

const readAnswer = fields<FaultAnswer>({
  status: whole(200, 599),
  headers: optional(object()),
  body: asItIs(),
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The faults that are in force, the newest first. */
export class Faults {
  readonly #clock: Clock;
  readonly #faults: { readonly fault: Fault; left: number }[] = [];

  /** @internal */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Puts a fault in force.
   *
   * @returns a function that ends it.
   */
  add(given: Fault): () => void {
    const fault = readFault(given, "fault");
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#faults.unshift(entry);
    return () => void (entry.left = 0);
  }

  /** Ends all of them. */
  clear(): void {
    this.#faults.length = 0;
  }

  /** Lets `handle` answer the request, with what goes wrong. @internal */
  async apply(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
    const fault = this.#take(request);
    if (fault?.latencyMs !== undefined) await this.#clock.wait(fault.latencyMs);
    const answer = fault?.answer;
    if (response.destroyed) return;
    if (answer === "drop") return void request.destroy();
    if (typeof answer === "object") return sendAnswer(request, response, answer);
    if (answer !== undefined) spoil(response, answer, this.#clock);
    handle(request, response);
  }

  #take(request: IncomingMessage): Fault | undefined {
    const { pathname } = urlOf(request);
    const entry = this.#faults.find(({ fault, left }) => {
      const isMethod = fault.method === undefined || fault.method === request.method;
      // A global or sticky pattern would remember where it stopped.
      return left > 0 && isMethod && (fault.path === undefined || pathname.search(fault.path) !== -1);
    });
    if (entry) entry.left -= 1;
    return entry?.fault;
  }
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: FaultAnswer): void {
  request.resume();
  const { status, headers, body } = answer;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Changes how the answer, whoever makes it, gets to the client. */
function spoil(response: ServerResponse, how: "drop-answer" | "half" | "slow", clock: Clock): void {
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
