import { insisting } from "../input/callback.ts";
import { fields } from "../input/fields.ts";
import { callable, milliseconds, optional } from "../input/readers.ts";
import type { Fetch } from "../http/send.ts";
import { parseSnowflake, type SnowflakeInput } from "../snowflake.ts";
import type { GlobalCommand } from "../wire/command.ts";
import { defaultApiBase } from "../api/addresses.ts";
import { Authorizer } from "../api/authorizer.ts";
import type { ApiCredential } from "../api/credential.ts";
import { accessFields, type ApplicationAccess } from "../api/service-fields.ts";
import { GuildScope } from "./guild-scope.ts";
import { told } from "./input.ts";
import { type GuildResult, rollOut, type RolloutOptions, type RolloutSet } from "./rollout.ts";
import { readProfile } from "./rules/options-of-validation.ts";
import type { Profile } from "./rules/table.ts";
import { CommandScope } from "./scope.ts";
import { Transport } from "../api/transport.ts";
import type { TransportHooks } from "../api/transport-hooks.ts";

/** What a {@link CommandsClient} is made from. */
export interface CommandsClientOptions extends TransportHooks {
  readonly applicationId: SnowflakeInput;
  /** One or several: each endpoint takes the one it accepts. */
  readonly credential: ApiCredential;
  /** With the version, https unless on this machine. Default `https://discord.com/api/v10`. */
  readonly apiBase?: string | undefined;
  /** Milliseconds until a request is given up. Default 15000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that one call may wait in all for limits and between repetitions; 0: not at all. Default 60000. */
  readonly maxWaitMs?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** Whose word counts before anything is sent, where the service and the interface document differ. Default `live`. */
  readonly profile?: Profile | undefined;
  /** Told every secret the client holds or obtains, before it is used: for a redactor. When it throws, nothing is sent. */
  readonly onSecret?: ((secret: string) => void) | undefined;
}

/**
 * Manages the commands of one application.
 *
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `invalid_timeout` or `invalid_options`,
 * before anything is sent; `unknown_option` for an option that does not exist, and `invalid_argument` for the others.
 */
export class CommandsClient {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #profile: Profile | undefined;
  readonly #global: CommandScope<GlobalCommand>;

  constructor(options: CommandsClientOptions) {
    const { applicationId, credential, apiBase = defaultApiBase, ...rest } = readOptions(options, "options");
    const { timeoutMs = 15_000, maxWaitMs = 60_000, onSecret = () => undefined, profile, ...hooks } = rest;
    const shared = { apiBase, timeoutMs, fetch: rest.fetch };
    const authorizer = new Authorizer(credential, { ...shared, onSecret });
    this.#path = `/applications/${applicationId}`;
    this.#transport = new Transport({ ...hooks, ...shared, authorizer, maxWaitMs });
    this.#profile = profile;
    this.#global = new CommandScope({
      transport: this.#transport,
      path: `${this.#path}/commands`,
      scope: "global",
      profile: this.#profile,
    });
  }

  /** The commands available everywhere the application is installed. */
  get global(): CommandScope<GlobalCommand> {
    return this.#global;
  }

  /** The commands of one guild, available there at once. */
  guild(guildId: SnowflakeInput): GuildScope {
    const id = parseSnowflake(guildId, "guildId");
    return new GuildScope({
      transport: this.#transport,
      path: `${this.#path}/guilds/${id}/commands`,
      scope: "guild",
      profile: this.#profile,
      guildId: id,
    });
  }

  /**
   * Brings many guilds to their desired commands, side by side within the limits: one set for all, or one for each.
   * A failed guild is in the results with its error; the others go on. With a journal an interrupted rollout is
   * continued by calling again.
   *
   * @throws ClientError `invalid_id` or `invalid_concurrency`, before anything is sent; `journal_failed`.
   */
  async rollout(
    desired: RolloutSet,
    guildIds: readonly SnowflakeInput[],
    options: RolloutOptions = {},
  ): Promise<GuildResult[]> {
    return rollOut((id) => this.guild(id), desired, guildIds, options);
  }
}

type ReadOptions = ApplicationAccess & Omit<CommandsClientOptions, keyof ApplicationAccess>;

const readOptions = fields<ReadOptions>({
  ...accessFields,
  timeoutMs: optional(milliseconds()),
  maxWaitMs: optional(milliseconds(0)),
  profile: readProfile,
  onSecret: optional((value, name) =>
    insisting("onSecret", callable<(secret: string) => unknown>()(value, name)),
  ),
  onRequest: optional(told("onRequest")),
  onResponse: optional(told("onResponse")),
  onWait: optional(told("onWait")),
});
