import { apiOf, isOfService, type Settings } from "./settings.ts";
import { parseSecret } from "../../core/request/credential.ts";
import type { ClientError } from "slashpass";
import type { ApiCredential } from "slashpass/commands";
import type { Call } from "../frame/run-command.ts";
import { type Failure, misunderstood } from "../frame/failure.ts";
import { variables } from "../frame/variables.ts";

/** The credentials of the application: its bot's token, its client secret, or both. */
interface ApplicationSecrets {
  readonly botToken?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The call of a command that needs a credential. */
export type AccessCall = Pick<Call, "env" | "terminal">;

/**
 * The application's credential: of `SLASHPASS_<ENVIRONMENT>_BOT_TOKEN` and `_CLIENT_SECRET`, else of `SLASHPASS_BOT_TOKEN` and
 * `SLASHPASS_CLIENT_SECRET`, else of the keychain, else of the person, who is asked. With `SLASHPASS_ACCESS_TOKEN` also that
 * player's. Nothing of it is printed from then on.
 *
 * @throws Failure `no_credential` where nobody can be asked; `foreign_host` as {@link refuseForeignHost} does.
 */
export async function readCredential(call: AccessCall, settings: Settings): Promise<ApiCredential> {
  const { env, terminal } = call;
  refuseForeignHost(settings);
  const { botToken, clientSecret } = ofVariables(env, settings) ?? (await keptOrAsked(call, settings));
  const accessToken = secretIn(env, variables.accessToken);
  for (const secret of [botToken, clientSecret, accessToken]) if (secret !== undefined) terminal.mask(secret);
  return {
    ...(botToken !== undefined && { botToken }),
    ...(clientSecret !== undefined && { clientId: settings.applicationId, clientSecret }),
    ...(accessToken !== undefined && { userToken: () => Promise.resolve(accessToken) }),
  } as ApiCredential;
}

/**
 * Secrets go to another host than the service's only where this user's own settings say so.
 *
 * @throws Failure `foreign_host`.
 */
export function refuseForeignHost(settings: Settings): void {
  const { foreignConfig } = settings;
  const apiBase = apiOf(settings);
  if (foreignConfig === undefined || isOfService(apiBase)) return;
  throw misunderstood(
    `The application's secrets are not sent to ${apiBase}: only ${foreignConfig} says so, and it belongs to another user.`,
    `If you trust it, name it with --config, or set ${variables.apiBase}.`,
    "foreign_host",
  );
}

/** The names of the variables for an environment, the nearest first. */
function namesOf({ environment }: Settings): readonly { botToken: string; clientSecret: string }[] {
  const own = environment?.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  if (own === undefined) return [variables];
  const ownName = (name: string) => name.replace(/^[A-Z]+/, `$&_${own}`);
  return [
    { botToken: ownName(variables.botToken), clientSecret: ownName(variables.clientSecret) },
    variables,
  ];
}

/**
 * The secrets that stand in variables, those of the environment first.
 *
 * @throws Failure `secret_invalid` for one that cannot be a secret.
 */
export function ofVariables(env: Call["env"], settings: Settings): ApplicationSecrets | undefined {
  return namesOf(settings)
    .map((names) => ({
      botToken: secretIn(env, names.botToken),
      clientSecret: secretIn(env, names.clientSecret),
    }))
    .find(({ botToken, clientSecret }) => botToken !== undefined || clientSecret !== undefined);
}

function secretIn(env: Call["env"], name: string): string | undefined {
  const value = env[name] || undefined;
  if (value === undefined) return undefined;
  try {
    return parseSecret(value, name);
  } catch (error) {
    const { message, hint } = error as ClientError;
    throw misunderstood(message, hint, "secret_invalid");
  }
}

async function keptOrAsked({ terminal }: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  // Loaded where the variables are missing: machines that build and test have them.
  const { keepSecrets, readKeptSecrets } = await import("./kept-secrets.ts");
  const kept = await readKeptSecrets(settings);
  if (kept.secrets) return kept.secrets;
  if (!terminal.interactive) throw noCredential(settings);
  const secrets = await ask(terminal, settings);
  if (kept.reachable) await keepSecrets(secrets, settings, terminal);
  return secrets;
}

async function ask({ ask: prompts }: Call["terminal"], { applicationId }: Settings) {
  const instead = "SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET in the environment";
  const kind = await prompts.choose({
    message: `With which credential does application ${applicationId} call the service?`,
    instead,
    choices: [
      { value: "botToken", label: "The token of its bot", hint: "developer portal, Bot" },
      { value: "clientSecret", label: "Its client secret", hint: "developer portal, OAuth2" },
    ],
  });
  const name = kind === "botToken" ? "Bot token" : "Client secret";
  return { [kind]: await prompts.secret({ message: `${name} (what you type is not shown)`, instead }) };
}

function noCredential(settings: Settings): Failure {
  const [{ botToken, clientSecret } = variables] = namesOf(settings);
  return misunderstood(
    `Neither a bot token nor a client secret is known for application ${settings.applicationId}.`,
    `Set ${botToken} or ${clientSecret} in the environment. At a terminal, the program asks for it, and can keep it in the keychain.`,
    "no_credential",
  );
}
