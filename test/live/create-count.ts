import { limits } from "../../src/wire/limits.ts";
import { Missing } from "./config.ts";

const dayMs = 86_400_000;

/** Created commands. */
export interface Created {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly scope: string;
  readonly count: number;
}

/** Keeps one day's runs within the service's limit on commands created per scope. */
export class CreateCount {
  readonly #created: Created[];
  /** The number of creates to reserve for restoring commands after the run. */
  reserve = 0;
  readonly #now: () => number;
  readonly #seen = new Set<string>();

  constructor(created: readonly Created[], now: () => number = Date.now) {
    this.#created = [...created];
    this.#now = now;
  }

  get recent(): readonly Created[] {
    return this.#created.filter(({ at }) => at > this.#now() - dayMs);
  }

  /** Counts all commands in a request, because it does not know which commands already exist. @throws Missing if the limit would be exceeded. */
  require(method: string, path: string, body: unknown): void {
    const scope = scopeOf(method, path);
    if (scope === undefined) return;
    const count = Array.isArray(body) ? body.length : 1;
    if (this.#used(scope) + count + this.reserve <= limits.createsPerDay) return;
    throw new Missing("no creates left today");
  }

  note(method: string, path: string, status: number, body: unknown): void {
    const scope = scopeOf(method, path);
    if (scope === undefined || status >= 400) return;
    const ids = [body].flat().flatMap((one) => (one as { id?: string } | undefined)?.id ?? []);
    const fresh = ids.filter((id) => !this.#seen.has(id));
    for (const id of fresh) this.#seen.add(id);
    const count = method === "POST" && status !== 201 ? 0 : fresh.length;
    this.add(scope, count);
  }

  add(scope: string, count: number): void {
    if (count > 0) this.#created.push({ at: this.#now(), scope, count });
  }

  #used(scope: string): number {
    return this.recent.reduce((sum, one) => (one.scope === scope ? sum + one.count : sum), 0);
  }
}

function scopeOf(method: string, path: string): string | undefined {
  const isWrite = method === "POST" || method === "PUT";
  if (!isWrite || !/^\/applications\/[^/]+(?:\/guilds\/[^/]+)?\/commands$/.test(path)) return undefined;
  return path.includes("/guilds/") ? "guild" : "global";
}
