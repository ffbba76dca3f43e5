import type * as planning from "./planning.ts";
import { type ApiPath, below } from "../core/request/addresses.ts";
import { validationError } from "../core/errors.ts";
import { parseSnowflake } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type {
  BulkItem,
  Command,
  CommandEdit,
  GlobalCommand,
  GuildCommand,
  GuildCommandPermissions,
  PermissionOverwrite,
} from "../wire/command.ts";
import {
  type CallOptions,
  type ListOptions,
  readCallOptions,
  type Transport,
} from "../core/request/transport.ts";
import {
  readApplyOptions,
  readEditOptions,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSync,
  readSnapshotOptions,
  type Snapshot,
  type SnapshotOptions,
  type EditOptions,
  type ScopePlanOptions,
  type OverwriteOptions,
} from "./options.ts";
import {
  CommandRequests,
  commandsPath,
  listPermissions,
  parsePermissions,
  type PermissionsInit,
} from "./requests.ts";
import { loadOnce } from "../core/lazy.ts";
import type { ScopeAccess } from "./plan/erasure.ts";
import type {
  ApplyOptions,
  ApplyReport,
  DesiredCommand,
  Plan,
  PlanOptions,
  PlanWarning,
} from "./plan/plan-types.ts";
import { takeCommand, takeCommands, takeData } from "./rules/input.ts";
import type { Profile } from "./rules/grades.ts";
import { inspectAs } from "../core/printing.ts";

/** Loaded on first use, so that programs that never register commands do not load this module. */
export const loadPlanning: () => Promise<typeof planning> = loadOnce(() => import("./planning.ts"));

export interface ScopeInit extends Omit<PermissionsInit, "guildId"> {
  readonly profile?: Profile | undefined;
  readonly guildId?: Snowflake;
}

/**
 * The commands of one scope: the global commands, or one guild's (Discord documentation, Application Commands, "Endpoints").
 *
 * @stable
 */
export class CommandScope<C extends GlobalCommand> {
  static {
    inspectAs(this.prototype, (commands) => ({
      scope: commands.#rules.scope,
      guildId: commands.#rules.guildId,
    }));
  }
  readonly #requests: CommandRequests;
  /** `undefined` in the global scope. */
  readonly #globalRequests: CommandRequests | undefined;
  readonly #rules: Pick<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields">;
  readonly #transport: Transport;
  readonly #application: ApiPath;
  readonly #onWarning: (warning: PlanWarning) => void;

  /** @internal */
  constructor(init: ScopeInit) {
    const { transport, application, profile, allowUnknownFields, guildId, onWarning } = init;
    const scope = guildId === undefined ? "global" : "guild";
    this.#requests = new CommandRequests(transport, application, guildId);
    if (scope === "guild") this.#globalRequests = new CommandRequests(transport, application, undefined);
    this.#rules = { scope, profile, allowUnknownFields, guildId };
    this.#transport = transport;
    this.#application = application;
    this.#onWarning = onWarning ?? (() => undefined);
  }

  /** Lists all commands in the scope. */
  async list(options: ListOptions = {}): Promise<Command[]> {
    return this.#requests.list(readListOptions(options, "options"));
  }

  /**
   * Registers a command. An existing command with the same name and type is overwritten and keeps its id.
   *
   * @throws ApiError `invalid_command`, before anything is sent.
   */
  async create(command: C, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    const taken = takeCommand(command);
    const { createCommand, access } = await this.#planning();
    return createCommand(access, taken, signal);
  }

  /**
   * Returns one command by its id.
   *
   * @throws ApiError `unknown_command`.
   */
  async get(commandId: SnowflakeInput, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    return this.#requests.get(parseSnowflake(commandId, "commandId"), { signal });
  }

  /**
   * Replaces the given fields. If the edit includes a name, the live command is read first, because its type determines the name
   * rules. With a `userToken`, a renamed command keeps its permissions, as in {@link apply}.
   *
   * @throws ApiError `invalid_command` or ClientError `permission_loss`, before anything is written; ApplyError if permissions
   *   could not be restored.
   */
  async edit(commandId: SnowflakeInput, edit: CommandEdit<C>, options: EditOptions = {}): Promise<Command> {
    const checked = readEditOptions(options, "options");
    const id = parseSnowflake(commandId, "commandId");
    const taken = takeCommand(edit);
    const { editCommand, access } = await this.#planning();
    return editCommand(access, id, taken, checked);
  }

  /** Permanently deletes a command and its permissions. */
  async delete(commandId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    await this.#requests.delete(parseSnowflake(commandId, "commandId"), { signal });
  }

  /**
   * Replaces all commands in the scope. An entry point that is not in the list is kept, or deleted first if `delete-entry-point`
   * is allowed. Renamed commands keep their permissions as in {@link apply}.
   *
   * @throws ApiError `invalid_command`, or ClientError `permission_loss` or `would_empty_scope` (for an empty list, unless
   *   `empty-scope` is allowed), before anything is written; ApplyError if permissions could not be restored.
   */
  async overwrite(commands: readonly BulkItem<C>[], options: OverwriteOptions = {}): Promise<Command[]> {
    const checked = readOverwriteOptions(options, "options");
    const taken = takeCommands(commands);
    const { overwriteCommands, access } = await this.#planning();
    return overwriteCommands(access, taken, checked);
  }

  /**
   * Plans the minimal changes that turn the live commands into the desired commands. Changes nothing. In a guild, also reads the
   * global commands to warn about duplicates. For renames, also reads the permissions that would be lost.
   *
   * @throws the errors thrown by {@link planCommands}.
   *
   * @example
   * ```ts
   * import { CommandsClient, formatPlan, type GlobalCommand } from "slashpass/commands";
   *
   * const { global } = new CommandsClient({
   *   applicationId: "123456789012345678",
   *   credential: { botToken: process.env.BOT_TOKEN ?? "" },
   * });
   * const desired: GlobalCommand[] = [{ name: "hello", description: "Says hello" }];
   * const plan = await global.plan(desired);
   * console.log(formatPlan(plan)); // then: await global.apply(plan)
   * ```
   */
  async plan(desired: readonly DesiredCommand<C>[], options: ScopePlanOptions = {}): Promise<Plan> {
    const { signal, ...planning } = readScopePlanOptions(options, "options");
    const taken = takeCommands(desired as readonly DesiredCommand[]);
    const { planScope, access } = await this.#planning();
    const rules = { ...planning, ...this.#rules };
    const { plan } = await planScope(access, taken, rules, { signal }, this.#globalRequests);
    return plan;
  }

  /**
   * Applies a plan after checking that it still matches the live commands. Permissions that a rename erases are read first and,
   * with a `userToken`, written back. If the client has no `userToken`, such a plan is rejected unless `allowPermissionLoss` is
   * set.
   *
   * @throws ClientError `would_empty_scope`, `wrong_scope` or `permission_loss`, or {@link PlanOutdatedError} with a new plan,
   *   before anything is written; {@link ApplyError}, with a report, once writing has started.
   *
   * @example
   * ```ts
   * import { ApplyError, CommandsClient } from "slashpass/commands";
   *
   * const { global } = new CommandsClient({
   *   applicationId: "123456789012345678",
   *   credential: { botToken: process.env.BOT_TOKEN ?? "" },
   * });
   * const plan = await global.plan([{ name: "hello", description: "Says hello" }]);
   * try {
   *   const { done } = await global.apply(plan);
   *   console.log(`Changed by ${done.length} requests.`);
   * } catch (error) {
   *   if (!(error instanceof ApplyError)) throw error;
   *   console.error(`${error.message} To do: ${error.report.remaining.length} requests.`);
   * }
   * ```
   */
  async apply(plan: Plan, options: ApplyOptions = {}): Promise<ApplyReport> {
    const applying = readApplyOptions(options, "options");
    const given = takeData(plan);
    const { applyPlan, parsePlan, access } = await this.#planning();
    const taken = parsePlan(given);
    const { scope, guildId } = taken.basis.options;
    if (scope !== this.#rules.scope || guildId !== this.#rules.guildId) {
      throw validationError(
        "wrong_scope",
        "The plan is for another scope.",
        "Apply it to the scope it was created for.",
      );
    }
    return applyPlan(taken, access, applying);
  }

  /** Plans and applies changes in one call. Use it for changes that need no review. */
  async sync(
    desired: readonly DesiredCommand<C>[],
    options: ScopePlanOptions & ApplyOptions = {},
  ): Promise<{
    readonly plan: Plan;
    /** The completed writes. If a write fails, {@link ApplyError} is thrown instead. */
    readonly report: ApplyReport;
  }> {
    const { planning, applying } = readSync(options);
    const taken = takeCommands(desired as readonly DesiredCommand[]);
    const { applyFresh, planScope, access } = await this.#planning();
    const { plan, erasure } = await planScope(access, taken, { ...planning, ...this.#rules }, applying);
    return { plan, report: await applyFresh(plan, erasure, access, applying) };
  }

  /** Returns the live commands as definitions for `plan`, without default values or fields added by the service. */
  async pull(options: CallOptions = {}): Promise<GlobalCommand[]> {
    const { signal } = readCallOptions(options, "options");
    const live = await this.list({ withLocalizations: true, signal });
    const { toDefinition } = await loadPlanning();
    return live.map(toDefinition);
  }

  /**
   * Reads the scope's commands, localizations and permissions, for {@link restore}. For the global scope, the permissions are
   * read in the guilds listed in `guildIds`, by default the bot's guilds.
   */
  async snapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    const { signal, guildIds } = readSnapshotOptions(options, "options");
    const { scope, guildId } = this.#rules;
    const commands = await this.#requests.list({ withLocalizations: true, signal });
    const { readPermissions, access } = await this.#planning();
    const { all } = await readPermissions(access.permissions, { guildIds, signal });
    if (guildId !== undefined) return { format: 1, scope, guildId, commands, permissions: all };
    const ids = new Set(commands.map(({ id }) => id));
    return { format: 1, scope, commands, permissions: all.filter(({ id }) => ids.has(id)) };
  }

  /**
   * Plans the command changes that {@link restore} would make. A warning describes the effect on permissions. Changes nothing.
   *
   * @throws the errors thrown by {@link plan}; ClientError `invalid_snapshot` for an invalid snapshot.
   */
  async planRestore(snapshot: Snapshot, options: ScopePlanOptions = {}): Promise<Plan> {
    const { signal, ...planning } = readScopePlanOptions(options, "options");
    const given = takeData(snapshot);
    const { parseSnapshot, planSnapshot, access } = await this.#planning();
    const taken = parseSnapshot(given, this.#rules);
    const { plan } = await planSnapshot(access, taken, { ...planning, ...this.#rules }, { signal });
    return plan;
  }

  /**
   * Restores a snapshot. Commands added since the snapshot are deleted, except the entry point. Deleted commands are recreated
   * with new ids. Permissions are restored with a `userToken`. A restore that would lose permissions is rejected unless
   * `allowPermissionLoss` is set.
   *
   * @throws the errors thrown by {@link plan} and {@link apply}; ClientError `invalid_snapshot` for an invalid snapshot.
   */
  async restore(snapshot: Snapshot, options: ScopePlanOptions & ApplyOptions = {}): Promise<ApplyReport> {
    const { planning, applying } = readSync(options);
    const given = takeData(snapshot);
    const { parseSnapshot, restoreSnapshot, access } = await this.#planning();
    const taken = parseSnapshot(given, this.#rules);
    return restoreSnapshot(access, taken, { ...planning, ...this.#rules }, applying);
  }

  async #planning() {
    const planning = await loadPlanning();
    const access: ScopeAccess = {
      requests: this.#requests,
      rules: this.#rules,
      permissions: planning.permissionsAccess(this.#transport, this.#application, this.#rules.guildId),
      onWarning: this.#onWarning,
    };
    return { ...planning, access };
  }
}

/** Command permissions in one guild (Discord documentation, Application Commands, "Permissions"). @stable */
export class CommandPermissions {
  static {
    inspectAs(this.prototype, (self) => ({
      path: commandsPath(self.#init.application, self.#init.guildId),
    }));
  }
  readonly #init: PermissionsInit;

  /** @internal */
  constructor(init: PermissionsInit) {
    this.#init = init;
  }

  /** Lists the overwrites for the application and for its commands. */
  async list(options: CallOptions = {}): Promise<GuildCommandPermissions[]> {
    return listPermissions(this.#init, readCallOptions(options, "options"));
  }

  /**
   * Returns one command's overwrites, or the application's if its id is passed.
   *
   * @throws ApiError `unknown_permissions` if there are no overwrites.
   */
  async get(commandId: SnowflakeInput, options: CallOptions = {}): Promise<GuildCommandPermissions> {
    const { signal } = readCallOptions(options, "options");
    const { transport, application, guildId } = this.#init;
    const operation = "Getting command permissions";
    const id = parseSnowflake(commandId, "commandId");
    const path = below(commandsPath(application, guildId))`/${id}/permissions`;
    return transport.read({ operation, method: "GET", path, signal }, parsePermissions);
  }

  /**
   * Replaces all overwrites of one command, or of the application if its id is passed. Requires a `userToken` with the
   * `applications.commands.permissions.update` scope. The user must be able to manage the guild and its roles, to use the
   * command, and to manage the roles, users and channels in the overwrites.
   *
   * @throws ClientError `missing_credential`, or ApiError `invalid_command` for invalid overwrites, before anything is sent;
   *   ApiError `missing_permissions` if the user lacks permissions.
   */
  async edit(
    commandId: SnowflakeInput,
    permissions: readonly PermissionOverwrite[],
    options: CallOptions = {},
  ): Promise<GuildCommandPermissions> {
    const { signal } = readCallOptions(options, "options");
    const id = parseSnowflake(commandId, "commandId");
    const taken = takeCommands(permissions);
    const { editPermissions } = await loadPlanning();
    return editPermissions(this.#init, id, taken, { signal });
  }
}

/** One guild's commands and their permissions. @stable */
export class GuildScope extends CommandScope<GuildCommand> {
  /** Command permissions in this guild, including those for global commands. */
  readonly permissions: CommandPermissions;

  /** @internal */
  constructor(init: ScopeInit & { readonly guildId: Snowflake }) {
    super(init);
    this.permissions = new CommandPermissions(init);
  }
}
