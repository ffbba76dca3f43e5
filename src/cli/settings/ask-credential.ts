import { CommandsClient, isClientError } from "slashpass/commands";
import { ExitCode, Failure } from "../frame/failure.ts";
import {
  type AccessCall,
  type ApplicationSecrets,
  credentialOf,
  maskSecrets,
  noCredential,
} from "./application-secrets.ts";
import { keepSecrets, readKeptSecrets } from "./kept-secrets.ts";
import type { Settings } from "./settings.ts";

/**
 * Verifies stored and typed secrets with a request, and prompts again for rejected ones. Offers to store typed ones after they
 * are accepted.
 *
 * @throws Failure `no_credential` or `credential_refused` if the terminal is not interactive; other errors of the request.
 */
export async function keptOrAsked(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  const { terminal } = call;
  const { secrets, reachable } = await readKeptSecrets(settings);
  if (secrets) {
    maskSecrets(secrets, terminal);
    const refusal = await refusalOf(secrets, call, settings);
    if (refusal === undefined) return secrets;
    if (!terminal.interactive) throw keptRefused(secrets, refusal);
    terminal.note(`The ${kindOf(secrets)} in the keychain was refused: ${refusal}`);
  }
  if (!terminal.interactive) throw noCredential(settings);
  const typed = await askUntilAccepted(call, settings);
  if (reachable) await keepSecrets(typed, settings, terminal);
  return typed;
}

export async function askUntilAccepted(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  for (;;) {
    const secrets = await ask(call, settings);
    maskSecrets(secrets, call.terminal);
    const refusal = await refusalOf(secrets, call, settings);
    if (refusal === undefined) return secrets;
    call.terminal.note(`The ${kindOf(secrets)} was refused: ${refusal}`);
  }
}

async function ask(
  { terminal: { ask: prompts } }: AccessCall,
  { applicationId }: Settings,
): Promise<ApplicationSecrets> {
  const instead = "SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET in the environment";
  const kind = await prompts.choose({
    message: `Which credential should application ${applicationId} use?`,
    instead,
    choices: [
      { value: "botToken", label: "The token of its bot", hint: "developer portal, Bot" },
      { value: "clientSecret", label: "Its client secret", hint: "developer portal, OAuth2" },
    ],
  });
  const name = kind === "botToken" ? "Bot token" : "Client secret";
  const typed = await prompts.secret({ message: `${name} (what you type is not shown)`, instead });
  return { [kind]: typed.trim() };
}

async function refusalOf(
  secrets: ApplicationSecrets,
  { terminal, signal }: AccessCall,
  settings: Settings,
): Promise<string | undefined> {
  const { applicationId, apiBase } = settings;
  try {
    const credential = credentialOf(secrets, applicationId);
    const onSecret = (secret: string) => terminal.mask(secret);
    const client = new CommandsClient({ applicationId, apiBase, credential, onSecret });
    await terminal.during("Trying the credential", () => client.global.list({ signal }));
    return undefined;
  } catch (error) {
    if (!isClientError(error) || !(error.status === 401 || refusals.includes(error.code))) throw error;
    return error.message;
  }
}

/** Includes malformed credentials, which are never sent. */
const refusals: readonly string[] = ["invalid_client", "wrong_application", "invalid_credential"];

function kindOf({ botToken }: ApplicationSecrets): string {
  return botToken === undefined ? "client secret" : "bot token";
}

function keptRefused(secrets: ApplicationSecrets, refusal: string): Failure {
  return new Failure(`The ${kindOf(secrets)} in the keychain was refused: ${refusal}`, {
    code: "credential_refused",
    hint: "Replace it with 'slashpass credential set' at a terminal, or delete it with 'slashpass credential forget'.",
    exitCode: ExitCode.Failed,
  });
}
