import {
  type PlanOptions,
  type DesiredCommand,
  ApplyError,
  type ApplyOptions,
  type ApplyProgress,
  type ApplyReport,
  PlanOutdatedError,
  type Plan,
  type SavedPermissions,
  type Write,
} from "./plan-types.ts";
import type { Command } from "../../wire/command.ts";
import type { CommandRequests } from "../requests.ts";
import {
  describeErasure,
  type PermissionsAccess,
  type Erasure,
  readErasure,
  refuseLoss,
  restoreAll,
  type ScopeAccess,
} from "./erasure.ts";
import {
  checkedDesired,
  type Desired,
  planChecked,
  planCommands,
  versionsOf,
  wouldEmptyScope,
} from "./plan-commands.ts";
import { abortedError, ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { takeCommands } from "../rules/input.ts";
import { checkedCommand, checkedSet } from "../rules/validate.ts";

/** @param globalRequests - reads the global commands to warn about guild commands that duplicate them. */
export async function planScope(
  { requests, permissions }: ScopeAccess,
  desired: readonly DesiredCommand[],
  options: PlanOptions,
  { signal }: CallOptions,
  globalRequests?: CommandRequests,
): Promise<LivePlan> {
  const checked = checkedDesired(desired, options);
  const global = await globalRequests?.list({ signal });
  const globalCommands = global?.map(({ type, name }) => ({ type, name }));
  const live = await requests.list({ withLocalizations: true, signal });
  return planLive(checked, live, { ...options, globalCommands }, permissions, { signal });
}

interface LivePlan {
  readonly plan: Plan;
  readonly erasure: Erasure | undefined;
}

export async function planLive(
  desired: Desired,
  live: readonly Command[],
  options: PlanOptions,
  access: PermissionsAccess,
  { signal }: CallOptions,
): Promise<LivePlan> {
  const plan = planChecked(desired, live, options);
  const erasure = await readErasure(plan.edits, access, { guildIds: options.guildIds, signal });
  if (!erasure) return { plan, erasure };
  const erased = describeErasure(plan.edits, erasure, access.canRestore);
  return { plan: planChecked(desired, live, options, erased), erasure };
}

export async function applyPlan(plan: Plan, scope: ScopeAccess, options: ApplyOptions): Promise<ApplyReport> {
  refuseEmptying(plan);
  const hasWork = plan.writes.length > 0 || (options.resume?.savedPermissions.length ?? 0) > 0;
  if (hasWork) await refuseOutdated(plan, scope, options);
  const { guildIds } = plan.basis.options;
  const erasure = await readErasure(plan.edits, scope.permissions, { guildIds, signal: options.signal });
  return applyFresh(plan, erasure, scope, options);
}

/** Applies a fresh plan without reading the live commands again. */
export async function applyFresh(
  plan: Plan,
  erasure: Erasure | undefined,
  scope: ScopeAccess,
  options: ApplyOptions,
): Promise<ApplyReport> {
  refuseEmptying(plan);
  if (erasure) await refuseLoss(erasure, scope.permissions, options);
  return sendWrites(plan.writes, erasure?.saved ?? [], scope, options);
}

function refuseEmptying({ warnings, basis }: Plan): void {
  const empties = warnings.some(({ code }) => code === "scope-emptied");
  if (!empties || basis.options.allow?.includes("empty-scope")) return;
  throw wouldEmptyScope("The plan");
}

async function refuseOutdated(plan: Plan, scope: ScopeAccess, { signal }: ApplyOptions): Promise<void> {
  const { desired, versions, options } = plan.basis;
  const live = await scope.requests.list({ withLocalizations: true, signal });
  const now = versionsOf(live);
  const isSame =
    Object.keys(now).length === Object.keys(versions).length &&
    Object.entries(now).every(([id, version]) => versions[id] === version);
  if (!isSame) throw new PlanOutdatedError(planCommands(desired, live, options));
}

/** If a write fails, the error lists the completed and remaining writes. */
async function sendWrites(
  writes: readonly Write[],
  erased: readonly SavedPermissions[],
  scope: ScopeAccess,
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
    if (erased.length > 0) await reportProgress(onProgress, { kind: "saved", savedPermissions: [...saved] });
    for (const write of writes) {
      if (signal?.aborted) throw abortedError("Applying the plan");
      failed = write;
      await send(write, scope, { signal });
      failed = undefined;
      done++;
      await reportProgress(onProgress, { kind: "written", write, done, total: writes.length });
    }
    await restoreAll(saved, scope.permissions, options, (savedPermissions) =>
      reportProgress(onProgress, { kind: "restored", savedPermissions }),
    );
    return report();
  } catch (error) {
    throw isClientError(error) ? new ApplyError(error, report()) : error;
  }
}

/** If the callback throws, the report is still attached to the error. */
async function reportProgress(
  onProgress: ApplyOptions["onProgress"],
  progress: ApplyProgress,
): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch (error) {
    if (isClientError(error)) throw error;
    throw new ClientError({
      type: ErrorType.Aborted,
      code: "progress_failed",
      message: "onProgress failed.",
      hint: "Its error is not shown here, because it may contain private data. Catch the error in onProgress to see it.",
    });
  }
}

/** Commands from a stored plan are validated again. */
async function send(write: Write, { requests, rules }: ScopeAccess, options: CallOptions): Promise<unknown> {
  const { operations } = requests;
  const known = { ...rules, allowUnknownFields: true };
  switch (write.kind) {
    case "delete":
      return requests.delete(write.command.id, options);
    case "edit": {
      const { id, edit } = write.command;
      const { proven } = checkedCommand(edit, { ...known, partial: true }, operations.edit);
      return requests.edit(id, proven, options);
    }
    case "create":
      return requests.create(checkedCommand(write.command, known, operations.create).proven, options);
    case "overwrite": {
      const { proven } = checkedSet(takeCommands(write.commands), known, operations.overwrite);
      return requests.overwrite(proven, options);
    }
  }
}
