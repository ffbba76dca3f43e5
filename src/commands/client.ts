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
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GlobalCommand } from "../wire/command.ts";
import { CommandScope, GuildScope, type ScopeInit } from "./scope.ts";
import { loadPlanning } from "./requests.ts";
import {
  type GuildResult,
  readPermissionsApplyOptions,
  readPermissionsPlanOptions,
  readRollout,
  type RolloutOptions,
  type RolloutSet,
} from "./options.ts";
import type { PlanWarning } from "./plan/plan-types.ts";
import type { Profile } from "./rules/grades.ts";
import type { PermissionRules } from "./permission-rules/rules.ts";
import type {
  GuildPermissions,
  PermissionsApplyOptions,
  PermissionsPlan,
  PermissionsPlanOptions,
  PermissionsResult,
} from "./permission-rules/types.ts";
import type { PermissionsTarget } from "./permission-rules/plan-permissions.ts";
import { told } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { foreignApiOptions } from "../core/check/foreign-options.ts";
import { readProfile, takeData } from "./rules/input.ts";

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

const readOptions = fields<CheckedOptions>(
  {
    ...apiClientFields,
    profile: readProfile,
    allowUnknownFields: optional(flag),
    onWarning: optional(told("onWarning")),
  },
  "invalid_argument",
  foreignApiOptions,
);

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
  readonly #applicationId: Snowflake;
  readonly #shown: object;
  readonly #scopes: ScopeInit;
  readonly #global: CommandScope<GlobalCommand>;

  /** Reads the options; nothing is sent yet. */
  constructor(options: CommandsClientOptions) {
    const checked = readOptions(options, "options");
    this.#apiBase = resolveApiBase(checked);
    this.#applicationId = checked.applicationId;
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

  /**
   * What has to change so that, in many guilds, everybody may use the commands that rules say. Reads, and writes nothing. Needs a
   * `botToken`, whose bot is in the guilds. A guild that cannot be read, or that lacks what a rule names, is in the results with its
   * error.
   *
   * @throws ClientError `invalid_argument`, `invalid_id`, `unknown_option` or `invalid_concurrency`, before anything is sent;
   * `aborted`, `journal_failed`, `missing_credential`.
   *
   * @example
   * ```ts
   * import { CommandsClient } from "slashpass/commands";
   *
   * const client = new CommandsClient({
   *   applicationId: "123456789012345678",
   *   credential: { botToken: process.env.BOT_TOKEN ?? "" },
   * });
   * const guilds = await client.planPermissions({
   *   match: [
   *     { role: "@everyone", allow: false },
   *     { role: "Moderator", allow: true },
   *   ],
   * });
   * for (const guild of guilds)
   *   if (guild.status === "planned") console.log(guild.plan.guildName, guild.plan.uses);
   * // then, with a userToken: await client.applyPermissions(the plans)
   * ```
   */
  async planPermissions(
    rules: PermissionRules,
    options: PermissionsPlanOptions = {},
  ): Promise<GuildPermissions[]> {
    const checked = readPermissionsPlanOptions(options, "options");
    const taken = takeData(rules);
    const { planPermissions } = await loadPlanning();
    return planPermissions(this.#permissionsTarget, taken, checked);
  }

  /**
   * Carries out plans of permissions, each after making sure that it still fits the guild: one request for each command whose
   * overwrites change. Needs a `userToken` with the scope `applications.commands.permissions.update`, as
   * {@link CommandPermissions.edit} does. A failed guild is in the results with its error; the others go on.
   *
   * @throws ClientError `invalid_plan`, `duplicate`, `invalid_argument`, `unknown_option`, `invalid_concurrency` or
   * `missing_credential`, before anything is sent; `journal_failed`.
   */
  async applyPermissions(
    plans: readonly PermissionsPlan[],
    options: PermissionsApplyOptions = {},
  ): Promise<PermissionsResult[]> {
    const checked = readPermissionsApplyOptions(options, "options");
    const taken = takeData(plans);
    const { applyPermissions } = await loadPlanning();
    return applyPermissions(this.#permissionsTarget, taken, checked);
  }

  get #permissionsTarget(): PermissionsTarget {
    const { transport } = this.#scopes;
    return { transport, applicationId: this.#applicationId, scopeOf: (id) => this.guild(id) };
  }
}
