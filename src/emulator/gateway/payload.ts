import { parseObject } from "../../core/request/response.ts";
import { isObject } from "../../core/check/readers.ts";
import { GatewayCloseCode, gatewayLimits } from "../../wire/gateway.ts";

/** A payload from a bot (Discord documentation, Gateway Events, "Payload Structure"). */
export interface Payload {
  readonly op: number;
  readonly d: unknown;
}

/** @throws Closing 4002 if the payload is too long or not a JSON object with an `op`. */
export function parsePayload(bytes: Buffer): Payload {
  const { op, d } = bytes.length > gatewayLimits.payloadBytes ? {} : parseObject(bytes.toString("utf8"));
  if (!Number.isInteger(op)) throw new Closing(GatewayCloseCode.DecodeError);
  return { op: op as number, d };
}

export function mustBeObject(
  d: unknown,
  code: GatewayCloseCode = GatewayCloseCode.UnknownOpcode,
): Readonly<Record<string, unknown>> {
  if (isObject(d)) return d;
  throw new Closing(code);
}

const reasons: Readonly<Record<GatewayCloseCode, string>> = {
  [GatewayCloseCode.UnknownError]: "Unknown error.",
  [GatewayCloseCode.UnknownOpcode]: "Unknown opcode.",
  [GatewayCloseCode.DecodeError]: "Error while decoding payload.",
  [GatewayCloseCode.NotAuthenticated]: "Not authenticated.",
  [GatewayCloseCode.AuthenticationFailed]: "Authentication failed.",
  [GatewayCloseCode.AlreadyAuthenticated]: "Already authenticated.",
  [GatewayCloseCode.InvalidSeq]: "Invalid seq.",
  [GatewayCloseCode.RateLimited]: "Rate limited.",
  [GatewayCloseCode.SessionTimedOut]: "Session timed out.",
  [GatewayCloseCode.InvalidShard]: "Invalid shard.",
  [GatewayCloseCode.InvalidApiVersion]: "Invalid API version.",
  [GatewayCloseCode.InvalidIntents]: "Invalid intent(s).",
  [GatewayCloseCode.DisallowedIntents]: "Disallowed intent(s).",
};

export class Closing extends Error {
  readonly code: GatewayCloseCode;

  constructor(code: GatewayCloseCode, reason: string = reasons[code]) {
    super(reason);
    this.code = code;
  }
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
