import { apiPath, resolveApiBase } from "../core/request/addresses.ts";
import {
  apiClientFields,
  type ApiClientOptions,
  type CheckedApiClientOptions,
  createTransport,
  printableOptions,
} from "../core/request/transport.ts";
import { inspectAs } from "../core/printing.ts";
import { parseSnowflake, flag, optional } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { GlobalCommand } from "../wire/command.ts";
import { CommandScope, GuildScope, loadPlanning, type ScopeInit } from "./scope.ts";
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
import type { PermissionsTarget } from "./permission-rules/plan-and-apply.ts";
import { notificationCallback } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { foreignApiOptions } from "../core/check/foreign-options.ts";
import { readProfile, takeData } from "./rules/input.ts";

/** Options for {@link CommandsClient}. */
export interface CommandsClientOptions extends ApiClientOptions {
  /** The rule profile for local checks. Default `live`. */
  readonly profile?: Profile | undefined;
  /**
   * Whether to send fields unknown to this library, with a warning. Otherwise they are rejected, because the service silently
   * ignores unknown fields. Default false.
   */
  readonly allowUnknownFields?: boolean | undefined;
  /**
   * Called with the warnings of `create`, `edit`, `overwrite` and permission edits. Plans and rollout results have their own
   * `warnings`. Thrown errors are ignored.
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
    onWarning: optional(notificationCallback("onWarning")),
  },
  "invalid_argument",
  foreignApiOptions,
);

/**
 * Manages the commands of one application.
 *
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or
 *   `invalid_option`, before anything is sent; `unknown_option` for an unknown option, and `invalid_argument` otherwise.
 */
export class CommandsClient {
  static {
    inspectAs(this.prototype, (client) => client.#printable);
  }
  readonly #apiBase: string;
  readonly #applicationId: Snowflake;
  readonly #printable: object;
  readonly #scopes: ScopeInit;
  readonly #global: CommandScope<GlobalCommand>;

  /** Validates the options. Sends no requests. */
  constructor(options: CommandsClientOptions) {
    const checked = readOptions(options, "options");
    this.#apiBase = resolveApiBase(checked);
    this.#applicationId = checked.applicationId;
    this.#printable = printableOptions(checked);
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

  /** The base URL of the API. */
  get apiBase(): string {
    return this.#apiBase;
  }

  /** The commands available wherever the application is installed. */
  get global(): CommandScope<GlobalCommand> {
    return this.#global;
  }

  /** The commands of one guild, where changes are available immediately. */
  guild(guildId: SnowflakeInput): GuildScope {
    return new GuildScope({ ...this.#scopes, guildId: parseSnowflake(guildId, "guildId") });
  }

  /**
   * Applies desired commands to many guilds concurrently: one set for all, or a set per guild. Failed guilds are reported in the
   * results. With a journal, calling `rollout` again resumes an interrupted rollout.
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
   * Plans permission changes in many guilds according to rules. Only reads. Requires a `botToken` whose bot is in the guilds.
   * Guilds that cannot be read, or that lack something a rule names, are reported in the results.
   *
   * @throws ClientError `invalid_argument`, `invalid_id`, `unknown_option` or `invalid_concurrency`, before anything is sent;
   *   `aborted`, `journal_failed`, `missing_credential`.
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
   * Applies permission plans, each only if it still matches its guild, with one request per changed command. Requires a
   * `userToken` with the scope `applications.commands.permissions.update`, as {@link CommandPermissions.edit} does. Failed guilds
   * are reported in the results.
   *
   * @throws ClientError `invalid_plan`, `duplicate`, `invalid_argument`, `unknown_option`, `invalid_concurrency` or
   *   `missing_credential`, before anything is sent; `journal_failed`.
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
    const { transport, application } = this.#scopes;
    return { transport, application, applicationId: this.#applicationId, guildOf: (id) => this.guild(id) };
  }
}
