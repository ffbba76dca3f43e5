// Bundled into the worker thread's source, so this file must not import anything.
/** Secrets are passed as bytes, because strings would count double toward the size limit on Windows. */
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

export type KeyringRequest = Item &
  (
    | { readonly operation: "getPassword" | "deletePassword" }
    | { readonly operation: "setPassword"; readonly password: string }
  );

export type KeyringResult = string | boolean | null | undefined;

export interface KeyringReply {
  readonly id: number;
  readonly result?: KeyringResult;
  readonly error?: string;
}

/** Caches entries, because opening one connects to the keychain (6 ms) and may wait for the user. */
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
 * Retries once with a new connection, because a lost connection can look like a missing item. Does not retry if the player would
 * see a second dialog.
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
