import { parseSecret } from "../../core/request/credential.ts";
import type { ClientError } from "slashpass";
import type { ApiCredential } from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { type Failure, misunderstood } from "../frame/failure.ts";
import type { Terminal } from "../frame/terminal.ts";
import { variables } from "../frame/host.ts";
import { apiOf, isOfService, type Settings } from "./settings.ts";

export interface ApplicationSecrets {
  readonly botToken?: string | undefined;
  readonly clientSecret?: string | undefined;
}

export type AccessCall = Pick<Call, "env" | "terminal" | "signal">;

export function maskSecrets({ botToken, clientSecret }: ApplicationSecrets, terminal: Terminal): void {
  for (const secret of [botToken, clientSecret]) if (secret !== undefined) terminal.mask(secret);
}

export function credentialOf(
  { botToken, clientSecret }: ApplicationSecrets,
  applicationId: string,
): ApiCredential {
  return {
    ...(botToken !== undefined && { botToken }),
    ...(clientSecret !== undefined && { clientId: applicationId, clientSecret }),
  } as ApiCredential;
}

export function secretIn(env: Call["env"], name: string): string | undefined {
  const value = env[name];
  if (!value) return undefined;
  try {
    return parseSecret(value, name);
  } catch (error) {
    const { message, hint } = error as ClientError;
    throw misunderstood(message, hint, "secret_invalid");
  }
}

/** Refuses to send secrets to a host that is named only in another user's config. */
export function refuseForeignHost(settings: Settings): void {
  const { foreignConfig } = settings;
  const apiBase = apiOf(settings);
  if (foreignConfig === undefined || isOfService(apiBase)) return;
  throw misunderstood(
    `The application's secrets are not sent to ${apiBase}, because this address comes only from ${foreignConfig}, which belongs to another user.`,
    `If you trust it, pass it with --config, or set ${variables.apiBase}.`,
    "foreign_host",
  );
}

/** The names of the environment's variables, in order of precedence. */
export function namesOf({
  environment,
}: Pick<Settings, "environment">): readonly { botToken: string; clientSecret: string }[] {
  const own = environment?.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  if (own === undefined) return [variables];
  const ownName = (name: string) => name.replace(/^[A-Z]+/, `$&_${own}`);
  return [
    { botToken: ownName(variables.botToken), clientSecret: ownName(variables.clientSecret) },
    variables,
  ];
}

export function applicationSecretsIn(env: Call["env"], settings: Settings): ApplicationSecrets | undefined {
  return namesOf(settings)
    .map((names) => ({
      botToken: secretIn(env, names.botToken),
      clientSecret: secretIn(env, names.clientSecret),
    }))
    .find(({ botToken, clientSecret }) => botToken !== undefined || clientSecret !== undefined);
}

export function noCredential(settings: Settings): Failure {
  const [{ botToken, clientSecret } = variables] = namesOf(settings);
  return misunderstood(
    `Neither a bot token nor a client secret is available for application ${settings.applicationId}.`,
    `Set ${botToken} or ${clientSecret} in the environment. On a terminal, slashpass prompts for the credential and can store it in the keychain.`,
    "no_credential",
  );
}
