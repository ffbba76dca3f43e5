import { type ApiPath, below, withQuery } from "../core/request/addresses.ts";
import type { Call } from "../core/request/call.ts";
import { type Parser, parseList } from "../core/request/response.ts";
import { type CallOptions, readCallOptions, type Transport } from "../core/request/transport.ts";
import { fields, type Table } from "../core/check/fields.ts";
import { optional, parseSnowflake, whole } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { JsonErrorCode } from "../wire/error.ts";
import type { Snowflake } from "../wire/snowflake.ts";

type Auth = Pick<Call, "access" | "hints">;

type ResourceCall = Omit<Call, "path" | "access" | "signal">;

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

  /** Returns the same path for the owner of a user token with this scope. */
  forUser(scope: string): Resource {
    const hint = `The token needs the ${scope} scope: sign in again with it.`;
    return new Resource(this.transport, this.path, {
      access: { scope },
      hints: { [JsonErrorCode.MissingAccess]: hint },
    });
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

  async call(call: ResourceCall, options: CallOptions): Promise<unknown> {
    const { signal } = readCallOptions(options, "options");
    return this.transport.call({ path: this.path, ...this.#auth, ...call, signal });
  }

  async get<T>(operation: string, options: CallOptions, parse: Parser<T>): Promise<T> {
    return this.read({ operation, method: "GET" }, options, parse);
  }

  async read<T>(call: ResourceCall, options: CallOptions, parse: Parser<T>): Promise<T> {
    return parse(await this.call(call, options), call.operation);
  }
}

/** The base class of all endpoints. Only the path is printed. */
export class Endpoints {
  static {
    inspectAs(this.prototype, (self) => ({ path: self.resource.path }));
  }
  readonly #resource: Resource;

  /** @internal */
  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** @internal */
  protected get resource(): Resource {
    return this.#resource;
  }
}

interface ListInit<Item, Filters extends CallOptions> {
  readonly operation: string;
  readonly filters: Table<Filters>;
  readonly isItem: (value: unknown) => value is Item;
  readonly items: string;
  readonly idOf: (item: Item) => Snowflake;
  readonly size: number;
  /** Whether the endpoint lacks the `before` option. */
  readonly isForwardOnly?: boolean;
  /** The value of `after` for the first page. Default: none. */
  readonly start?: Snowflake;
}

/** A list that the service returns in pages, sorted by id in ascending order. */
export class PagedList<Item, Filters extends CallOptions> {
  readonly #resource: Resource;
  readonly #init: ListInit<Item, Filters>;

  constructor(resource: Resource, init: ListInit<Item, Filters>) {
    this.#resource = resource;
    this.#init = init;
  }

  /** @param options - the filters, `before`, `after` and `limit`. Validated by this method. */
  async page(options: Filters): Promise<Item[]> {
    const { filters, size, isForwardOnly = false } = this.#init;
    const id = optional(parseSnowflake);
    const page = { ...(!isForwardOnly && { before: id }), after: id, limit: optional(whole(1, size)) };
    const read = fields<Filters>({ ...filters, ...page });
    return this.#fetch(read(options, "options"));
  }

  /** Fetches pages as needed. @throws ClientError for an invalid option, immediately. */
  all(options: Filters): AsyncIterableIterator<Item> {
    return this.#iterate(fields(this.#init.filters)(options, "options"));
  }

  /** Some API implementations ignore `after` and return all items at once. */
  async *#iterate(filters: Filters): AsyncGenerator<Item, void, undefined> {
    const { size, start, idOf } = this.#init;
    let last = 0n;
    for (;;) {
      const after = last === 0n ? start : last.toString();
      const page = await this.#fetch({ ...filters, ...(after !== undefined && { after }), limit: size });
      const before = last;
      for (const item of page) {
        const id = BigInt(idOf(item));
        if (id <= before) continue;
        if (id > last) last = id;
        yield item;
      }
      if (page.length < size || last === before) return;
    }
  }

  async #fetch({ signal, ...parameters }: CallOptions): Promise<Item[]> {
    const { operation, isItem, items } = this.#init;
    const parse: Parser<Item[]> = (answer) => parseList(answer ?? [], operation, isItem, items);
    return this.#resource.query(parameters).get(operation, { signal }, parse);
  }
}
