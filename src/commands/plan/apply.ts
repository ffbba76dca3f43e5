import { abortedError, ClientError, ErrorType, isClientError } from "../../errors.ts";
import type { Snowflake } from "../../snowflake.ts";
import type { Command } from "../../wire/command.ts";
import type { GuildCommandPermissions, PermissionOverwrite } from "../../wire/command-permission.ts";
import type { CallOptions, ListOptions } from "../../api/call-options.ts";
import {
  ApplyError,
  type ApplyProgress,
  type ApplyReport,
  type CheckedApplyOptions,
  PlanOutdatedError,
  type SavedPermissions,
} from "./apply-types.ts";
import type { CommandFields } from "./normalize.ts";
import { planCommands } from "./plan-commands.ts";
import { type Plan, versionsOf, type Write } from "./plan-types.ts";
import { wouldEmptyScope } from "./would-empty-scope.ts";

/** The permissions of a guild's commands, as far as applying needs them. */
export interface PermissionsTarget {
  list(options: CallOptions): Promise<GuildCommandPermissions[]>;
  /** Does nothing where the command is gone. */
  restore(
    commandId: Snowflake,
    permissions: readonly PermissionOverwrite[],
    options: CallOptions,
  ): Promise<void>;
}

/** What is written to: a scope. */
export interface ApplyTarget {
  list(options: ListOptions): Promise<Command[]>;
  create(command: CommandFields, options: CallOptions): Promise<unknown>;
  edit(id: Snowflake, edit: CommandFields, options: CallOptions): Promise<unknown>;
  delete(id: Snowflake, options: CallOptions): Promise<void>;
  overwrite(commands: readonly CommandFields[], options: CallOptions): Promise<unknown>;
  /** The permissions in a guild; undefined without a user's token. */
  readonly permissionsOf: ((guildId: Snowflake) => PermissionsTarget) | undefined;
  /** The guild of a guild's scope. */
  readonly guildId: Snowflake | undefined;
}

/**
 * Carries out a plan, request by request.
 *
 * @throws ClientError `would_empty_scope` or PlanOutdatedError, before the first write; ApplyError after that.
 */
export async function applyPlan(
  plan: Plan,
  target: ApplyTarget,
  options: CheckedApplyOptions,
  isFresh = false,
): Promise<ApplyReport> {
  refuseEmptying(plan);
  const hasWork = plan.writes.length > 0 || (options.resume?.savedPermissions.length ?? 0) > 0;
  if (hasWork && !isFresh) await refuseOutdated(plan, target, options);
  const run = new Run(plan, target, options);
  return run.finish();
}

function refuseEmptying({ warnings, basis }: Plan): void {
  const empties = warnings.some(({ code }) => code === "scope-emptied");
  if (!empties || basis.options.allow?.includes("empty-scope")) return;
  throw wouldEmptyScope("The plan");
}

async function refuseOutdated(
  plan: Plan,
  target: ApplyTarget,
  { signal }: CheckedApplyOptions,
): Promise<void> {
  const { desired, versions, options } = plan.basis;
  const live = await target.list({ withLocalizations: true, signal });
  const now = versionsOf(live);
  const isSame =
    Object.keys(now).length === Object.keys(versions).length &&
    Object.entries(now).every(([id, version]) => versions[id] === version);
  if (!isSame) throw new PlanOutdatedError(planCommands(desired, live, options));
}

/** One application of a plan: what is done, and what is still to do. */
class Run {
  readonly #plan: Plan;
  readonly #target: ApplyTarget;
  readonly #options: CheckedApplyOptions;
  readonly #saved: SavedPermissions[];
  #done = 0;
  #failed: Write | undefined;

  constructor(plan: Plan, target: ApplyTarget, options: CheckedApplyOptions) {
    this.#plan = plan;
    this.#target = target;
    this.#options = options;
    this.#saved = [...(options.resume?.savedPermissions ?? [])];
  }

  async finish(): Promise<ApplyReport> {
    try {
      await this.#savePermissions();
      for (const write of this.#plan.writes) await this.#write(write);
      await this.#restorePermissions();
      return this.#report();
    } catch (error) {
      throw isClientError(error) ? new ApplyError(error, this.#report()) : error;
    }
  }

  #report(): ApplyReport {
    const { writes } = this.#plan;
    return {
      done: writes.slice(0, this.#done),
      ...(this.#failed && { failed: this.#failed }),
      remaining: writes.slice(this.#done),
      savedPermissions: [...this.#saved],
    };
  }

  async #write(write: Write): Promise<void> {
    const { signal } = this.#options;
    if (signal?.aborted) throw abortedError("Applying the plan");
    this.#failed = write;
    await send(write, this.#target, { signal });
    this.#failed = undefined;
    this.#done++;
    await this.#tell({ kind: "written", write, done: this.#done, total: this.#plan.writes.length });
  }

  /** What fails in the caller's own code must not cost the report. */
  async #tell(progress: ApplyProgress): Promise<void> {
    try {
      await this.#options.onProgress?.(progress);
    } catch (error) {
      throw isClientError(error) ? error : progressFailed();
    }
  }

  /** A rename erases permissions: they are read before. */
  async #savePermissions(): Promise<void> {
    const { permissionsOf, guildId } = this.#target;
    const { guildIds = [], signal } = this.#options;
    const renamed = new Set(this.#plan.edits.filter(({ renamedTo }) => renamedTo).map(({ id }) => id));
    if (!permissionsOf || renamed.size === 0) return;
    const guilds = guildId === undefined ? guildIds : [guildId];
    for (const guild of guilds) {
      const all = await permissionsOf(guild).list({ signal });
      for (const { id, permissions } of all) {
        if (renamed.has(id)) this.#saved.push({ guildId: guild, commandId: id, permissions });
      }
    }
    if (this.#saved.length > 0) await this.#tell({ kind: "saved", savedPermissions: [...this.#saved] });
  }

  async #restorePermissions(): Promise<void> {
    const { permissionsOf } = this.#target;
    const { signal } = this.#options;
    if (!permissionsOf) return;
    for (let saved = this.#saved[0]; saved; saved = this.#saved[0]) {
      const { guildId, commandId, permissions } = saved;
      await permissionsOf(guildId).restore(commandId, permissions, { signal });
      this.#saved.shift();
      await this.#tell({ kind: "restored", savedPermissions: saved });
    }
  }
}

function progressFailed(): ClientError {
  return new ClientError({
    type: ErrorType.Aborted,
    code: "progress_failed",
    message: "onProgress failed.",
    hint: "Its error is not shown here, because it may contain private data. Catch it inside onProgress to see it.",
  });
}

async function send(write: Write, target: ApplyTarget, options: CallOptions): Promise<void> {
  switch (write.kind) {
    case "delete":
      return target.delete(write.command.id, options);
    case "edit":
      await target.edit(write.command.id, write.command.edit, options);
      return;
    case "create":
      await target.create(write.command, options);
      return;
    case "overwrite":
      await target.overwrite(write.commands, options);
      return;
  }
}
