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
import { fields, foreignApiOptions } from "../core/check/fields.ts";
import { readProfile, takeData } from "./rules/input.ts";

/** Options for {@link CommandsClient}. @stable */
export interface CommandsClientOptions extends ApiClientOptions {
  /** The rule profile used to check commands before they are sent. Default `live`. */
  readonly profile?: Profile | undefined;
  /**
   * Whether unrecognized fields are sent and reported as warnings. By default, they are rejected, because the service silently
   * ignores unknown fields.
   */
  readonly allowUnknownFields?: boolean | undefined;
  /**
   * Receives the warnings from `create`, `edit`, `overwrite` and permission edits. Plans and rollout results have their own
   * `warnings`. Errors thrown by the callback are ignored.
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
 * Manages an application's commands.
 *
 * @stable
 * @throws ClientError `invalid_id`, `invalid_credential`, `invalid_base_url`, `conflicting_versions`, `invalid_timeout` or
 *   `invalid_option`, before anything is sent; `unknown_option` for an unknown option; `invalid_argument` for any other invalid
 *   argument.
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

  get apiBase(): string {
    return this.#apiBase;
  }

  /** The commands available wherever the application is installed. */
  get global(): CommandScope<GlobalCommand> {
    return this.#global;
  }

  /** The commands of one guild. Changes take effect immediately. */
  guild(guildId: SnowflakeInput): GuildScope {
    return new GuildScope({ ...this.#scopes, guildId: parseSnowflake(guildId, "guildId") });
  }

  /**
   * Applies the desired commands to many guilds concurrently: either the same set everywhere or a separate set per guild. Failed
   * guilds are reported in the results. With a journal, calling `rollout` again resumes an interrupted rollout.
   *
   * @throws ClientError `invalid_id` or `invalid_concurrency`, before anything is sent; `journal_failed` if the journal fails.
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
   * Plans the permission changes that rules require in many guilds. Changes nothing. Requires the `botToken` of a bot that
   * is in the guilds. The results report guilds that cannot be read, or that lack a role, member, channel or command named in a
   * rule.
   *
   * @throws ClientError `invalid_argument`, `invalid_id`, `unknown_option` or `invalid_concurrency`, before anything is sent;
   *   `aborted`, `journal_failed` or `missing_credential` while planning.
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
   * Applies permission plans, with one request per changed command. A plan that no longer matches its guild is not applied.
   * Requires a `userToken` with the `applications.commands.permissions.update` scope, as {@link CommandPermissions.edit} does.
   * Failed guilds are reported in the results.
   *
   * @throws ClientError `invalid_plan`, `duplicate`, `invalid_argument`, `unknown_option`, `invalid_concurrency` or
   *   `missing_credential`, before anything is sent; `journal_failed` if the journal fails.
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
