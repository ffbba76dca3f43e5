import { validationError } from "../core/errors.ts";
import { isWellFormed, kindOf } from "../core/check/readers.ts";
import {
  type AuthenticationExternalAuthType,
  externalAuthNames,
  longestExternalAuthToken,
} from "../wire/external-auth.ts";

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
  if (typeof type !== "number" || !Object.hasOwn(externalAuthNames, type)) {
    throw validationError(
      "invalid_external_auth",
      `externalAuthType is ${kindOf(type)}, but must be one that the service knows.`,
      "Pass a member of AuthenticationExternalAuthType.",
    );
  }
  if (
    typeof token !== "string" ||
    token === "" ||
    token.length > longestExternalAuthToken ||
    !isWellFormed(token)
  ) {
    throw validationError(
      "invalid_external_auth",
      `externalAuthToken is ${kindOf(token)}, but must be a string of 1 to ${longestExternalAuthToken} whole characters.`,
      "Pass the token that the identity provider issued.",
    );
  }
  return { type: type as AuthenticationExternalAuthType, token };
}

export function wireExternalAuth({ type, token }: ExternalAuth): WireExternalAuth {
  return { external_auth_type: externalAuthNames[type], external_auth_token: token };
}
