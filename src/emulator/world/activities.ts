import { pushRecent, Recent } from "../base/recent.ts";
import { randomUUID } from "node:crypto";
import type { Snowflake } from "../../snowflake.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import { createSnowflake } from "../base/new-id.ts";

/** Where an Activity was launched, and by whom. */
export interface Launch {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly guildId?: Snowflake | undefined;
}

/** Every Activity that was launched. */
export class Activities {
  readonly #now: () => number;
  readonly #instances = new Recent<string, ActivityInstance>();

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  launch({ applicationId, userId, channelId, guildId }: Launch): ActivityInstance {
    const launchId = createSnowflake(this.#now());
    const kind = guildId === undefined ? "pc" : "gc";
    const instance: ActivityInstance = {
      application_id: applicationId,
      instance_id: `i-${launchId}-${kind}-${randomUUID().slice(0, 8)}`,
      launch_id: launchId,
      location: {
        id: [kind, guildId, channelId].filter(Boolean).join("-"),
        kind,
        channel_id: channelId,
        ...(guildId !== undefined && { guild_id: guildId }),
      },
      users: [userId],
    };
    this.#instances.set(instance.instance_id, instance);
    return instance;
  }

  /** Lets somebody take part; the same instance when it is somebody who already does. */
  join(instance: ActivityInstance, userId: Snowflake): ActivityInstance {
    if (instance.users.includes(userId)) return instance;
    const users = [...instance.users];
    pushRecent(users, userId);
    const joined = { ...instance, users };
    this.#instances.set(joined.instance_id, joined);
    return joined;
  }

  find(applicationId: string, instanceId: string): ActivityInstance | undefined {
    const instance = this.#instances.get(instanceId);
    return instance?.application_id === applicationId ? instance : undefined;
  }
}
