import type { Snowflake } from "../../wire/snowflake.ts";
import type { ActivityInstance } from "../../wire/application.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { type ActivityCommands, runCommand } from "./command.ts";
import {
  describeParticipants,
  describeEntitlementForActivity,
  describeRpcUser,
  describeRelationship,
} from "./sdk-objects.ts";
import { ActivityWindow, type OpenWindows, type WindowInit } from "./window.ts";
import { Invitations } from "./invitations.ts";
import type { EntitlementData } from "../../wire/monetization.ts";
import type { GuildMemberData } from "../../wire/guild.ts";
import type { WorldEvent } from "../state/world-events.ts";
import type { World } from "../state/world.ts";
import type { EmulatorApplication } from "../state/application.ts";

const mostWindows = 200;

export class ActivityWindows implements OpenWindows {
  readonly #live: LiveWorld;
  readonly #commands: ActivityCommands;
  readonly #open = new Map<string, ActivityWindow>();
  readonly invitations: Invitations = new Invitations();

  constructor(live: LiveWorld, commands: ActivityCommands) {
    this.#live = live;
    this.#commands = commands;
    live.world.activities.listen((instance) => this.#dispatchParticipants(instance));
    dispatchWorldChanges(live.world, this);
  }

  get all(): readonly ActivityWindow[] {
    return [...this.#open.values()];
  }

  find(ticket: string): ActivityWindow | undefined {
    return this.#open.get(ticket);
  }

  of(instanceId: string): readonly ActivityWindow[] {
    return this.all.filter(({ instance }) => instance.instance_id === instanceId);
  }

  in(channelId: Snowflake): readonly ActivityWindow[] {
    return this.all.filter(({ instance }) => instance.location.channel_id === channelId);
  }

  ofPlayer(id: Snowflake): readonly ActivityWindow[] {
    return this.all.filter(({ player }) => player.id === id);
  }

  ofPlayerIn(applicationId: Snowflake | undefined, playerId: Snowflake): readonly ActivityWindow[] {
    return this.ofPlayer(playerId).filter(({ application }) => application.id === applicationId);
  }

  /**
   * @throws ClientError `unknown_activity` (ValidationError) if the application has no such Activity or the Activity has ended.
   */
  open(init: WindowInit): ActivityWindow {
    const { activities } = this.#live.world;
    const instance = activities.findOrThrow(init.application.id, init.instanceId);
    const followed = this.invitations.take(init.player, init.instanceId);
    const { customId = followed?.customId, referrerId = followed?.referrerId } = init;
    const window = new ActivityWindow({
      ...init,
      customId,
      referrerId,
      joinSecret: followed?.secret,
      instance,
      live: this.#live,
      windows: this,
      run: (own, command) =>
        runCommand(this.#commands, { live: this.#live, windows: this, window: own, ...command }),
      onClosed: () => this.#leave(window),
    });
    this.#open.set(window.ticket, window);
    activities.join(window.instance, window.player.id);
    if (this.#open.size > mostWindows) this.all[0]?.close();
    return window;
  }

  close(): void {
    for (const window of this.all) window.close();
  }

  #leave({ ticket, player, instance: { instance_id: id } }: ActivityWindow): void {
    this.#open.delete(ticket);
    if (this.of(id).some((window) => window.player.id === player.id)) return;
    this.#live.world.activities.leave(id, player.id);
  }

  #dispatchParticipants(instance: ActivityInstance): void {
    const data = { participants: describeParticipants(this.#live.world, instance) };
    for (const window of this.of(instance.instance_id))
      window.dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", data);
  }
}

function dispatchWorldChanges(world: World, windows: ActivityWindows): void {
  world.worldEvents.listen((event) => dispatchWorldEvent(windows, event));
  world.players.renamed.listen((player) => {
    for (const window of windows.ofPlayer(player.id))
      window.dispatch("CURRENT_USER_UPDATE", describeRpcUser(player));
  });
  world.friendships.changes.listen(({ players: [account, other], areFriends }) => {
    for (const [player, friend] of [[account, other] as const, [other, account] as const])
      for (const window of windows.ofPlayer(player.id))
        window.dispatch("RELATIONSHIP_UPDATE", describeRelationship(windows, friend, areFriends));
  });
  world.enrollments.listen(({ application, quest, progress: { player, enrolledAt } }) => {
    // The SDK expects a date without a time.
    const enrolled_at = enrolledAt.slice(0, 10);
    const data = { quest_id: quest.id, is_enrolled: true, enrolled_at };
    for (const window of windows.all)
      if (window.application === application && window.player.name === player)
        window.dispatch("QUEST_ENROLLMENT_STATUS_UPDATE", data);
  });
}

function dispatchWorldEvent(windows: ActivityWindows, { name, data, applicationId }: WorldEvent): void {
  if (name === "APPLICATION_DEAUTHORIZED")
    for (const window of windows.ofPlayerIn(applicationId, data.user.id)) window.revoke();
  if (name === "ENTITLEMENT_CREATE") dispatchEntitlement(windows, data);
  if (name === "GUILD_MEMBER_UPDATE") dispatchMemberUpdate(windows, data);
}

function dispatchEntitlement(windows: ActivityWindows, data: EntitlementData): void {
  const entitlement = describeEntitlementForActivity(data);
  const { application_id: applicationId, user_id: userId, guild_id: guildId } = data;
  for (const window of windows.all)
    if (
      window.application.id === applicationId &&
      (guildId ? window.location.guild?.id === guildId : window.player.id === userId)
    )
      window.dispatch("ENTITLEMENT_CREATE", { entitlement });
}

/** Sends a `GuildMemberRPC` (`@discord/embedded-app-sdk` 2.5.0). */
function dispatchMemberUpdate(windows: ActivityWindows, { guild_id, user, nick }: GuildMemberData): void {
  const data = { user_id: user.id, nick, guild_id };
  for (const window of windows.ofPlayer(user.id))
    window.dispatch("CURRENT_GUILD_MEMBER_UPDATE", data, { guild_id });
}

export interface ProxyInit {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly webBase: string;
}

const activityHost = /^(\d{1,20})\.localhost(?::\d+)?$/i;

export function isActivityHost(host: string): boolean {
  return activityHost.test(host);
}

export function findByHost(world: World, host: string): EmulatorApplication | undefined {
  return world.application(activityHost.exec(host)?.[1]);
}

export const hostPath = "/.slashpass/host";

export function activityOrigin({ id }: EmulatorApplication, webBase: string): string {
  return `http://${id}.localhost:${new URL(webBase).port}`;
}

export function hostAddress({ application, ticket }: ActivityWindow, webBase: string): string {
  return `${activityOrigin(application, webBase)}${hostPath}?ticket=${ticket}`;
}
