import type { Snowflake } from "../../wire/snowflake.ts";
import type { AuditLogAction, AuditLogChange, AuditLogOptions } from "../../wire/audit-log-entry.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import type { Happenings } from "./world-events.ts";
import type { WireMessage } from "../../wire/message.ts";

/** The audit log of a guild: what was done, by whom and to whom. */
export interface AuditLogDraft {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly targetId: Snowflake;
  readonly action: (typeof AuditLogAction)[keyof typeof AuditLogAction];
  readonly changes: readonly AuditLogChange[];
  readonly options?: AuditLogOptions;
}

/**
 * Tells the applications that may view the audit log of a new entry.
 *
 * @param now - milliseconds since 1970.
 */
export function tellAuditLog(happenings: Happenings, now: number, draft: AuditLogDraft): void {
  const { guildId, userId, targetId, action, changes, options } = draft;
  const data = {
    id: createSnowflake(now),
    guild_id: guildId,
    user_id: userId,
    target_id: targetId,
    action_type: action,
    changes,
    ...(options && { options }),
  };
  happenings.tell({ name: "GUILD_AUDIT_LOG_ENTRY_CREATE", data, applicationId: undefined });
}

interface Kept {
  readonly message: WireMessage;
  /** The only player who sees it. */
  readonly onlyFor: Snowflake | undefined;
}

/** What was said in every channel: the last 2,000 messages of all together. */
export class History {
  readonly #kept = new Recent<Snowflake, Kept>();

  /** Keeps a message, in the place of its older self where there is one. */
  keep(message: WireMessage, onlyFor?: Snowflake): void {
    this.#kept.set(message.id, { message, onlyFor: this.#kept.get(message.id)?.onlyFor ?? onlyFor });
  }

  delete(id: Snowflake): void {
    this.#kept.delete(id);
  }

  byId(id: string): WireMessage | undefined {
    return this.#kept.get(id)?.message;
  }

  /** The messages of a channel, the oldest first: those for everybody, and those for one player. */
  in(channelId: Snowflake, playerId?: Snowflake): readonly WireMessage[] {
    return [...this.#kept.values()]
      .filter(
        ({ message, onlyFor }) => message.channel_id === channelId && [undefined, playerId].includes(onlyFor),
      )
      .map(({ message }) => message);
  }
}
