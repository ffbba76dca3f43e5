import { validationError } from "../errors.ts";

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

const wireNames: Readonly<Record<AuthenticationExternalAuthType, string>> = {
  0: "OIDC",
  1: "EPIC_ONLINE_SERVICES_ACCESS_TOKEN",
  2: "EPIC_ONLINE_SERVICES_ID_TOKEN",
  3: "STEAM_SESSION_TICKET",
  4: "UNITY_SERVICES_ID_TOKEN",
  5: "DISCORD_BOT_ISSUED_ACCESS_TOKEN",
  6: "APPLE_ID_TOKEN",
  7: "PLAYSTATION_NETWORK_ID_TOKEN",
};

/** Longest external token that the service takes (Discord API specification, `external_auth_token`). */
const longestToken = 10_240;

/** Proof of who the player is, from another identity provider. */
export interface ExternalAuth {
  readonly type: AuthenticationExternalAuthType;
  /** A secret. */
  readonly token: string;
}

/** The fields of a request that carry the proof. A type, not an interface: it also goes into a form. */
export type WireExternalAuth = {
  readonly external_auth_type: string;
  readonly external_auth_token: string;
};

/** @throws ClientError `invalid_external_auth` (ValidationError). */
export function checkExternalAuth(type: unknown, token: unknown): ExternalAuth {
  if (typeof type !== "number" || !Object.hasOwn(wireNames, type)) {
    throw validationError(
      "invalid_external_auth",
      "The external auth type is not one that the service knows.",
      "Pass a member of AuthenticationExternalAuthType.",
    );
  }
  if (typeof token !== "string" || token === "" || token.length > longestToken) {
    throw validationError(
      "invalid_external_auth",
      `The external auth token does not have 1 to ${longestToken} characters.`,
      "Pass the token that the identity provider issued.",
    );
  }
  return { type: type as AuthenticationExternalAuthType, token };
}

export function wireExternalAuth({ type, token }: ExternalAuth): WireExternalAuth {
  return { external_auth_type: wireNames[type], external_auth_token: token };
}
