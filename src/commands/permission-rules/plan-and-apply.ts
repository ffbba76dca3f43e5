import { abortedError, isClientError, ClientError, ErrorType, validationError } from "../../core/errors.ts";
import type { ApiPath } from "../../core/request/addresses.ts";
import type { CallOptions, Transport } from "../../core/request/transport.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { editing, editOperation, listBotGuilds } from "../plan/erasure.ts";
import { CommandRequests } from "../requests.ts";
import { digestOf, forEachGuild, openJournal } from "../many-guilds.ts";
import type { Checked } from "../options.ts";
import { GuildReader, type GuildCommands, readFacts } from "./read-facts.ts";
import { planGuild, isSameSet } from "./plan-guild.ts";
import { readRules, rulesIn } from "./rules.ts";
import type {
  GuildPermissions,
  PermissionsPlanOptions,
  PermissionsApplyOptions,
  PermissionsPlan,
  PermissionsResult,
} from "./types.ts";
import { missingUserToken } from "../../core/request/user-access.ts";
import { isObject, isSnowflake, refuseDuplicates } from "../../core/check/readers.ts";
import { isEvery } from "../rules/input.ts";

export interface PermissionsTarget {
  readonly transport: Transport;
  readonly application: ApiPath;
  readonly applicationId: Snowflake;
  readonly guildOf: (guildId: Snowflake) => GuildCommands;
}

/** @param taken - a private copy of the rules. */
export async function planPermissions(
  { transport, application, applicationId, guildOf }: PermissionsTarget,
  taken: unknown,
  options: Checked<PermissionsPlanOptions>,
): Promise<GuildPermissions[]> {
  const rules = readRules(taken);
  const { signal } = options;
  const journal = await openJournal(options.journal);
  const guildIds = [...new Set(options.guildIds ?? (await listBotGuilds(transport, { signal })))];
  const globalCommands = await new CommandRequests(transport, application, undefined).list({ signal });
  // Renaming or recreating a command erases its permissions, so the digest includes ids and names.
  const commands = globalCommands.map(({ id, name }) => `${id} ${name}`).toSorted();
  const digest = await digestOf({ rules, commands });
  const planned = await forEachGuild(guildIds, options, async (guildId): Promise<GuildPermissions> => {
    const entry = journal.entryOf(guildId);
    if (entry?.status === "done" && entry.digest === digest) return { guildId, status: "skipped" };
    try {
      const own = rulesIn(rules, guildId);
      const reader = new GuildReader(transport, guildId, { signal });
      const access = { applicationId, guildId, commands: guildOf(guildId), reader, globalCommands };
      const facts = await readFacts(access, own, { signal });
      return { guildId, status: "planned", plan: planGuild(own, facts, digest) };
    } catch (error) {
      if (!isClientError(error)) throw error;
      return { guildId, status: "failed", error };
    }
  });
  if (signal?.aborted) throw abortedError("Planning permissions");
  return planned;
}

/** @param taken - a private copy of the plans. */
export async function applyPermissions(
  { transport, guildOf }: Pick<PermissionsTarget, "transport" | "guildOf">,
  taken: unknown,
  options: PermissionsApplyOptions,
): Promise<PermissionsResult[]> {
  const plans = readPlans(taken);
  const { signal } = options;
  const writes = plans.some(({ edits }) => edits.length > 0);
  if (writes && !transport.hasUserToken) throw missingUserToken(editOperation, editing);
  const journal = await openJournal(options.journal);
  const byGuild = new Map(plans.map((plan) => [plan.guildId, plan]));
  return forEachGuild([...byGuild.keys()], options, async (guildId) => {
    const plan = byGuild.get(guildId) as PermissionsPlan;
    const { permissions } = guildOf(guildId);
    let result: PermissionsResult = { guildId, status: "done", writes: 0 };
    try {
      if (plan.edits.length > 0) await refuseOutdated(plan, permissions, { signal });
      for (const { id, after } of plan.edits) {
        const bare = after.map(({ id: target, type, permission }) => ({ id: target, type, permission }));
        await permissions.edit(id, bare, { signal });
        result = { ...result, writes: result.writes + 1 };
      }
    } catch (error) {
      if (!isClientError(error)) throw error;
      result = { ...result, status: "failed", error };
    }
    // A command rollout that shares this journal still has to restore these permissions.
    const savedPermissions = journal.entryOf(guildId)?.savedPermissions ?? [];
    await journal.record({ guildId, digest: plan.digest, status: result.status, savedPermissions });
    return result;
  });
}

/** Prevents overwriting changes made after planning. */
async function refuseOutdated(
  { guildId, edits }: PermissionsPlan,
  permissions: GuildCommands["permissions"],
  options: CallOptions,
): Promise<void> {
  if (options.signal?.aborted) throw abortedError("Applying permissions");
  const live = new Map((await permissions.list(options)).map((one) => [one.id, one.permissions]));
  if (edits.every(({ id, before }) => isSameSet(before, live.get(id) ?? []))) return;
  throw new ClientError({
    type: ErrorType.ValidationError,
    code: "plan_outdated",
    message: `The permissions in guild ${guildId} changed after the plan was made, so the plan was not applied there.`,
    hint: "Plan the permissions again, review the new plan, and apply it.",
    retryable: true,
  });
}

function readPlans(taken: unknown): readonly PermissionsPlan[] {
  if (!isEvery(taken, isPlan)) {
    const hint = "Pass plans from planPermissions(), and omit guilds without a plan.";
    throw validationError("invalid_plan", "plans must be a list of permission plans.", hint);
  }
  const plans = taken as readonly PermissionsPlan[];
  const guildIds = plans.map(({ guildId }) => guildId);
  refuseDuplicates(guildIds, (_, guildId) => [
    `plans contains two plans for guild ${guildId}.`,
    "Pass one plan per guild.",
  ]);
  return plans;
}

type Fields = Readonly<Record<string, unknown>>;

function isPlan({ guildId, digest, edits }: Fields): boolean {
  return isSnowflake(guildId) && typeof digest === "string" && isEvery(edits, isEdit);
}

function isEdit({ id, before, after }: Fields): boolean {
  return isSnowflake(id) && [before, after].every((list) => isEvery(list, isObject));
}
