import { randomUUID } from "node:crypto";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { ActivityEventName, ActivityMessage } from "../../wire/activity-rpc.ts";
import { RpcCloseCode } from "../../wire/desktop-client.ts";
import { pushRecent } from "../base/recent.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { OpenPrompts } from "./rpc/prompts.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import type { Guild } from "../state/guild.ts";
import type { Player } from "../state/players.ts";
import type { ActivityCommands } from "./command.ts";
import { ActivityConnection } from "./connection.ts";
import { FrameControls } from "./controls.ts";
import { describeVoice } from "./described-voice.ts";
import type { ActivityFrames, FrameInit } from "./frames.ts";
import type { ActivityQuestion } from "./question.ts";
import { FrameProblems } from "./frame-problems.ts";
import { recordMessage, type RecordedMessage } from "./recorded-message.ts";
import type { FrameReport } from "./report.ts";
import type { EventArguments } from "./session.ts";

/** Where an Activity runs. */
interface ActivityPlace {
  readonly channel: Channel | undefined;
  readonly guild: Guild | undefined;
}

/** What an opened frame is. */
interface Opened extends FrameInit {
  readonly platform: "desktop" | "mobile";
  readonly place: ActivityPlace;
  readonly ticket: string;
  readonly live: LiveWorld;
  readonly commands: ActivityCommands;
  readonly frames: ActivityFrames;
  /** Of an invitation that the player followed. */
  readonly joinSecret: string | undefined;
  /** Told once, when the player has left. */
  readonly left: () => void;
}

/** One side of a connection: what carries the messages of an Activity. */
export interface Relay {
  /** Hands over what the Activity sent. */
  receive(message: unknown): void;
  /** The Activity's page is gone. */
  close(): void;
}

/** How long a page may be gone, as while it loads again, before the player counts as having left, in milliseconds. */
const graceMs = 5_000;
/** How long a browser may take to show the page of a window that it has opened, in milliseconds. */
const firstPageMs = 30_000;
/** How many messages are kept for who looks at them. */
const mostMessages = 300;

/** A window in which a player has an Activity open. */
export class ActivityFrame {
  /** `frame_id`, which the Activity is told. */
  readonly id: string = randomUUID();
  /** The secret with which the page that holds the Activity connects; nobody else gets it. */
  readonly ticket: string;
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly place: ActivityPlace;
  readonly platform: "desktop" | "mobile";
  readonly customId: string | undefined;
  readonly referrerId: string | undefined;
  /** What the player is asked now. */
  readonly prompts: OpenPrompts<ActivityQuestion> = new OpenPrompts();
  /** What the player, or their device, does to the window. */
  readonly controls: FrameControls;
  /** What the Activity has set and said. */
  readonly report: FrameReport = { hasInteractivePip: false, logs: [] };
  /** What kept its page, or a part of it, from being shown. */
  readonly problems: FrameProblems = new FrameProblems();
  readonly #opened: Opened;
  readonly #messages: RecordedMessage[] = [];
  #instance: ActivityInstance;
  #connection: ActivityConnection | undefined;
  #leaveOut: () => void = () => undefined;
  #count = 0;
  #isClosed = false;
  #joinSecret: string | undefined;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.ticket = opened.ticket;
    this.application = opened.application;
    this.player = opened.player;
    this.place = opened.place;
    this.platform = opened.platform;
    this.customId = opened.customId;
    this.referrerId = opened.referrerId;
    this.#joinSecret = opened.joinSecret;
    this.controls = new FrameControls({
      tell: (event, data) => this.dispatch(event, data),
      speaking: (isSpeaking) => this.#tellSpeaking(isSpeaking),
      voice: () => this.#tellChannel("VOICE_STATE_UPDATE", describeVoice(this)),
    });
    this.#instance = opened.live.world.activities.mustFind(opened.application.id, opened.instanceId);
  }

  /** The Activity as it is; once it has ended, as it was last. */
  get instance(): ActivityInstance {
    const { activities } = this.#opened.live.world;
    this.#instance = activities.find(this.application.id, this.#instance.instance_id) ?? this.#instance;
    return this.#instance;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What went to and fro, the oldest first: the last few hundred messages. */
  get messages(): readonly RecordedMessage[] {
    return this.#messages;
  }

  /** What the address of the Activity's page says (`@discord/embedded-app-sdk` 2.5.0, its constructor). */
  get query(): URLSearchParams {
    const { instance_id, launch_id, location } = this.instance;
    const query = new URLSearchParams({ instance_id, location_id: location.id, launch_id });
    query.set("channel_id", location.channel_id);
    if (location.guild_id != null) query.set("guild_id", location.guild_id);
    query.set("frame_id", this.id);
    query.set("platform", this.platform);
    if (this.customId !== undefined) query.set("custom_id", this.customId);
    if (this.referrerId !== undefined) query.set("referrer_id", this.referrerId);
    return query;
  }

  /** Closes the window unless a page connects, since a tab may be closed before it could. */
  expectPage(): void {
    this.#leaveLater(firstPageMs);
  }

  /**
   * Connects the Activity's page. The connection before, of a page that was loaded again, is over.
   *
   * @param send - takes what goes to the Activity.
   * @param ended - called when nothing is sent to it any more: the player has left, or the page connected again.
   */
  connect(send: (message: ActivityMessage) => void, ended: () => void = () => undefined): Relay {
    this.#leaveOut();
    this.#connection?.end();
    const { live, commands, frames } = this.#opened;
    const connection = new ActivityConnection({
      live,
      commands,
      frames,
      frame: this,
      ended,
      send: (message) => {
        this.#record("client", message);
        send(message);
      },
    });
    this.#connection = connection;
    if (this.#isClosed)
      connection.hangUp(RpcCloseCode.Abnormal, "This window is closed. Launch the Activity again.");
    return {
      receive: (message) => {
        this.#record("activity", message);
        connection.receive(message);
      },
      close: () => this.#disconnect(connection),
    };
  }

  /** Tells the Activity of an event, where it has subscribed to it: of this channel or guild, where it is about one. */
  dispatch(event: ActivityEventName, data: object, about?: EventArguments): void {
    this.#connection?.dispatch(event, data, about);
  }

  /** Tells the Activity whom the player has joined, once: by an invitation to what its status showed. */
  tellJoin(): void {
    if (this.#joinSecret === undefined) return;
    this.dispatch("ACTIVITY_JOIN", { applicationId: this.application.id, secret: this.#joinSecret });
    this.#joinSecret = undefined;
  }

  /** The player has taken back what the application was granted. */
  revoke(): void {
    this.#connection?.revoke();
  }

  /** The player leaves: the last one ends the Activity for good. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#leaveOut();
    this.#connection?.hangUp(RpcCloseCode.Normal, "The player has left the Activity.");
    this.#connection?.end();
    this.#opened.left();
  }

  #tellSpeaking(isSpeaking: boolean): void {
    const data = { channel_id: this.instance.location.channel_id, user_id: this.player.id };
    this.#tellChannel(isSpeaking ? "SPEAKING_START" : "SPEAKING_STOP", data);
  }

  /** Everybody in the same channel hears, whatever they play. */
  #tellChannel(event: ActivityEventName, data: object): void {
    const { channel_id } = this.instance.location;
    for (const frame of this.#opened.frames.in(channel_id)) frame.dispatch(event, data, { channel_id });
  }

  #disconnect(connection: ActivityConnection): void {
    connection.end();
    if (this.#connection !== connection || this.#isClosed) return;
    this.#connection = undefined;
    this.#leaveLater(graceMs);
  }

  #leaveLater(ms: number): void {
    this.#leaveOut = this.#opened.live.world.clock.after(ms, () => this.close());
  }

  #record(from: RecordedMessage["from"], message: unknown): void {
    const at = this.#opened.live.world.clock.now();
    this.#count += 1;
    pushRecent(this.#messages, recordMessage({ number: this.#count, from, at }, message), mostMessages);
  }
}
