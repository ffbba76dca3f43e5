import * as z from "zod/mini";
import type { ReportedResponse } from "../../../src/emulator/base/captured-response.ts";

/** Schemas taken from a standard, for responses that the description does not cover. */
interface Standard {
  readonly source: string;
  readonly success: z.ZodMiniType;
  readonly failure: z.ZodMiniType;
}

const token = z.string().check(z.minLength(1));
const seconds = z.int().check(z.minimum(1));
const address = z.url();
// RFC 6749 does not allow quotation marks here, but the service uses them (Discord documentation, Account Linking with Discord).
const visibleAscii = z.string().check(z.regex(/^[\x20-\x5b\x5d-\x7e]+$/));

/** RFC 6749 5.2, with the codes from RFC 7009 2.2.1, RFC 8628 3.5 and OpenID Connect Core 3.1.2.6. */
const failure = z.object({
  error: z.literal([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
    "unsupported_token_type",
    "authorization_pending",
    "slow_down",
    "access_denied",
    "expired_token",
    "request_not_supported",
  ]),
  error_description: z.optional(visibleAscii),
  error_uri: z.optional(address),
});

const tokens = z.object({
  access_token: token,
  token_type: z.literal("Bearer"),
  expires_in: seconds,
  scope: z.string(),
  refresh_token: z.optional(token),
  id_token: z.optional(z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))),
});

const device = z.object({
  device_code: token,
  user_code: token,
  verification_uri: address,
  verification_uri_complete: z.optional(address),
  expires_in: seconds,
  interval: z.optional(seconds),
});

const discovery = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  userinfo_endpoint: address,
  jwks_uri: address,
  response_types_supported: z.array(z.string()).check(z.minLength(1)),
  subject_types_supported: z.array(z.literal(["public", "pairwise"])).check(z.minLength(1)),
  id_token_signing_alg_values_supported: z
    .array(z.string())
    .check(z.refine((algorithms) => algorithms.includes("RS256"))),
});

/** An API error body (Discord documentation, Reference, "Error Messages"). */
const apiFailure = z.object({ code: z.int(), message: token });

const standards: Readonly<Record<string, Standard>> = {
  "POST /oauth2/token": { source: "RFC 6749 5.1 and 5.2, RFC 8628 3.5", success: tokens, failure },
  "POST /oauth2/token/revoke": { source: "RFC 7009 2.2", success: z.object({}), failure },
  "POST /oauth2/device/authorize": { source: "RFC 8628 3.2", success: device, failure },
  "GET /.well-known/openid-configuration": {
    source: "OpenID Connect Discovery 3",
    success: discovery,
    failure,
  },
  "POST /partner-sdk/child-token": { source: "RFC 6749 5.1", success: tokens, failure: apiFailure },
};

/** Endpoints that only a standard describes. */
export const standardEndpoints: readonly string[] = Object.entries(standards).map(nameOf);

/** Checks a response against its standard. Returns `undefined` if no standard covers it. */
export function checkByStandard({
  method,
  path,
  status,
  body,
}: ReportedResponse): { readonly operation: string; readonly problem?: string } | undefined {
  const key = `${method} ${path}`;
  const standard = standards[key];
  if (!standard) return undefined;
  const about = { operation: nameOf([key, standard]) };
  if (status !== 200 && (status < 400 || status > 499))
    return { ...about, problem: `The status ${status} means neither success nor an error.` };
  const { error } = z.safeParse(status === 200 ? standard.success : standard.failure, body);
  return error
    ? { ...about, problem: `The response does not match ${standard.source}: ${JSON.stringify(error.issues)}` }
    : about;
}

function nameOf([endpoint, { source }]: readonly [string, Standard]): string {
  return `${endpoint} (${source})`;
}
