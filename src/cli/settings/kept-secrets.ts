import { keychainTokenStore, type TokenStore } from "slashpass";
import { isObject } from "../../core/check/readers.ts";
import type { Terminal } from "../frame/terminal.ts";
import type { ApplicationSecrets } from "./application-secrets.ts";
import { apiOf, type Settings } from "./settings.ts";

/** The kept secrets of an application. */
interface Kept {
  readonly secrets?: ApplicationSecrets;
  /** Whether the keychain answers, so that something can be kept there. */
  readonly reachable: boolean;
}

/** The name of an application's entry in the keychain. It is not among the players' tokens. */
export interface KeychainEntry {
  readonly service: string;
  /** With the service's host: an emulator's application may have the id of a real one. */
  readonly account: string;
}

export function entryOf(settings: Pick<Settings, "apiBase" | "applicationId">): KeychainEntry {
  return {
    service: "slashpass-application",
    account: `${new URL(apiOf(settings)).host}/${settings.applicationId}`,
  };
}

/** An entry as its people read it. */
export function entryInWords({ service, account }: KeychainEntry): string {
  return `the keychain entry '${service}' of '${account}'`;
}

function openStore(settings: Settings): { readonly store: TokenStore; readonly account: string } {
  const { service, account } = entryOf(settings);
  return { store: keychainTokenStore({ service }), account };
}

/** @throws ClientError `keychain_absent`, `keychain_locked` and the others of a keychain. */
export async function readEntry(settings: Settings): Promise<ApplicationSecrets | undefined> {
  const { store, account } = openStore(settings);
  const record = await store.get(account);
  return record === undefined ? undefined : parseSecrets(record);
}

/** Any other content counts as nothing, and is replaced by the next kept secret. */
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

/** @throws as {@link readEntry}. */
export async function writeEntry(secrets: ApplicationSecrets, settings: Settings): Promise<void> {
  const { store, account } = openStore(settings);
  await store.set(account, JSON.stringify(secrets));
}

/** @returns whether there was one. @throws as {@link readEntry}. */
export async function deleteEntry(settings: Settings): Promise<boolean> {
  const { store, account } = openStore(settings);
  const isThere = (await store.get(account)) !== undefined;
  if (isThere) await store.delete(account);
  return isThere;
}

/** The application's secrets in the keychain; none where there is no keychain, or it stays locked. */
export async function readKeptSecrets(settings: Settings): Promise<Kept> {
  try {
    const secrets = await readEntry(settings);
    return { reachable: true, ...(secrets && { secrets }) };
  } catch {
    return { reachable: false };
  }
}

/** Asks whether to keep the secrets, and does. That it cannot be done stops nothing. */
export async function keepSecrets(
  secrets: ApplicationSecrets,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const question = { message: "Keep it in the keychain of this machine?", instead: "nothing", initial: true };
  if (!(await terminal.ask.confirm(question))) return;
  try {
    await writeEntry(secrets, settings);
    terminal.note(`Kept in ${entryInWords(entryOf(settings))}. 'slashpass credential forget' deletes it.`);
  } catch (error) {
    terminal.note(`It was not kept: ${(error as Error).message}`);
  }
}
