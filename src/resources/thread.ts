import type { Transport } from "../core/request/transport.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { ThreadMembers } from "./thread-members.ts";

/** What can be done with a thread. */
export class ThreadEndpoints {
  /** Who follows it. */
  readonly members: ThreadMembers;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, threadId: Snowflake) {
    this.members = new ThreadMembers(transport, threadId);
  }
}
