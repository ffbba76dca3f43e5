import { isMultipart } from "../base/form.ts";

/**
 * The parts of a form, a line each: texts as they are; of files the name, the type and the length, since their bytes say nothing
 * to a reader. Undefined where it is no form.
 */
export function listForm(contentType: string, body: Uint8Array): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `\r\n--${quoted ?? plain}`;
  // The first one begins no new line.
  const bytes = Buffer.concat([Buffer.from("\r\n"), body]);
  const lines: string[] = [];
  for (let at = bytes.indexOf(delimiter); at >= 0;) {
    const start = at + delimiter.length + "\r\n".length;
    at = bytes.indexOf(delimiter, start);
    if (at >= 0) lines.push(describePart(bytes.subarray(start, at)));
  }
  return lines.length > 0 ? lines.join("\n") : undefined;
}

function describePart(part: Buffer): string {
  const end = part.indexOf("\r\n\r\n");
  const head = part.subarray(0, Math.max(0, end)).toString("utf8");
  const content = part.subarray(end + 4);
  const [, name = ""] = /[;\s]name="([^"]*)"/i.exec(head) ?? [];
  const [, filename] = /[;\s]filename="([^"]*)"/i.exec(head) ?? [];
  if (filename === undefined) return `${name}: ${content.toString("utf8")}`;
  const [, type = "application/octet-stream"] = /^content-type:\s*(.+)$/im.exec(head) ?? [];
  return `${name}: ${filename}, ${type.trim()}, ${content.length} bytes`;
}

/** A request or an answer, as far as it is kept. */
export interface ExchangedPart {
  /** Names in small letters; those that carry a credential say `[hidden]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of it, as text; of a form, a line for each part. */
  readonly body: string;
  /** Whether it is made for reading: such a list, or without its secrets. */
  readonly isListed?: true;
  /** Bytes of the whole body. */
  readonly bytes: number;
}

/** A request and its answer, between the emulator and an application. */
export interface Exchange {
  /** Counts up for each application. */
  readonly number: number;
  /** The sender of the request. */
  readonly from: "service" | "application";
  /** An interaction that went to the bot at the gateway; its answer is a request of its own. */
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

/** How many requests are kept of an application, and how many characters of their bodies together. */
const most = 1_000;
const mostCharacters = 16 * 1024 * 1024;

/** The exchanges between the emulator and one application: the last 1,000, or fewer large ones. */
export class Exchanges {
  readonly #all: Exchange[] = [];
  #count = 0;
  #characters = 0;

  get all(): readonly Exchange[] {
    return this.#all;
  }

  add(exchange: Omit<Exchange, "number">): void {
    this.#all.push({ ...exchange, number: ++this.#count });
    this.#characters += charactersOf(exchange);
    while (this.#all.length > most || this.#characters > mostCharacters) {
      const oldest = this.#all.shift();
      if (!oldest) break;
      this.#characters -= charactersOf(oldest);
    }
  }
}

function charactersOf({ request, answer }: Pick<Exchange, "request" | "answer">): number {
  return request.body.length + (answer?.body.length ?? 0);
}

/**
 * The kept part of a request or an answer.
 *
 * @param size - the length of the whole in bytes; `bytes` is its beginning.
 */
export function keepPart(
  headers: Iterable<readonly [string, unknown]>,
  bytes: Uint8Array,
  size: number = bytes.length,
): ExchangedPart {
  const kept = [...headers].map(([name, value]) => [name.toLowerCase(), visible(name, String(value))]);
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

/** Why nothing came back: a handler may also throw, and a bot at the gateway say nothing. */
export type Silence = "late" | "silent-bot" | "refused" | "unknown-host" | "no-tls" | "broken" | "thrown";
