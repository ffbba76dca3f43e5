import { keychainTokenStore, type TokenStore } from "slashpass";
import { isObject } from "../../core/check/readers.ts";
import type { Terminal } from "../frame/terminal.ts";
import type { ApplicationSecrets } from "./application-secrets.ts";
import { apiOf, type Settings } from "./settings.ts";

interface Kept {
  readonly secrets?: ApplicationSecrets;
  readonly reachable: boolean;
}

export interface KeychainEntry {
  readonly service: string;
  /** Includes the API's host, since an emulated application may have the id of a real one. */
  readonly account: string;
}

export function entryOf(settings: Pick<Settings, "apiBase" | "applicationId">): KeychainEntry {
  return {
    service: "slashpass-application",
    account: `${new URL(apiOf(settings)).host}/${settings.applicationId}`,
  };
}

export function entryInWords({ service, account }: KeychainEntry): string {
  return `the keychain entry '${service}' of '${account}'`;
}

function openStore(settings: Settings): { readonly store: TokenStore; readonly account: string } {
  const { service, account } = entryOf(settings);
  return { store: keychainTokenStore({ service }), account };
}

/** @throws ClientError `keychain_absent`, `keychain_locked` and other keychain errors. */
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
  const isThere = (await store.get(account)) !== undefined;
  if (isThere) await store.delete(account);
  return isThere;
}

export async function readKeptSecrets(settings: Settings): Promise<Kept> {
  try {
    const secrets = await readEntry(settings);
    return { reachable: true, ...(secrets && { secrets }) };
  } catch {
    return { reachable: false };
  }
}

export async function keepSecrets(
  secrets: ApplicationSecrets,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const question = { message: "Store it in this machine's keychain?", instead: "nothing", initial: true };
  if (!(await terminal.ask.confirm(question))) return;
  try {
    await writeEntry(secrets, settings);
    terminal.note(`Kept in ${entryInWords(entryOf(settings))}. 'slashpass credential forget' deletes it.`);
  } catch (error) {
    terminal.note(`It was not stored: ${(error as Error).message}`);
  }
}
