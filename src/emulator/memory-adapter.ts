/** One record of the authorization server: a session, a grant, a code, a token. */
interface Payload {
  readonly uid?: string;
  readonly userCode?: string;
  readonly grantId?: string;
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
export function createMemoryAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, Entry>>();
  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>();
    models.set(model, entries);
    return adapterOver(entries);
  };
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
