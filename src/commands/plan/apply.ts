import { abortedError, ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Command } from "../../wire/command.ts";
import type { CallOptions, ListOptions } from "../../core/request/transport.ts";
import {
  ApplyError,
  type ApplyOptions,
  type ApplyProgress,
  type ApplyReport,
  PlanOutdatedError,
  type Plan,
  type SavedPermissions,
  versionsOf,
  type Write,
} from "./plan-types.ts";
import { type Erasure, type PermissionsAccess, readErasure, refuseLoss, restoreAll } from "./erasure.ts";
import type { CommandFields } from "./normalize.ts";
import { planCommands, wouldEmptyScope } from "./plan-commands.ts";

export interface ApplyTarget {
  list(options: ListOptions): Promise<Command[]>;
  create(command: CommandFields, options: CallOptions): Promise<unknown>;
  edit(id: Snowflake, edit: CommandFields, options: CallOptions): Promise<unknown>;
  delete(id: Snowflake, options: CallOptions): Promise<void>;
  overwrite(commands: readonly CommandFields[], options: CallOptions): Promise<unknown>;
  readonly permissions: PermissionsAccess;
}

export async function applyPlan(
  plan: Plan,
  target: ApplyTarget,
  options: ApplyOptions,
): Promise<ApplyReport> {
  refuseEmptying(plan);
  const hasWork = plan.writes.length > 0 || (options.resume?.savedPermissions.length ?? 0) > 0;
  if (hasWork) await refuseOutdated(plan, target, options);
  const { guildIds } = plan.basis.options;
  const erasure = await readErasure(plan.edits, target.permissions, { guildIds, signal: options.signal });
  return applyFresh(plan, erasure, target, options);
}

/** Applies a fresh plan without reading the live commands again. */
export async function applyFresh(
  plan: Plan,
  erasure: Erasure | undefined,
  target: ApplyTarget,
  options: ApplyOptions,
): Promise<ApplyReport> {
  refuseEmptying(plan);
  if (erasure) await refuseLoss(erasure, target.permissions, options);
  return carryOut(plan.writes, erasure?.saved ?? [], target, options);
}

function refuseEmptying({ warnings, basis }: Plan): void {
  const empties = warnings.some(({ code }) => code === "scope-emptied");
  if (!empties || basis.options.allow?.includes("empty-scope")) return;
  throw wouldEmptyScope("The plan");
}

async function refuseOutdated(plan: Plan, target: ApplyTarget, { signal }: ApplyOptions): Promise<void> {
  const { desired, versions, options } = plan.basis;
  const live = await target.list({ withLocalizations: true, signal });
  const now = versionsOf(live);
  const isSame =
    Object.keys(now).length === Object.keys(versions).length &&
    Object.entries(now).every(([id, version]) => versions[id] === version);
  if (!isSame) throw new PlanOutdatedError(planCommands(desired, live, options));
}

/** Errors of any kind list the completed and remaining writes. */
async function carryOut(
  writes: readonly Write[],
  erased: readonly SavedPermissions[],
  target: ApplyTarget,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { signal, resume, onProgress } = options;
  const saved = [...(resume?.savedPermissions ?? []), ...erased];
  let done = 0;
  let failed: Write | undefined;
  const report = (): ApplyReport => ({
    done: writes.slice(0, done),
    ...(failed && { failed }),
    remaining: writes.slice(done),
    savedPermissions: [...saved],
  });
  try {
    if (erased.length > 0) await tell(onProgress, { kind: "saved", savedPermissions: [...saved] });
    for (const write of writes) {
      if (signal?.aborted) throw abortedError("Applying the plan");
      failed = write;
      await send(write, target, { signal });
      failed = undefined;
      done++;
      await tell(onProgress, { kind: "written", write, done, total: writes.length });
    }
    await restoreAll(saved, target.permissions, options, (savedPermissions) =>
      tell(onProgress, { kind: "restored", savedPermissions }),
    );
    return report();
  } catch (error) {
    throw isClientError(error) ? new ApplyError(error, report()) : error;
  }
}

/** Keeps the report if the callback throws. */
async function tell(onProgress: ApplyOptions["onProgress"], progress: ApplyProgress): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch (error) {
    throw isClientError(error) ? error : progressFailed();
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

function send(write: Write, target: ApplyTarget, options: CallOptions): Promise<unknown> {
  switch (write.kind) {
    case "delete":
      return target.delete(write.command.id, options);
    case "edit":
      return target.edit(write.command.id, write.command.edit, options);
    case "create":
      return target.create(write.command, options);
    case "overwrite":
      return target.overwrite(write.commands, options);
  }
}
