import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, object, optional, textOf, whole } from "../../core/check/readers.ts";
import type { Clock } from "../base/clock.ts";
import { Recent } from "../base/recent.ts";

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
  accessToken?: string;
  readonly openid?: { readonly scope?: string };
  consumed?: number;
}

/** The maximum number of saved records per model. Limits the size of the state file, which is written after each request. */
const mostSaved = 200;

const times = ["iat", "exp", "iiat", "loginTs", "authTime", "consumed"];

interface Entry {
  readonly payload: Payload;
  readonly expiresAt: number;
}

interface SavedRecord {
  readonly model: string;
  readonly id: string;
  readonly payload: Payload;
  readonly expiresAt?: number | undefined;
}

export type SavedRecords = readonly SavedRecord[];

export const readSavedRecords: Reader<SavedRecords> = listOf(
  fields<SavedRecord>({
    model: textOf(),
    id: textOf(),
    payload: object<Payload>(),
    expiresAt: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  }),
);

interface Adapter {
  upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  findByUserCode(userCode: string): Promise<Payload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

export class MemoryStorage {
  readonly #clock: Clock;
  readonly #models = new Map<string, Map<string, Entry>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  adapter(model: string): Adapter {
    return adapterOver(this.#entries(model), this.#clock);
  }

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

  restore(records: SavedRecords): void {
    for (const { model, id, payload, expiresAt = Number.POSITIVE_INFINITY } of records)
      this.#entries(model).set(id, { payload: { ...payload }, expiresAt });
  }

  /**
   * When one token is revoked, the service deletes all tokens issued for the same grant (Discord documentation, OAuth2, "Token
   * Revocation").
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

  /** A refresh also invalidates the old access token (Discord Social SDK, `RefreshToken`). */
  keepPair(pair: { readonly accessToken: string; readonly refreshToken: string }, traded?: string): void {
    const refreshTokens = this.#entries("RefreshToken");
    const stored = refreshTokens.get(pair.refreshToken);
    if (stored) stored.payload.accessToken = pair.accessToken;
    const { accessToken: old } = refreshTokens.get(traded ?? "")?.payload ?? {};
    if (old !== undefined) this.#entries("AccessToken").delete(old);
  }

  hasGrant(accountId: string, clientId: string): boolean {
    return this.#grants(accountId, clientId).size > 0;
  }

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

/** Converts times between the emulator's clock and the system clock, which `oidc-provider` reads. */
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

/** If an expired record has an `exp`, the provider itself rejects it. */
function isReadable({ payload, expiresAt }: Entry, now: number): boolean {
  return payload.exp !== undefined || expiresAt > now;
}

export function shift<T extends object>(record: T, names: readonly string[], seconds: number): T {
  const moved = Object.entries(record)
    .filter(([name, value]) => names.includes(name) && typeof value === "number")
    .map(([name, time]) => [name, (time as number) + seconds] as const);
  return { ...record, ...Object.fromEntries(moved) };
}

/** Limits polling, because the authorization server does not (RFC 8628 §3.5). */
export class DevicePolls {
  readonly intervalSeconds: number;
  readonly #now: () => number;
  readonly #devices = new Recent<string, { polledAt: number; interval: number }>();

  constructor(intervalSeconds: number, now: () => number) {
    this.intervalSeconds = intervalSeconds;
    this.#now = now;
  }

  /** Each early poll extends the interval by 5 seconds. */
  isTooEarly(deviceCode: string): boolean {
    const known = this.#devices.get(deviceCode);
    const polledAt = this.#now();
    const interval = known?.interval ?? this.intervalSeconds;
    // Allows for imprecise timers and network delays.
    const toleranceMs = Math.max(interval * 100, 100);
    const isEarly = known !== undefined && polledAt - known.polledAt < interval * 1000 - toleranceMs;
    this.#devices.set(deviceCode, { polledAt, interval: isEarly ? interval + 5 : interval });
    return isEarly;
  }
}
