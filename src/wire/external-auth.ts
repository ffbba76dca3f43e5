/** Identity providers whose tokens prove a provisional account (Discord Social SDK, `AuthenticationExternalAuthType`). */
export const AuthenticationExternalAuthType = {
  OIDC: 0,
  EpicOnlineServicesAccessToken: 1,
  EpicOnlineServicesIdToken: 2,
  SteamSessionTicket: 3,
  UnityServicesIdToken: 4,
  DiscordBotIssuedAccessToken: 5,
  AppleIdToken: 6,
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
