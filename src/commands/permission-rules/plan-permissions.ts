import { abortedError, isClientError } from "../../core/errors.ts";
import { apiPath } from "../../core/request/addresses.ts";
import type { CallOptions, Transport } from "../../core/request/transport.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { commandsPath } from "../permissions.ts";
import { listBotGuilds } from "../permissions-access.ts";
import { forEachGuild } from "../plan/erasure.ts";
import { CommandRequests } from "../requests.ts";
import { digestOf, guarded, readEntries } from "../rollout-journal.ts";
import type { GuildScope } from "../scope.ts";
import type { Checked } from "../options.ts";
import { GuildReader } from "./guild-reader.ts";
import { planGuild } from "./plan-guild.ts";
import { type GuildAccess, readFacts } from "./read-facts.ts";
import { type CheckedRules, readRules, rulesIn } from "./rules.ts";
import type { GuildPermissions, PermissionsPlanOptions } from "./types.ts";

export interface PermissionsTarget {
  readonly transport: Transport;
  readonly applicationId: Snowflake;
  readonly scopeOf: (guildId: Snowflake) => GuildScope;
}

/**
 * Plans the permissions of many guilds concurrently. A failure in one guild does not affect the others.
 *
 * @param taken - a private copy of the rules.
 * @throws ClientError the errors of {@link readRules}, before any request is sent; `aborted`, `journal_failed`, and the errors of
 *   listing the guilds and the global commands.
 */
export async function planPermissions(
  { transport, applicationId, scopeOf }: PermissionsTarget,
  taken: unknown,
  options: Checked<PermissionsPlanOptions>,
): Promise<GuildPermissions[]> {
  const rules = readRules(taken);
  const { signal, concurrency = 50, onProgress } = options;
  const entries = readEntries((await (options.journal && guarded(options.journal))?.read()) ?? "");
  const guildIds = [...new Set(options.guildIds ?? (await listBotGuilds(transport, { signal })))];
  const path = commandsPath(apiPath`/applications/${applicationId}`, undefined);
  const globalCommands = await new CommandRequests(transport, path, "global").list({ signal });
  // A renamed or recreated command has lost its permissions, so the digest includes ids and names.
  const commands = globalCommands.map(({ id, name }) => `${id} ${name}`).toSorted();
  const digest = await digestOf({ rules, commands });
  let done = 0;
  const planned = await forEachGuild(guildIds, concurrency, async (guildId) => {
    const ofBot = new GuildReader(transport, guildId, { signal });
    const access = { applicationId, guildId, scope: scopeOf(guildId), ofBot, globalCommands };
    const entry = entries.get(guildId);
    const isDone = entry?.status === "done" && entry.digest === digest;
    const result: GuildPermissions = isDone
      ? { guildId, status: "skipped" }
      : await planOne(access, rules, digest, { signal });
    onProgress?.(result, ++done, guildIds.length);
    return result;
  });
  if (signal?.aborted) throw abortedError("Planning permissions");
  return planned;
}

async function planOne(
  access: GuildAccess,
  rules: readonly CheckedRules[],
  digest: string,
  options: CallOptions,
): Promise<GuildPermissions> {
  const { guildId } = access;
  try {
    const own = rulesIn(rules, guildId);
    const facts = await readFacts(access, own, options);
    return { guildId, status: "planned", plan: planGuild(own, facts, digest) };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { guildId, status: "failed", error };
  }
}
