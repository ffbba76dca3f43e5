import type { Call } from "../frame/run-command.ts";
import { interrupted } from "../frame/prompts.ts";
import { serviceHost, type Settings } from "./settings.ts";

/** The option of all commands that write. */
export const confirmOptions = { "-y, --yes": "Do not ask before writing." } as const;

/** An application, and its name in the config. */
export function applicationOf(applicationId: string, environment: string | null | undefined): string {
  return environment ? `${applicationId} (${environment})` : applicationId;
}

/** The target of a write, for people: the environment, the application, the guild and the service. */
export function targetOf(settings: Settings): string {
  const { applicationId, environment, guildId, apiBase = serviceHost } = settings;
  const place = guildId === undefined ? "" : `, guild ${guildId}`;
  return `application ${applicationOf(applicationId, environment)}${place} at ${apiBase}`;
}

/**
 * Names the target of the coming write, and asks unless `--yes` is given.
 *
 * @throws Failure `interrupted` at a no; `no_terminal` where nobody can be asked.
 */
export async function confirmWrite(
  { options, terminal }: Pick<Call<typeof confirmOptions>, "options" | "terminal">,
  settings: Settings,
  action: string,
): Promise<void> {
  const what = `${action}: ${targetOf(settings)}.`;
  if (options.yes) return terminal.note(what);
  const message = `${what} Go on?`;
  if (!(await terminal.ask.confirm({ message, instead: "--yes" }))) throw interrupted();
}
