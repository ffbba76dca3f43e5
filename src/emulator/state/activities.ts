import { randomUUID } from "node:crypto";
import { validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { createSnowflake, pushRecent, Recent, Listeners } from "../base/recent.ts";
import type { ActivityInstance } from "../../wire/application.ts";

interface Launch {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly guildId?: Snowflake | undefined;
}

/** Ids are never reused (Discord documentation, Activities, "Multiplayer Experience"). */
export class Activities extends Listeners<ActivityInstance> {
  readonly #now: () => number;
  readonly #running = new Recent<string, ActivityInstance>();

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  launch(launch: Launch): ActivityInstance {
    const { applicationId, userId, channelId } = launch;
    const running = this.of(applicationId).find(({ location }) => location.channel_id === channelId);
    return running ? this.join(running, userId) : this.#change(createInstance(launch, this.#now()));
  }

  join(running: ActivityInstance, userId: Snowflake): ActivityInstance {
    const instance = this.findOrThrow(running.application_id, running.instance_id);
    if (instance.users.includes(userId)) return instance;
    const users = [...instance.users];
    pushRecent(users, userId);
    return this.#change({ ...instance, users });
  }

  leave(instanceId: string, userId: Snowflake): void {
    const instance = this.#running.get(instanceId);
    if (!instance?.users.includes(userId)) return;
    const updated = this.#change({ ...instance, users: instance.users.filter((id) => id !== userId) });
    if (updated.users.length === 0) this.#running.delete(instanceId);
  }

  of(applicationId: string): readonly ActivityInstance[] {
    return [...this.#running.values()].filter(({ application_id: id }) => id === applicationId);
  }

  find(applicationId: string, instanceId: string): ActivityInstance | undefined {
    const instance = this.#running.get(instanceId);
    return instance?.application_id === applicationId ? instance : undefined;
  }

  findOrThrow(applicationId: string, instanceId: string): ActivityInstance {
    const instance = this.find(applicationId, instanceId);
    if (instance) return instance;
    throw validationError(
      "unknown_activity",
      `No running Activity has the instance id ${JSON.stringify(instanceId)}.`,
      "Launch it again: an Activity ends when the last player leaves.",
    );
  }

  #change(instance: ActivityInstance): ActivityInstance {
    this.#running.set(instance.instance_id, instance);
    this.emit(instance);
    return instance;
  }
}

function createInstance(launch: Launch, now: number): ActivityInstance {
  const { applicationId, userId, channelId, guildId } = launch;
  const launchId = createSnowflake(now);
  const kind = guildId === undefined ? "pc" : "gc";
  return {
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
}
