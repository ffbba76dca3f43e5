import type { Profile } from "../../commands/rules/table.ts";
import { CommandType, EntryPointHandler } from "../../wire/command.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { Activities } from "./activities.ts";
import { EmulatorApplication, type EmulatorApplicationInit } from "./application.ts";
import { CommandBook } from "../commands/command-book.ts";
import { DevicePolls } from "./device-polls.ts";
import type { InvokeContext } from "../interactions/run-interaction.ts";
import { ExternalAccounts } from "./external-accounts.ts";
import { Faults } from "../base/faults.ts";
import { InteractionDesk } from "./interaction-desk.ts";
import { MemoryStorage } from "./memory-adapter.ts";
import { Players } from "./players.ts";
import { type RateLimit, RateLimits } from "../base/rate-limits.ts";

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

/** Everything that an emulator knows; all of it in memory. */
export interface World {
  readonly applications: readonly [EmulatorApplication, ...EmulatorApplication[]];
  readonly players: Players;
  readonly activities: Activities;
  readonly desk: InteractionDesk;
  readonly faults: Faults;
  readonly rateLimits: RateLimits;
  readonly storage: MemoryStorage;
  readonly externalAccounts: ExternalAccounts;
  readonly polls: DevicePolls;
  commandsOf(applicationId: string): CommandBook;
  /** What a player needs to use the commands of an application. */
  usageOf(application: EmulatorApplication): InvokeContext;
}

// Made by the service when Activities are enabled (Application Commands Interface, "Entry point handler types").
const automaticEntryPoint = {
  type: CommandType.PrimaryEntryPoint,
  name: "launch",
  description: "Launch an activity",
  handler: EntryPointHandler.DiscordLaunchActivity,
};

const now = () => performance.now();

export function createWorld(options: WorldOptions): World {
  const [first, ...more] = (options.applications ?? [{}]).map((init) => new EmulatorApplication(init));
  const application = first ?? new EmulatorApplication();
  const applications: readonly [EmulatorApplication, ...EmulatorApplication[]] = [application, ...more];
  const players = new Players(options.players ?? ["Ada", "Grace"]);
  const activities = new Activities();
  const launch = ({ application_id, channel_id = "0", guild_id, member, user }: InteractionPayload) => {
    const userId = (member?.user ?? user)?.id ?? "0";
    return activities.launch({
      applicationId: application_id,
      userId,
      channelId: channel_id,
      guildId: guild_id,
    });
  };
  const createBook = (of: Pick<EmulatorApplication, "id" | "integrationTypes">) => {
    const { id: applicationId, integrationTypes } = of;
    return new CommandBook({ applicationId, integrationTypes, profile: options.profile ?? "spec", now });
  };
  const books = new Map(applications.map((of) => [of.id, createBook(of)]));
  const commandsOf = (id: string) => books.get(id) ?? createBook({ id, integrationTypes: [] });
  for (const [index, { id }] of applications.entries()) {
    if (options.applications?.[index]?.activities) commandsOf(id).upsert("global", automaticEntryPoint);
  }
  const desk = new InteractionDesk(launch, now);
  const usageOf = (of: EmulatorApplication): InvokeContext => {
    return { application: of, book: commandsOf(of.id), players, desk, launch };
  };
  return {
    applications,
    players,
    activities,
    desk,
    commandsOf,
    usageOf,
    faults: new Faults(),
    rateLimits: new RateLimits(options.rateLimits ?? [], Date.now),
    storage: new MemoryStorage(),
    externalAccounts: new ExternalAccounts(players),
    polls: new DevicePolls(options.deviceIntervalSeconds ?? 5, now),
  };
}
