/** Identity providers whose tokens prove a provisional account (Discord Social SDK, `AuthenticationExternalAuthType`). */
export const AuthenticationExternalAuthType = {
  /** ID token of an OpenID Connect provider. */
  OIDC: 0,
  /** Access token of Epic Online Services, EOS. */
  EpicOnlineServicesAccessToken: 1,
  /** ID token of Epic Online Services, EOS. */
  EpicOnlineServicesIdToken: 2,
  /** Session ticket of Steam, by its Web API. */
  SteamSessionTicket: 3,
  /** ID token of Unity Gaming Services. */
  UnityServicesIdToken: 4,
  /** Access token that the application's own bot has had issued for a player. */
  DiscordBotIssuedAccessToken: 5,
  /** ID token of Sign in with Apple. */
  AppleIdToken: 6,
  /** ID token of the PlayStation Network, PSN. */
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

/** Characters of an `external_auth_token` (Discord API specification). */
export const longestExternalAuthToken = 10_240;
