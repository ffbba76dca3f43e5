import { fields } from "../core/check/fields.ts";
import { optional } from "../core/check/readers.ts";
import { readMaxAgeSeconds, signatureLifetimeMs } from "../core/signature-lifetime.ts";

/**
 * Returns whether this interaction was received before, and remembers its id. Both must be one atomic operation, because copies
 * of a request can arrive at the same time.
 *
 * @stable
 */
export type Seen = (id: string) => boolean | Promise<boolean>;

/** Options for {@link memorySeen}. @stable */
export interface SeenOptions {
  /** The handler's `maxAgeSeconds`, up to 86,400. Default 300. */
  readonly maxAgeSeconds?: number | undefined;
}

const readOptions = fields<SeenOptions>({ maxAgeSeconds: optional(readMaxAgeSeconds) });

/**
 * Remembers interactions in this process, for the `seen` option of `createInteractionHandler`. If several processes answer, use
 * `redisSeen` from `slashpass/redis`, because a copy may reach another process. An id uses about 100 bytes and is kept for 10 to
 * 21 minutes by default.
 *
 * @stable
 * @throws ClientError `invalid_argument` or `unknown_option`.
 */
export function memorySeen(options: SeenOptions = {}): (id: string) => boolean {
  const lifetimeMs = signatureLifetimeMs(readOptions(options, "options").maxAgeSeconds);
  // Two generations need no timer: an id stays for one to two lifetimes.
  let older = new Set<string>();
  let newer = new Set<string>();
  let since = performance.now();
  return (id) => {
    const passedMs = performance.now() - since;
    if (passedMs >= lifetimeMs) {
      older = passedMs < 2 * lifetimeMs ? newer : new Set();
      newer = new Set();
      since += passedMs;
    }
    if (newer.has(id) || older.has(id)) return true;
    newer.add(id);
    return false;
  };
}
