import { abortedError, ClientError, ErrorType, isClientError } from "../../core/errors.ts";
import type { CallOptions } from "../../core/request/transport.ts";
import { missingUserToken } from "../../core/request/user-access.ts";
import { editing } from "../permissions.ts";
import { forEachGuild } from "../plan/erasure.ts";
import { formatEntry, guarded, readEntries } from "../rollout-journal.ts";
import type { GuildScope } from "../scope.ts";
import { isSameSet } from "./plan-guild.ts";
import type { PermissionsTarget } from "./plan-permissions.ts";
import { readPlans } from "./read-plans.ts";
import type { PermissionsApplyOptions, PermissionsPlan, PermissionsResult } from "./types.ts";

export async function applyPermissions(
  { transport, scopeOf }: PermissionsTarget,
  taken: unknown,
  options: PermissionsApplyOptions,
): Promise<PermissionsResult[]> {
  const plans = readPlans(taken);
  const { signal, concurrency = 50, onProgress } = options;
  const writes = plans.some(({ edits }) => edits.length > 0);
  if (writes && !transport.hasUserToken) throw missingUserToken("Editing command permissions", editing);
  const journal = options.journal && guarded(options.journal);
  const entries = readEntries((await journal?.read()) ?? "");
  const byGuild = new Map(plans.map((plan) => [plan.guildId, plan]));
  let done = 0;
  return forEachGuild([...byGuild.keys()], concurrency, async (guildId) => {
    const plan = byGuild.get(guildId) as PermissionsPlan;
    const result = await applyGuild(plan, scopeOf(guildId), { signal });
    // A command rollout may share this journal and still has to restore these.
    const savedPermissions = entries.get(guildId)?.savedPermissions ?? [];
    await journal?.append(
      formatEntry({ guildId, digest: plan.digest, status: result.status, savedPermissions }),
    );
    onProgress?.(result, ++done, plans.length);
    return result;
  });
}

async function applyGuild(
  plan: PermissionsPlan,
  { permissions }: GuildScope,
  options: CallOptions,
): Promise<PermissionsResult> {
  const { guildId, edits } = plan;
  let writes = 0;
  try {
    if (edits.length > 0) await refuseOutdated(plan, permissions, options);
    for (const { id, after } of edits) {
      const bare = after.map(({ id: target, type, permission }) => ({ id: target, type, permission }));
      await permissions.edit(id, bare, options);
      writes++;
    }
    return { guildId, status: "done", writes };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { guildId, status: "failed", writes, error };
  }
}

/** Prevents overwriting changes made since the plan was created. */
async function refuseOutdated(
  { guildId, edits }: PermissionsPlan,
  permissions: GuildScope["permissions"],
  options: CallOptions,
): Promise<void> {
  if (options.signal?.aborted) throw abortedError("Applying permissions");
  const live = new Map((await permissions.list(options)).map((one) => [one.id, one.permissions]));
  if (edits.every(({ id, before }) => isSameSet(before, live.get(id) ?? []))) return;
  throw new ClientError({
    type: ErrorType.ValidationError,
    code: "plan_outdated",
    message: `The permissions in the guild ${guildId} changed after the plan was made; nothing was written there.`,
    hint: "Plan the permissions again, look at the new plan, and apply it.",
    retryable: true,
  });
}
