import { keychainTokenStore, type TokenStore } from "slashpass";
import { CommandsClient, isClientError } from "slashpass/commands";
import { isObject } from "../../core/check/readers.ts";
import { Failure } from "../frame/failure.ts";
import type { Terminal } from "../frame/terminal.ts";
import {
  type AccessCall,
  type ApplicationSecrets,
  credentialOf,
  maskSecrets,
  noCredential,
} from "./application-secrets.ts";
import { apiOf, type Settings } from "./settings.ts";

interface Stored {
  readonly secrets?: ApplicationSecrets;
  readonly reachable: boolean;
}

export interface KeychainEntry {
  readonly service: string;
  /** Includes the API host, because an emulated application may have the same id as a real one. */
  readonly account: string;
}

export function entryOf(settings: Pick<Settings, "apiBase" | "applicationId">): KeychainEntry {
  return {
    service: "slashpass-application",
    account: `${new URL(apiOf(settings)).host}/${settings.applicationId}`,
  };
}

export function describeEntry({ service, account }: KeychainEntry): string {
  return `the keychain entry '${service}' for '${account}'`;
}

function openStore(settings: Settings): { readonly store: TokenStore; readonly account: string } {
  const { service, account } = entryOf(settings);
  return { store: keychainTokenStore({ service }), account };
}

export async function readEntry(settings: Settings): Promise<ApplicationSecrets | undefined> {
  const { store, account } = openStore(settings);
  const record = await store.get(account);
  return record === undefined ? undefined : parseSecrets(record);
}

/** Ignores invalid content, which the next write replaces. */
function parseSecrets(record: string): ApplicationSecrets | undefined {
  try {
    const value: unknown = JSON.parse(record);
    if (!isObject(value)) return undefined;
    const known = ["botToken", "clientSecret"].filter((name) => typeof value[name] === "string");
    return known.length === 0 ? undefined : Object.fromEntries(known.map((name) => [name, value[name]]));
  } catch {
    return undefined;
  }
}

export async function writeEntry(secrets: ApplicationSecrets, settings: Settings): Promise<void> {
  const { store, account } = openStore(settings);
  await store.set(account, JSON.stringify(secrets));
}

export async function deleteEntry(settings: Settings): Promise<boolean> {
  const { store, account } = openStore(settings);
  const exists = (await store.get(account)) !== undefined;
  if (exists) await store.delete(account);
  return exists;
}

export async function readStoredSecrets(settings: Settings): Promise<Stored> {
  try {
    const secrets = await readEntry(settings);
    return { reachable: true, ...(secrets && { secrets }) };
  } catch {
    return { reachable: false };
  }
}

export async function offerToStore(
  secrets: ApplicationSecrets,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const question = { message: "Store it in this machine's keychain?", instead: "nothing", initial: true };
  if (!(await terminal.ask.confirm(question))) return;
  try {
    await writeEntry(secrets, settings);
    terminal.note(`Stored in ${describeEntry(entryOf(settings))}. 'slashpass credential forget' deletes it.`);
  } catch (error) {
    terminal.note(`It was not stored: ${(error as Error).message}`);
  }
}

export async function storedOrTyped(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  const { terminal } = call;
  const { secrets, reachable } = await readStoredSecrets(settings);
  if (secrets) {
    maskSecrets(secrets, terminal);
    const refusal = await refusalOf(secrets, call, settings);
    if (refusal === undefined) return secrets;
    if (!terminal.interactive) throw storedRefused(secrets, refusal);
    terminal.note(`The ${kindOf(secrets)} in the keychain was rejected: ${refusal}`);
  }
  if (!terminal.interactive) throw noCredential(settings);
  const typed = await askUntilAccepted(call, settings);
  if (reachable) await offerToStore(typed, settings, terminal);
  return typed;
}

export async function askUntilAccepted(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  for (;;) {
    const secrets = await ask(call, settings);
    maskSecrets(secrets, call.terminal);
    const refusal = await refusalOf(secrets, call, settings);
    if (refusal === undefined) return secrets;
    call.terminal.note(`The ${kindOf(secrets)} was rejected: ${refusal}`);
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
      { value: "botToken", label: "Its bot token", hint: "developer portal, Bot" },
      { value: "clientSecret", label: "Its client secret", hint: "developer portal, OAuth2" },
    ],
  });
  const name = kind === "botToken" ? "Bot token" : "Client secret";
  const typed = await prompts.secret({ message: `${name} (your input is hidden)`, instead });
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
    await terminal.during("Testing the credential", () => client.global.list({ signal }));
    return undefined;
  } catch (error) {
    if (!isClientError(error) || !(error.status === 401 || refusals.includes(error.code))) throw error;
    return error.message;
  }
}

/** Includes the code for malformed credentials, which are never sent. */
const refusals: readonly string[] = ["invalid_client", "wrong_application", "invalid_credential"];

function kindOf({ botToken }: ApplicationSecrets): string {
  return botToken === undefined ? "client secret" : "bot token";
}

function storedRefused(secrets: ApplicationSecrets, refusal: string): Failure {
  return new Failure(`The ${kindOf(secrets)} in the keychain was rejected: ${refusal}`, {
    code: "credential_refused",
    hint: "Replace it with 'slashpass credential set' in a terminal, or delete it with 'slashpass credential forget'.",
  });
}
