import type { ApplyOptions, ApplyReport, DesiredCommand, Plan } from "../../commands/plan/plan-types.ts";
import type { ScopePlanOptions } from "../../commands/options.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs, optional, textOf, withMethods, parseSnowflake } from "../../core/check/readers.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { CommandType } from "../../wire/command.ts";
import { withoutVersion } from "../../wire/service-host.ts";
import type { DefinedCommand } from "./define-command.ts";

/** The part of a `CommandsClient` scope that is used here, so that handlers do not depend on the client's code. */
export interface SyncedScope {
  /** Updates the scope to the desired commands, as `CommandScope.sync` does. */
  sync(desired: readonly DesiredCommand[], options?: ScopePlanOptions & ApplyOptions): Promise<SyncResult>;
}

/** A `CommandsClient`, or the `commands` of a `Client` that has an `applicationCredential`. */
export interface SyncClient {
  /** The API base URL used for registration. */
  readonly apiBase: string;
  /** The global commands. */
  readonly global: SyncedScope;
  /** One guild's commands. */
  guild(guildId: SnowflakeInput): SyncedScope;
}

/** The commands' scope, and the options for `CommandScope.sync`. */
export interface SyncOptions extends ScopePlanOptions, ApplyOptions {
  /** Registers in one guild, where commands are available immediately. Default: globally. */
  readonly guildId?: SnowflakeInput | undefined;
}

/** The plan and the report on it. */
export interface SyncResult {
  /** The plan. */
  readonly plan: Plan;
  /** The completed writes. */
  readonly report: ApplyReport;
}

const readClient = withMethods<SyncClient>(["guild"]);
const readScope = withMethods<SyncedScope>(["sync"]);
// The scope validates these itself.
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

/** Rejects commands that would be registered at one service and answered at another. */
function refuseOtherService(answered: string, registered: string): void {
  if (withoutVersion(answered) === withoutVersion(registered)) return;
  throw validationError(
    "other_service",
    `The client registers commands at ${registered}, but the handler answers at ${answered}.`,
    "Pass the same apiBase to createInteractionHandler and the client.",
  );
}
