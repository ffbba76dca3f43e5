/** The part of the global `fetch` that the library uses. Pass your own function to route or observe requests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The User-Agent, `DiscordBot ($url, $version)`. The service blocks other formats with code 40333 (Discord documentation,
 * Reference, "User Agent").
 */
export const userAgent = "DiscordBot (https://github.com/slashpass/slashpass, 0.1.0)";

/** Otherwise, loading fetch delays the first request by 20 to 40 ms. */
export function loadFetch(): void {
  void globalThis.Headers;
}
