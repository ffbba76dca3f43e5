import type { ApplyOptions, ApplyReport, DesiredCommand, Plan } from "../../commands/plan/plan-types.ts";
import type { ScopePlanOptions } from "../../commands/options.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs, optional, textOf, withMethods, parseSnowflake } from "../../core/check/readers.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { CommandType } from "../../wire/command.ts";
import { withoutVersion } from "../../core/request/addresses.ts";
import type { DefinedCommand } from "./define-command.ts";

/** The part of a `CommandsClient` scope that is used here. Keeps handlers independent of the client's code. @stable */
export interface SyncedScope {
  /** Changes the scope to match the desired commands, as `CommandScope.sync` does. */
  sync(desired: readonly DesiredCommand[], options?: ScopePlanOptions & ApplyOptions): Promise<SyncResult>;
}

/** A `CommandsClient`, or the `commands` of a `Client` that has an `applicationCredential`. @stable */
export interface SyncClient {
  /** The API base URL used for registration. */
  readonly apiBase: string;
  readonly global: SyncedScope;
  /** One guild's commands. */
  guild(guildId: SnowflakeInput): SyncedScope;
}

/** The scope to register in, and the options for `CommandScope.sync`. @stable */
export interface SyncOptions extends ScopePlanOptions, ApplyOptions {
  /** The guild to register in. Changes take effect there immediately. Default: registers globally. */
  readonly guildId?: SnowflakeInput | undefined;
}

/** The plan and the result of applying it. @stable */
export interface SyncResult {
  readonly plan: Plan;
  readonly report: ApplyReport;
}

const readClient = withMethods<SyncClient>(["guild"]);
const readScope = withMethods<SyncedScope>(["sync"]);
// The scope validates these options.
const readOptions = fields<SyncOptions>({
  guildId: optional(parseSnowflake),
  allow: asItIs(),
  applicationInstalls: asItIs(),
  onProgress: asItIs(),
  resume: asItIs(),
  guildIds: asItIs(),
  allowPermissionLoss: asItIs(),
  signal: asItIs(),
});

interface Defined {
  readonly commands: readonly DefinedCommand[];
  readonly apiBase: string;
}

export async function syncCommands(
  { commands, apiBase }: Defined,
  client: SyncClient,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const scopes = readClient(client, "client");
  const { guildId, ...syncing } = readOptions(options, "options");
  refuseOtherService(apiBase, textOf()(scopes.apiBase, "client.apiBase"));
  const bodies = commands.map(({ body }) => body);
  if (guildId === undefined) return readScope(scopes.global, "client.global").sync(bodies, syncing);
  const scope = readScope(scopes.guild(guildId), "client.guild()");
  return scope.sync(
    bodies.filter(({ type }) => type !== CommandType.PrimaryEntryPoint),
    syncing,
  );
}

/** Rejects commands that would be registered with one service but answered through another. */
function refuseOtherService(answered: string, registered: string): void {
  if (withoutVersion(answered) === withoutVersion(registered)) return;
  throw validationError(
    "other_service",
    `The client registers commands at ${registered}, but the handler answers at ${answered}.`,
    "Pass the same apiBase to createInteractionHandler and the client.",
  );
}
