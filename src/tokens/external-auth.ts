import { isText, readerOf } from "../core/check/readers.ts";
import {
  type AuthenticationExternalAuthType,
  externalAuthNames,
  longestExternalAuthToken,
} from "../wire/external-auth.ts";

/** Proof of who the player is, from another identity provider. */
export interface ExternalAuth {
  /** Identity provider, and kind of token. */
  readonly type: AuthenticationExternalAuthType;
  /** The provider's token. A secret. Error: `invalid_external_auth`. */
  readonly token: string;
}

/** The fields of a request that carry the proof. A type, not an interface: it also goes into a form. */
export type WireExternalAuth = {
  readonly external_auth_type: string;
  readonly external_auth_token: string;
};

/** @throws ClientError `invalid_external_auth` (ValidationError). */
export function checkExternalAuth(type: unknown, token: unknown): ExternalAuth {
  return { type: readType(type, "externalAuthType"), token: readToken(token, "externalAuthToken") };
}

const readType = readerOf<AuthenticationExternalAuthType>(
  "one that the service knows",
  (type) => typeof type === "number" && Object.hasOwn(externalAuthNames, type),
  { code: "invalid_external_auth", hint: "Pass a member of AuthenticationExternalAuthType." },
);
const readToken = readerOf<string>(
  `a string of 1 to ${longestExternalAuthToken} whole characters`,
  (token) => isText(token) && token.length <= longestExternalAuthToken,
  { code: "invalid_external_auth", hint: "Pass the token that the identity provider issued." },
);

export function wireExternalAuth({ type, token }: ExternalAuth): WireExternalAuth {
  return { external_auth_type: externalAuthNames[type], external_auth_token: token };
}
