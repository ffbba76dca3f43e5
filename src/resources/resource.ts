import { type ApiPath, below, withQuery } from "../core/request/addresses.ts";
import type { Call } from "../core/request/call.ts";
import type { Parser } from "../core/request/response.ts";
import { type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";

type Auth = Pick<Call, "access" | "hints">;

/** An API path. */
export class Resource {
  readonly path: ApiPath;
  readonly transport: Transport;
  readonly #auth: Auth;

  /** @param auth - Default: the bot token. */
  constructor(transport: Transport, path: ApiPath, auth: Auth = { access: "bot" }) {
    this.transport = transport;
    this.path = path;
    this.#auth = auth;
  }

  /** A template tag that returns a path below this one. Each value becomes one path segment. */
  below(texts: TemplateStringsArray, ...values: readonly string[]): Resource {
    return new Resource(this.transport, below(this.path)(texts, ...values), this.#auth);
  }

  /**
   * Adds options as query parameters. Names are converted to snake case: `userId` becomes `user_id`. Lists are joined with
   * commas.
   */
  query(options: object): Resource {
    const parameters = Object.entries(options).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      String(value),
    ]);
    const path = withQuery(this.path, Object.fromEntries(parameters) as Readonly<Record<string, string>>);
    return new Resource(this.transport, path, this.#auth);
  }

  async call(call: Omit<Call, "path" | "access" | "signal">, options: CallOptions): Promise<unknown> {
    const { signal } = readCallOptions(options, "options");
    return this.transport.call({ path: this.path, ...this.#auth, ...call, signal });
  }

  async get<T>(operation: string, options: CallOptions, parse: Parser<T>): Promise<T> {
    return parse(await this.call({ operation, method: "GET" }, options), operation);
  }
}
