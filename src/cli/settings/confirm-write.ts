import type { Call } from "../frame/run-command.ts";
import { misunderstood } from "../frame/failure.ts";
import { declined } from "../frame/prompts.ts";
import type { confirmOptions, settingsOptions } from "../options.ts";
import { serviceHost, type Settings } from "./settings.ts";

type Confirming = Pick<Call<typeof confirmOptions & typeof settingsOptions>, "options" | "terminal">;

export function applicationOf(applicationId: string, environment: string | null | undefined): string {
  return environment ? `${applicationId} (${environment})` : applicationId;
}

export function targetOf(settings: Settings): string {
  const { applicationId, environment, guildId, apiBase = serviceHost } = settings;
  const guild = guildId === undefined ? "" : `, guild ${guildId}`;
  return `application ${applicationOf(applicationId, environment)}${guild} at ${apiBase}`;
}

/**
 * @throws Failure `protected_environment` unless `--environment` is set to the protected environment and its name was typed or passed
 * with `--confirm`; `misunderstood` if `--confirm` is set to another environment.
 */
export function refuseUnconfirmed({ options, terminal }: Confirming, settings: Settings): void {
  const { environment = "", protected: isProtected } = settings;
  const { confirm } = options;
  if (confirm !== undefined && confirm !== environment) {
    const meant = environment === "" ? "no environment is selected" : `'${environment}' is selected`;
    throw misunderstood(
      `--confirm is '${confirm}', but ${meant}.`,
      "Pass the same environment to --environment and --confirm.",
    );
  }
  if (!isProtected) return;
  if (options.environment !== environment)
    throw refused(environment, "it must be specified explicitly", `Add --environment ${environment}.`);
  if (confirm === undefined && !terminal.interactive)
    throw refused(environment, "there is no terminal for the confirmation", `Add --confirm ${environment}.`);
}

function refused(environment: string, reason: string, hint: string) {
  const message = `The protected environment '${environment}' was not changed: ${reason}.`;
  return misunderstood(message, hint, "protected_environment");
}

export async function confirmWrite(call: Confirming, settings: Settings, action: string): Promise<void> {
  const { options, terminal } = call;
  refuseUnconfirmed(call, settings);
  const { environment = "", protected: isProtected } = settings;
  const what = `${action}: ${targetOf(settings)}.`;
  if (options.confirm !== undefined || (options.yes && !isProtected)) return terminal.note(what);
  if (isProtected) return typeName(environment, what, terminal);
  const message = `${what} Continue?`;
  if (!(await terminal.ask.confirm({ message, instead: "--yes" }))) throw declined();
}

async function typeName(environment: string, what: string, { ask }: Confirming["terminal"]): Promise<void> {
  await ask.text({
    message: `${what} Real players use it. Type '${environment}' to continue.`,
    instead: `--confirm ${environment}`,
    check: (typed) => (typed === environment ? undefined : `Type ${environment}, or press Ctrl-C to cancel.`),
  });
}
