import { randomUUID } from "node:crypto";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Player } from "../state/players.ts";
import type { ActivityCommands } from "./command.ts";
import { describeParticipants } from "./described-participant.ts";
import { ActivityFrame } from "./frame.ts";
import { Invitations } from "./invitations.ts";
import { tellFrames } from "./news.ts";

/** Who opens which Activity. */
export interface FrameInit {
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Id of what runs. */
  readonly instanceId: string;
  /** What a link, or a shared moment, handed over. */
  readonly customId?: string | undefined;
  /** Who shared the link. */
  readonly referrerId?: Snowflake | undefined;
  /** Default `desktop`. */
  readonly platform?: "desktop" | "mobile" | undefined;
}

/** How many are open at once: of more, the oldest is closed. */
const mostFrames = 200;

/** Every window in which a player has an Activity open. */
export class ActivityFrames {
  readonly #live: LiveWorld;
  readonly #commands: ActivityCommands;
  readonly #open = new Map<string, ActivityFrame>();
  /** What players have sent each other, and not followed yet. */
  readonly invitations: Invitations = new Invitations();

  /** @param commands - what an Activity can have done for it. */
  constructor(live: LiveWorld, commands: ActivityCommands) {
    this.#live = live;
    this.#commands = commands;
    live.world.activities.listen((instance) => this.#tellParticipants(instance));
    tellFrames(live.world, this);
  }

  get all(): readonly ActivityFrame[] {
    return [...this.#open.values()];
  }

  /** By what only its page knows. */
  find(ticket: string): ActivityFrame | undefined {
    return this.#open.get(ticket);
  }

  /** Those of one Activity, the oldest first. */
  of(instanceId: string): readonly ActivityFrame[] {
    return this.all.filter(({ instance }) => instance.instance_id === instanceId);
  }

  /** Those in a channel. */
  in(channelId: Snowflake): readonly ActivityFrame[] {
    return this.all.filter(({ instance }) => instance.location.channel_id === channelId);
  }

  /** Those of a player. */
  ofPlayer(id: Snowflake): readonly ActivityFrame[] {
    return this.all.filter(({ player }) => player.id === id);
  }

  /**
   * The player joins; an invitation that leads there counts as followed.
   *
   * @throws ClientError `unknown_activity` (ValidationError) where the application has no such Activity, or it has ended.
   */
  open({ platform = "desktop", ...init }: FrameInit): ActivityFrame {
    const { activities, channels, guilds } = this.#live.world;
    const { location } = activities.mustFind(init.application.id, init.instanceId);
    const followed = this.invitations.take(init.player, init.instanceId);
    const { customId = followed?.customId, referrerId = followed?.referrerId } = init;
    const frame = new ActivityFrame({
      ...init,
      customId,
      referrerId,
      joinSecret: followed?.secret,
      platform,
      ticket: randomUUID(),
      live: this.#live,
      commands: this.#commands,
      frames: this,
      place: {
        channel: channels.byId(location.channel_id),
        guild: guilds.byId(location.guild_id ?? ""),
      },
      left: () => this.#leave(frame),
    });
    this.#open.set(frame.ticket, frame);
    activities.join(frame.instance, frame.player.id);
    if (this.#open.size > mostFrames) this.all[0]?.close();
    return frame;
  }

  close(): void {
    for (const frame of this.all) frame.close();
  }

  /** A player who has it open in another window stays. */
  #leave({ ticket, player, instance: { instance_id: id } }: ActivityFrame): void {
    this.#open.delete(ticket);
    if (this.of(id).some((frame) => frame.player.id === player.id)) return;
    this.#live.world.activities.leave(id, player.id);
  }

  #tellParticipants(instance: ActivityInstance): void {
    const data = { participants: describeParticipants(this.#live.world, instance) };
    for (const frame of this.of(instance.instance_id))
      frame.dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", data);
  }
}
