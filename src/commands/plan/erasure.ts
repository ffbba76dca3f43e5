import { type ClientError, isClientError, validationError } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { CallOptions, Transport } from "../../core/request/transport.ts";
import { mapConcurrently } from "../../core/concurrently.ts";
import { isSnowflake } from "../../core/check/readers.ts";
import { type ApiPath, apiPath, below, withQuery } from "../../core/request/addresses.ts";
import { parseList } from "../../core/request/response.ts";
import { pageSizes } from "../../wire/limits.ts";
import {
  type CommandRequests,
  commandsPath,
  listPermissions,
  parsePermissions,
  type PermissionsInit,
} from "../requests.ts";
import type { UserAccess } from "../../core/request/user-access.ts";
import { ruleWarning } from "../../core/check/rule-warning.ts";
import { checkedOverwrites } from "../rules/validate.ts";
import type {
  PermissionLoss,
  PlannedEdit,
  PlanOptions,
  PlanWarning,
  SavedPermissions,
} from "./plan-types.ts";
import type { GuildCommandPermissions, PermissionOverwrite } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/error.ts";

export interface PermissionsAccess {
  readonly guildId: Snowflake | undefined;
  readonly canRestore: boolean;
  list(guildId: Snowflake, options: CallOptions): Promise<GuildCommandPermissions[]>;
  restore(saved: SavedPermissions, options: CallOptions): Promise<void>;
  botGuilds(options: CallOptions): Promise<readonly Snowflake[] | undefined>;
}

export interface ScopeAccess {
  readonly requests: CommandRequests;
  readonly rules: Pick<PlanOptions, "scope" | "guildId" | "profile" | "allowUnknownFields">;
  readonly permissions: PermissionsAccess;
  readonly onWarning: (warning: PlanWarning) => void;
}

export const editing: UserAccess = {
  scope: "applications.commands.permissions.update",
  user: "a user who can manage the guild and its roles",
};

export const editOperation = "Editing command permissions";

const editHints = {
  [JsonErrorCode.MissingPermissions]:
    "Sign in with an account that can manage the guild and its roles, use the command, and manage the roles, users and " +
    "channels in the overwrites.",
};

export async function editPermissions(
  { transport, application, guildId, allowUnknownFields, onWarning }: PermissionsInit,
  commandId: Snowflake,
  overwrites: readonly PermissionOverwrite[],
  { signal }: CallOptions,
): Promise<GuildCommandPermissions> {
  const rules = { guildId, allowUnknownFields };
  const { proven: permissions, warnings } = checkedOverwrites(overwrites, rules, editOperation);
  for (const finding of warnings) onWarning?.(ruleWarning(finding));
  const path = below(commandsPath(application, guildId))`/${commandId}/permissions`;
  const request = { operation: editOperation, method: "PUT", path, body: { permissions } } as const;
  return transport.read({ ...request, access: editing, hints: editHints, signal }, parsePermissions);
}

export function permissionsAccess(
  transport: Transport,
  application: ApiPath,
  guildId: Snowflake | undefined,
): PermissionsAccess {
  // Unknown fields in the saved permissions are restored too.
  const initOf = (guild: Snowflake) => ({
    transport,
    application,
    guildId: guild,
    allowUnknownFields: true,
  });
  return {
    guildId,
    canRestore: transport.hasUserToken,
    list: async (guild, options) => listPermissions(initOf(guild), options),
    async restore({ guildId: guild, commandId, permissions }, options) {
      try {
        await editPermissions(initOf(guild), commandId, permissions, options);
      } catch (error) {
        // A command deleted in the meantime has no permissions to restore.
        if (!isClientError(error) || error.errorCode !== JsonErrorCode.UnknownCommand) throw error;
      }
    },
    botGuilds: async (options) => (transport.hasBotToken ? listBotGuilds(transport, options) : undefined),
  };
}

/** Discord documentation, User, "Get Current User Guilds". */
export async function listBotGuilds(transport: Transport, { signal }: CallOptions): Promise<Snowflake[]> {
  const operation = "Listing the bot's guilds";
  const ids: Snowflake[] = [];
  for (;;) {
    const after = ids.at(-1);
    const path = withQuery(apiPath`/users/@me/guilds`, { limit: pageSizes.guilds, after });
    const answer = await transport.call({ operation, method: "GET", path, access: "bot", signal });
    const page = parseList(answer, operation, isGuild, "guilds").map(({ id }) => id);
    // Some API implementations ignore `after` and return all guilds at once.
    const fresh = page.filter((id) => after === undefined || BigInt(id) > BigInt(after));
    ids.push(...fresh);
    if (page.length < pageSizes.guilds || fresh.length === 0) return ids;
  }
}

function isGuild(value: unknown): value is { readonly id: Snowflake } {
  return isSnowflake((value as { id?: unknown } | null)?.id);
}

interface ReadPermissions {
  readonly all: readonly GuildCommandPermissions[];
  readonly read: "guild" | "given" | "bot" | "nowhere";
  readonly guilds: number;
  readonly closed: readonly Snowflake[];
}

export interface Erasure extends Omit<ReadPermissions, "all"> {
  readonly saved: readonly SavedPermissions[];
}

type Rename = Pick<PlannedEdit, "id" | "name" | "renamedTo">;

export interface ReadOptions extends CallOptions {
  /** For the global scope: the guilds to read. Default: the bot's guilds. */
  readonly guildIds?: readonly Snowflake[] | undefined;
}

const maxConcurrent = 50;

export async function readErasure(
  edits: readonly Rename[],
  access: PermissionsAccess,
  options: ReadOptions,
): Promise<Erasure | undefined> {
  const renamed = new Set(edits.filter(({ renamedTo }) => renamedTo !== undefined).map(({ id }) => id));
  if (renamed.size === 0) return undefined;
  const { all, ...rest } = await readPermissions(access, options);
  const saved = all.filter(({ id, permissions }) => renamed.has(id) && permissions.length > 0).map(savedOf);
  return { ...rest, saved };
}

export function savedOf({
  guild_id: guildId,
  id: commandId,
  permissions,
}: GuildCommandPermissions): SavedPermissions {
  return { guildId, commandId, permissions };
}

export async function readPermissions(
  access: PermissionsAccess,
  { guildIds, signal }: ReadOptions,
): Promise<ReadPermissions> {
  const { guildId } = access;
  const known = guildId === undefined ? (guildIds ?? (await access.botGuilds({ signal }))) : [guildId];
  // An empty `guildIds` means that the guilds are unknown.
  if (!known || (guildId === undefined && guildIds?.length === 0))
    return { all: [], read: "nowhere", guilds: 0, closed: [] };
  const guilds = [...new Set(known)];
  const closed: Snowflake[] = [];
  const lists = await mapConcurrently(guilds, maxConcurrent, async (guild) => {
    try {
      const list = await access.list(guild, { signal });
      return list.map((one) => ({ ...one, guild_id: guild }));
    } catch (error) {
      // Guilds that the caller specified must be readable.
      if (guildId !== undefined || guildIds || !isClosed(error)) throw error;
      closed.push(guild);
      return [];
    }
  });
  const read = guildId === undefined ? (guildIds ? "given" : "bot") : "guild";
  return { all: lists.flat(), read, guilds: guilds.length - closed.length, closed };
}

function isClosed(error: unknown): boolean {
  const codes: readonly unknown[] = [JsonErrorCode.MissingAccess, JsonErrorCode.UnknownGuild];
  return isClientError(error) && codes.includes(error.errorCode);
}

export function describeErasure(
  edits: readonly Rename[],
  { saved, read, guilds, closed }: Erasure,
  canRestore: boolean,
): PlanWarning[] {
  const renamed = edits.filter(({ renamedTo }) => renamedTo !== undefined);
  const warnings = renamed.flatMap(({ id, name, renamedTo }): PlanWarning[] => {
    const own = saved.filter(({ commandId }) => commandId === id);
    if (own.length === 0) return [];
    const rename = `Renaming "${name}" to "${renamedTo}"`;
    const what = `its permissions (${countOf(own)})`;
    const [code, message] = canRestore
      ? (["permissions-restored", `${rename} erases ${what}; they will be restored afterwards.`] as const)
      : (["permissions-lost", `${rename} would lose ${what}, because ${withoutToken}.`] as const);
    return [{ code, message, savedPermissions: own }];
  });
  const unread = unreadPart(read, guilds);
  if (unread === undefined && closed.length === 0) return warnings;
  const names = renamed.map(({ name }) => `"${name}"`).join(", ");
  const where = closed.length === 0 ? "" : ` The application cannot access ${listOf(closed)}.`;
  return [
    ...warnings,
    { code: "permissions-unread", message: `The permissions of ${names} ${unread ?? ""}${where}` },
  ];
}

export const withoutToken = "the client has no userToken to restore them with";

function unreadPart(read: Erasure["read"], guilds: number): string | undefined {
  switch (read) {
    case "guild":
      return undefined;
    case "nowhere":
      return "would be lost. Without a botToken, list the application's guilds in guildIds.";
    case "bot":
      return `were read from the bot's guilds (${guilds}). Permissions in guilds that installed the application without its bot would be lost. List those guilds in guildIds.`;
    case "given":
      return `were read only from the guilds listed in guildIds (${guilds}). Permissions in other guilds would be lost.`;
  }
}

/** If there is a user token, first writes the current permissions back unchanged to check that the user can restore them. */
export async function refuseLoss(
  { saved, read }: Pick<Erasure, "saved" | "read">,
  access: PermissionsAccess,
  { allowPermissionLoss, signal }: CallOptions & PermissionLoss,
): Promise<void> {
  if (allowPermissionLoss) return;
  if (read === "nowhere") throw permissionLoss("the affected guilds are unknown", nameGuilds);
  if (saved.length === 0) return;
  if (!access.canRestore) throw permissionLoss(`${countOf(saved)}, and ${withoutToken}`, signInUser);
  for (const one of saved) {
    await access.restore(one, { signal }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      const why = `the user cannot restore them in guild ${one.guildId}. ${error.message}`;
      throw permissionLoss(why, error.hint);
    });
  }
}

/** Removes restored permissions from `pending`. A rejection in one guild does not prevent restoring the others. */
export async function restoreAll(
  pending: SavedPermissions[],
  access: PermissionsAccess,
  { signal, allowPermissionLoss }: CallOptions & PermissionLoss,
  onRestored: (saved: SavedPermissions) => Promise<void> = async () => undefined,
): Promise<void> {
  if (!access.canRestore) return;
  const refusals: ClientError[] = [];
  const all = [...pending];
  for (const saved of all) {
    try {
      await access.restore(saved, { signal });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
      continue;
    }
    pending.splice(pending.indexOf(saved), 1);
    await onRestored(saved);
  }
  if (refusals[0] && !allowPermissionLoss) throw refusals[0];
}

function isRefusal(error: unknown): error is ClientError {
  return isClientError(error) && !error.retryable && error.code !== "aborted";
}

const nameGuilds =
  "List the guilds in guildIds, or pass a botToken to find them. To accept the loss, pass allowPermissionLoss: true.";
const signInUser =
  "Pass a userToken with the applications.commands.permissions.update scope from a user who can manage the guild and its roles. " +
  "To accept the loss, pass allowPermissionLoss: true.";

export function lostWarning(saved: readonly SavedPermissions[]): PlanWarning {
  const message = `Renaming erased permissions that were not restored: ${countOf(saved)}.`;
  return { code: "permissions-lost", message, savedPermissions: saved };
}

export function permissionLoss(why: string, hint: string = signInUser): ClientError {
  return validationError(
    "permission_loss",
    `The plan was not applied, because command permissions would be lost: ${why}.`,
    hint,
  );
}

export function countOf(saved: readonly SavedPermissions[]): string {
  const overwrites = saved.reduce((sum, { permissions }) => sum + permissions.length, 0);
  const guilds = new Set(saved.map(({ guildId }) => guildId)).size;
  return `${overwrites} overwrite${overwrites === 1 ? "" : "s"} in ${guilds} guild${guilds === 1 ? "" : "s"}`;
}

function listOf(guilds: readonly Snowflake[]): string {
  const [first, ...more] = guilds;
  return more.length === 0 ? `guild ${first}` : `guild ${first} and ${more.length} more`;
}
