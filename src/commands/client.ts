import { apiPath, resolveApiBase } from "../core/request/addresses.ts";
import {
  apiClientFields,
  type ApiClientOptions,
  type CheckedApiClientOptions,
  createTransport,
  shownOptions,
} from "../core/request/transport.ts";
import { inspectAs } from "../core/printing.ts";
import { parseSnowflake, flag, optional } from "../core/check/readers.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import type { GlobalCommand } from "../wire/command.ts";
import { CommandScope, GuildScope, type ScopeInit } from "./scope.ts";
import { loadPlanning } from "./requests.ts";
import { type GuildResult, readRollout, type RolloutOptions, type RolloutSet } from "./options.ts";
import type { PlanWarning } from "./plan/plan-types.ts";
import type { Profile } from "./rules/grades.ts";
import { told } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { readProfile } from "./rules/input.ts";

/** The settings of a {@link CommandsClient}. */
export interface CommandsClientOptions extends ApiClientOptions {
  /** Whose word counts before anything is sent, where the service and its documentation differ. Default `live`. */
  readonly profile?: Profile | undefined;
  /**
   * Whether fields unknown to this library are sent: for fields that the service has added since. An unknown field is a warning
   * then; otherwise it is refused, since the service ignores fields that it does not know. Default false.
   */
  readonly allowUnknownFields?: boolean | undefined;
  /**
   * Called with the warnings of calls whose results have no place for them: `create`, `edit`, `overwrite` and the edit of
   * permissions. Plans, and the results of a rollout, have their own `warnings`. Its errors are dropped.
   */
  readonly onWarning?: ((warning: PlanWarning) => void) | undefined;
}

type CheckedOptions = CheckedApiClientOptions &
  Pick<CommandsClientOptions, "profile" | "allowUnknownFields" | "onWarning">;

const readOptions = fields<CheckedOptions>({
  ...apiClientFields,
  profile: readProfile,
  allowUnknownFields: optional(flag),
  onWarning: optional(told("onWarning")),
});

/**
 * Manages the commands of one application.
 *
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or `invalid_option`,
 * before anything is sent; `unknown_option` for an option that does not exist, and `invalid_argument` for the others.
 */
export class CommandsClient {
  static {
    inspectAs(this.prototype, (client) => client.#shown);
  }
  readonly #apiBase: string;
  readonly #shown: object;
  readonly #scopes: ScopeInit;
  readonly #global: CommandScope<GlobalCommand>;

  /** Reads the options; nothing is sent yet. */
  constructor(options: CommandsClientOptions) {
    const checked = readOptions(options, "options");
    this.#apiBase = resolveApiBase(checked);
    this.#shown = shownOptions(checked);
    const { profile, allowUnknownFields, onWarning } = checked;
    this.#scopes = {
      transport: createTransport(checked),
      application: apiPath`/applications/${checked.applicationId}`,
      profile,
      allowUnknownFields,
      onWarning,
    };
    this.#global = new CommandScope(this.#scopes);
  }

  /** The base of the API that it sends requests to. */
  get apiBase(): string {
    return this.#apiBase;
  }

  /** The commands available everywhere the application is installed. */
  get global(): CommandScope<GlobalCommand> {
    return this.#global;
  }

  /** The commands of one guild, available there at once. */
  guild(guildId: SnowflakeInput): GuildScope {
    return new GuildScope({ ...this.#scopes, guildId: parseSnowflake(guildId, "guildId") });
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
    const rollout = readRollout(desired, guildIds, options);
    const { rollOut } = await loadPlanning();
    return rollOut((id) => this.guild(id), rollout);
  }
}
