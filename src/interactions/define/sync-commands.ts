import type { ApplyOptions, ApplyReport, DesiredCommand, Plan } from "../../commands/plan/plan-types.ts";
import type { ScopePlanOptions } from "../../commands/options.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import { asItIs, optional, textOf, withMethods, parseSnowflake } from "../../core/check/readers.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { CommandType } from "../../wire/command.ts";
import { withoutVersion } from "../../wire/service-host.ts";
import type { DefinedCommand } from "./define-command.ts";

/** A scope of a `CommandsClient`, as far as it is needed here: the client's own code stays out of what handles interactions. */
export interface SyncedScope {
  /** Brings the scope to the desired commands: as `CommandScope.sync`. */
  sync(desired: readonly DesiredCommand[], options?: ScopePlanOptions & ApplyOptions): Promise<SyncResult>;
}

/** A `CommandsClient`, or `client.commands` of a `Client` with `applicationCredential`. */
export interface SyncClient {
  /** The base of the API that it registers at. */
  readonly apiBase: string;
  /** The global commands. */
  readonly global: SyncedScope;
  /** The commands of one guild. */
  guild(guildId: SnowflakeInput): SyncedScope;
}

/** The scope of the commands, and the options of `CommandScope.sync`. */
export interface SyncOptions extends ScopePlanOptions, ApplyOptions {
  /** To one guild, where they are there at once. Default: everywhere. */
  readonly guildId?: SnowflakeInput | undefined;
}

/** The plan, and its report. */
export interface SyncResult {
  /** The plan that was made. */
  readonly plan: Plan;
  /** The completed writes. */
  readonly report: ApplyReport;
}

const readClient = withMethods<SyncClient>(["guild"]);
const readScope = withMethods<SyncedScope>(["sync"]);
// The scope reads its own.
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

/** The registered commands, and the base of the API for their answers. */
interface Defined {
  readonly commands: readonly DefinedCommand[];
  readonly apiBase: string;
}

/** Brings the service to the defined commands, by the smallest change. */
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

/** The commands would be used at one service, and answered at the other. */
function refuseOtherService(answered: string, registered: string): void {
  if (withoutVersion(answered) === withoutVersion(registered)) return;
  throw validationError(
    "other_service",
    `The client registers commands at ${registered}, but the handler answers at ${answered}.`,
    "Give createInteractionHandler and the client the same apiBase.",
  );
}
