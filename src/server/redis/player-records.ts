import { ClientError, ErrorType } from "../../core/errors.ts";
import {
  type KeptRecord,
  leaseMs,
  lostAnswerMs,
  mostSessions,
  type PlayerStore,
  type RecordLife,
  sessionLifeMs,
  type SessionUse,
  type Taken,
  type Written,
} from "../player-store.ts";
import type { RedisConnection } from "./connection.ts";
import { accountKeys, taggedKey } from "./options.ts";
import type { Sealer } from "./seal.ts";
import { countScript, openScript, useScript } from "./session-scripts.ts";
import { buryScript, putScript, releaseScript, takeScript, writeScript } from "./token-scripts.ts";

/** So long it is known that a player was forgotten: longer than anybody works on a renewal. */
const tombstoneMs = 24 * 60 * 60_000;

const countedMs = 60_000;

/** The tokens and sessions of players, in Redis: one step there, and one round trip, for each method. */
export class PlayerRecords implements PlayerStore {
  readonly name = "redis";
  readonly #redis: RedisConnection;
  readonly #sealer: Sealer;
  readonly #prefix: string;

  constructor(redis: RedisConnection, sealer: Sealer, prefix: string) {
    this.#redis = redis;
    this.#sealer = sealer;
    this.#prefix = prefix;
  }

  async take(account: string, rejected?: number): Promise<Taken> {
    const args = [String(leaseMs), rejected === undefined ? "" : String(rejected)];
    const reply = await this.#redis.run(reading, takeScript, [this.#key(account)], args);
    return this.#taken(account, reply);
  }

  async write(account: string, fence: number, record: string, life: RecordLife): Promise<Written> {
    const args = [String(fence), ...lifeArgs(life), this.#sealer.seal(account, record)];
    const key = this.#key(account);
    const { reply, isReplicated } = await this.#redis.runReplicated(keeping, writeScript, [key], args);
    if (listOf(reply)[0] === "kept") return { isKept: true, isReplicated };
    return { isKept: false, current: this.#taken(account, reply) };
  }

  async release(account: string, fence: number): Promise<void> {
    const operation = "Giving back a player's lease";
    await this.#redis.run(operation, releaseScript, [this.#key(account)], [String(fence)]);
  }

  async put(account: string, record: string, life: RecordLife): Promise<{ readonly isReplicated: boolean }> {
    const args = [...lifeArgs(life), this.#sealer.seal(account, record)];
    const { isReplicated } = await this.#redis.runReplicated(keeping, putScript, [this.#key(account)], args);
    return { isReplicated };
  }

  async bury(account: string): Promise<boolean> {
    const { tokens, sessions } = accountKeys(this.#prefix, account);
    const args = [String(tombstoneMs)];
    const operation = "Forgetting a player";
    const { reply } = await this.#redis.runReplicated(operation, buryScript, [tokens, sessions], args);
    return reply === 1;
  }

  async openSession(account: string, session: string): Promise<void> {
    const { sessions } = accountKeys(this.#prefix, account);
    const args = [session, String(mostSessions), String(sessionLifeMs)];
    await this.#redis.runReplicated("Beginning a player's session", openScript, [sessions], args);
  }

  async useSession(account: string, session: string, index: number): Promise<SessionUse> {
    const { sessions } = accountKeys(this.#prefix, account);
    const args = [session, String(index), String(lostAnswerMs), String(sessionLifeMs)];
    const reply = await this.#redis.run("Using a player's session", useScript, [sessions], args);
    const [outcome, next] = listOf(reply);
    return { outcome, ...(next !== undefined && { index: next }) } as SessionUse;
  }

  async count(name: string): Promise<number> {
    const key = taggedKey(this.#prefix, `count:${name}`);
    const reply = await this.#redis.run("Counting a request", countScript, [key], [String(countedMs)]);
    return Number(reply);
  }

  sign(text: string): string {
    return this.#sealer.sign(text);
  }

  verify(text: string, signature: string): boolean {
    return this.#sealer.verify(text, signature);
  }

  #key(account: string): string {
    return accountKeys(this.#prefix, account).tokens;
  }

  #taken(account: string, reply: unknown): Taken {
    const [state, version, left, sealed, fence] = listOf(reply);
    if (state === "none" || state === "ended") return { state };
    if (typeof version !== "number" || typeof left !== "number" || typeof sealed !== "string")
      throw foreign();
    const record = this.#sealer.open(account, sealed);
    const kept: KeptRecord = { record, version, leftMs: left < 0 ? undefined : left };
    if (state === "leased") return { state, ...kept, fence: Number(fence) };
    if (state === "fresh" || state === "busy") return { state, ...kept };
    throw foreign();
  }
}

const reading = "Reading a player's tokens";

const keeping = "Keeping a player's tokens";

function lifeArgs({ dueMs, leftMs }: RecordLife): string[] {
  return [dueMs, leftMs].map((ms) => (ms === undefined ? "" : String(Math.floor(ms))));
}

function listOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  throw foreign();
}

function foreign(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: "`command` gave something that is not the reply of Redis to a script.",
    hint: "Let it return the reply unchanged: lists as arrays, whole numbers as numbers, texts as strings.",
  });
}
