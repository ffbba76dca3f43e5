import { randomUUID } from "node:crypto";
import type { ActivityEventName, ActivityMessage } from "../../wire/activity-rpc.ts";
import { RpcCloseCode } from "../../wire/desktop-client.ts";
import { pushRecent } from "../base/recent.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { OpenPrompts } from "./rpc/prompts.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import type { Guild } from "../state/guild.ts";
import type { Player } from "../state/players.ts";
import { ActivityConnection, type EventArguments, type SentCommand } from "./connection.ts";
import { FrameControls } from "./controls.ts";
import { describeVoice } from "./sdk-objects.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Invitation, Invitations } from "./invitations.ts";
import type { ActivityQuestion } from "./question.ts";
import { WindowProblems, recordMessage, type RecordedMessage, type FrameReport } from "./report.ts";
import type { ActivityInstance } from "../../wire/application.ts";

/** The channel and guild in which an Activity runs. */
interface ActivityPlace {
  readonly channel: Channel | undefined;
  readonly guild: Guild | undefined;
}

/** Which player opens which Activity. */
export interface WindowInit extends Pick<Invitation, "customId" | "referrerId"> {
  readonly application: EmulatorApplication;
  readonly player: Player;
  /** Id of the running Activity. */
  readonly instanceId: string;
  /** Default `desktop`. */
  readonly platform?: "desktop" | "mobile" | undefined;
}

interface Opened extends WindowInit {
  readonly instance: ActivityInstance;
  readonly live: LiveWorld;
  readonly windows: OpenWindows;
  readonly run: (window: ActivityWindow, command: SentCommand) => unknown;
  /** From the invitation that the player accepted. */
  readonly joinSecret: string | undefined;
  /** Called once, when the player has left. */
  readonly left: () => void;
}

/** All open windows, as a window and its commands know them. */
export interface OpenWindows {
  readonly invitations: Invitations;
  /** Those in a channel. */
  in(channelId: Snowflake): readonly ActivityWindow[];
  ofPlayer(id: Snowflake): readonly ActivityWindow[];
}

/** The page's side of a connection. */
export interface Relay {
  /** Takes a message of the Activity. */
  receive(message: unknown): void;
  /** The Activity's page is gone. */
  close(): void;
}

/** Milliseconds for which a page may be gone, for example to reload, before the player counts as having left. */
const graceMs = 5_000;
/** Milliseconds that a browser may take to show the page of a new window. */
const firstPageMs = 30_000;
/** How many messages of a window are kept. */
const mostMessages = 300;

/** A window in which a player has an Activity open. */
export class ActivityWindow {
  /** The `frame_id` that the Activity gets. */
  readonly id: string = randomUUID();
  /** The secret with which the page around the Activity connects. */
  readonly ticket: string = randomUUID();
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly place: ActivityPlace;
  readonly platform: "desktop" | "mobile";
  readonly customId: string | undefined;
  readonly referrerId: string | undefined;
  /** The questions that the player is asked now. */
  readonly prompts: OpenPrompts<ActivityQuestion> = new OpenPrompts();
  /** The state that the player or their device sets. */
  readonly controls: FrameControls;
  /** The settings and logs of the Activity. */
  readonly report: FrameReport = { hasInteractivePip: false, logs: [] };
  /** The problems of its page. */
  readonly problems: WindowProblems = new WindowProblems();
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
    this.application = opened.application;
    this.player = opened.player;
    this.platform = opened.platform ?? "desktop";
    this.customId = opened.customId;
    this.referrerId = opened.referrerId;
    this.#joinSecret = opened.joinSecret;
    this.controls = new FrameControls({
      tell: (event, data) => this.dispatch(event, data),
      speaking: (isSpeaking) => this.#tellSpeaking(isSpeaking),
      voice: () => this.#tellChannel("VOICE_STATE_UPDATE", describeVoice(this)),
    });
    this.#instance = opened.instance;
    const { channels, guilds } = opened.live.world;
    const { channel_id, guild_id } = opened.instance.location;
    this.place = { channel: channels.byId(channel_id), guild: guilds.byId(guild_id ?? "") };
  }

  /** The current state of the Activity; after its end, the last one. */
  get instance(): ActivityInstance {
    const { activities } = this.#opened.live.world;
    this.#instance = activities.find(this.application.id, this.#instance.instance_id) ?? this.#instance;
    return this.#instance;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The last few hundred messages of both sides, the oldest first. */
  get messages(): readonly RecordedMessage[] {
    return this.#messages;
  }

  /** The query of the Activity's page (`@discord/embedded-app-sdk` 2.5.0, its constructor). */
  get query(): URLSearchParams {
    const { instance_id, launch_id, location } = this.instance;
    const { id: location_id, channel_id, guild_id } = location;
    const { id: frame_id, platform, customId: custom_id, referrerId: referrer_id } = this;
    const ids = { instance_id, location_id, launch_id, channel_id, guild_id, frame_id, platform };
    const known = Object.entries({ ...ids, custom_id, referrer_id }).filter(([, value]) => value != null);
    return new URLSearchParams(known as [string, string][]);
  }

  /** Closes the window unless a page connects in time: its tab may be closed before that. */
  expectPage(): void {
    this.#leaveLater(firstPageMs);
  }

  /**
   * Connects the Activity's page. The previous connection, for example of a page that was reloaded, ends.
   *
   * @param send - takes the messages for the Activity.
   * @param ended - called at the end of the connection: the player has left, or the page has connected again.
   */
  connect(send: (message: ActivityMessage) => void, ended: () => void = () => undefined): Relay {
    this.#leaveOut();
    this.#connection?.end();
    const { live, run } = this.#opened;
    const connection = new ActivityConnection({
      live,
      window: this,
      run: (command) => run(this, command),
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

  /** Sends an event to the Activity if it has subscribed to it. @param about - the channel or guild of the event. */
  dispatch(event: ActivityEventName, data: object, about?: EventArguments): void {
    this.#connection?.dispatch(event, data, about);
  }

  /** Sends the join secret of the invitation that the player accepted, once. */
  tellJoin(): void {
    if (this.#joinSecret === undefined) return;
    this.dispatch("ACTIVITY_JOIN", { applicationId: this.application.id, secret: this.#joinSecret });
    this.#joinSecret = undefined;
  }

  /** The player has revoked the access of the application. */
  revoke(): void {
    this.#connection?.revoke();
  }

  /** Makes the player leave. The Activity ends when the last player leaves. */
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

  /** Sends an event to all Activities in the same channel. */
  #tellChannel(event: ActivityEventName, data: object): void {
    const { channel_id } = this.instance.location;
    for (const window of this.#opened.windows.in(channel_id)) window.dispatch(event, data, { channel_id });
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
