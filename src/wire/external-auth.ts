/** Identity providers whose tokens authenticate a provisional account (Discord Social SDK, `AuthenticationExternalAuthType`). */
export const AuthenticationExternalAuthType = {
  /** An ID token of an OpenID Connect provider. */
  OIDC: 0,
  /** An access token of Epic Online Services (EOS). */
  EpicOnlineServicesAccessToken: 1,
  /** An ID token of Epic Online Services (EOS). */
  EpicOnlineServicesIdToken: 2,
  /** A session ticket of the Steam Web API. */
  SteamSessionTicket: 3,
  /** An ID token of Unity Gaming Services. */
  UnityServicesIdToken: 4,
  /** An access token issued by the application's own bot for a player. */
  DiscordBotIssuedAccessToken: 5,
  /** An ID token of Sign in with Apple. */
  AppleIdToken: 6,
  /** An ID token of the PlayStation Network (PSN). */
  PlayStationNetworkIdToken: 7,
} as const;
export type AuthenticationExternalAuthType =
  (typeof AuthenticationExternalAuthType)[keyof typeof AuthenticationExternalAuthType];

/** The names of the providers in `external_auth_type` (Discord documentation, Social SDK, Identity Providers). */
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
