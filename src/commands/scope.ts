import type { ApiPath } from "../api/api-path.ts";
import { validationError } from "../errors.ts";
import { isObject } from "../input/readers.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import {
  type BulkItem,
  type Command,
  type CommandEdit,
  CommandType,
  type GlobalCommand,
} from "../wire/command.ts";
import { type CallOptions, type ListOptions, readCallOptions } from "../api/call-options.ts";
import {
  readApplyOptions,
  readEditOptions,
  readListOptions,
  readOverwriteOptions,
  readScopePlanOptions,
  readSyncOptions,
} from "./input.ts";
import { CommandRequests } from "./requests.ts";
import { isEntryPoint } from "./rules/is-entry-point.ts";
import { commandsPath } from "./permissions.ts";
import { permissionsAccess } from "./permissions-access.ts";
import { loadPlanning } from "./late.ts";
import type { ApplyTarget, RenameOptions } from "./plan/apply.ts";
import type { PermissionsAccess } from "./plan/erasure.ts";
import type { Desired } from "./plan/plan-commands.ts";
import { wouldEmptyScope } from "./plan/would-empty-scope.ts";
import type { ApplyOptions, ApplyReport, PermissionLoss } from "./plan/apply-types.ts";
import type {
  DesiredCommand,
  GlobalName,
  Permit,
  Plan,
  PlannedEdit,
  PlanOptions,
  PlanWarning,
  Write,
} from "./plan/plan-types.ts";
import { takeCommand, takeCommands, takeData } from "./rules/frozen-copy.ts";
import type { Profile } from "./rules/grades.ts";
import type { Finding } from "./rules/visit.ts";
import { readSnapshotOptions, type Snapshot, type SnapshotOptions } from "./snapshot-options.ts";
import type { Transport } from "../api/transport.ts";
import { inspectAs } from "../inspect-as.ts";

/** What a scope is made from. */
export interface ScopeInit {
  readonly transport: Transport;
  /** The path of the application. */
  readonly application: ApiPath;
  readonly scope: "global" | "guild";
  readonly profile?: Profile | undefined;
  readonly allowUnknownFields?: boolean | undefined;
  readonly guildId?: Snowflake;
  readonly onWarning?: ((warning: PlanWarning) => void) | undefined;
}

/** In which guilds the permissions of renamed global commands are kept. */
export interface PermissionGuilds {
  /**
   * For the global scope: the guilds in which the permissions of renamed commands are kept. Default: the bot's guilds, where
   * the client has a `botToken`. In the others they are erased unseen.
   */
  readonly guildIds?: readonly SnowflakeInput[] | undefined;
}

/** How a command is edited. */
export interface EditOptions extends CallOptions, PermissionLoss, PermissionGuilds {}

/** How a scope's plan is made. */
export type ScopePlanOptions = CallOptions &
  PermissionGuilds &
  Pick<PlanOptions, "allow" | "createsUsed" | "applicationInstalls">;

/** How a scope is overwritten. */
export interface OverwriteOptions extends EditOptions {
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
  readonly #requests: CommandRequests;
  /** Undefined for the global scope itself. */
  readonly #globalRequests: CommandRequests | undefined;
  readonly #rules: Pick<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields">;
  readonly #permissions: PermissionsAccess;
  readonly #onWarning: (warning: PlanWarning) => void;

  /** @internal Scopes are made by `CommandsClient`. */
  constructor(init: ScopeInit) {
    const { transport, application, scope, profile, allowUnknownFields, guildId, onWarning } = init;
    this.#requests = new CommandRequests(transport, commandsPath(application, guildId), scope);
    this.#globalRequests =
      scope === "guild"
        ? new CommandRequests(transport, commandsPath(application, undefined), "global")
        : undefined;
    this.#rules = { scope, profile, allowUnknownFields, guildId };
    this.#permissions = permissionsAccess(transport, application, guildId);
    this.#onWarning = onWarning ?? (() => undefined);
  }

  /** All commands of the scope. */
  async list(options: ListOptions = {}): Promise<Command[]> {
    return this.#requests.list(readListOptions(options, "options"));
  }

  /**
   * Registers a command; one of the same name and type is overwritten and keeps its id.
   *
   * @throws ApiError `invalid_command` before anything is sent, when a rule is broken.
   */
  async create(command: C, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    const taken = takeCommand(command);
    const { checkedCommand } = await loadPlanning();
    const { proven, warnings } = checkedCommand(taken, this.#rules, this.#requests.operations.create);
    await this.#warn(warnings);
    return this.#requests.create(proven, { signal });
  }

  /** @throws ApiError `unknown_command`. */
  async get(commandId: SnowflakeInput, options: CallOptions = {}): Promise<Command> {
    const { signal } = readCallOptions(options, "options");
    return this.#requests.get(parseSnowflake(commandId, "commandId"), { signal });
  }

  /**
   * Replaces the given fields. For a new name the live command is read first: the name is checked by its type, and its
   * permissions are kept with a `userToken`, as {@link apply} does.
   *
   * @throws ApiError `invalid_command`, when a rule is broken, and ClientError `permission_loss`, both before anything is written.
   * ApplyError when the command was edited, and its permissions are not written back.
   */
  async edit(commandId: SnowflakeInput, edit: CommandEdit<C>, options: EditOptions = {}): Promise<Command> {
    const { signal, ...keeping } = readEditOptions(options, "options");
    const id = parseSnowflake(commandId, "commandId");
    const operation = this.#requests.operations.edit;
    const taken = takeCommand(edit);
    const { checkedCommand } = await loadPlanning();
    const rules = { ...this.#rules, partial: true };
    const first = checkedCommand(taken, { ...rules, type: saidType(taken) }, operation);
    if (!needsLive(first.proven)) {
      await this.#warn(first.warnings);
      return this.#requests.edit(id, first.proven, { signal });
    }
    const live = await this.get(id, { signal });
    const { type = CommandType.ChatInput, name } = live;
    const { proven, warnings } = checkedCommand(taken, { ...rules, type }, operation);
    await this.#warn(warnings);
    const { name: renamedTo } = proven as { readonly name?: string };
    if (renamedTo === undefined || renamedTo === name) return this.#requests.edit(id, proven, { signal });
    const command = { id, type, name, renamedTo, changes: [], edit: proven as object as PlannedEdit["edit"] };
    const write: Write = { kind: "edit", command };
    return this.#rename(write, [command], async () => this.#requests.edit(id, proven, { signal }), {
      ...keeping,
      signal,
    });
  }

  /** Deletes a command and its permissions for good. */
  async delete(commandId: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    await this.#requests.delete(parseSnowflake(commandId, "commandId"), { signal });
  }

  /**
   * Replaces all commands of the scope; those not in the list are deleted, but never the entry point: it is carried
   * through as it lives, and under its own id where the list has one without an id. With `delete-entry-point` one that
   * is not in the list is deleted first. Permissions of commands that get another name are kept as by {@link apply}.
   *
   * @throws ApiError `invalid_command`, when a rule is broken, ClientError `would_empty_scope`, for an empty
   * list that `empty-scope` does not allow, or `permission_loss`; all before anything is written. ApplyError when it was done,
   * and permissions are not written back.
   */
  async overwrite(commands: readonly BulkItem<C>[], options: OverwriteOptions = {}): Promise<Command[]> {
    const { signal, allow, ...keeping } = readOverwriteOptions(options, "options");
    const taken = takeCommands(commands);
    const { carryEntryPoint, checkedSet, renamesIn } = await loadPlanning();
    const { proven: checked, warnings } = checkedSet(taken, this.#rules, this.#requests.operations.overwrite);
    if (checked.length === 0 && !allow?.includes("empty-scope")) throw wouldEmptyScope("The overwrite");
    await this.#warn(warnings);
    const isGlobal = this.#rules.scope === "global";
    const live = isGlobal || checked.some(({ id }) => id) ? await this.#listWhole(signal) : [];
    const entryPoint = live.find(isEntryPoint);
    const isGiven = checked.some(isEntryPoint);
    if (entryPoint && !isGiven && allow?.includes("delete-entry-point")) {
      await this.delete(entryPoint.id, { signal });
    } else if (entryPoint) {
      return this.#putKeeping(carryEntryPoint(checked, entryPoint), live, { ...keeping, signal });
    }
    return renamesIn(checked, live).length === 0
      ? this.#requests.overwrite(checked, { signal })
      : this.#putKeeping(checked, live, { ...keeping, signal });
  }

  /**
   * The smallest change that brings the scope to the desired commands. Reads, and writes nothing. For a guild it also reads
   * the global commands, to warn where one is doubled; for renames the permissions that they erase.
   *
   * @throws as {@link planCommands}.
   */
  async plan(desired: readonly DesiredCommand<C>[], options: ScopePlanOptions = {}): Promise<Plan> {
    const { signal, ...planning } = readScopePlanOptions(options, "options");
    const checked = await this.#checkDesired(desired, planning);
    const { planLive } = await loadPlanning();
    const globalCommands = await this.#globalRequests?.list({ signal });
    const live = await this.#listWhole(signal);
    const rules = { ...planning, ...this.#rules, globalCommands: globalCommands?.map(identityOf) };
    const { plan } = await planLive(checked, live, rules, this.#permissions, { signal });
    return plan;
  }

  /**
   * Carries out a plan, after making sure that it still fits the live commands. The permissions that renames erase are read
   * before, and written back with a `userToken`; without one such a plan is refused, unless `allowPermissionLoss` is set.
   *
   * @throws ClientError `would_empty_scope`, `wrong_scope` or `permission_loss`, or {@link PlanOutdatedError} with the new plan,
   * before anything is written; {@link ApplyError} with a report after that.
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
    const { allow, createsUsed, applicationInstalls, guildIds, ...applying } = readSyncOptions(
      options,
      "options",
    );
    const planning = { allow, createsUsed, applicationInstalls, guildIds };
    const checked = await this.#checkDesired(desired, planning);
    const { applyFresh, planLive } = await loadPlanning();
    const { signal } = applying;
    const live = await this.#listWhole(signal);
    const rules = { ...planning, ...this.#rules };
    const { plan, erasure } = await planLive(checked, live, rules, this.#permissions, { signal });
    return { plan, report: await applyFresh(plan, erasure, this.#target(), applying) };
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
   * the guilds in `guildIds`, by default of the bot's.
   */
  async snapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    const { signal, guildIds } = readSnapshotOptions(options, "options");
    const { scope, guildId } = this.#rules;
    const commands = await this.#listWhole(signal);
    const { readPermissions } = await loadPlanning();
    const { all } = await readPermissions(this.#permissions, { guildIds, signal });
    if (guildId !== undefined) return { format: 1, scope, guildId, commands, permissions: all };
    const ids = new Set(commands.map(({ id }) => id));
    return { format: 1, scope, commands, permissions: all.filter(({ id }) => ids.has(id)) };
  }

  /**
   * What {@link restore} would change of the commands; a warning says what becomes of the snapshot's permissions. Reads, and
   * writes nothing.
   *
   * @throws as {@link plan}; ClientError `invalid_snapshot`.
   */
  async planRestore(snapshot: Snapshot, options: ScopePlanOptions = {}): Promise<Plan> {
    const { signal, ...planning } = readScopePlanOptions(options, "options");
    const given = takeData(snapshot);
    const { parseSnapshot, planSnapshot } = await loadPlanning();
    const taken = parseSnapshot(given, this.#rules);
    const live = await this.#listWhole(signal);
    const rules = { ...planning, ...this.#rules };
    const { plan } = await planSnapshot({ taken, live }, rules, this.#permissions, { signal });
    return plan;
  }

  /**
   * Brings back what a snapshot has: commands that came since are deleted, except the entry point, and deleted ones
   * are created again under a new id. With a `userToken` the permissions come back too; without one a restore that loses some is
   * refused, unless `allowPermissionLoss` is set.
   *
   * @throws as {@link plan} and {@link apply}; ClientError `invalid_snapshot`.
   */
  async restore(snapshot: Snapshot, options: ScopePlanOptions & ApplyOptions = {}): Promise<ApplyReport> {
    const { allow, createsUsed, applicationInstalls, guildIds, ...applying } = readSyncOptions(
      options,
      "options",
    );
    const { signal } = applying;
    const rules = { allow, createsUsed, applicationInstalls, guildIds, ...this.#rules };
    const given = takeData(snapshot);
    const { applyFresh, parseSnapshot, planSnapshot, refuseMissing, restorePermissions } =
      await loadPlanning();
    const taken = parseSnapshot(given, this.#rules);
    const before = { taken, live: await this.#listWhole(signal) };
    const { plan, erasure, missing } = await planSnapshot(before, rules, this.#permissions, { signal });
    refuseMissing(missing, this.#permissions, applying);
    const report = await applyFresh(plan, erasure, this.#target(), applying);
    if (taken.permissions.length === 0 && this.#rules.guildId === undefined) return report;
    const after = { taken, live: await this.list({ signal }) };
    return restorePermissions({ ...after, missing, report }, this.#permissions, applying);
  }

  async #checkDesired(
    desired: readonly DesiredCommand<C>[],
    options: Pick<PlanOptions, "applicationInstalls">,
  ): Promise<Desired> {
    const taken = takeCommands(desired as readonly DesiredCommand[]);
    const { checkedDesired } = await loadPlanning();
    return checkedDesired(taken, { ...options, ...this.#rules });
  }

  /** What a plan writes was checked when it was made; a plan that was stored is checked again. */
  #target(): ApplyTarget {
    const rules = { ...this.#rules, allowUnknownFields: true };
    return {
      permissions: this.#permissions,
      list: async (options) => this.#requests.list(options),
      create: async (command, options) => {
        const { checkedCommand } = await loadPlanning();
        const { proven } = checkedCommand(command, rules, this.#requests.operations.create);
        return this.#requests.create(proven, options);
      },
      edit: async (id, edit, options) => {
        const { checkedCommand } = await loadPlanning();
        const partial = { ...rules, partial: true };
        const { proven } = checkedCommand(edit, partial, this.#requests.operations.edit);
        return this.#requests.edit(id, proven, options);
      },
      delete: async (id, options) => this.#requests.delete(id, options),
      // The plan has the entry point already.
      overwrite: async (commands, options) => {
        const { checkedSet } = await loadPlanning();
        const taken = takeCommands(commands);
        const { proven } = checkedSet(taken, rules, this.#requests.operations.overwrite);
        return this.#requests.overwrite(proven, options);
      },
    };
  }

  async #listWhole(signal: AbortSignal | undefined): Promise<Command[]> {
    return this.#requests.list({ withLocalizations: true, signal });
  }

  async #warn(findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return;
    const { warningOf } = await loadPlanning();
    for (const finding of findings) this.#onWarning(warningOf(finding));
  }

  /** Puts a list that has an id for what it renames, or a command that was read. */
  async #putKeeping(
    commands: readonly object[],
    live: readonly Command[],
    options: RenameOptions,
  ): Promise<Command[]> {
    const { checkedSet, renamesIn } = await loadPlanning();
    const rules = { ...this.#rules, allowUnknownFields: true };
    const { proven } = checkedSet(commands, rules, this.#requests.operations.overwrite);
    const write: Write = {
      kind: "overwrite",
      commands: proven as readonly object[] as PlannedEdit["edit"][],
    };
    const send = async () => this.#requests.overwrite(proven, options);
    return this.#rename(write, renamesIn(proven, live), send, options);
  }

  /** Sends what renames commands, and keeps their permissions. */
  async #rename<Answer>(
    write: Write,
    renames: readonly PlannedEdit[],
    send: () => Promise<Answer>,
    options: RenameOptions,
  ): Promise<Answer> {
    const { lostWarning, writeRenames } = await loadPlanning();
    const { answer, lost } = await writeRenames(write, renames, send, this.#permissions, options);
    if (lost.length > 0) this.#onWarning(lostWarning(lost));
    return answer;
  }
}

/** The type that an edit says, as a live command that is changed and sent does. */
function saidType(edit: unknown): CommandType | undefined {
  const type = isObject(edit) ? edit["type"] : undefined;
  return Object.values(CommandType).find((one) => one === type);
}

function identityOf({ type, name }: Command): GlobalName {
  return { type, name };
}

/** Whether an edit can be judged only beside the live command: its names by its type, and whether it renames. */
function needsLive(edit: object): boolean {
  return ["name", "name_localizations", "type"].some(
    (field) => ((edit as Readonly<Record<string, unknown>>)[field] ?? undefined) !== undefined,
  );
}
