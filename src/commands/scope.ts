import { type ApiPath, below, withQuery } from "../api/api-path.ts";
import { validationError } from "../errors.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import type { BulkItem, Command, CommandEdit, GlobalCommand } from "../wire/command.ts";
import type { GuildCommandPermissions } from "../wire/command-permission.ts";
import { type CallOptions, type ListOptions, readCallOptions } from "../api/call-options.ts";
import {
  readApplyOptions,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSyncOptions,
} from "./input.ts";
import { isEntryPoint } from "./rules/is-entry-point.ts";
import { CommandPermissions, commandsPath, editWhereLive } from "./permissions.ts";
import { loadPlanning } from "./late.ts";
import type { ApplyTarget, PermissionsTarget } from "./plan/apply.ts";
import { wouldEmptyScope } from "./plan/would-empty-scope.ts";
import type { ApplyOptions, ApplyReport } from "./plan/apply-types.ts";
import type { DesiredCommand, GlobalName, Permit, Plan, PlanOptions } from "./plan/plan-types.ts";
import { takeCommand, takeCommands, takeData } from "./rules/frozen-copy.ts";
import type { Proven } from "./rules/proven.ts";
import { parseCommand, parseCommandList } from "../api/response.ts";
import type { Profile } from "./rules/grades.ts";
import { readSnapshotOptions, type Snapshot, type SnapshotOptions } from "./snapshot-options.ts";
import type { Transport } from "../api/transport.ts";
import { inspectAs } from "../inspect-as.ts";

/** What a scope is made from. */
export interface ScopeInit {
  readonly transport: Transport;
  /** The path of the application. */
  readonly application: ApiPath;
  readonly scope: "global" | "guild";
  readonly profile: Profile | undefined;
  readonly guildId?: Snowflake;
}

/** How a scope's plan is made. */
export type ScopePlanOptions = CallOptions &
  Omit<PlanOptions, "scope" | "guildId" | "profile" | "globalCommands">;

/** How a scope is overwritten. */
export interface OverwriteOptions extends CallOptions {
  /** What is never done by accident. Default none. */
  readonly allow?: readonly Permit[] | undefined;
}

/** The commands of one scope: global, or of one guild (Application Commands Interface, "Endpoints"). */
export class CommandScope<C extends GlobalCommand> {
  static {
    inspectAs(this.prototype, (commands) => ({
      scope: commands.#rules.scope,
      guildId: commands.#rules.guildId,
    }));
  }
  readonly #transport: Transport;
  readonly #application: ApiPath;
  readonly #path: ApiPath;
  readonly #rules: Pick<PlanOptions, "scope" | "guildId" | "profile">;

  /** @internal Scopes are made by `CommandsClient`. */
  constructor({ transport, application, scope, profile, guildId }: ScopeInit) {
    this.#transport = transport;
    this.#application = application;
    this.#path = commandsPath(application, guildId);
    this.#rules = { scope, profile, guildId };
  }

  /** All commands of the scope. */
  async list(options: ListOptions = {}): Promise<Command[]> {
    const { withLocalizations, locale, signal } = readListOptions(options, "options");
    const operation = `Listing the ${this.#rules.scope} commands`;
    const answer = await this.#transport.call({
      operation,
      method: "GET",
      path: withLocalizations ? withQuery(this.#path, { with_localizations: true }) : this.#path,
      headers: locale && { "accept-language": locale, "x-discord-locale": locale },
      signal,
    });
    return parseCommandList(answer, operation);
  }

  /**
   * Registers a command; one of the same name and type is overwritten and keeps its id.
   *
   * @throws ApiError `invalid_command` before anything is sent, when a rule is broken.
   */
  async create(command: C, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    const operation = `Creating a ${this.#rules.scope} command`;
    const taken = takeCommand(command);
    const { checkedCommand } = await loadPlanning();
    const body = checkedCommand(taken, this.#rules, operation);
    const call = { operation, method: "POST", path: this.#path, body, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** @throws ApiError `unknown_command`. */
  async get(commandId: SnowflakeInput, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    const operation = `Getting a ${this.#rules.scope} command`;
    const call = { operation, method: "GET", path: this.#pathOf(commandId), signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /**
   * Replaces the given fields. A new name erases the command's permissions.
   *
   * @throws ApiError `invalid_command` before anything is sent, when a rule is broken.
   */
  async edit(commandId: SnowflakeInput, edit: CommandEdit<C>, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    const operation = `Editing a ${this.#rules.scope} command`;
    const path = this.#pathOf(commandId);
    const taken = takeCommand(edit);
    const { checkedCommand } = await loadPlanning();
    const body = checkedCommand(taken, { ...this.#rules, partial: true }, operation);
    const call = { operation, method: "PATCH", path, body, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** Deletes a command and its permissions for good. */
  async delete(commandId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    const operation = `Deleting a ${this.#rules.scope} command`;
    await this.#transport.call({ operation, method: "DELETE", path: this.#pathOf(commandId), signal });
  }

  /**
   * Replaces all commands of the scope; those not in the list are deleted, but never the entry point: it is carried
   * through as it lives, and under its own id where the list has one without an id. With `delete-entry-point` one that
   * is not in the list is deleted first.
   *
   * @throws ApiError `invalid_command`, when a rule is broken, or ClientError `would_empty_scope`, for an empty
   * list that `empty-scope` does not allow; both before anything is sent.
   */
  async overwrite(commands: readonly BulkItem<C>[], options: OverwriteOptions = {}): Promise<Command[]> {
    const { signal, allow } = readOverwriteOptions(options, "options");
    const checked = await this.#check(commands);
    if (checked.length === 0 && !allow?.includes("empty-scope")) throw wouldEmptyScope("The overwrite");
    if (this.#rules.scope === "guild") return this.#put(checked, signal);
    const live = (await this.list({ withLocalizations: true, signal })).find(isEntryPoint);
    if (live && allow?.includes("delete-entry-point") && !checked.some(isEntryPoint)) {
      await this.delete(live.id, { signal });
      return this.#put(checked, signal);
    }
    if (!live) return this.#put(checked, signal);
    const { carryEntryPoint } = await loadPlanning();
    return this.#put(await this.#check(carryEntryPoint(checked, live)), signal);
  }

  /**
   * The smallest change that brings the scope to the desired commands. Reads, and writes nothing. For a guild it also reads
   * the global commands, to warn where one is doubled.
   *
   * @throws as {@link planCommands}.
   */
  async plan(desired: readonly DesiredCommand<C>[], options: ScopePlanOptions = {}): Promise<Plan> {
    const { signal, ...rest } = readScopePlanOptions(options, "options");
    const checked = await this.#checkDesired(desired, rest);
    const { planChecked } = await loadPlanning();
    const globalCommands = await this.#listGlobal(signal);
    const live = await this.list({ withLocalizations: true, signal });
    return planChecked(checked, live, { ...rest, ...this.#rules, globalCommands });
  }

  /**
   * Carries out a plan, after making sure that it still fits the live commands. With a `userToken` the permissions of
   * renamed commands are restored.
   *
   * @throws ClientError `would_empty_scope` or `wrong_scope`, or {@link PlanOutdatedError} with the new plan, before
   * anything is written; {@link ApplyError} with a report after that.
   */
  async apply(plan: Plan, options: ApplyOptions = {}): Promise<ApplyReport> {
    const applying = readApplyOptions(options, "options");
    const given = takeData(plan);
    const { applyPlan, parsePlan } = await loadPlanning();
    const taken = parsePlan(given);
    const { scope, guildId } = taken.basis.options;
    if (scope !== this.#rules.scope || guildId !== this.#rules.guildId) {
      throw validationError(
        "wrong_scope",
        "The plan is for another scope.",
        "Apply it to the scope that it was made for.",
      );
    }
    return applyPlan(taken, this.#target(), applying);
  }

  /** Plans and applies at once: for changes that nobody wants to look at first. */
  async sync(
    desired: readonly DesiredCommand<C>[],
    options: ScopePlanOptions & ApplyOptions = {},
  ): Promise<{ readonly plan: Plan; readonly report: ApplyReport }> {
    const { allow, createsUsed, applicationInstalls, ...applying } = readSyncOptions(options, "options");
    const planning = { allow, createsUsed, applicationInstalls };
    const checked = await this.#checkDesired(desired, planning);
    const { applyPlan, planChecked } = await loadPlanning();
    const live = await this.list({ withLocalizations: true, signal: applying.signal });
    const plan = planChecked(checked, live, { ...planning, ...this.#rules });
    return { plan, report: await applyPlan(plan, this.#target(), applying, true) };
  }

  /** The live commands as definitions: what `plan` takes, without what the service adds and without defaults. */
  async pull(options: CallOptions = {}): Promise<GlobalCommand[]> {
    const { signal } = readCallOptions(options, "options");
    const live = await this.list({ withLocalizations: true, signal });
    const { toDefinition } = await loadPlanning();
    return live.map(toDefinition);
  }

  /**
   * The scope as it is now, for {@link restore}: commands, localizations and permissions; for the global scope those of
   * the guilds in `guildIds`.
   */
  async snapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    const { signal, guildIds = [] } = readSnapshotOptions(options, "options");
    const { scope, guildId } = this.#rules;
    const guilds = guildId === undefined ? guildIds : [guildId];
    const commands = await this.list({ withLocalizations: true, signal });
    const permissions: GuildCommandPermissions[] = [];
    for (const id of guilds) permissions.push(...(await this.#permissionsOf(id).list({ signal })));
    if (guildId !== undefined) return { format: 1, scope, guildId, commands, permissions };
    const ids = new Set(commands.map(({ id }) => id));
    return { format: 1, scope, commands, permissions: permissions.filter(({ id }) => ids.has(id)) };
  }

  /**
   * What {@link restore} would change of the commands; permissions are not in it. Reads, and writes nothing.
   *
   * @throws as {@link plan}; ClientError `invalid_snapshot`.
   */
  async planRestore(snapshot: Snapshot, options: ScopePlanOptions = {}): Promise<Plan> {
    const planning = readScopePlanOptions(options, "options");
    const given = takeData(snapshot);
    const { parseSnapshot } = await loadPlanning();
    return this.#planSnapshot(parseSnapshot(given, this.#rules), planning);
  }

  /**
   * Brings back what a snapshot has: commands that came since are deleted, except the entry point, and deleted ones
   * are created again under a new id. With a `userToken` the permissions come back too.
   *
   * @throws as {@link plan} and {@link apply}; ClientError `invalid_snapshot`.
   */
  async restore(snapshot: Snapshot, options: ScopePlanOptions & ApplyOptions = {}): Promise<ApplyReport> {
    const { guildId } = this.#rules;
    const { allow, createsUsed, applicationInstalls, ...applying } = readSyncOptions(options, "options");
    const { signal } = applying;
    const given = takeData(snapshot);
    const { applyPlan, parseSnapshot, restorePermissions } = await loadPlanning();
    const taken = parseSnapshot(given, this.#rules);
    const plan = await this.#planSnapshot(taken, { allow, createsUsed, applicationInstalls, signal });
    const report = await applyPlan(plan, this.#target(), applying, true);
    const guilds = new Set(guildId === undefined ? taken.permissions.map((one) => one.guild_id) : [guildId]);
    if (!this.#transport.hasUserToken || guilds.size === 0) return report;
    const now = await this.list({ signal });
    for (const guild of guilds) {
      await restorePermissions(taken, now, guild, this.#restorable(guild), { signal });
    }
    return report;
  }

  async #checkDesired(
    desired: readonly DesiredCommand<C>[],
    options: Pick<PlanOptions, "applicationInstalls">,
  ): Promise<readonly Proven<DesiredCommand>[]> {
    const taken = takeCommands(desired as readonly DesiredCommand[]);
    const { checkedSet } = await loadPlanning();
    return checkedSet(taken, { ...options, ...this.#rules }, "The plan");
  }

  /** Undefined for the global scope itself. */
  async #listGlobal(signal: AbortSignal | undefined): Promise<readonly GlobalName[] | undefined> {
    if (this.#rules.scope === "global") return undefined;
    const operation = "Listing the global commands";
    const path = commandsPath(this.#application, undefined);
    const call = { operation, method: "GET", path, signal } as const;
    return parseCommandList(await this.#transport.call(call), operation).map(({ type, name }) => ({
      type,
      name,
    }));
  }

  async #planSnapshot(taken: Snapshot, { signal, ...rest }: ScopePlanOptions): Promise<Plan> {
    const live = await this.list({ withLocalizations: true, signal });
    const planning = { ...rest, ...this.#rules };
    const { checkedSet, desiredOf, planChecked } = await loadPlanning();
    return planChecked(checkedSet(desiredOf(taken, live), planning, "The plan"), live, planning);
  }

  #target(): ApplyTarget {
    return {
      list: async (options) => this.list(options),
      create: async (command, options) => this.create(command as unknown as C, options),
      edit: async (id, edit, options) => this.edit(id, edit as CommandEdit<C>, options),
      delete: async (id, options) => this.delete(id, options),
      // The plan has the entry point already.
      overwrite: async (commands, { signal }) => this.#put(await this.#check(commands), signal),
      permissionsOf: this.#transport.hasUserToken ? (guildId) => this.#restorable(guildId) : undefined,
      guildId: this.#rules.guildId,
    };
  }

  get #overwriting(): string {
    return `Overwriting the ${this.#rules.scope} commands`;
  }

  /** Checks the commands of a list as they are now. */
  async #check<Item extends object>(commands: readonly Item[]): Promise<readonly Proven<Item>[]> {
    const taken = takeCommands(commands);
    const { checkedSet } = await loadPlanning();
    return checkedSet(taken, this.#rules, this.#overwriting);
  }

  async #put(commands: readonly Proven<object>[], signal: AbortSignal | undefined): Promise<Command[]> {
    const operation = this.#overwriting;
    const call = { operation, method: "PUT", path: this.#path, body: commands, signal } as const;
    return parseCommandList(await this.#transport.call(call), operation);
  }

  #restorable(guildId: Snowflake): PermissionsTarget {
    const permissions = this.#permissionsOf(guildId);
    return {
      list: async (options) => permissions.list(options),
      restore: async (commandId, overwrites, options) =>
        editWhereLive(permissions, commandId, overwrites, options),
    };
  }

  #permissionsOf(guildId: Snowflake): CommandPermissions {
    return new CommandPermissions({ transport: this.#transport, application: this.#application, guildId });
  }

  #pathOf(commandId: SnowflakeInput): ApiPath {
    return below(this.#path)`/${parseSnowflake(commandId, "commandId")}`;
  }
}
