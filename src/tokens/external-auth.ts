import { isText, readerOf } from "../core/check/readers.ts";
import {
  type AuthenticationExternalAuthType,
  externalAuthNames,
  maxExternalAuthTokenLength,
} from "../wire/external-auth.ts";

/** A credential from another identity provider. @stable */
export interface ExternalAuth {
  readonly type: AuthenticationExternalAuthType;
  /** The provider's token. Secret. Error: `invalid_external_auth`. */
  readonly token: string;
}

/** A type alias instead of an interface, because a form needs an implicit index signature. */
export type WireExternalAuth = {
  readonly external_auth_type: string;
  readonly external_auth_token: string;
};

export function checkExternalAuth(type: unknown, token: unknown): ExternalAuth {
  return { type: readType(type, "externalAuthType"), token: readToken(token, "externalAuthToken") };
}

const readType = readerOf<AuthenticationExternalAuthType>(
  "a type that the service supports",
  (type) => typeof type === "number" && Object.hasOwn(externalAuthNames, type),
  { code: "invalid_external_auth", hint: "Pass a member of AuthenticationExternalAuthType." },
);
const readToken = readerOf<string>(
  `a well-formed string of 1 to ${maxExternalAuthTokenLength} characters`,
  (token) => isText(token) && token.length <= maxExternalAuthTokenLength,
  { code: "invalid_external_auth", hint: "Pass the token issued by the identity provider." },
);

export function wireExternalAuth({ type, token }: ExternalAuth): WireExternalAuth {
  return { external_auth_type: externalAuthNames[type], external_auth_token: token };
}
