/** How long the service's tokens and codes live, in seconds (Discord documentation, OAuth2; Social SDK). */
export const lifetimes = {
  accessToken: 604_800,
  /** Of a player without an account: the SDK says an hour, its guide a week. */
  provisionalToken: 3_600,
  deviceCode: 300,
} as const;
