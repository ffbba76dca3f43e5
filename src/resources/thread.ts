import { type Transport, type CallOptions, callFields } from "../core/request/transport.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { apiPath } from "../core/request/addresses.ts";
import { parserOf } from "../core/request/response.ts";
import { fields } from "../core/check/fields.ts";
import { flag, optional, isSnowflake, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import { pageSizes } from "../wire/limits.ts";
import { Resource } from "./resource.ts";
import { PagedList } from "./pages.ts";
import type { ThreadMember } from "../wire/guild.ts";

/** A thread's endpoints. @stable */
export class ThreadEndpoints {
  readonly members: ThreadMembers;

  /** @internal */
  constructor(transport: Transport, threadId: Snowflake) {
    this.members = new ThreadMembers(transport, threadId);
  }
}

/** Options for reading thread members. @stable */
export interface ThreadMemberOptions extends CallOptions {
  /** Whether to include each user's guild member object. Default false. */
  readonly withMember?: boolean | undefined;
}

/** Options for one page of thread members. @stable */
export interface ThreadMemberPageOptions extends ThreadMemberOptions {
  /** Returns only users with higher ids. */
  readonly after?: SnowflakeInput | undefined;
  /** The page size, from 1 to 100. Default 100. */
  readonly limit?: number | undefined;
}

const filters = { ...callFields, withMember: optional(flag) };
const readOptions = fields<ThreadMemberOptions>(filters);

const memberList = {
  operation: "Listing a thread's members",
  filters,
  isItem: isThreadMember,
  items: "thread members",
  idOf: ({ user_id }: ThreadMember) => user_id,
  size: pageSizes.threadMembers,
  isForwardOnly: true,
} as const;

/**
 * A thread's members. Requires a bot token; listing members also requires the GUILD_MEMBERS intent (Discord documentation,
 * Channel, "List Thread Members").
 *
 * @stable
 */
export class ThreadMembers {
  static {
    inspectAs(this.prototype, (self) => ({ path: self.#resource.path }));
  }
  readonly #resource: Resource;
  readonly #list: PagedList<ThreadMember, ThreadMemberOptions>;

  /** @internal */
  constructor(transport: Transport, threadId: Snowflake) {
    this.#resource = new Resource(transport, apiPath`/channels/${threadId}/thread-members`);
    this.#list = new PagedList(this.#resource, memberList);
  }

  /**
   * Returns one page, sorted by user id in ascending order. API version 10 ignores `after` and `limit` unless `withMember` is
   * true; version 11 always returns pages.
   */
  async list(options: ThreadMemberPageOptions = {}): Promise<ThreadMember[]> {
    return this.#list.page(options);
  }

  /**
   * Iterates over all members, fetching pages as needed: `for await (const member of members.all())`.
   *
   * @throws ClientError `invalid_argument` or `unknown_option`, immediately.
   */
  all(options: ThreadMemberOptions = {}): AsyncIterableIterator<ThreadMember> {
    return this.#list.all(options);
  }

  /**
   * Returns a thread member by user id.
   *
   * @throws ApiError with status 404 if the user is not a member of the thread.
   */
  async get(userId: SnowflakeInput, options: ThreadMemberOptions = {}): Promise<ThreadMember> {
    const { signal, ...parameters } = readOptions(options, "options");
    const member = this.#resource.below`/${parseSnowflake(userId, "userId")}`.query(parameters);
    const parse = parserOf(isThreadMember, "a thread member");
    return member.get("Getting a thread member", { signal }, parse);
  }
}

function isThreadMember(value: unknown): value is ThreadMember {
  const { id, user_id } = (value ?? {}) as Partial<Record<keyof ThreadMember, unknown>>;
  return typeof id === "string" && isSnowflake(user_id);
}
