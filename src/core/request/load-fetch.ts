/**
 * Has Node load its fetch now, for which the first request would wait: 20 to 40 ms, which nobody notices while the player is
 * busy elsewhere.
 */
export function loadFetch(): void {
  void globalThis.Headers;
}
