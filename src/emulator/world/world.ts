import type { Profile } from "../../commands/rules/table.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import { CommandType, EntryPointHandler } from "../../wire/command.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { Faults } from "../base/faults.ts";
import { type RateLimit, RateLimits } from "../base/rate-limits.ts";
import { CommandBook } from "../commands/command-book.ts";
import { Activities } from "./activities.ts";
import { EmulatorApplication, type EmulatorApplicationInit } from "./application.ts";
import { DevicePolls } from "./device-polls.ts";
import { ExternalAccounts } from "./external-accounts.ts";
import { InteractionDesk } from "./interaction-desk.ts";
import { MemoryStorage } from "./memory-adapter.ts";
import { describeBot, Players } from "./players.ts";

/** What is in an emulator when it starts. */
export interface WorldOptions {
  /** Default: one public application with everything at random. */
  readonly applications?: readonly EmulatorApplicationInit[] | undefined;
  /** Names of the players who have an account. Default Ada and Grace. */
  readonly players?: readonly string[] | undefined;
  /** Seconds that a device has to leave between two questions for its token. Default 5, as at the service. */
  readonly deviceIntervalSeconds?: number | undefined;
  /** Which reading of the command rules is enforced. Default `spec`. */
  readonly profile?: Profile | undefined;
  /** Limits of the API, most special first: the first that fits a request counts it. Default none. */
  readonly rateLimits?: readonly RateLimit[] | undefined;
}

// Made by the service when Activities are enabled (Application Commands Interface, "Entry point handler types").
const automaticEntryPoint = {
  type: CommandType.PrimaryEntryPoint,
  name: "launch",
  description: "Launch an activity",
  handler: EntryPointHandler.DiscordLaunchActivity,
};

const now = () => performance.now();

/** Everything that an emulator knows; all of it in memory. */
export class World {
  readonly applications: readonly [EmulatorApplication, ...EmulatorApplication[]];
  readonly players: Players;
  readonly activities: Activities = new Activities();
  readonly desk: InteractionDesk = new InteractionDesk({
    launch: (payload) => this.launch(payload),
    describeAuthor: (id) => describeBot(this.applications.find((one) => one.id === id) ?? { id, name: "" }),
    now,
  });
  readonly faults: Faults = new Faults();
  readonly rateLimits: RateLimits;
  readonly storage: MemoryStorage = new MemoryStorage();
  readonly externalAccounts: ExternalAccounts;
  readonly polls: DevicePolls;
  readonly #profile: Profile;
  readonly #books = new Map<string, CommandBook>();

  constructor(options: WorldOptions) {
    const { applications: [first = {}, ...more] = [], players: names = ["Ada", "Grace"] } = options;
    this.#profile = options.profile ?? "spec";
    this.applications = [this.#found(first), ...more.map((init) => this.#found(init))];
    this.players = new Players(names);
    this.externalAccounts = new ExternalAccounts(this.players);
    this.polls = new DevicePolls(options.deviceIntervalSeconds ?? 5, now);
    this.rateLimits = new RateLimits(options.rateLimits ?? [], Date.now);
  }

  /** The commands of an application; an empty book where there is no such application. */
  commandsOf(applicationId: string): CommandBook {
    return this.#books.get(applicationId) ?? this.#createBook({ id: applicationId, integrationTypes: [] });
  }

  /** Starts the Activity of an application for the player who sent an interaction, where it was sent. */
  launch({ application_id, channel_id = "0", guild_id, member, user }: InteractionPayload): ActivityInstance {
    return this.activities.launch({
      applicationId: application_id,
      userId: (member?.user ?? user)?.id ?? "0",
      channelId: channel_id,
      guildId: guild_id,
    });
  }

  #found(init: EmulatorApplicationInit): EmulatorApplication {
    const application = new EmulatorApplication(init);
    const book = this.#createBook(application);
    this.#books.set(application.id, book);
    if (init.activities) book.upsert("global", automaticEntryPoint);
    return application;
  }

  #createBook({ id, integrationTypes }: Pick<EmulatorApplication, "id" | "integrationTypes">): CommandBook {
    return new CommandBook({ applicationId: id, integrationTypes, profile: this.#profile, now });
  }
}
