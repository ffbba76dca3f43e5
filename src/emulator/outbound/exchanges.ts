import { isMultipart } from "../base/form.ts";
import { pushRecent } from "../base/recent.ts";
import { listForm } from "./listed-form.ts";
import type { Silence } from "./signed-post.ts";

/** A request or an answer, as far as it is kept. */
export interface ExchangedPart {
  /** Names in small letters; those that carry a credential say `[hidden]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of it, as text; of a form, a line for each part. */
  readonly body: string;
  /** Whether it is such a list. */
  readonly isListed?: true;
  /** Bytes of the whole body. */
  readonly bytes: number;
}

/** A request and what came of it, between the emulator and an application. */
export interface Exchange {
  /** Counts up for each application. */
  readonly number: number;
  /** Who asked. */
  readonly from: "service" | "application";
  /** An interaction that went to the bot at the gateway; what answers it is a request of its own. */
  readonly isAtGateway?: true;
  readonly method: string;
  /** Undefined for a handler, which has no address. */
  readonly url: string | undefined;
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly at: number;
  readonly durationMs: number;
  readonly request: ExchangedPart;
  /** Undefined where the connection ended before one. */
  readonly answer: (ExchangedPart & { readonly status: number }) | undefined;
  /** Why the application did not answer. */
  readonly silence?: Silence;
}

/** Bytes of a body that are kept: interactions are seldom a tenth of it. */
const mostBytes = 64 * 1024;

/** What went to and fro between the emulator and one application: the last 100. */
export class Exchanges {
  readonly #all: Exchange[] = [];
  #count = 0;

  get all(): readonly Exchange[] {
    return this.#all;
  }

  add(exchange: Omit<Exchange, "number">): void {
    pushRecent(this.#all, { ...exchange, number: ++this.#count });
  }
}

/**
 * What is kept of a request or an answer.
 *
 * @param size - bytes of the whole, where `bytes` are the beginning of it.
 */
export function keepPart(
  headers: Iterable<readonly [string, string]>,
  bytes: Uint8Array,
  size: number = bytes.length,
): ExchangedPart {
  const kept = [...headers].map(([name, value]) => [name.toLowerCase(), visible(name, value)]);
  const named = Object.fromEntries(kept) as Record<string, string>;
  const type = named["content-type"];
  const list = isMultipart(type) ? listForm(type, bytes)?.slice(0, mostBytes) : undefined;
  const body = list ?? Buffer.from(bytes.subarray(0, mostBytes)).toString("utf8");
  return { headers: named, body, bytes: size, ...(list !== undefined && { isListed: true }) };
}

/** A signature gives no access, so it may be shown; every other header that sounds like a credential is hidden. */
const credential = /^x-signature-|(auth|cookie|secret|token|password|credential|key)/i;

function visible(name: string, value: string): string {
  if (credential.exec(name)?.[1] === undefined) return value;
  const scheme = /^(?:Bot|Bearer|Basic) /.exec(value)?.[0] ?? "";
  return `${scheme}[hidden]`;
}
