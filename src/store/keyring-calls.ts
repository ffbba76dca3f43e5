// The calls that the keychain's thread makes for each request. This file is bundled into the text of that thread, so it imports
// nothing.
/** The used methods of an entry of `@napi-rs/keyring`. Secrets go as bytes: as text, Windows would count each character twice. */
export interface KeyringEntry {
  getSecret(): Uint8Array | null;
  setSecret(secret: Uint8Array): void;
  deleteCredential(): boolean;
}

export type EntryClass = new (service: string, account: string) => KeyringEntry;

interface Item {
  readonly service: string;
  readonly account: string;
}

/** A request to the thread. */
export type KeyringRequest = Item &
  (
    | { readonly operation: "getPassword" | "deletePassword" }
    | { readonly operation: "setPassword"; readonly password: string }
  );

export type KeyringResult = string | boolean | null | undefined;

/** The thread's answer to the request with this id. */
export interface KeyringReply {
  readonly id: number;
  readonly result?: KeyringResult;
  readonly error?: string;
}

/**
 * Answers calls, one after the other. Opening an entry connects to the keychain (6 ms) and may wait for a person, so entries
 * are kept.
 */
export function keyringCalls(Entry: EntryClass): (id: number, request: KeyringRequest) => KeyringReply {
  const entries = new Map<string, KeyringEntry>();

  const attempt = (request: KeyringRequest): KeyringResult => {
    const { service, account } = request;
    const name = JSON.stringify([service, account]);
    const entry = entries.get(name) ?? new Entry(service, account);
    entries.delete(name);
    const result = perform(entry, request);
    if (result !== null && result !== false) entries.set(name, entry);
    return result;
  };

  return (id, request) => {
    try {
      return { id, result: withOneRetry(() => attempt(request)) };
    } catch (error) {
      return { id, error: messageOf(error) };
    }
  };
}

/**
 * "Nothing there" may only mean that the connection has died, and an item can vanish between being found and being read:
 * whatever fails is tried once more on a new connection, except where that would show the player a second dialog.
 */
function withOneRetry(attempt: () => KeyringResult): KeyringResult {
  try {
    return attempt();
  } catch (error) {
    if (/prompt|lock/i.test(messageOf(error))) throw error;
    return attempt();
  }
}

function perform(entry: KeyringEntry, request: KeyringRequest): KeyringResult {
  switch (request.operation) {
    case "getPassword": {
      const secret = entry.getSecret();
      return secret === null ? null : Buffer.from(secret).toString("utf8");
    }
    case "setPassword":
      entry.setSecret(Buffer.from(request.password, "utf8"));
      return undefined;
    case "deletePassword":
      return entry.deleteCredential();
  }
}

function messageOf(error: unknown): string {
  return (error as Error).message;
}
