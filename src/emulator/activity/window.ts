import { randomUUID } from "node:crypto";
import type { ActivityEventName, ActivityMessage } from "../../wire/activity-rpc.ts";
import { RpcCloseCode } from "../../wire/desktop-client.ts";
import { pushRecent } from "../base/recent.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { OpenPrompts, type ActivityQuestion } from "./prompts.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import type { Guild } from "../state/guild.ts";
import type { Player } from "../state/players.ts";
import { ActivityConnection, type EventArguments, type SentCommand } from "./connection.ts";
import { FrameControls } from "./controls.ts";
import { describeVoice } from "./sdk-objects.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Invitation, Invitations } from "./invitations.ts";
import { WindowProblems, recordMessage, type RecordedMessage, type FrameReport } from "./report.ts";
import type { ActivityInstance } from "../../wire/application.ts";

interface ActivityLocation {
  readonly channel: Channel | undefined;
  readonly guild: Guild | undefined;
}

export interface WindowInit extends Pick<Invitation, "customId" | "referrerId"> {
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly instanceId: string;
  readonly platform?: "desktop" | "mobile" | undefined;
}

interface Opened extends WindowInit {
  readonly instance: ActivityInstance;
  readonly live: LiveWorld;
  readonly windows: OpenWindows;
  readonly run: (window: ActivityWindow, command: SentCommand) => unknown;
  readonly joinSecret: string | undefined;
  readonly onClosed: () => void;
}

export interface OpenWindows {
  readonly invitations: Invitations;
  in(channelId: Snowflake): readonly ActivityWindow[];
  ofPlayer(id: Snowflake): readonly ActivityWindow[];
}

export interface Relay {
  receive(message: unknown): void;
  close(): void;
}

/** How long a page has to reconnect, for example after a reload. */
const reconnectTimeoutMs = 5_000;
const firstPageTimeoutMs = 30_000;
const mostMessages = 300;

export class ActivityWindow {
  /** The Activity's `frame_id`. */
  readonly id: string = randomUUID();
  /** The secret that the embedding page uses to connect. */
  readonly ticket: string = randomUUID();
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly location: ActivityLocation;
  readonly platform: "desktop" | "mobile";
  readonly customId: string | undefined;
  readonly referrerId: string | undefined;
  readonly prompts: OpenPrompts<ActivityQuestion> = new OpenPrompts();
  readonly controls: FrameControls;
  readonly report: FrameReport = { hasInteractivePip: false, logs: [] };
  readonly problems: WindowProblems = new WindowProblems();
  readonly #opened: Opened;
  readonly #messages: RecordedMessage[] = [];
  #instance: ActivityInstance;
  #connection: ActivityConnection | undefined;
  #stopTimer: () => void = () => undefined;
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
      dispatch: (event, data) => this.dispatch(event, data),
      speaking: (isSpeaking) => this.#dispatchSpeaking(isSpeaking),
      voice: () => this.#dispatchInChannel("VOICE_STATE_UPDATE", describeVoice(this)),
    });
    this.#instance = opened.instance;
    const { channels, guilds } = opened.live.world;
    const { channel_id, guild_id } = opened.instance.location;
    this.location = { channel: channels.byId(channel_id), guild: guilds.byId(guild_id ?? "") };
  }

  get instance(): ActivityInstance {
    const { activities } = this.#opened.live.world;
    this.#instance = activities.find(this.application.id, this.#instance.instance_id) ?? this.#instance;
    return this.#instance;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get messages(): readonly RecordedMessage[] {
    return this.#messages;
  }

  /** The query string of the Activity's page, as read by the SDK's constructor (`@discord/embedded-app-sdk` 2.5.0). */
  get query(): URLSearchParams {
    const { instance_id, launch_id, location } = this.instance;
    const { id: location_id, channel_id, guild_id } = location;
    const { id: frame_id, platform, customId: custom_id, referrerId: referrer_id } = this;
    const ids = { instance_id, location_id, launch_id, channel_id, guild_id, frame_id, platform };
    const known = Object.entries({ ...ids, custom_id, referrer_id }).filter(([, value]) => value != null);
    return new URLSearchParams(known as [string, string][]);
  }

  expectPage(): void {
    this.#closeLater(firstPageTimeoutMs);
  }

  connect(send: (message: ActivityMessage) => void, ended: () => void = () => undefined): Relay {
    this.#stopTimer();
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

  dispatch(event: ActivityEventName, data: object, about?: EventArguments): void {
    this.#connection?.dispatch(event, data, about);
  }

  dispatchJoin(): void {
    if (this.#joinSecret === undefined) return;
    this.dispatch("ACTIVITY_JOIN", { applicationId: this.application.id, secret: this.#joinSecret });
    this.#joinSecret = undefined;
  }

  revoke(): void {
    this.#connection?.revoke();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#connection?.hangUp(RpcCloseCode.Normal, "The player has left the Activity.");
    this.#connection?.end();
    this.#opened.onClosed();
  }

  #dispatchSpeaking(isSpeaking: boolean): void {
    const data = { channel_id: this.instance.location.channel_id, user_id: this.player.id };
    this.#dispatchInChannel(isSpeaking ? "SPEAKING_START" : "SPEAKING_STOP", data);
  }

  #dispatchInChannel(event: ActivityEventName, data: object): void {
    const { channel_id } = this.instance.location;
    for (const window of this.#opened.windows.in(channel_id)) window.dispatch(event, data, { channel_id });
  }

  #disconnect(connection: ActivityConnection): void {
    connection.end();
    if (this.#connection !== connection || this.#isClosed) return;
    this.#connection = undefined;
    this.#closeLater(reconnectTimeoutMs);
  }

  #closeLater(ms: number): void {
    this.#stopTimer = this.#opened.live.world.clock.after(ms, () => this.close());
  }

  #record(from: RecordedMessage["from"], message: unknown): void {
    const at = this.#opened.live.world.clock.now();
    this.#count += 1;
    pushRecent(this.#messages, recordMessage({ number: this.#count, from, at }, message), mostMessages);
  }
}
