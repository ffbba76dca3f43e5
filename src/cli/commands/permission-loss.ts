import { isClientError, type SavedPermissions } from "slashpass/commands";
import type { Call } from "../frame/call.ts";
import { interrupted } from "../frame/prompts.ts";
import { counted } from "../frame/shown.ts";
import type { ValuesOf } from "../frame/definition.ts";
import type { guildsOption, lossOption } from "./parameters.ts";

/** The guilds of the command line; undefined for the default. */
export function guildsOf({ permissionsOf = [] }: Partial<ValuesOf<typeof guildsOption>>) {
  return permissionsOf.length === 0 ? undefined : permissionsOf;
}

type Asking = Pick<Call<typeof lossOption>, "options" | "terminal">;

/**
 * Does what may lose permissions of commands. Where that is refused, the person is asked, and at a yes it is done all the same.
 * `--yes` is no answer to this.
 *
 * @throws ClientError `permission_loss` where nobody can be asked; Failure `interrupted` at a no.
 */
export async function withConsent<Result>(
  { options, terminal }: Asking,
  work: (allowPermissionLoss: boolean) => Promise<Result>,
): Promise<Result> {
  const isAllowed = options.allowPermissionLoss ?? false;
  try {
    return await work(isAllowed);
  } catch (error) {
    const isRefused = isClientError(error) && error.code === "permission_loss";
    if (!isRefused || isAllowed || !terminal.interactive) throw error;
    const message = `${error.message} Lose them?`;
    if (!(await terminal.ask.confirm({ message, instead: "--allow-permission-loss" }))) throw interrupted();
    return work(true);
  }
}

/** Tells people which permissions are gone, so that they can be given again. */
export function tellLost(saved: readonly SavedPermissions[], terminal: Call["terminal"]): void {
  if (saved.length === 0) return;
  const lines = saved.map(({ guildId, commandId, permissions }) => {
    const each = permissions.map(
      ({ id, type, permission }) => `${permission ? "allow" : "deny"} ${kinds[type]} ${id}`,
    );
    return `  command ${commandId} in guild ${guildId}: ${each.join(", ")}`;
  });
  terminal.note([`Not written back (${counted(saved.length, "command")}):`, ...lines].join("\n"));
}

const kinds = { 1: "role", 2: "user", 3: "channel" } as const;
