import { type CallOptions, callFields, readCallOptions } from "../../core/request/transport.ts";
import { asItIs, object, withMethods } from "../../core/check/readers.ts";
import { fields } from "../../core/check/fields.ts";
import type { CommandScope } from "../../commands/scope.ts";
import type { EditOptions } from "../../commands/options.ts";
import { type Command, CommandType, type EntryPointCommand, type GlobalCommand } from "../../wire/command.ts";
import type { DefinedCommand } from "./define-command.ts";

// An edit keeps omitted fields, so the old command's localizations and permissions must be reset. Contexts are kept, because they
// default to the application's own setting.
const cleared = {
  name_localizations: null,
  description_localizations: null,
  default_member_permissions: null,
  nsfw: false,
} as const;

// The scope validates these options.
const readEntryPointOptions = fields<EditOptions>({
  ...callFields,
  allowPermissionLoss: asItIs(),
  guildIds: asItIs(),
});
const readListing = withMethods<Pick<CommandScope<GlobalCommand>, "list">>(["list"]);
const readScope = withMethods<Pick<CommandScope<GlobalCommand>, "list" | "create" | "edit">>([
  "list",
  "create",
  "edit",
]);

/**
 * Finds the application's entry point command by its type, because it can have any name.
 *
 * @stable
 * @param scope - `commandsClient.global`.
 * @returns The command, or `undefined`.
 */
export async function findEntryPoint(
  scope: Pick<CommandScope<GlobalCommand>, "list">,
  options: CallOptions = {},
): Promise<Command | undefined> {
  const { signal } = readCallOptions(options, "options");
  readListing(scope, "scope");
  const commands = await scope.list({ signal, withLocalizations: true });
  return commands.find(({ type }) => type === CommandType.PrimaryEntryPoint);
}

/**
 * Registers `entryPoint` as the application's only entry point. An existing entry point, such as the service's default
 * (`launch`), is edited, so it keeps its id and, as with `CommandScope.edit`, its permissions.
 *
 * @stable
 * @param scope - `commandsClient.global`.
 */
export async function registerEntryPoint(
  scope: Pick<CommandScope<GlobalCommand>, "list" | "create" | "edit">,
  entryPoint: DefinedCommand<EntryPointCommand>,
  options: EditOptions = {},
): Promise<Command> {
  readScope(scope, "scope");
  const { signal, ...keeping } = readEntryPointOptions(options, "options");
  const { body } = object<typeof entryPoint>()(entryPoint, "entryPoint");
  object()(body, "entryPoint.body");
  const existing = await findEntryPoint(scope, { signal });
  if (!existing) return scope.create(body, { signal });
  const { type: _type, ...edit } = body;
  return scope.edit(existing.id, { ...cleared, ...edit }, { ...keeping, signal });
}
