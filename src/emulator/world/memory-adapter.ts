import { Recent } from "../base/recent.ts";
/** One record of the authorization server: a session, a grant, a code, a token. */
interface Payload {
  readonly uid?: string;
  readonly userCode?: string;
  readonly grantId?: string;
  readonly accountId?: string;
  readonly clientId?: string;
  consumed?: number;
}

interface Entry {
  readonly payload: Payload;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The storage that `oidc-provider` asks for, one for each of its models. */
export interface Adapter {
  upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  findByUserCode(userCode: string): Promise<Payload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

/** Storage in memory for one emulator. */
export class MemoryStorage {
  readonly #models = new Map<string, Map<string, Entry>>();

  /** What the authorization server keeps of one kind. */
  adapter(model: string): Adapter {
    const entries = this.#models.get(model) ?? new Recent<string, Entry>();
    this.#models.set(model, entries);
    return adapterOver(entries);
  }

  /**
   * Forgets everything that a player granted an application, and every token that came from it: the service does so
   * when any one of those tokens is revoked (Discord documentation, OAuth2, "Token Revocation").
   */
  revoke(accountId: string, clientId: string): void {
    const grants = new Set<string>();
    for (const [id, { payload }] of this.#models.get("Grant") ?? []) {
      if (payload.accountId === accountId && payload.clientId === clientId) grants.add(id);
    }
    for (const entries of this.#models.values()) {
      for (const [id, { payload }] of entries) {
        if (grants.has(id) || (payload.grantId !== undefined && grants.has(payload.grantId)))
          entries.delete(id);
      }
    }
  }
}

function adapterOver(entries: Map<string, Entry>): Adapter {
  const findBy = async (wanted: (payload: Payload) => boolean) =>
    [...entries.values()].find((entry) => isAlive(entry) && wanted(entry.payload))?.payload;
  return {
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 });
    },
    async find(id) {
      const entry = entries.get(id);
      return entry && isAlive(entry) ? entry.payload : undefined;
    },
    findByUid: (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(id);
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
    },
  };
}

function isAlive({ expiresAt }: Entry): boolean {
  return expiresAt > Date.now();
}
