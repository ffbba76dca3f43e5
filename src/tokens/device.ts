import type { Snowflake } from "../wire/snowflake.ts";
import { parseSeconds, invalidResponse } from "../core/request/response.ts";
import * as oauth from "oauth4webapi";
import { renderSVG, renderUnicodeCompact } from "uqr";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { isSecureUrl } from "../core/request/addresses.ts";
import { sleep } from "../core/request/deadline.ts";
import { type ExternalAuth, wireExternalAuth } from "./external-auth.ts";
import { type TokenContext, oauthRequest, requestToken, scopeHint } from "./token-endpoint.ts";
import { suggestScopes } from "./scopes.ts";
import type { TokenResult } from "./token-set.ts";

const operation = "Signing in on another device";

/** The default polling interval in seconds. Each `slow_down` response adds the same amount (RFC 8628 §3.2, §3.5). */
const defaultInterval = 5;

/** In seconds. Discord's service is polled at most once per second, even if it allows shorter intervals. */
const minInterval = { real: 1, other: 0.01 } as const;

const maxPauseMs = 60_000;

export interface DeviceRequest {
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly onPrompt: (prompt: DevicePrompt) => void;
  readonly external?: ExternalAuth | undefined;
  /** Called after each unsuccessful poll, with the error if the service did not respond normally. */
  readonly onPoll?: ((failure: ClientError | undefined) => void) | undefined;
}

/** Runs the device flow (RFC 8628 §3). */
export async function runDeviceFlow(
  context: TokenContext,
  request: DeviceRequest,
  signal?: AbortSignal,
): Promise<TokenResult> {
  using _external = context.secrets.scope(request.external?.token);
  const device = await authorizeDevice(context, request, signal);
  using _secrets = context.secrets.scope(device.device_code);
  const expiresIn = parseSeconds(device.expires_in) ?? 0;
  const endsAt = performance.now() + expiresIn * 1000;
  request.onPrompt(
    new DevicePrompt({
      userCode: device.user_code,
      verificationUri: device.verification_uri,
      verificationUriComplete: device.verification_uri_complete,
      expiresIn,
    }),
  );
  let pace = startPace(context, device);
  // Polls as specified in RFC 8628 §3.4 and §3.5.
  while (performance.now() + pace.pauseMs <= endsAt) {
    await sleep(pace.pauseMs, operation, signal);
    try {
      return await poll(context, request, device.device_code, signal);
    } catch (error) {
      pace = paceAfter(error as ClientError, pace);
      request.onPoll?.(pace.failure);
    }
  }
  throw expired();
}

interface Pace {
  readonly intervalMs: number;
  readonly pauseMs: number;
  readonly failure?: ClientError;
}

function startPace({ isReal }: TokenContext, { interval }: oauth.DeviceAuthorizationResponse): Pace {
  const least = isReal ? minInterval.real : minInterval.other;
  const intervalMs = Math.max(parseSeconds(interval) ?? defaultInterval, least) * 1000;
  return { intervalMs, pauseMs: intervalMs };
}

/** Backs off if the service is unreachable (RFC 8628 §3.5). Throws permanent errors. */
function paceAfter(error: ClientError, { intervalMs, pauseMs }: Pace): Pace {
  switch (error.code) {
    case "authorization_pending":
      return { intervalMs, pauseMs: intervalMs };
    case "slow_down": {
      const slower = intervalMs + defaultInterval * 1000;
      return { intervalMs: slower, pauseMs: slower };
    }
    case "access_denied":
      throw declined();
    case "expired_token":
      throw expired();
    default:
      if (!error.retryable) throw error;
      return {
        intervalMs,
        pauseMs: Math.max(Math.min(2 * pauseMs, maxPauseMs), (error.retryAfter ?? 0) * 1000),
        failure: error,
      };
  }
}

const notForDevices =
  'Check the application id and enable "Public Client" for the application in the developer portal.';

async function authorizeDevice(
  context: TokenContext,
  { applicationId, scopes }: DeviceRequest,
  signal: AbortSignal | undefined,
): Promise<oauth.DeviceAuthorizationResponse> {
  const asking = "Requesting a device code";
  const hints = { invalid_client: notForDevices, invalid_scope: scopeHint + suggestScopes(scopes) };
  const { server, client, options } = oauthRequest(context, {
    operation: asking,
    applicationId,
    signal,
    hints,
  });
  const scope = { scope: scopes };
  try {
    const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), scope, options);
    const device = await oauth.processDeviceAuthorizationResponse(server, client, response);
    if ([device.verification_uri, device.verification_uri_complete].every(isWebAddress)) return device;
  } catch (error) {
    if (isClientError(error)) throw error;
  }
  throw invalidResponse(asking, "a device authorization (RFC 8628 §3.2)");
}

/** Checked because the player has to open this URL. */
function isWebAddress(value: string | undefined): boolean {
  return value === undefined || (URL.canParse(value) && isSecureUrl(new URL(value)));
}

/** Rejects only with {@link ClientError}s. */
function poll(
  context: TokenContext,
  { applicationId, scopes, external }: DeviceRequest,
  deviceCode: string,
  signal: AbortSignal | undefined,
): Promise<TokenResult> {
  return requestToken(context, {
    operation,
    applicationId,
    scopes,
    signal,
    hints: { invalid_grant: "The device code is invalid or was already used. Start again with a new one." },
    request: ({ server, client, options }) =>
      oauth.deviceCodeGrantRequest(server, client, oauth.None(), deviceCode, {
        ...options,
        ...(external && { additionalParameters: wireExternalAuth(external) }),
      }),
    process: oauth.processDeviceCodeResponse,
  });
}

function declined(): ClientError {
  return new ClientError({
    type: ErrorType.Aborted,
    code: "access_denied",
    message: "The player declined the authorization on the other device.",
    hint: "Offer to sign in again.",
  });
}

function expired(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "expired_token",
    message: "The player did not use the code on the other device in time.",
    hint: "Offer to start again with a new code.",
    retryable: true,
  });
}

/** Some scanners require this margin (ISO/IEC 18004 §6.3.8). */
const quietZone = 4;

/** The response to a device authorization request (RFC 8628 §3.2). */
export type DevicePromptFields = Omit<DevicePrompt, "qrText" | "qrDataUrl">;

/**
 * The prompt for signing in on another device. Show the QR code, but always show the URL and the code as well (RFC 8628 §3.3.1).
 *
 * @stable
 */
export class DevicePrompt {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The URL that already includes the code, if the service sent one. The QR code then contains this URL. */
  readonly verificationUriComplete: string | undefined;
  /** How long the code is valid, in seconds. */
  readonly expiresIn: number;

  constructor(fields: DevicePromptFields) {
    this.userCode = fields.userCode;
    this.verificationUri = fields.verificationUri;
    this.verificationUriComplete = fields.verificationUriComplete;
    this.expiresIn = fields.expiresIn;
  }

  /** Renders the QR code in block characters, for a terminal with a dark background. */
  qrText(): string {
    return renderUnicodeCompact(this.#address(), { border: quietZone });
  }

  /** Returns the QR code as the `data:` URL of an SVG image, for display in the game's UI. */
  qrDataUrl(): string {
    return `data:image/svg+xml;base64,${Buffer.from(renderSVG(this.#address(), { border: quietZone })).toString("base64")}`;
  }

  #address(): string {
    return this.verificationUriComplete ?? this.verificationUri;
  }
}
