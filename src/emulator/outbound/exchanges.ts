import { isMultipart } from "../base/form.ts";

export function listForm(contentType: string, body: Uint8Array): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = `\r\n--${quoted ?? plain}`;
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

export interface ExchangedPart {
  /** Headers, keyed by lower-case name. Credentials are replaced with `[hidden]`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isListed?: true;
  readonly bytes: number;
}

export interface Exchange {
  readonly number: number;
  readonly from: "service" | "application";
  readonly isAtGateway?: true;
  readonly method: string;
  readonly url: string | undefined;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly request: ExchangedPart;
  readonly answer: (ExchangedPart & { readonly status: number }) | undefined;
  readonly silence?: Silence;
}

const mostBytes = 64 * 1024;

const most = 1_000;
const mostCharacters = 16 * 1024 * 1024;

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

export function keepPart(
  headers: Iterable<readonly [string, unknown]>,
  bytes: Uint8Array,
  size: number = bytes.length,
): ExchangedPart {
  const entries = [...headers].map(([name, value]) => [name.toLowerCase(), visible(name, String(value))]);
  const named = Object.fromEntries(entries) as Record<string, string>;
  const type = named["content-type"];
  const list = isMultipart(type) ? listForm(type, bytes)?.slice(0, mostBytes) : undefined;
  const body = list ?? Buffer.from(bytes.subarray(0, mostBytes)).toString("utf8");
  return { headers: named, body, bytes: size, ...(list !== undefined && { isListed: true }) };
}

/** Signatures remain visible, because they grant no access. */
const credential = /^x-signature-|(auth|cookie|secret|token|password|credential|key)/i;

function visible(name: string, value: string): string {
  if (credential.exec(name)?.[1] === undefined) return value;
  const scheme = /^(?:Bot|Bearer|Basic) /.exec(value)?.[0] ?? "";
  return `${scheme}[hidden]`;
}

export type Silence = "late" | "silent-bot" | "refused" | "unknown-host" | "no-tls" | "broken" | "thrown";
