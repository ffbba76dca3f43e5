import { keychainTokenStore, type TokenStore } from "slashpass";
import type { Terminal } from "../frame/terminal.ts";
import { apiOf, type Settings } from "./settings.ts";

type Secrets = Readonly<Record<string, string>>;

/** The kept secrets of an application. */
interface Kept {
  readonly secrets?: Secrets;
  /** Whether the keychain answers, so that something can be kept there. */
  readonly reachable: boolean;
}

/** An entry of its own: not among the players' tokens. */
function openStore(): TokenStore {
  return keychainTokenStore({ service: "slashpass-application" });
}

/** By the service too: an emulator's application may have the id of a real one. */
function accountOf(settings: Settings): string {
  return `${new URL(apiOf(settings)).host}/${settings.applicationId}`;
}

/** The application's secrets in the keychain; none where there is no keychain, or it stays locked. */
export async function readKeptSecrets(settings: Settings): Promise<Kept> {
  try {
    const record = await openStore().get(accountOf(settings));
    return { reachable: true, ...(record !== undefined && { secrets: JSON.parse(record) as Secrets }) };
  } catch {
    return { reachable: false };
  }
}

/** Asks whether to keep the secrets, and does. That it cannot be done stops nothing. */
export async function keepSecrets(secrets: Secrets, settings: Settings, terminal: Terminal): Promise<void> {
  const question = { message: "Keep it in the keychain of this machine?", instead: "nothing", initial: true };
  if (!(await terminal.ask.confirm(question))) return;
  try {
    await openStore().set(accountOf(settings), JSON.stringify(secrets));
  } catch (error) {
    terminal.note(`It was not kept: ${(error as Error).message}`);
  }
}
