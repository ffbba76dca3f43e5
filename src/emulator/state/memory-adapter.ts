import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, object, optional, textOf, whole } from "../../core/check/readers.ts";
import type { Clock } from "../base/clock.ts";
import { Recent } from "../base/recent.ts";

/** One record of the authorization server: a session, a grant, a code, a token. */
interface Payload {
  readonly jti?: string;
  readonly uid?: string;
  readonly authorizations?: object;
  readonly userCode?: string;
  readonly grantId?: string;
  readonly accountId?: string;
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly codeChallenge?: string;
  readonly iat?: number | undefined;
  readonly exp?: number | undefined;
  /** Of a refresh token: the access token that came with it. */
  accessToken?: string;
  /** The scopes of a grant. */
  readonly openid?: { readonly scope?: string };
  consumed?: number;
}

/** How many records of a kind are saved: a file that is written after each request stays small, also after thousands of sign-ins. */
const mostSaved = 200;

/** The times in records, in seconds since 1970. */
const times = ["iat", "exp", "iiat", "loginTs", "authTime", "consumed"];

interface Entry {
  readonly payload: Payload;
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly expiresAt: number;
}

/** One record, as plain data. */
interface SavedRecord {
  readonly model: string;
  readonly id: string;
  readonly payload: Payload;
  /** Milliseconds since 1970; left out where it never ends. */
  readonly expiresAt?: number | undefined;
}

/** The records of the authorization server, as plain data. */
export type SavedRecords = readonly SavedRecord[];

/** Reads the records that the authorization server kept. */
export const readSavedRecords: Reader<SavedRecords> = listOf(
  fields<SavedRecord>({
    model: textOf(),
    id: textOf(),
    payload: object<Payload>(),
    expiresAt: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  }),
);

/** The storage that `oidc-provider` asks for, one for each of its models. */
interface Adapter {
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
  readonly #clock: Clock;
  readonly #models = new Map<string, Map<string, Entry>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The authorization server's records of one kind. */
  adapter(model: string): Adapter {
    return adapterOver(this.#entries(model), this.#clock);
  }

  /** Of each kind the newest that are not over. */
  save(): SavedRecords {
    const now = this.#clock.now();
    return [...this.#models].flatMap(([model, entries]) =>
      [...entries]
        .filter(([, { expiresAt }]) => expiresAt > now)
        .slice(-mostSaved)
        .map(([id, { payload, expiresAt }]) => ({
          model,
          id,
          payload,
          ...(Number.isFinite(expiresAt) && { expiresAt: Math.floor(expiresAt) }),
        })),
    );
  }

  /** Restores saved records. */
  restore(records: SavedRecords): void {
    for (const { model, id, payload, expiresAt = Number.POSITIVE_INFINITY } of records)
      this.#entries(model).set(id, { payload: { ...payload }, expiresAt });
  }

  /**
   * Forgets everything that a player granted an application, and every token that came from it: the service does so
   * when any one of those tokens is revoked (Discord documentation, OAuth2, "Token Revocation").
   */
  revoke(accountId: string, clientId: string): void {
    const grants = this.#grants(accountId, clientId);
    for (const entries of this.#models.values()) {
      for (const [id, { payload }] of entries) {
        if (grants.has(id) || (payload.grantId !== undefined && grants.has(payload.grantId)))
          entries.delete(id);
      }
    }
  }

  /**
   * Notes that two tokens belong together. The tokens of the refresh token that they were exchanged for end: that refresh token
   * is used up by then (Discord Social SDK, `RefreshToken`: both old tokens are dead at once).
   */
  keepPair(pair: { readonly accessToken: string; readonly refreshToken: string }, traded?: string): void {
    const refreshTokens = this.#entries("RefreshToken");
    const kept = refreshTokens.get(pair.refreshToken);
    if (kept) kept.payload.accessToken = pair.accessToken;
    const { accessToken: old } = refreshTokens.get(traded ?? "")?.payload ?? {};
    if (old !== undefined) this.#entries("AccessToken").delete(old);
  }

  /** Whether a player granted an application anything that is not over. */
  hasGrant(accountId: string, clientId: string): boolean {
    return this.#grants(accountId, clientId).size > 0;
  }

  /** The scopes that a player granted an application, and that are not over. */
  grantedScopes(accountId: string, clientId: string): ReadonlySet<string> {
    const grants = this.#grants(accountId, clientId);
    const now = this.#clock.now();
    const scopes = [...this.#entries("Grant")]
      .filter(([id, { expiresAt }]) => grants.has(id) && expiresAt > now)
      .flatMap(([, { payload }]) => payload.openid?.scope?.split(" ") ?? []);
    return new Set(scopes);
  }

  #entries(model: string): Map<string, Entry> {
    const entries = this.#models.get(model) ?? new Recent<string, Entry>();
    this.#models.set(model, entries);
    return entries;
  }

  #grants(accountId: string, clientId: string): ReadonlySet<string> {
    const grants = [...(this.#models.get("Grant") ?? [])].filter(
      ([, { payload }]) => payload.accountId === accountId && payload.clientId === clientId,
    );
    return new Set(grants.map(([id]) => id));
  }
}

/** The server reads the machine's clock: records are kept in the emulator's time, and the server is told its own. */
function adapterOver(entries: Map<string, Entry>, clock: Clock): Adapter {
  const ahead = () => Math.floor(clock.aheadMs / 1000);
  const read = (entry: Entry | undefined) =>
    entry && isReadable(entry, clock.now()) ? shift(entry.payload, times, -ahead()) : undefined;
  const findBy = async (wanted: (payload: Payload) => boolean) =>
    read([...entries.values()].find((entry) => wanted(entry.payload) && read(entry)));
  return {
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      entries.set(id, { payload: shift(payload, times, ahead()), expiresAt: clock.now() + expiresIn * 1000 });
    },
    async find(id) {
      return read(entries.get(id));
    },
    findByUid: (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(id);
      if (entry) entry.payload.consumed = Math.floor(clock.now() / 1000);
    },
    async destroy(id) {
      entries.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
    },
  };
}

/** The server itself distinguishes expired from unknown records, if a record has an end. */
function isReadable({ payload, expiresAt }: Entry, now: number): boolean {
  return payload.exp !== undefined || expiresAt > now;
}

/** The same record with its times, which are in seconds, moved. */
export function shift<T extends object>(record: T, names: readonly string[], seconds: number): T {
  const moved = Object.entries(record)
    .filter(([name, value]) => names.includes(name) && typeof value === "number")
    .map(([name, time]) => [name, (time as number) + seconds] as const);
  return { ...record, ...Object.fromEntries(moved) };
}
