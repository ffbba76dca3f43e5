/**
 * Identity providers whose tokens authenticate a provisional account (Discord Social SDK, `AuthenticationExternalAuthType`).
 *
 * @stable
 */
export const AuthenticationExternalAuthType = {
  OIDC: 0,
  /** An access token from Epic Online Services (EOS). */
  EpicOnlineServicesAccessToken: 1,
  /** An ID token from Epic Online Services (EOS). */
  EpicOnlineServicesIdToken: 2,
  SteamSessionTicket: 3,
  UnityServicesIdToken: 4,
  /** An access token that the application's own bot issued for a player. */
  DiscordBotIssuedAccessToken: 5,
  AppleIdToken: 6,
  /** An ID token from the PlayStation Network (PSN). */
  PlayStationNetworkIdToken: 7,
} as const;
export type AuthenticationExternalAuthType =
  (typeof AuthenticationExternalAuthType)[keyof typeof AuthenticationExternalAuthType];

/** The providers' names in `external_auth_type` (Discord documentation, Social SDK, Identity Providers). */
export const externalAuthNames: Readonly<Record<AuthenticationExternalAuthType, string>> = {
  0: "OIDC",
  1: "EPIC_ONLINE_SERVICES_ACCESS_TOKEN",
  2: "EPIC_ONLINE_SERVICES_ID_TOKEN",
  3: "STEAM_SESSION_TICKET",
  4: "UNITY_SERVICES_ID_TOKEN",
  5: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
  6: "APPLE_ID_TOKEN",
  7: "PLAYSTATION_NETWORK_ID_TOKEN",
};

/** The maximum length of an `external_auth_token`, in characters (Discord API specification). */
export const maxExternalAuthTokenLength = 10_240;
